#ifndef RIDGELINE_SINK_TERMINAL_BODY_HPP
#define RIDGELINE_SINK_TERMINAL_BODY_HPP

/// The bodies of `display_width` and `append_plain`: include it in one source file, through `impl.hpp`.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/sink/terminal.hpp>

namespace ridgeline {

namespace sink_detail::sink {

/// Whether a terminal does something else with this code point than to show it: control characters of two bytes, line
/// and paragraph separators, and what turns the direction of writing.
constexpr bool steers(std::string_view code_point) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(code_point[i]); };
  if (code_point.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;
  if (code_point.size() != 3 || byte(0) != 0xE2) return false;
  return (byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE) ||  // U+2028 to U+202E
         (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);    // U+2066 to U+2069
}

/// U+2400 and the code of a control character; U+2421 for DEL.
inline void append_picture(std::string& out, unsigned char control) {
  out += "\xE2\x90";
  out += static_cast<char>(0x80 + (control == 0x7F ? 0x21 : control));
}

}  // namespace sink_detail::sink

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::size_t append_plain(std::string& out, std::string_view text, std::size_t most) {
  std::size_t width = 0;
  for (; !text.empty() && width < most; ++width) {
    const std::size_t length = utf8_length(text.substr(0, 4));
    const std::string_view first = text.substr(0, std::max<std::size_t>(length, 1));
    const auto byte = static_cast<unsigned char>(first.front());
    text.remove_prefix(first.size());
    if (width + 1 == most && !text.empty()) {
      out += "…";
    } else if (byte < 0x20 || byte == 0x7F) {
      sink_detail::sink::append_picture(out, byte);
    } else if (length == 0 || sink_detail::sink::steers(first)) {
      out += '?';
    } else {
      out += first;
    }
  }
  return width;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_TERMINAL_BODY_HPP
