#ifndef RIDGELINE_CORE_LETTERS_HPP
#define RIDGELINE_CORE_LETTERS_HPP

#include <cstddef>
#include <string_view>

/// Locale-independent ASCII case handling, which leaves all other bytes unchanged, and removal of quotes.
namespace ridgeline::core_detail {

constexpr char lower_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr char upper_letter(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// A copy of a `std::string` in lower case.
template <class Text>
constexpr Text lower_case(Text text) {
  for (char& c : text) c = lower_letter(c);
  return text;
}

/// Whether `text` contains `word` at position `at`, ignoring case.
constexpr bool stands_at(std::string_view text, std::size_t at, std::string_view word) {
  if (at > text.size() || word.size() > text.size() - at) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (lower_letter(text[at + i]) != lower_letter(word[i])) return false;
  return true;
}

/// Whether `text` contains `word`, ignoring case.
constexpr bool stands_in(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (stands_at(text, at, word)) return true;
  return false;
}

/// Equal, ignoring case.
constexpr bool same_letters(std::string_view a, std::string_view b) {
  return a.size() == b.size() && stands_at(a, 0, b);
}

/// Removes surrounding double quotes, if any.
constexpr std::string_view unquoted(std::string_view text) {
  return text.size() > 1 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

}  // namespace ridgeline::core_detail

#endif  // RIDGELINE_CORE_LETTERS_HPP
