#ifndef RIDGELINE_TT_SHEET_PERF_TEXT_HPP
#define RIDGELINE_TT_SHEET_PERF_TEXT_HPP

#include <cstddef>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>

/// The performance report as text for users.
namespace ridgeline {

/// Writes what could be changed: fallbacks, gaps, and hints for each kind of matmul, heaviest first.
void write_tt_advice(output& to, const tt_perf_result& result, bool colours);

/// Which parts of the report are printed, and how.
struct tt_text_style {
  bool colours = false;
  bool advice = true;
  bool summary = true;
  bool any_background = false;  ///< use colours that are readable on white too
  bool hints = true;            ///< sections of hints for each kind of matmul; else findings are elsewhere
  std::size_t width = 0;        ///< console width; columns that do not fit are left out; 0: unlimited
  tt_summary_key group = tt_summary_key::memory;
  unsigned threads = default_threads();
};

/// Writes the whole report as text: `ops`, the op table, with its footer, advice, and the stacked summary.
void write_tt_perf(output& to, const tt_perf_result& result, const tt_text_style& style, const table& ops);
void write_tt_perf(output& to, const tt_perf_result& result, const tt_text_style& style = {});
/// The same with the op table given by a list of columns.
template <class... Columns>
void write_tt_perf(output& to, const tt_perf_result& result, const tt_text_style& style,
                   const column_list<Columns...>& list) {
  write_tt_perf(to, result, style, tt_ops_table(result, true, false, list));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_TEXT_HPP
