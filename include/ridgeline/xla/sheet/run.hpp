#ifndef RIDGELINE_XLA_SHEET_RUN_HPP
#define RIDGELINE_XLA_SHEET_RUN_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/owned.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/xla/op/kernel.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/tree/own_time.hpp>

namespace ridgeline {

struct jax_options {
  xla_faults faults{};
  /// Only kernels whose instruction's metadata holds one of these words are launchers; none: all kernels are.
  std::vector<std::string> keywords{};
  const hw::roofs* roofs = nullptr;  ///< of the chip that calls are judged against; null: those that a TPU's plane says
  xla_model_table models{};          ///< a user's, asked before the library's: `xla_model_list<mine>`
  hw::roof_kind roof = hw::roof_kind::peak;  ///< which of a chip's rates, where the plane names the chip
  const gpu::communication_table* communication = nullptr;  ///< what is communication beside what is known to be
};

/// The time line of one GPU.
struct jax_gpu {
  std::int64_t pid = 0;
  gpu_timeline times;
};

/// What the sheets are made of. Points into the trace, which must outlive it; does not move its parts when moved.
struct jax_result {
  const xla_trace* trace = nullptr;
  jax_options options{};
  std::vector<xla_device_event> events;    ///< by UID
  xla_own_time own;
  owned<const hw::roofs> said_roofs;  ///< what `options.roofs` points to where no chip was given
  xla_kernels kinds;
  std::vector<jax_kernel> kernels;         ///< all, by UID
  std::vector<jax_kernel> filtered;        ///< those with a keyword, where there are keywords
  std::vector<jax_call> calls;             ///< all executions of instructions, stream by stream
  std::vector<jax_gpu> gpus;               ///< those with events, by pid
  xla_problems problems;                 ///< of the file, and of linking it

  /// The kernels that the launcher sheets show.
  const std::vector<jax_kernel>& launchers() const { return options.keywords.empty() ? kernels : filtered; }
  const xla_line& line(const jax_kernel& k) const { return trace->lines[k.line]; }
  std::size_t kind_number(const jax_kernel& k) const { return static_cast<std::size_t>(k.kind - kinds.kinds.data()); }
};

/// The report over a trace that outlives it.
jax_result report_jax(const xla_trace& trace, jax_options options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_RUN_HPP
