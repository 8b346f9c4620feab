#ifndef RIDGELINE_REPORT_TT_PERF_TEXT_HPP
#define RIDGELINE_REPORT_TT_PERF_TEXT_HPP

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/report/tt_perf.hpp>
#include <ridgeline/report/tt_perf_columns.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/table/table.hpp>

/// The performance report as tables, and as text for people.
namespace ridgeline {

/// One hint of one row, for programs that read the report.
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
    column<"Inner Dim Block Size">([](const tt_advice_row& a) { return detail::if_known(a.row->in0_block_w); }),
    column<"Output Subblock H">([](const tt_advice_row& a) { return detail::if_known(a.row->subblock_h); }),
    column<"Output Subblock W">([](const tt_advice_row& a) { return detail::if_known(a.row->subblock_w); }),
    column<"Cores">([](const tt_advice_row& a) { return detail::if_known(a.row->cores); }));

inline constexpr auto quality_columns = columns(
    column<"Reason">(&quality_issue::reason).left(), column<"Count">([](const quality_issue& q) { return q.count; }),
    column<"First">([](const quality_issue& q, std::string& scratch) -> std::string_view {
      return scratch = to_string(q.first);
    }).left(),
    column<"Found">(&quality_issue::example).left(), column<"Input Left Out">(&quality_issue::lost_input));

/// The tables of a report. Their rows are or point into `result`, which must outlive them. `list` is a `column_list`
/// over `tt_perf_row`; a user's is made by `tt_perf_columns.with(...)`.
template <class List = tt_perf_column_list>
table tt_ops_table(const tt_perf_result& result, bool advice = true, bool raw_codes = false,
                   const List& list = tt_perf_columns) {
  table t = table::over("ops", result.rows, list);
  if (!advice) t = t.without("Advice");
  if (!raw_codes) t = t.without("Raw OP Code");
  return t;
}

inline table tt_summary_table(std::vector<tt_summary_row> summary, bool by_device, tt_summary_key by) {
  table t("summary", std::move(summary), tt_summary_columns);
  if (!by_device) t = t.without("Device");
  if (by == tt_summary_key::category)
    for (std::string_view title :
         {"Op Category", "Min FLOPs", "Max FLOPs", "Mean FLOPs", "Std FLOPs", "Weighted Mean FLOPs"})
      t = t.without(title);
  return t;
}
inline table tt_summary_table(const tt_perf_result& result, tt_summary_key by) {
  return tt_summary_table(result.summary, result.by_device, by);
}

/// Merged ops that some devices did not run.
inline table tt_lack_table(const tt_perf_result& result) {
  static constexpr auto list = columns(column<"ID">([](const tt_lack& l) { return l.op->id; }).bare(),
                                       column<"OP Code">([](const tt_lack& l) { return l.op->code; }).left(),
                                       column<"Devices">([](const tt_lack& l) { return l.ran; }),
                                       column<"Not on Devices">(&tt_lack::lacking).left());
  return table::over("not_on_all_devices", result.lacks, list);
}

inline table tt_advice_table(const tt_perf_result& result) {
  std::vector<tt_advice_row> advice;
  for (const tt_perf_row& row : result.rows)
    each_hint(row, [&](tt_hint h) { advice.push_back({&row, h}); });
  return table("advice", std::move(advice), tt_advice_columns);
}

inline table quality_table(const data_quality& quality) {
  return table("data_quality", quality.issues(), quality_columns);
}

