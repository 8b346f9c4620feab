#ifndef RIDGELINE_TESTS_TRACY_STAND_IN_HPP
#define RIDGELINE_TESTS_TRACY_STAND_IN_HPP

#include <cstddef>
#include <string>

/// Replaces Tracy's client: keeps the last message.
namespace stand_in {
inline std::string last{};
inline void message(const char* text, std::size_t length) { last.assign(text, length); }
}  // namespace stand_in

#define TracyMessage(text, length) stand_in::message(text, length)

#endif  // RIDGELINE_TESTS_TRACY_STAND_IN_HPP
