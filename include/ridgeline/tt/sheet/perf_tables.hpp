#ifndef RIDGELINE_TT_SHEET_PERF_TABLES_HPP
#define RIDGELINE_TT_SHEET_PERF_TABLES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/table/table.hpp>
#include <ridgeline/tt/sheet/perf_result.hpp>
#include <ridgeline/tt/sheet/perf_summary.hpp>

/// The performance report as tables.
namespace ridgeline {

/// The tables of a report. Their rows are stored in, or point into, `result`, which must outlive them. `list` is a
/// `column_list` over `tt_perf_row`; a user's is made with `tt_perf_columns.with(...)` of tt/sheet/perf_columns.hpp.
template <class List>
table tt_ops_table(const tt_perf_result& result, bool advice, bool raw_codes, const List& list) {
  table t = table::over("ops", result.rows, list);
  if (!advice) t = t.without("Advice");
  if (!raw_codes) t = t.without("Raw OP Code");
  return t;
}
table tt_ops_table(const tt_perf_result& result, bool advice = true, bool raw_codes = false);

table tt_ops_table(tt_perf_result&&, bool = true, bool = false) = delete;  // Name the report: its tables refer to it.
template <class List>
table tt_ops_table(tt_perf_result&&, bool, bool, const List&) = delete;  // Name the report: its tables refer to it.

/// Which rows of the op table are shown; the rest of the report covers all rows.
struct tt_shown_rows {
  std::size_t top = 0;       ///< number of longest rows, including gaps; 0: all
  bool hide_small = false;   ///< rows below the least share are left out instead of greyed
};
/// The op table with these rows, in report order.
table tt_ops_table(const tt_perf_result& result, const tt_shown_rows& which, bool advice = true,
                   bool raw_codes = false);
table tt_ops_table(tt_perf_result&&, const tt_shown_rows&, bool = true,  // Name the report: its tables refer to it.
                   bool = false) = delete;

/// The stacked summary as a table.
table tt_summary_table(std::vector<tt_summary_row> summary, bool by_device, tt_summary_key by);
table tt_summary_table(const tt_perf_result& result, tt_summary_key by);

/// Merged ops that some devices did not run.
table tt_lack_table(const tt_perf_result& result);

/// The hints, one row for each hint of each row of the report.
table tt_advice_table(const tt_perf_result& result);
table tt_advice_table(tt_perf_result&&) = delete;  // Name the report: its tables refer to it.

/// One line of facts about the whole report.
table tt_run_table(const tt_perf_result& result);

/// Rows with a high gap before them, and host fallbacks, by id.
table tt_id_table(std::string name, std::vector<std::uint32_t> ids);
std::vector<std::uint32_t> high_gap_ids(const tt_perf_result& result);
std::vector<std::uint32_t> fallback_ids(const tt_perf_result& result);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_TABLES_HPP
