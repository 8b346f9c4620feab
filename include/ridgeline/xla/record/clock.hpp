#ifndef RIDGELINE_XLA_RECORD_CLOCK_HPP
#define RIDGELINE_XLA_RECORD_CLOCK_HPP

#include <cstdint>

#include <ridgeline/xla/record/event.hpp>
#include <ridgeline/xla/record/faults.hpp>

namespace ridgeline {

/// When events start and end, for comparing and for differences: in whole picoseconds, which a double holds for two
/// and a half hours, or in microseconds and rounded as the original does.
struct xla_clock {
  std::int64_t base_ns = 0;
  bool rounded_stamps = false;

  xla_clock() = default;
  xla_clock(const xla_trace& trace, const xla_faults& faults)
      : base_ns(trace.base_ns), rounded_stamps(faults.rounded_stamps) {}

  double start(const xla_event& e) const {
    if (!rounded_stamps) return static_cast<double>(e.start_ps);
    __extension__ typedef __int128 wide;
    return static_cast<double>(static_cast<wide>(base_ns) * 1000 + e.start_ps) / 1e6;
  }
  double end(const xla_event& e) const {
    return rounded_stamps ? start(e) + static_cast<double>(e.duration_ps) / 1e6
                          : static_cast<double>(e.start_ps + e.duration_ps);
  }
  /// A difference of two of these times, in microseconds.
  double microseconds(double difference) const { return rounded_stamps ? difference : difference / 1e6; }
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_CLOCK_HPP