/// One line of facts on the whole report.
inline table tt_run_table(const tt_perf_result& result) {
  struct run {
    std::string arch;
    std::int64_t workers;
    const tt_perf_result* all;
  };
  static constexpr auto list = columns(column<"Architecture">(&run::arch),
                                       column<"Worker Cores">([](const run& r) { return detail::if_known(r.workers); }),
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

/// Rows with a high gap before them, and fallbacks to the host, by id.
inline table tt_id_table(std::string name, std::vector<std::uint32_t> ids) {
  static constexpr auto list = columns(column<"ID">([](std::uint32_t id) { return id; }).bare());
  return table(std::move(name), std::move(ids), list);
}
inline std::vector<std::uint32_t> high_gap_ids(const tt_perf_result& result) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t position : result.high_gaps) ids.push_back(result.rows[position].op->id);
  return ids;
}
inline std::vector<std::uint32_t> fallback_ids(const tt_perf_result& result) {
  std::vector<std::uint32_t> ids;
  for (const tt_perf_row& row : result.rows)
    if (row.bound == tt_bound::host) ids.push_back(row.op->id);
  return ids;
}

namespace detail {

inline void append_heading(std::string& text, std::string_view heading, char rule) {
  text += '\n';
  text += heading;
  text += '\n';
  text.append(display_width(heading), rule);
  text += '\n';
}

/// The first ids of a list, and how many more there are.
inline void append_ids(std::string& text, const std::vector<std::uint32_t>& ids) {
  constexpr std::size_t shown = 12;
  for (std::size_t i = 0; i < ids.size() && i < shown; ++i) text += (i == 0 ? "" : ", ") + std::to_string(ids[i]);
  if (ids.size() > shown) {
    text += " and ";
    append_integer(text, static_cast<std::int64_t>(ids.size() - shown), true);
    text += " more";
  }
}

/// Matmuls that share sizes, formats, bound and hints, and are advised on together.
struct advised {
  const tt_perf_row* first = nullptr;
  double share = 0;
  bool muted = true;
  std::vector<std::uint32_t> ids{};
};

inline std::vector<advised> advised_matmuls(const tt_perf_result& result) {
  std::vector<advised> groups;
  using key = std::tuple<std::string_view, std::uint32_t, tt_bound, std::string_view, std::int32_t, std::int32_t,
                         std::int32_t, std::int32_t, std::string>;
  std::map<key, std::size_t> place;
  std::string formats;
  for (const tt_perf_row& row : result.rows) {
    if (row.kind != tt_row_kind::matmul) continue;
    fidelity_text(row, formats);
    const key k{row.label,       row.hints,      row.bound,      row.op->in0.memory,
                row.in0_block_w, row.subblock_h, row.subblock_w, row.cores, formats};
    const auto [at, is_new] = place.try_emplace(k, groups.size());
    if (is_new) groups.push_back({&row});
    advised& g = groups[at->second];
    if (known(row.share)) g.share += row.share;
    g.muted = g.muted && row.muted;
    g.ids.push_back(row.op->id);
  }
  std::stable_sort(groups.begin(), groups.end(), [](const advised& a, const advised& b) { return a.share > b.share; });
  return groups;
}

}  // namespace detail

