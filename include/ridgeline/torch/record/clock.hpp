#ifndef RIDGELINE_TORCH_RECORD_CLOCK_HPP
#define RIDGELINE_TORCH_RECORD_CLOCK_HPP

#include <bit>
#include <cstdint>

#include <ridgeline/torch/record/trace.hpp>

/// How reports count time: in integer nanoseconds or, as a named fault, in doubles like the original.
namespace ridgeline {

/// Integer nanoseconds.
struct torch_exact_clock {
  using time = std::int64_t;
  static constexpr time one_microsecond = 1000;

  static time start(const torch_event& e) { return e.start.base(); }
  static time end(const torch_event& e) { return e.start.base() + e.time.base(); }  // both are below 3e18
  /// Converts a difference of two such times to microseconds.
  static double microseconds(time difference) { return duration::of(difference).in(us); }
};

/// Microseconds as doubles; an end is the rounded sum of start and duration, as other programs compute it. Above
/// 4e12 us the resolution is no finer than a nanosecond; for stamps that count from 1970 it is 250 ns.
struct torch_file_clock {
  using time = double;
  static constexpr time one_microsecond = 1;

  const torch_trace* trace;
  time start(const torch_event& e) const { return trace->start_us(e); }
  time end(const torch_event& e) const { return trace->start_us(e) + trace->length_us(e); }
  static double microseconds(time difference) { return difference; }
};

/// The clock that a report uses. Events that are compared need a start; events whose end is used need a span.
class torch_clock {
 public:
  torch_clock(const torch_trace& trace, bool rounded_ends) : trace_(&trace), rounded_(rounded_ends) {}

  /// Calls `f` with the clock's concrete type, whose times can be subtracted and added.
  template <class F>
  auto visit(F&& f) const {
    return rounded_ ? f(file()) : f(torch_exact_clock{});
  }

  /// Integer keys that sort in the order of starts and ends; not times.
  std::int64_t start(const torch_event& e) const {
    return rounded_ ? order_of(file().start(e)) : torch_exact_clock::start(e);
  }
  std::int64_t end(const torch_event& e) const {
    return rounded_ ? order_of(file().end(e)) : torch_exact_clock::end(e);
  }
  /// Time from the start of one event to the end of another (or the same), in microseconds.
  double from_to(const torch_event& first, const torch_event& last) const {
    return visit([&](auto clock) { return clock.microseconds(clock.end(last) - clock.start(first)); });
  }
  /// Time from the start of one event to the start of another, in microseconds.
  double between_starts(const torch_event& first, const torch_event& next) const {
    return visit([&](auto clock) { return clock.microseconds(clock.start(next) - clock.start(first)); });
  }

 private:
  torch_file_clock file() const { return {trace_}; }
  /// Maps doubles to integers with the same order.
  static std::int64_t order_of(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x + 0.0);  // turns -0.0 into +0.0
    return bits < 0 ? static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) ^ 0x7FFF'FFFF'FFFF'FFFFu) : bits;
  }

  const torch_trace* trace_;
  bool rounded_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_CLOCK_HPP
