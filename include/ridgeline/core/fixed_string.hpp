#ifndef RIDGELINE_CORE_FIXED_STRING_HPP
#define RIDGELINE_CORE_FIXED_STRING_HPP

#include <cstddef>
#include <string_view>

namespace ridgeline {

/// A string usable as a template argument, for text known at compile time: `column<"Device Time">`.
template <std::size_t N>
struct fixed_string {
  char chars[N] = {};

  constexpr fixed_string(const char (&text)[N]) {  // NOLINT: a literal is meant to convert
    for (std::size_t i = 0; i < N; ++i) chars[i] = text[i];
  }
  constexpr std::string_view view() const { return {chars, N - 1}; }
  constexpr operator std::string_view() const { return view(); }
  friend constexpr bool operator==(const fixed_string&, const fixed_string&) = default;
};

/// A view of a template argument's text, with static lifetime.
template <fixed_string Text>
inline constexpr std::string_view text_of{Text.chars, sizeof(Text.chars) - 1};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_FIXED_STRING_HPP
