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

/// One text behind the other.
template <std::size_t A, std::size_t B>
constexpr fixed_string<A + B - 1> operator+(const fixed_string<A>& front, const fixed_string<B>& back) {
  char chars[A + B - 1] = {};
  for (std::size_t i = 0; i + 1 < A; ++i) chars[i] = front.chars[i];
  for (std::size_t i = 0; i < B; ++i) chars[A - 1 + i] = back.chars[i];
  return chars;
}

/// A view of a template argument's text, with static lifetime.
template <fixed_string Text>
inline constexpr std::string_view text_of{Text.chars, sizeof(Text.chars) - 1};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_FIXED_STRING_HPP
