#ifndef RIDGELINE_CORE_XML_TEXT_HPP
#define RIDGELINE_CORE_XML_TEXT_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/utf8.hpp>

namespace ridgeline {

/// Makes text valid for XML without escaping it, keeping at most `most` code points: control characters other than line
/// feeds and tabs become spaces; U+FFFE, U+FFFF and invalid UTF-8 bytes become U+FFFD. Sets `was_cut` to whether text
/// was dropped.
inline std::string xml_text(std::string_view text, std::size_t most, bool& was_cut) {
  std::string clean;
  clean.reserve(std::min(text.size(), most));
  std::size_t at = 0;
  for (std::size_t n = 0; at < text.size() && n < most; ++n) {
    const std::size_t length = utf8_length(text.substr(at, 4));
    const std::string_view one = text.substr(at, std::max<std::size_t>(length, 1));
    const auto c = static_cast<unsigned char>(text[at]);
    if (length == 0 || one == "\xEF\xBF\xBE" || one == "\xEF\xBF\xBF") {  // U+FFFE, U+FFFF
      clean += "\xEF\xBF\xBD";
    } else if (length == 1 && ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)) {
      clean += ' ';
    } else {
      clean += one;
    }
    at += one.size();
  }
  was_cut = at < text.size();
  return clean;
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_XML_TEXT_HPP
