#ifndef RIDGELINE_COMPARE_REPORT_JSON_HPP
#define RIDGELINE_COMPARE_REPORT_JSON_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// A report as written by `--json`.
struct stored_report {
  std::string program{};  ///< that wrote it
  std::vector<value_sheet> sheets;
};

/// Whether a document starts like a report of one of the programs.
bool begins_as_report(std::string_view document);

/// Fails if it is not a report, is truncated, or has an unknown schema.
expected<stored_report> read_report_json(std::string_view document, const std::string& file);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_REPORT_JSON_HPP
