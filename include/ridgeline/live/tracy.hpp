#ifndef RIDGELINE_LIVE_TRACY_HPP
#define RIDGELINE_LIVE_TRACY_HPP

#include <cstddef>
#include <string_view>

#include <ridgeline/live/signpost.hpp>

// A program that is built with Tracy's client has TRACY_ENABLE defined and its headers on the include path.
#if defined(TRACY_ENABLE) && __has_include(<tracy/Tracy.hpp>)
#include <tracy/Tracy.hpp>
#endif

namespace ridgeline::live {

/// Whether `signpost(name)` goes to Tracy.
#if defined(TRACY_ENABLE) && __has_include(<tracy/Tracy.hpp>)
inline constexpr bool signposts_go_to_tracy = true;
#else
inline constexpr bool signposts_go_to_tracy = false;
#endif

}  // namespace ridgeline::live

namespace ridgeline::detail::live {

/// Where a thread's signposts go: a producer and how to hand it one. Constant at the start: no code runs for it.
struct signpost_way {
  void* to = nullptr;
  void (*record)(void* to, std::string_view name) = nullptr;
};
inline thread_local constinit signpost_way this_thread_signposts{};

/// The message in which the ops report finds a signpost, "`TT_SIGNPOST: name`": the backticks are the quotes of the
/// export of messages, so that one inside the name becomes an apostrophe. A name that is too long is cut. Returns the
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

/// Makes a producer the place of this thread's signposts, as long as the object lives; `at()` is the host's time for
/// them. Nothing is recorded while a program sends its signposts to Tracy.
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

/// Marks this moment of the run by name: a message in Tracy where the program is built with it, from where it comes
/// into the ops CSV; else a record among those that `signposts_into` names for this thread, and nothing without one.
/// The name is a static string or one kept in `live::names`.
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
