#ifndef RIDGELINE_LIVE_TIMED_HPP
#define RIDGELINE_LIVE_TIMED_HPP

#include <concepts>
#include <type_traits>
#include <utility>

namespace ridgeline::live {

/// A clock: a callable that returns the time in whatever type the program uses.
template <class Clock>
concept tells_time = std::invocable<Clock&> && !std::is_void_v<std::invoke_result_t<Clock&>>;

/// A callable that receives the begin and end time of a scope.
template <class Done, class Clock>
concept takes_begin_and_end =
    tells_time<Clock> && std::invocable<Done&, std::invoke_result_t<Clock&>, std::invoke_result_t<Clock&>>;

/// Takes the begin and end time of a scope from the caller's clock and passes both to `done`, which records them:
///
///     live::timed scope(now, [&](time_quantity begin, time_quantity end) {
///       mine.record({"matmul", begin, end - begin});
///     });
///
/// Neither callable may throw. Scopes nest; the inner one is recorded first, because it ends first.
template <tells_time Clock, takes_begin_and_end<Clock> Done>
class [[nodiscard]] timed {
 public:
  timed(Clock clock, Done done) : clock_(std::move(clock)), done_(std::move(done)), begin_(clock_()) {}
  timed(const timed&) = delete;
  timed& operator=(const timed&) = delete;
  ~timed() {
    auto end = clock_();
    done_(std::move(begin_), std::move(end));
  }

 private:
  Clock clock_;
  Done done_;
  std::decay_t<std::invoke_result_t<Clock&>> begin_;
};

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_TIMED_HPP
