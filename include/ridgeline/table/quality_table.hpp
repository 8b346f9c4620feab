#ifndef RIDGELINE_TABLE_QUALITY_TABLE_HPP
#define RIDGELINE_TABLE_QUALITY_TABLE_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

inline constexpr auto quality_columns = columns(
    column<"Reason">(&quality_issue::reason).left(), column<"Count">([](const quality_issue& q) { return q.count; }),
    column<"First">([](const quality_issue& q, std::string& scratch) -> std::string_view {
      return scratch = to_string(q.first);
    }).left(),
    column<"Found">(&quality_issue::example).left(), column<"Input Left Out">(&quality_issue::lost_input));

/// The problems found in an input, as a table for any report.
table quality_table(const data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_QUALITY_TABLE_HPP
