#ifndef RIDGELINE_SINK_XLSX_TEXT_BODY_HPP
#define RIDGELINE_SINK_XLSX_TEXT_BODY_HPP

/// Text and names in the form workbooks require, for the body of `write_xlsx`.

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/core/xml_text.hpp>

namespace ridgeline::sink_detail::sink {

/// `_x`, four hexadecimal digits, `_`: in a cell this stands for one character, so literal occurrences need an escape.
inline bool is_sheet_escape(std::string_view at) {
  if (at.size() < 7 || at[0] != '_' || at[1] != 'x' || at[6] != '_') return false;
  return at.substr(2, 4).find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// Text in the form a workbook cell requires: at most 32,767 characters.
inline std::string sheet_text(std::string_view text, bool& was_cut) {
  const std::string clean = xml_text(text, 32'767, was_cut);
  std::string escaped;
  std::size_t done = 0;
  for (std::size_t at = clean.find("_x"); at != std::string::npos; at = clean.find("_x", at + 1)) {
    if (!is_sheet_escape(std::string_view(clean).substr(at))) continue;
    escaped.append(clean, done, at - done) += "_x005F";
    done = at;
  }
  if (done == 0 && escaped.empty()) return clean;
  bool cut = false;
  escaped = xml_text(escaped.append(clean, done), 32'767, cut);  // escapes count towards the limit
  was_cut = was_cut || cut;
  return escaped;
}
inline std::string sheet_text(std::string_view text) {
  bool cut = false;
  return sheet_text(text, cut);
}

/// Makes names valid for sheets: at most 31 characters, none of []:*?/\, no apostrophe at either end, not empty, and
/// unique ignoring case.
class sheet_names {
 public:
  std::string take(std::string_view wanted, std::size_t part) {
    bool cut = false;
    std::string name = xml_text(wanted, 32'767, cut);
    for (char& c : name)
      if (std::string_view("[]:*?/\\\n\t").find(c) != std::string_view::npos) c = '_';
    if (name.empty() || name.front() == '\'') name.insert(0, "_");
    for (std::size_t n = part;; ++n) {
      const std::string suffix = n < 2 ? "" : " (" + std::to_string(n) + ")";
      std::string candidate = std::string(utf8_characters(name, 31 - suffix.size())) + suffix;
      if (candidate.back() == '\'') candidate.back() = '_';
      std::string key = core_detail::lower_case(candidate);
      if (std::find(taken_.begin(), taken_.end(), key) != taken_.end()) continue;
      taken_.push_back(key);
      return candidate;
    }
  }

 private:
  std::vector<std::string> taken_{"history"};  // spreadsheets keep that name for themselves
};

}  // namespace ridgeline::sink_detail::sink

#endif  // RIDGELINE_SINK_XLSX_TEXT_BODY_HPP
