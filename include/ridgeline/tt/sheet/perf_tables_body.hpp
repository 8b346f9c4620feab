#ifndef RIDGELINE_TT_SHEET_PERF_TABLES_BODY_HPP
#define RIDGELINE_TT_SHEET_PERF_TABLES_BODY_HPP

#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/tt/sheet/perf_columns.hpp>
#include <ridgeline/tt/sheet/perf_hints.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>

namespace ridgeline {

/// The stacked summary: one line per column.
inline constexpr auto tt_summary_columns = columns(
    column<"Total %", percent>(&tt_summary_row::share), column<"Op Code">(&tt_summary_row::key).left(),
    column<"Device">(&tt_summary_row::device), column<"Device Time Sum">(&tt_summary_row::time_us).shown_as(us.symbol),
    column<"Op Count">(&tt_summary_row::ops),
    column<"Op Category">([](const tt_summary_row& r) { return name_of(r.category); }),
    column<"Min FLOPs", percent>(&tt_summary_row::least), column<"Max FLOPs", percent>(&tt_summary_row::largest),
    column<"Mean FLOPs", percent>(&tt_summary_row::average), column<"Std FLOPs", percent>(&tt_summary_row::deviation),
    column<"Weighted Mean FLOPs", percent>(&tt_summary_row::weighted));

/// One hint for one row, for programs that read the report.
struct tt_advice_row {
  const tt_perf_row* row = nullptr;
  tt_hint hint = tt_hint::none;
};

inline constexpr auto tt_advice_columns = columns(
    column<"ID">([](const tt_advice_row& a) { return a.row->op->id; }).bare(),
    column<"Code">([](const tt_advice_row& a) { return tt_hint_texts[static_cast<std::size_t>(a.hint)].code; }).left(),
    column<"Hint">([](const tt_advice_row& a, std::string& scratch) -> std::string_view {
      scratch.clear();
      append_hint(scratch, *a.row, a.hint);
      return scratch;
    }).left(),
    column<"Input 0 Memory">([](const tt_advice_row& a) { return a.row->op->in0.memory; }),
    column<"Inner Dim Block Size">([](const tt_advice_row& a) { return tt_detail::if_set(a.row->in0_block_w); }),
    column<"Output Subblock H">([](const tt_advice_row& a) { return tt_detail::if_set(a.row->subblock_h); }),
    column<"Output Subblock W">([](const tt_advice_row& a) { return tt_detail::if_set(a.row->subblock_w); }),
    column<"Cores">([](const tt_advice_row& a) { return tt_detail::if_set(a.row->cores); }));

table tt_ops_table(const tt_perf_result& result, bool advice, bool raw_codes) {
  return tt_ops_table(result, advice, raw_codes, tt_perf_columns);
}

table tt_ops_table(const tt_perf_result& result, const tt_shown_rows& which, bool advice, bool raw_codes) {
  if (which.top == 0 && !which.hide_small) return tt_ops_table(result, advice, raw_codes);
  std::vector<const tt_perf_row*> wanted;
  for (const tt_perf_row& row : result.rows)
    if (!which.hide_small || !row.muted) wanted.push_back(&row);
  if (which.top != 0) {
    const auto longest = [](const tt_perf_row* r) { return r->total().base(); };
    wanted = std::move(wanted) | sort_by(desc(longest)) | take(which.top);
    wanted = std::move(wanted) | sort_by([](const tt_perf_row* r) { return r; });
  }
  std::vector<tt_perf_row> rows;
  for (const tt_perf_row* row : wanted) rows.push_back(*row);
  table t("ops", std::move(rows), tt_perf_columns);
  if (!advice) t = t.without("Advice");
  if (!raw_codes) t = t.without("Raw OP Code");
  return t;
}

table tt_summary_table(std::vector<tt_summary_row> summary, bool by_device, tt_summary_key by) {
  table t("summary", std::move(summary), tt_summary_columns);
  if (!by_device) t = t.without("Device");
  if (by_region(by)) t = t.without("Op Category");
  if (by == tt_summary_key::category)
    for (std::string_view title :
         {"Op Category", "Min FLOPs", "Max FLOPs", "Mean FLOPs", "Std FLOPs", "Weighted Mean FLOPs"})
      t = t.without(title);
  return t;
}

table tt_summary_table(const tt_perf_result& result, tt_summary_key by) {
  return tt_summary_table(result.summary, result.by_device, by);
}

table tt_lack_table(const tt_perf_result& result) {
  static constexpr auto list = columns(column<"ID">([](const tt_lack& l) { return l.op->id; }).bare(),
                                       column<"OP Code">([](const tt_lack& l) { return l.op->code; }).left(),
                                       column<"Devices">([](const tt_lack& l) { return l.ran; }),
                                       column<"Not on Devices">(&tt_lack::lacking).left());
  return table::over("not_on_all_devices", result.lacks, list);
}

table tt_advice_table(const tt_perf_result& result) {
  std::vector<tt_advice_row> advice;
  for (const tt_perf_row& row : result.rows)
    each_hint(row, [&](tt_hint h) { advice.push_back({&row, h}); });
  return table("advice", std::move(advice), tt_advice_columns);
}

table tt_run_table(const tt_perf_result& result) {
  struct run {
    std::string arch;
    std::int64_t workers;
    const tt_perf_result* all;
  };
  static constexpr auto list = columns(column<"Architecture">(&run::arch),
                                       column<"Worker Cores">([](const run& r) {
                                         return tt_detail::if_set(r.workers);
                                       }),
                                       column<"Device Ops">([](const run& r) { return r.all->device_ops; }),
                                       column<"Host Ops">([](const run& r) { return r.all->host_ops; }),
                                       column<"Signposts">([](const run& r) { return r.all->signposts; }),
                                       column<"Shown %", percent>([](const run& r) { return r.all->shown; }),
                                       column<"Device Time", us>([](const run& r) { return r.all->time; }),
                                       column<"Op-to-Op Gap", us>([](const run& r) { return r.all->gap; }),
                                       column<"High Gaps">([](const run& r) { return r.all->high_gaps.size(); }),
                                       column<"Saving", us>([](const run& r) { return r.all->saving; }),
                                       column<"Saving %", percent>([](const run& r) { return r.all->saving_share; }));
  std::vector<run> one;
  one.push_back({result.on ? std::string(result.on->name) : std::string(), result.on ? result.on->cores : -1, &result});
  return table("run", std::move(one), list);
}

table tt_id_table(std::string name, std::vector<std::uint32_t> ids) {
  static constexpr auto list = columns(column<"ID">([](std::uint32_t id) { return id; }).bare());
  return table(std::move(name), std::move(ids), list);
}

std::vector<std::uint32_t> high_gap_ids(const tt_perf_result& result) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t position : result.high_gaps) ids.push_back(result.rows[position].op->id);
  return ids;
}

std::vector<std::uint32_t> fallback_ids(const tt_perf_result& result) {
  std::vector<std::uint32_t> ids;
  for (const tt_perf_row& row : result.rows)
    if (row.bound == tt_bound::host) ids.push_back(row.op->id);
  return ids;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_TABLES_BODY_HPP
