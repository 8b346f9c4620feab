#ifndef RIDGELINE_COMPARE_REPORT_JSON_HPP
#define RIDGELINE_COMPARE_REPORT_JSON_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/core/expected.hpp>

namespace ridgeline {

/// A report as `--json` wrote it.
struct stored_report {
  std::string program{};  ///< that wrote it
  std::vector<value_sheet> sheets;
};

/// Whether a document begins as a report of one of the programs does.
bool begins_as_report(std::string_view document);

/// A failure where it is none, is cut, or is of a schema that is not known here.
expected<stored_report> read_report_json(std::string_view document, const std::string& file);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_REPORT_JSON_HPP
