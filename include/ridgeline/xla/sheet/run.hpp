#ifndef RIDGELINE_XLA_SHEET_RUN_HPP
#define RIDGELINE_XLA_SHEET_RUN_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/xla/op/kernel.hpp>
#include <ridgeline/xla/record/clock.hpp>
#include <ridgeline/gpu/gpu_spans.hpp>

namespace ridgeline {

struct jax_options {
  xla_faults faults{};
  /// Only kernels whose instruction's metadata holds one of these words are launchers; none: all kernels are.
  std::vector<std::string> keywords{};
  const hw::roofs* roofs = nullptr;  ///< of the chip that calls are judged against; null: none
};

/// A kernel: one run on a stream. Times are microseconds, as the sheets show them.
struct jax_kernel {
  const xla_kernel_kind* kind = nullptr;
  const xla_instruction* in = nullptr;
  double microseconds = 0;
  double latency = missing<double>;  ///< from the start of its launch on the host to its own
  std::int64_t pid = 0;
  std::uint32_t uid = 0;           ///< its number among the device events
  std::uint32_t line = 0;
};

/// The time line of one GPU.
struct jax_gpu {
  std::int64_t pid = 0;
  gpu_timeline times{};
};

/// What the sheets are made of. Points into the trace, which must outlive it; does not move its parts when moved.
struct jax_result {
  const xla_trace* trace = nullptr;
  jax_options options{};
  std::vector<xla_device_event> events{};  ///< by UID
  xla_kernels kinds{};
  std::vector<jax_kernel> kernels{};       ///< all, by UID
  std::vector<jax_kernel> filtered{};      ///< those with a keyword, where there are keywords
  std::vector<jax_gpu> gpus{};             ///< those with events, by pid
  xla_problems problems{};                 ///< of the file, and of linking it

  /// The kernels that the launcher sheets show.
  const std::vector<jax_kernel>& launchers() const { return options.keywords.empty() ? kernels : filtered; }
  const xla_line& line(const jax_kernel& k) const { return trace->lines[k.line]; }
  std::size_t kind_number(const jax_kernel& k) const { return static_cast<std::size_t>(k.kind - kinds.kinds.data()); }
};

namespace xla_detail {

inline std::vector<jax_gpu> gpus_of(const jax_result& r, const xla_clock& clock) {
  std::vector<jax_gpu> gpus;
  const xla_trace& trace = *r.trace;
  for (std::size_t i = 0; i < r.events.size();) {
    const std::int64_t pid = gpu_pid(trace.plane(trace.lines[r.events[i].line]));
    gpu_spans spans;
    for (; i < r.events.size() && gpu_pid(trace.plane(trace.lines[r.events[i].line])) == pid; ++i) {
      const xla_event& e = trace.events[r.events[i].event];
      spans.add(r.kinds.kinds[r.kinds.kind_of[i]].lane, {clock.start(e), clock.end(e)});
    }
    gpus.push_back({pid, gpu_timeline_of(std::move(spans), [&](double d) { return clock.microseconds(d); })});
  }
  return gpus;
}

}  // namespace xla_detail

/// The report over a trace that outlives it. `Models` are asked for the cost of calls, a user's first:
/// `report_jax<xla_models::with<mine>>(trace)`.
template <class Models = xla_models>
jax_result report_jax(const xla_trace& trace, jax_options options = {}) {
  jax_result r;
  r.trace = &trace;
  r.options = std::move(options);
  const xla_faults& faults = r.options.faults;
  r.problems = trace.problems;
  r.events = link_launches(trace, r.problems);
  r.kinds = kernels_of<Models>(trace, r.events, faults, r.problems);
  const xla_clock clock(trace, faults);
  r.gpus = xla_detail::gpus_of(r, clock);

  std::vector<bool> wanted(r.kinds.instructions.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    for (const std::string& word : r.options.keywords)
      if (r.kinds.instructions[i].metadata.find(word) != std::string::npos) wanted[i] = true;
  for (std::uint32_t uid = 0; uid < r.events.size(); ++uid) {
    const xla_kernel_kind& kind = r.kinds.kinds[r.kinds.kind_of[uid]];
    if (kind.work != xla_work::kernel) continue;
    const xla_device_event& e = r.events[uid];
    const xla_event& event = trace.events[e.event];
    jax_kernel k{&kind, &r.kinds.instruction(kind), static_cast<double>(event.duration_ps) / 1e6};
    k.pid = gpu_pid(trace.plane(trace.lines[e.line]));
    k.uid = uid;
    k.line = e.line;
    if (known(e.launch))
      k.latency = clock.microseconds(clock.start(event) - clock.start(trace.events[e.launch]));
    r.kernels.push_back(k);
    if (wanted[kind.instruction]) r.filtered.push_back(k);
  }
  return r;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_RUN_HPP
