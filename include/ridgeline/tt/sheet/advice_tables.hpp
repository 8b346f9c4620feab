#ifndef RIDGELINE_TT_SHEET_ADVICE_TABLES_HPP
#define RIDGELINE_TT_SHEET_ADVICE_TABLES_HPP

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/advise/finding.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/tt/advise/rows.hpp>
#include <ridgeline/tt/sheet/perf_result.hpp>

/// Sheets that show advice, roofs and devices next to the ops.
namespace ridgeline {

/// Each device op with its roof, and the profiler's data about units and links. The rows must outlive the table.
table tt_roof_table(const tt_judged_rows& rows);

/// Groups of ops with equal code, attributes and tensors, by time: the advice, or why there is none.
table tt_kind_table(const tt_judged_rows& rows, const finding_list& findings);

/// How devices differed in ops that were merged into one row.
table tt_spread_table(const tt_perf_result& result);
/// The same as text for users: those that differ most.
void write_tt_spreads(output& to, const tt_perf_result& result, std::size_t width = 80);

/// What the report was made from and how, by name.
using tt_provenance = std::vector<std::pair<std::string, std::string>>;
table tt_provenance_table(tt_provenance facts);

/// Writes findings as text: each with its saving, its op, and what to do. `first_pass`: gaps include compilation, so
/// advice based on them comes last.
void write_tt_findings(output& to, const finding_list& findings, std::size_t most, std::size_t width, double devices,
                       bool first_pass);

/// Sets the findings that name each row of the report, for its column `Advice`: `tt_few_cores, tt_host_gaps`.
void tell_findings(tt_perf_result& result, const finding_list& findings);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_ADVICE_TABLES_HPP
