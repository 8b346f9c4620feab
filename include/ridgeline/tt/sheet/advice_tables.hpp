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

/// Sheets that put advice, roofs and devices beside the ops.
namespace ridgeline {

/// Each device op beside its roof, and what the profiler says of units and links. The rows must outlive the table.
table tt_roof_table(const tt_judged_rows& rows);

/// Ops that are equal in code, attributes and tensors, by their time: what is advised, or why nothing is.
table tt_kind_table(const tt_judged_rows& rows, const finding_list& findings);

/// How the devices differed in ops that were merged into one row.
table tt_spread_table(const tt_perf_result& result);
/// The same for people: those that differ most.
void write_tt_spreads(output& to, const tt_perf_result& result, std::size_t width = 80);

/// What the report was made of and how, by name.
using tt_provenance = std::vector<std::pair<std::string, std::string>>;
table tt_provenance_table(tt_provenance facts);

/// Findings for people: each with what it saves, its op, and what to do. `first_pass`: gaps hold compilation, and what
/// is advised on them stands behind the others.
void write_tt_findings(output& to, const finding_list& findings, std::size_t most, std::size_t width, double devices,
                       bool first_pass);

/// Which findings name each row of the report, for its column `Advice`: `tt_few_cores, tt_host_gaps`.
void tell_findings(tt_perf_result& result, const finding_list& findings);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_ADVICE_TABLES_HPP
