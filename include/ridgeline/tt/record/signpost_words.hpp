#ifndef RIDGELINE_TT_RECORD_SIGNPOST_WORDS_HPP
#define RIDGELINE_TT_RECORD_SIGNPOST_WORDS_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/letters.hpp>

/// What the names of signposts say: which of them begin something, and which end it.
namespace ridgeline::tt_detail {

inline constexpr std::string_view around_names = " \t_-#";

inline std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(around_names);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(around_names) + 1 - first);
}
/// A signpost's name without numbers: `decode_step` for `decode_step_12`.
inline std::string unnumbered(std::string_view name) {
  std::string rest;
  for (const char c : name)
    if (c < '0' || c > '9') rest += c;
  return std::string(trimmed(rest));
}
/// The text before one of the words at the end of a name; nothing if it ends in none of them.
template <std::size_t N>
std::optional<std::string> before_word(const std::string& name, const std::array<std::string_view, N>& words) {
  const std::string lower = core_detail::lower_case(name);
  for (const std::string_view word : words) {
    if (!lower.ends_with(word)) continue;
    const std::size_t front = lower.size() - word.size();
    if (front != 0 && lower[front - 1] >= 'a' && lower[front - 1] <= 'z') continue;  // part of another word
    return std::string(trimmed(std::string_view(lower).substr(0, front)));
  }
  return std::nullopt;
}
/// What a signpost ends: `decode` for `decode_end`, and nothing for a name that ends in no such word. Of a name without
/// numbers.
inline std::optional<std::string> before_end(const std::string& name) {
  constexpr std::array<std::string_view, 6> words{"end", "ended", "stop", "finish", "finished", "done"};
  return before_word(name, words);
}
/// What a signpost begins: `decode` for `decode_start` and for `Decode`.
inline std::string before_start(const std::string& name) {
  constexpr std::array<std::string_view, 4> words{"start", "started", "begin", "begins"};
  if (std::optional<std::string> found = before_word(name, words)) return *found;
  return core_detail::lower_case(name);
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_RECORD_SIGNPOST_WORDS_HPP
