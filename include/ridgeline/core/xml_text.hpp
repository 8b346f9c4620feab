#ifndef RIDGELINE_CORE_XML_TEXT_HPP
#define RIDGELINE_CORE_XML_TEXT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

/// The text with U+FFFD for each byte that is no UTF-8; `clean` holds it where it is another one.
inline std::string_view valid_text(std::string_view text, std::string& clean) {
  std::size_t at = 0;
  const auto skip_plain = [&] {
    constexpr std::uint64_t high = 0x8080808080808080;  // no byte of ASCII has this bit
    for (std::uint64_t eight = 0; at + sizeof eight <= text.size(); at += sizeof eight) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & high) != 0) break;
    }
    while (at < text.size() && static_cast<signed char>(text[at]) >= 0) ++at;
    return at < text.size();
  };
  std::size_t kept = 0;  // up to where `clean` has the text
  bool changed = false;
  while (skip_plain()) {
    const std::size_t length = utf8_length(text.substr(at, 4));
    at += length;
    if (length != 0) continue;
    if (!changed) clean.clear();
    changed = true;
    clean += text.substr(kept, at - kept);
    clean += "\xEF\xBF\xBD";
    kept = ++at;
  }
  if (!changed) return text;
  clean += text.substr(kept);
  return clean;
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_XML_TEXT_HPP
