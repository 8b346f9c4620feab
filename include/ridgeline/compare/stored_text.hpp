#ifndef RIDGELINE_COMPARE_STORED_TEXT_HPP
#define RIDGELINE_COMPARE_STORED_TEXT_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/read/number.hpp>

namespace ridgeline {

/// What a text stands for in a report, whatever stores it, so that a row has the same keys in a CSV, a workbook, JSON
/// and a report that was just made: a number if it is one, nothing if it is a word for missing values.
inline sheet_value stored_text(std::string_view text) {
  if (const std::optional<double> number = to_double(text)) return {*number, {}};
  return says_missing(text) ? sheet_value{} : sheet_value{missing<double>, std::string(text)};
}

/// A sheet as it is read again from a file.
inline value_sheet as_stored(value_sheet sheet) {
  for (std::vector<sheet_value>& row : sheet.rows)
    for (sheet_value& v : row)
      if (!v.text.empty()) v = stored_text(v.text);
  return sheet;
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_STORED_TEXT_HPP
