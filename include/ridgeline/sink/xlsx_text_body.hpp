#ifndef RIDGELINE_SINK_XLSX_TEXT_BODY_HPP
#define RIDGELINE_SINK_XLSX_TEXT_BODY_HPP

/// Texts and names as workbooks hold them: for the body of `write_xlsx`.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/utf8.hpp>

namespace ridgeline::sink_detail::sink {

/// Text as a workbook can hold it: UTF-8 that XML allows, without control characters, at most 32,767 characters.
inline std::string sheet_text(std::string_view text, bool& was_cut) {
  std::string clean;
  clean.reserve(text.size());
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size() && characters < 32'767; ++characters) {
    const std::size_t length = utf8_length(text.substr(i, 4));
    const std::string_view one = text.substr(i, std::max<std::size_t>(length, 1));
    const auto c = static_cast<unsigned char>(text[i]);
    if (length == 0 || one == "\xEF\xBF\xBE" || one == "\xEF\xBF\xBF") {  // U+FFFE, U+FFFF
      clean += "\xEF\xBF\xBD";
    } else if (length == 1 && ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)) {
      clean += ' ';
    } else {
      clean += one;
    }
    i += one.size();
    was_cut = i < text.size();
  }
  return clean;
}
inline std::string sheet_text(std::string_view text) {
  bool cut = false;
  return sheet_text(text, cut);
}

/// Names that a workbook accepts: at most 31 characters, none of []:*?/\, no apostrophe at an end, not empty, each once
/// (letter case aside).
class sheet_names {
 public:
  std::string take(std::string_view wanted, std::size_t part) {
    std::string name = sheet_text(wanted);
    for (char& c : name)
      if (std::string_view("[]:*?/\\\n\t").find(c) != std::string_view::npos) c = '_';
    if (name.empty() || name.front() == '\'') name.insert(0, "_");
    for (std::size_t n = part;; ++n) {
      const std::string suffix = n < 2 ? "" : " (" + std::to_string(n) + ")";
      std::string candidate = std::string(utf8_characters(name, 31 - suffix.size())) + suffix;
      if (candidate.back() == '\'') candidate.back() = '_';
      std::string key = candidate;
      std::transform(key.begin(), key.end(), key.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
      if (std::find(taken_.begin(), taken_.end(), key) != taken_.end()) continue;
      taken_.push_back(key);
      return candidate;
    }
  }

 private:
  std::vector<std::string> taken_{};
};

}  // namespace ridgeline::sink_detail::sink

#endif  // RIDGELINE_SINK_XLSX_TEXT_BODY_HPP
