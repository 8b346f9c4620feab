#ifndef RIDGELINE_XLA_SHEET_RUN_HPP
#define RIDGELINE_XLA_SHEET_RUN_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/owned.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/xla/op/kernel.hpp>
#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/tree/own_time.hpp>

namespace ridgeline {

struct jax_options {
  xla_faults faults{};
  /// Only kernels whose instruction's metadata contain one of these words are launchers; if empty, all kernels are.
  std::vector<std::string> keywords{};
  const hw::roofs* roofs = nullptr;  ///< roofs to compare with; null: what the planes say
  xla_model_table models{};          ///< user-defined models, asked first: `xla_model_list<mine>`
  hw::roof_kind roof = hw::roof_kind::peak;  ///< which of a chip's rates to use, if the plane names the chip
  const gpu::communication_table* communication = nullptr;  ///< defines communication beyond the built-in kinds
};

/// The time line of one GPU.
struct jax_gpu {
  std::int64_t pid = 0;
  gpu_timeline times;
};

/// The data that the sheets are made of. Points into the trace, which must outlive it; moving it does not move its
/// parts.
struct jax_result {
  const xla_trace* trace = nullptr;
  jax_options options{};
  std::vector<xla_device_event> events;    ///< by UID
  xla_own_time own;
  owned<const hw::roofs> profile_roofs;  ///< target of `options.roofs` if no chip was given
  xla_kernels kinds;
  std::vector<jax_kernel> kernels;         ///< all kernels, by UID
  std::vector<jax_kernel> filtered;        ///< kernels with a keyword, if there are keywords
  std::vector<jax_call> calls;             ///< all executions of instructions, by stream
  std::vector<jax_gpu> gpus;               ///< GPUs with events, by pid
  xla_problems problems;                 ///< problems in the file and in linking it

  /// The kernels that the launcher sheets show.
  const std::vector<jax_kernel>& launchers() const { return options.keywords.empty() ? kernels : filtered; }
  const xla_line& line(const jax_kernel& k) const { return trace->lines[k.line]; }
  const xla_line& line_of(std::uint32_t uid) const { return trace->lines[events[uid].line]; }
  const xla_event& event_of(std::uint32_t uid) const { return trace->events[events[uid].event]; }
  const xla_kernel_kind& kind_of(std::uint32_t uid) const { return kinds.kinds[kinds.kind_of[uid]]; }
  std::size_t kind_number(const jax_kernel& k) const { return static_cast<std::size_t>(k.kind - kinds.kinds.data()); }
};

/// Makes the report of a trace, which must outlive the result.
jax_result report_jax(const xla_trace& trace, jax_options options = {});
jax_result report_jax(xla_trace&&, jax_options = {}) = delete;  // Name the trace: the report refers to it.

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_RUN_HPP
