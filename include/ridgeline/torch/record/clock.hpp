#ifndef RIDGELINE_TORCH_RECORD_CLOCK_HPP
#define RIDGELINE_TORCH_RECORD_CLOCK_HPP

#include <bit>
#include <cstdint>

#include <ridgeline/torch/record/trace.hpp>

/// How reports count time: in whole nanoseconds, or, as a named fault, in the doubles of the original.
namespace ridgeline {

/// Whole nanoseconds.
struct torch_exact_clock {
  using time = std::int64_t;
  static constexpr time one_microsecond = 1000;

  static time start(const torch_event& e) { return e.start.base(); }
  static time end(const torch_event& e) { return e.start.base() + e.time.base(); }  // both are below 3e18
  /// A difference of two of these times in microseconds.
  static double microseconds(time difference) { return duration::of(difference).in(us); }
};

/// Microseconds as doubles, an end rounded as every program does that adds the two. Above 4e12 us they are steps of a
/// nanosecond and more, for stamps since 1970 of 250.
struct torch_file_clock {
  using time = double;
  static constexpr time one_microsecond = 1;

  const torch_trace* trace;
  time start(const torch_event& e) const { return trace->start_us(e); }
  time end(const torch_event& e) const { return trace->start_us(e) + trace->length_us(e); }
  static double microseconds(time difference) { return difference; }
};

/// The clock that a report asked for. Events that are compared need a start, those whose ends are asked a span.
class torch_clock {
 public:
  torch_clock(const torch_trace& trace, bool rounded_ends) : trace_(&trace), rounded_(rounded_ends) {}

  /// Calls `f` with the clock as its own type, whose times have differences and sums.
  template <class F>
  auto visit(F&& f) const {
    return rounded_ ? f(file()) : f(torch_exact_clock{});
  }

  /// Numbers that stand in the order of starts and ends.
  std::int64_t start(const torch_event& e) const {
    return rounded_ ? order_of(file().start(e)) : torch_exact_clock::start(e);
  }
  std::int64_t end(const torch_event& e) const {
    return rounded_ ? order_of(file().end(e)) : torch_exact_clock::end(e);
  }
  /// From the start of one event to the end of another (or of itself), in microseconds.
  double from_to(const torch_event& first, const torch_event& last) const {
    return visit([&](auto clock) { return clock.microseconds(clock.end(last) - clock.start(first)); });
  }
  /// From the start of one event to that of another, in microseconds.
  double between_starts(const torch_event& first, const torch_event& next) const {
    return visit([&](auto clock) { return clock.microseconds(clock.start(next) - clock.start(first)); });
  }

 private:
  torch_file_clock file() const { return {trace_}; }
  /// Whole numbers in the order of doubles.
  static std::int64_t order_of(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x + 0.0);  // of both zeros the positive one
    return bits < 0 ? static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) ^ 0x7FFF'FFFF'FFFF'FFFFu) : bits;
  }

  const torch_trace* trace_;
  bool rounded_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_CLOCK_HPP