/// Writes what could be changed: fallbacks, gaps, and hints for each kind of matmul, the heaviest first.
inline void write_tt_advice(output& to, const tt_perf_result& result, bool colours) {
  std::string text;
  const std::vector<std::uint32_t> fallbacks = fallback_ids(result);
  const std::vector<std::uint32_t> gaps = high_gap_ids(result);
  const auto matmuls = detail::advised_matmuls(result);
  if (fallbacks.empty() && gaps.empty() && matmuls.empty()) return;
  detail::append_heading(text, "Advice", '=');
  if (!fallbacks.empty()) {
    detail::append_heading(text, "Fallback to the host", '-');
    text += "IDs ";
    detail::append_ids(text, fallbacks);
    text += "\nThese ops run on the host. Move them to the device.\n";
  }
  if (!gaps.empty()) {
    detail::append_heading(text, "High op-to-op gap", '-');
    text += "IDs ";
    detail::append_ids(text, gaps);
    text += "\nMore than 6.5 μs pass before these ops. Tracing could save ";
    append_fixed(text, result.saving.in(us), 0, false);
    text += " μs";
    if (known(result.saving_share)) {
      text += " (";
      append_fixed(text, result.saving_share * 100, 1, false);
      text += " % of all time)";
    }
    text += ".\nElse keep the device from waiting for the host (asynchronous mode), and turn runtime arguments of "
            "kernels\ninto compile-time arguments.\n";
  }
  if (!matmuls.empty()) detail::append_heading(text, "Matmuls", '-');
  std::string line, scratch;
  const console_style style;
  for (const detail::advised& g : matmuls) {
    line.clear();
    append_fixed(line, g.share * 100, 1, true);
    line += " %  ";
    append_plain(line, g.first->label, style.most_width);
    line += "  ";
    append_plain(line, detail::fidelity_text(*g.first, scratch), style.most_width);
    if (g.first->bound != tt_bound::none) line += "  " + std::string(name_of(g.first->bound));
    line += "  IDs ";
    detail::append_ids(line, g.ids);
    line += '\n';
    each_hint(*g.first, [&](tt_hint h) {
      scratch.clear();
      append_hint(scratch, *g.first, h);
      line += "  - ";
      append_plain(line, scratch, style.most_width);
      line += '\n';
    });
    if (g.first->hints == 0)
      line += g.first->bound == tt_bound::none ? "  not judged: its rates are not known\n" : "  nothing to improve\n";
    if (colours) text += detail::escape_of(g.muted ? colour::grey : colour::white);
    text += line;
    if (colours) text += detail::escape_end;
  }
  to.write(text);
}

/// What of the report is printed, and how.
struct tt_text_style {
  bool colours = false;
  bool advice = true;
  bool summary = true;
  tt_summary_key group = tt_summary_key::memory;
  unsigned threads = default_threads();
};

namespace detail {

/// The footer of the op table: one text for each column that the console shows.
inline std::vector<std::string> ops_footer(const tt_perf_result& result, const table& ops) {
  const auto number = [](double value, int digits, std::string_view unit) {
    std::string text;
    append_fixed(text, value, digits, true);
    return text.append(unit);
  };
  const auto whole = [&](std::int64_t n, std::string_view what) { return number(static_cast<double>(n), 0, what); };
  const std::map<std::string_view, std::string> sums{
      {"Total %", known(result.shown) ? number(result.shown * 100, 1, " %") : ""},
      {"OP Code", whole(result.device_ops, " device ops, ") + whole(result.host_ops, " host ops, ") +
                      whole(result.signposts, " signposts")},
      {"Device Time", number(result.time.in(us), 0, " μs")},
      {"Op-to-Op Gap", number(result.gap.in(us), 0, " μs")}};
  std::vector<std::string> footer;
  for (std::size_t c = 0; c < ops.columns(); ++c) {
    const auto at = sums.find(ops.column(c).title);
    if (ops.column(c).on_console) footer.push_back(at == sums.end() ? "" : at->second);
  }
  return footer;
}

}  // namespace detail

/// Writes the whole report for people: the op table by `list` with its footer, advice, and the stacked summary.
template <class List = tt_perf_column_list>
void write_tt_perf(output& to, const tt_perf_result& result, const tt_text_style& style = {},
                   const List& list = tt_perf_columns) {
  if (result.rows.empty()) return;
  std::string text;
  detail::append_heading(text, "Performance report", '=');
  text += '\n';
  to.write(text);
  console_style console;
  console.colours = style.colours;
  console.threads = style.threads;
  const table ops = tt_ops_table(result, true, false, list);
  console.footer = detail::ops_footer(result, ops);
  write_console(to, ops, console);
  if (style.advice) write_tt_advice(to, result, style.colours);
  if (!style.summary || result.summary.empty()) return;
  text.clear();
  detail::append_heading(text, "Summary", '=');
  text += '\n';
  to.write(text);
  console.footer.clear();
  console.headers_by_column = true;
  if (result.by_device && result.faults.order_by_text) {
    write_console(to, tt_summary_table(ordered_by_text(result.summary), true, style.group), console);
  } else {
    write_console(to, tt_summary_table(result, style.group), console);
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_REPORT_TT_PERF_TEXT_HPP
