#ifndef RIDGELINE_COMPARE_STORED_REPORT_HPP
#define RIDGELINE_COMPARE_STORED_REPORT_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/report_json.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/read/memory_limit.hpp>

/// Reports of our programs or of TraceLens, in any form in which they are stored.
namespace ridgeline {

/// Whether a folder holds the CSVs of a report, by the names of the sheets that reports have.
bool holds_report_csvs(const std::string& folder);

/// The report in a folder of CSVs, a workbook, a JSON document or a CSV (also packed with gzip), told apart by content.
/// Only a JSON document says which program wrote it; the sheet of a CSV is `table`. What cannot be read in a workbook
/// or a CSV is counted in `quality`.
expected<stored_report> read_report(const std::string& path, data_quality& quality);

/// The report in a workbook: each sheet as the CSV of the same table would give it. A sheet that cannot be read is left
/// out and counted; fails if none can, if what it holds exceeds `limit` bytes, or its cells a quarter of that.
expected<stored_report> read_report_workbook(std::string_view bytes, const std::string& file, data_quality& quality,
                                             std::size_t limit = memory_limit());

/// The name of a table whose sheet has this one: workbooks cut names after 31 characters.
std::string full_sheet_name(std::string_view sheet);
/// Gives sheets with a cut name the full one that another of the reports has.
void restore_sheet_names(std::vector<std::vector<value_sheet>>& reports);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_STORED_REPORT_HPP
