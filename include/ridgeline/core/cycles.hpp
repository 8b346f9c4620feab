#ifndef RIDGELINE_CORE_CYCLES_HPP
#define RIDGELINE_CORE_CYCLES_HPP

#include <ridgeline/core/time.hpp>

namespace ridgeline {

/// A number of clock cycles, and a reading of a cycle counter. Converting either to time needs the clock that counted
/// it.
using whole_cycles = whole_quantity<dim{.cycle = 1}>;
using cycle_stamp = stamp<dim{.cycle = 1}>;

/// Converts cycles to time: the counter's rate, and one reading whose time is known. If the rate is not positive, every
/// converted time is missing.
struct cycle_clock {
  frequency rate = frequency::unknown();
  cycle_stamp origin{};       ///< when `origin` was read
  time_point origin_time{};   ///< when it was taken

  /// Rounded to the nearest nanosecond; exact below 2^53 cycles (104 days at 1 GHz).
  constexpr duration time_of(whole_cycles n) const {
    return rate.base() > 0 && n.known() ? duration(n / rate) : duration::unknown();
  }
  constexpr time_point time_of(cycle_stamp reading) const { return origin_time + time_of(reading - origin); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_CYCLES_HPP
