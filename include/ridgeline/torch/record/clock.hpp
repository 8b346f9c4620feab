#ifndef RIDGELINE_TORCH_RECORD_CLOCK_HPP
#define RIDGELINE_TORCH_RECORD_CLOCK_HPP

#include <cmath>

#include <ridgeline/torch/record/event.hpp>

namespace ridgeline {

/// When events start and end, for comparing and for differences; in microseconds and rounded as the original does, or
/// in whole nanoseconds, which stamps of three decimals below 9e12 us are exactly.
struct torch_clock {
  bool rounded_ends = false;

  double start(const torch_event& e) const { return rounded_ends ? e.ts : std::rint(e.ts * 1000); }
  double end(const torch_event& e) const {
    return rounded_ends ? e.end() : std::rint(e.ts * 1000) + std::rint(e.dur * 1000);
  }
  /// A difference of two of these times, in microseconds.
  double microseconds(double difference) const { return rounded_ends ? difference : difference / 1000; }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_CLOCK_HPP
