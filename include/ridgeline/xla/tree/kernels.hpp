#ifndef RIDGELINE_XLA_TREE_KERNELS_HPP
#define RIDGELINE_XLA_TREE_KERNELS_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/gpu/work_kind.hpp>
#include <ridgeline/query/project.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/xla/tree/link.hpp>

namespace ridgeline {

/// A GPU kernel or copy, or an op of a TPU or of a host thread, as a record for pipelines. The trace must not move.
/// Values that it lacks are missing, or empty texts.
class xla_work_record {
 public:
  /// `in_program`: the name path of its instruction in the file's program, for work that has none of its own.
  xla_work_record(const xla_trace& trace, const xla_device_event& work, symbol in_program = missing<symbol>)
      : trace_(&trace), work_(work), in_program_(in_program) {}

  const xla_event& event() const { return trace_->events[work_.event]; }
  const xla_line& line() const { return trace_->lines[work_.line]; }
  std::string_view name() const { return trace_->name(event()); }
  /// The start on the file's clock, rounded down to nanoseconds.
  time_point start() const;
  /// The duration, rounded to the nearest nanosecond; the file has picoseconds.
  duration time() const;
  /// The number of its device, and of its stream or line there.
  std::int64_t device() const { return trace_->plane(line()).id; }
  std::int64_t stream() const { return line().key; }
  /// The name path in the framework, `jit(step)/dot_general`: that of the event, else of its instruction in the file's
  /// program.
  std::string_view op_name() const;
  /// The HLO module, and the instruction in it.
  std::string_view module_name() const;
  std::string_view instruction() const;
  /// The host event that launched it; only on GPUs, otherwise empty.
  std::string_view launch_name() const;
  /// From the start of that event to the start of this work; missing if the event is unknown.
  duration launch_latency() const;
  /// A kernel, a copy or a fill of a GPU; everything else is a kernel.
  gpu_kind kind() const;
  /// The direction of a copy of a GPU, which is its name: `MemcpyD2H`; empty for other work.
  std::string_view direction() const;
  /// The bytes that a copy or a fill of a GPU, or an op of a TPU through all memories, moved; missing for other work.
  byte_count bytes() const;

 private:
  std::string_view text(symbol s) const { return known(s) ? trace_->text(s) : std::string_view(); }
  const xla_args& said() const { return trace_->stats_of(event()); }

  const xla_trace* trace_;
  xla_device_event work_;
  symbol in_program_;
};

/// An event of a host thread, such as a `TraceAnnotation`, a Python call or a step of the runtime, as a record for
/// pipelines. Events of a thread are nested. The trace must not move.
class xla_host_record {
 public:
  xla_host_record(const xla_trace& trace, std::uint32_t line, std::uint64_t event)
      : trace_(&trace), line_(line), event_(event) {}

  const xla_event& event() const { return trace_->events[event_]; }
  std::string_view name() const { return trace_->name(event()); }
  time_point start() const;
  duration time() const;
  /// The name of its thread, as the profile has it: `python3/12`.
  std::string_view thread() const {
    const symbol label = trace_->lines[line_].label;
    return known(label) ? trace_->text(label) : std::string_view();
  }

 private:
  const xla_trace* trace_;
  std::uint32_t line_;
  std::uint64_t event_;
};

/// The events of the host's threads, by thread and start.
std::vector<xla_host_record> host_events(const xla_trace& trace);
std::vector<xla_host_record> host_events(xla_trace&&) = delete;  // The trace must outlive its records: name it.

/// The work of the trace's device, by device, line and start. Ops of TPUs and of the host are nested: the time of a
/// loop includes that of what it ran, that of an op of the host all until its end, though its thread may be done with
/// it earlier.
std::vector<xla_work_record> kernels(const xla_trace& trace);
std::vector<xla_work_record> kernels(xla_trace&&) = delete;  // The trace must outlive its records: name it.
/// Rejects other kinds of traces.
template <class Other>
constexpr refused kernels(const Other&) {
  static_assert(!std::is_same_v<Other, Other>,
                "kernels takes the trace of an XPlane file, kernels(*trace); of other traces they are "
                "gpu_work(run) | where(is_kernel)");
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_KERNELS_HPP
