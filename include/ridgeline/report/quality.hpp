#ifndef RIDGELINE_REPORT_QUALITY_HPP
#define RIDGELINE_REPORT_QUALITY_HPP

#include <string>
#include <string_view>

#include <ridgeline/record/data_quality.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/table/table.hpp>

/// What was wrong with an input, as the table that every report has.
namespace ridgeline {

inline constexpr auto quality_columns = columns(
    column<"Reason">(&quality_issue::reason).left(), column<"Count">([](const quality_issue& q) { return q.count; }),
    column<"First">([](const quality_issue& q, std::string& scratch) -> std::string_view {
      return scratch = to_string(q.first);
    }).left(),
    column<"Found">(&quality_issue::example).left(), column<"Input Left Out">(&quality_issue::lost_input));

/// A row for each kind of thing that was skipped or implausible.
inline table quality_table(const data_quality& quality) {
  return table("data_quality", quality.issues(), quality_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_REPORT_QUALITY_HPP
