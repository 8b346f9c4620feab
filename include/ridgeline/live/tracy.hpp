#ifndef RIDGELINE_LIVE_TRACY_HPP
#define RIDGELINE_LIVE_TRACY_HPP

#include <cstddef>
#include <string_view>

#include <ridgeline/live/signpost.hpp>

// A program built with the Tracy client defines TRACY_ENABLE and has Tracy's headers on its include path.
#if defined(TRACY_ENABLE) && __has_include(<tracy/Tracy.hpp>)
#include <tracy/Tracy.hpp>
#endif

namespace ridgeline::live {

/// Whether `signpost(name)` is sent to Tracy.
#if defined(TRACY_ENABLE) && __has_include(<tracy/Tracy.hpp>)
inline constexpr bool signposts_go_to_tracy = true;
#else
inline constexpr bool signposts_go_to_tracy = false;
#endif

}  // namespace ridgeline::live

namespace ridgeline::detail::live {

/// The destination of a thread's signposts: a producer and a function that records to it. Constant-initialised, so no
/// code runs for it at start-up.
struct signpost_way {
  void* to = nullptr;
  void (*record)(void* to, std::string_view name) = nullptr;
};
inline thread_local constinit signpost_way this_thread_signposts{};

/// The message by which the ops report recognises a signpost, "`TT_SIGNPOST: name`". Backticks act as quotes in the
/// exported messages, so one inside the name becomes an apostrophe. A name that is too long is truncated. Returns the
/// length.
template <std::size_t N>
constexpr std::size_t signpost_message(char (&text)[N], std::string_view name) {
  constexpr std::string_view front = "`TT_SIGNPOST: ";
  static_assert(N > front.size() + 2);
  std::size_t n = 0;
  for (const char c : front) text[n++] = c;
  for (const char c : name) {
    if (n + 2 > N) break;
    text[n++] = c == '`' ? '\'' : c;
  }
  text[n++] = '`';
  return n;
}

}  // namespace ridgeline::detail::live

namespace ridgeline::live {

/// Directs this thread's signposts to a producer for the lifetime of this object; `at()` returns the host time for
/// each. Records nothing if the program sends its signposts to Tracy.
///
///     live::producer mine{trace};
///     live::signposts_into here{mine, now};
///     live::signpost("decode");
template <class Producer, class Clock>
class signposts_into {
 public:
  signposts_into(Producer& mine, Clock at) : mine_(mine), at_(at), before_(detail::live::this_thread_signposts) {
    detail::live::this_thread_signposts = {this, [](void* self, std::string_view name) {
                                       auto& own = *static_cast<signposts_into*>(self);
                                       using record_type = typename Producer::record_type;
                                       own.mine_.record(signpost<record_type>(name, own.at_()));
                                     }};
  }
  signposts_into(const signposts_into&) = delete;
  signposts_into& operator=(const signposts_into&) = delete;
  ~signposts_into() { detail::live::this_thread_signposts = before_; }

 private:
  Producer& mine_;
  Clock at_;
  detail::live::signpost_way before_;
};

/// Marks the current moment of the run by name. In a program built with Tracy it sends a message, which ends up in the
/// ops CSV; otherwise it adds a record to the producer that `signposts_into` set for this thread, or does nothing if
/// there is none. The name must be a static string or one kept in `live::names`.
inline void signpost(std::string_view name) {
#if defined(TRACY_ENABLE) && __has_include(<tracy/Tracy.hpp>)
  char text[512];
  const std::size_t length = detail::live::signpost_message(text, name);
  TracyMessage(text, length);
#else
  const detail::live::signpost_way& way = detail::live::this_thread_signposts;
  if (way.record != nullptr) way.record(way.to, name);
#endif
}

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_TRACY_HPP
