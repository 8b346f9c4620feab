#ifndef RIDGELINE_XLA_RECORD_CLOCK_HPP
#define RIDGELINE_XLA_RECORD_CLOCK_HPP

#include <cstdint>

#include <ridgeline/core/wide.hpp>
#include <ridgeline/xla/record/event.hpp>
#include <ridgeline/xla/record/faults.hpp>

namespace ridgeline {

/// Differences of event times: exact from integer picoseconds, or from doubles in microseconds, rounded as in the
/// original.
struct xla_clock {
  std::int64_t base_ns = 0;
  bool rounded_stamps = false;

  xla_clock() = default;
  xla_clock(const xla_trace& trace, const xla_faults& faults)
      : base_ns(trace.base_ns), rounded_stamps(faults.rounded_stamps) {}

  /// Microseconds since the zero of the file's clock, as in the original.
  double rounded_start(const xla_event& e) const {
    return static_cast<double>(static_cast<core_detail::wide>(base_ns) * 1000 + e.start_ps) / 1e6;
  }
  double rounded_end(const xla_event& e) const { return rounded_start(e) + static_cast<double>(e.duration_ps) / 1e6; }

  /// Microseconds from the start of one event to that of another.
  double between_starts(const xla_event& from, const xla_event& to) const {
    return rounded_stamps ? rounded_start(to) - rounded_start(from)
                          : static_cast<double>(to.start_ps - from.start_ps) / 1e6;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_CLOCK_HPP
