#ifndef RIDGELINE_SINK_TERMINAL_BODY_HPP
#define RIDGELINE_SINK_TERMINAL_BODY_HPP

#include <algorithm>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/sink/terminal.hpp>

namespace ridgeline {

namespace sink_detail::sink {

/// Whether this code point makes a terminal do anything other than display it: two-byte control characters, line and
/// paragraph separators, and marks that change the writing direction.
constexpr bool steers(std::string_view code_point) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(code_point[i]); };
  if (code_point.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;
  if (code_point.size() != 3 || byte(0) != 0xE2) return false;
  return (byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE) ||  // U+2028 to U+202E
         (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);    // U+2066 to U+2069
}

/// The picture of a control character: U+2400 plus its code; U+2421 for DEL.
inline void append_picture(std::string& out, unsigned char control) {
  out += "\xE2\x90";
  out += static_cast<char>(0x80 + (control == 0x7F ? 0x21 : control));
}

/// The width of one valid UTF-8 code point in terminal columns, by the Unicode blocks that terminals display wide.
constexpr std::size_t columns_of(std::string_view code_point) {
  const auto tail = [&](std::size_t i) { return static_cast<unsigned char>(code_point[i]) & 0x3Fu; };
  const unsigned lead = static_cast<unsigned char>(code_point.front());
  unsigned code = lead;
  if (code_point.size() == 2) code = (lead & 0x1Fu) << 6 | tail(1);
  if (code_point.size() == 3) code = (lead & 0x0Fu) << 12 | tail(1) << 6 | tail(2);
  if (code_point.size() == 4) code = (lead & 0x07u) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
  struct range {
    unsigned first, last;
  };
  constexpr std::array none{range{0x300, 0x36F}, range{0x200B, 0x200F}, range{0x20D0, 0x20FF}, range{0xFE00, 0xFE0F},
                            range{0xFE20, 0xFE2F}, range{0xE0100, 0xE01EF}};
  constexpr std::array wide{range{0x1100, 0x115F}, range{0x2E80, 0x303E}, range{0x3041, 0xA4CF}, range{0xA960, 0xA97F},
                            range{0xAC00, 0xD7A3}, range{0xF900, 0xFAFF}, range{0xFE30, 0xFE6F}, range{0xFF01, 0xFF60},
                            range{0xFFE0, 0xFFE6}, range{0x1F300, 0x1F64F}, range{0x1F680, 0x1F6FF},
                            range{0x1F900, 0x1F9FF}, range{0x1FA70, 0x1FAFF}, range{0x20000, 0x3FFFD}};
  const auto holds = [&](const range& r) { return r.first <= code && code <= r.last; };
  if (code < 0x300) return 1;
  return std::any_of(none.begin(), none.end(), holds) ? 0 : std::any_of(wide.begin(), wide.end(), holds) ? 2 : 1;
}

}  // namespace sink_detail::sink

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text.substr(0, 4));
    width += length < 2 ? 1 : sink_detail::sink::columns_of(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return width;
}

std::size_t append_plain(std::string& out, std::string_view text, std::size_t most) {
  if (most == 0) return 0;
  std::size_t width = 0, cut = out.size(), cut_width = 0;  // last position with room for `…` after it
  while (!text.empty()) {
    const std::size_t length = utf8_length(text.substr(0, 4));
    const std::string_view first = text.substr(0, std::max<std::size_t>(length, 1));
    const auto byte = static_cast<unsigned char>(first.front());
    const bool steers = length == 0 || sink_detail::sink::steers(first);
    const std::size_t columns = steers || length == 1 ? 1 : sink_detail::sink::columns_of(first);
    text.remove_prefix(first.size());
    if (columns > most - width) {
      out.resize(cut);
      out += "…";
      return cut_width + 1;
    }
    if (byte < 0x20 || byte == 0x7F) sink_detail::sink::append_picture(out, byte);
    else if (steers) out += '?';
    else out += first;
    width += columns;
    if (width < most) cut = out.size(), cut_width = width;
  }
  return width;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_TERMINAL_BODY_HPP
