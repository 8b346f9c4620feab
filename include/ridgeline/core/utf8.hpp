#ifndef RIDGELINE_CORE_UTF8_HPP
#define RIDGELINE_CORE_UTF8_HPP

#include <cstddef>
#include <string_view>

namespace ridgeline {

/// Length of the valid UTF-8 sequence at the start of `text`, or 0 if there is none (overlong forms, surrogates and
/// values above U+10FFFF are invalid).
constexpr std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  if (text.empty()) return 0;
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return tail(1) ? 2 : 0;
  if (lead >= 0xE0 && lead < 0xF0) {
    const bool in_range = !(lead == 0xE0 && byte(1) < 0xA0) && !(lead == 0xED && byte(1) >= 0xA0);
    return in_range && tail(1) && tail(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead < 0xF5) {
    const bool in_range = !(lead == 0xF0 && byte(1) < 0x90) && !(lead == 0xF4 && byte(1) >= 0x90);
    return in_range && tail(1) && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

/// The bytes of the UTF-8 byte order mark at the start of `text`: 3, or 0 if there is none.
constexpr std::size_t byte_order_mark_size(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? mark.size() : 0;
}

/// The longest prefix of `text` of at most `bytes` bytes that does not split a code point.
constexpr std::string_view utf8_front(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = bytes;
  while (end > 0 && bytes - end < 3 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return text.substr(0, end);
}

/// The first `most` code points of `text`, which must be UTF-8.
constexpr std::string_view utf8_characters(std::string_view text, std::size_t most) {
  std::size_t at = 0;
  for (std::size_t n = 0; at < text.size() && n < most; ++n) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) ++at;
  }
  return text.substr(0, at);
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_UTF8_HPP
