#ifndef RIDGELINE_TT_SHEET_PERF_TEXT_BODY_HPP
#define RIDGELINE_TT_SHEET_PERF_TEXT_BODY_HPP

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/sheet/perf_columns.hpp>
#include <ridgeline/tt/sheet/perf_hints.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>

namespace ridgeline {

namespace tt_detail {

void append_heading(std::string& text, std::string_view heading, char rule) {
  text += '\n';
  text += heading;
  text += '\n';
  text.append(display_width(heading), rule);
  text += '\n';
}

/// Appends the first ids of a list, and how many more there are.
void append_ids(std::string& text, const std::vector<std::uint32_t>& ids) {
  constexpr std::size_t shown = 12;
  for (std::size_t i = 0; i < ids.size() && i < shown; ++i) text += (i == 0 ? "" : ", ") + std::to_string(ids[i]);
  if (ids.size() > shown) {
    text += " and ";
    append_integer(text, static_cast<std::int64_t>(ids.size() - shown), true);
    text += " more";
  }
}

/// Matmuls with the same sizes, formats, bound and hints, which get advice together.
struct advised {
  const tt_perf_row* first = nullptr;
  double share = 0;
  bool muted = true;
  std::vector<std::uint32_t> ids{};
};

std::vector<advised> advised_matmuls(const tt_perf_result& result) {
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
  return std::move(groups) | sort_by(desc(&advised::share));
}

}  // namespace tt_detail

void write_tt_advice(output& to, const tt_perf_result& result, bool colours) {
  std::string text;
  const std::vector<std::uint32_t> fallbacks = fallback_ids(result);
  const std::vector<std::uint32_t> gaps = high_gap_ids(result);
  const auto matmuls = tt_detail::advised_matmuls(result);
  if (fallbacks.empty() && gaps.empty() && matmuls.empty()) return;
  tt_detail::append_heading(text, "Advice", '=');
  if (!fallbacks.empty()) {
    tt_detail::append_heading(text, "Fallback to the host", '-');
    text += "IDs ";
    tt_detail::append_ids(text, fallbacks);
    text += "\nThese ops run on the host. Move them to the device.\n";
  }
  if (!gaps.empty()) {
    tt_detail::append_heading(text, "High op-to-op gap", '-');
    text += "IDs ";
    tt_detail::append_ids(text, gaps);
    text += "\nMore than 6.5 μs pass before these ops. Tracing could save " + fixed_text(result.saving.in(us), 0) +
            " μs";
    if (known(result.saving_share)) text += " (" + in_percent(result.saving_share) + " of all time)";
    text += ".\nElse keep the device from waiting for the host (asynchronous mode), and turn runtime arguments of "
            "kernels\ninto compile-time arguments.\n";
  }
  if (!matmuls.empty()) tt_detail::append_heading(text, "Matmuls", '-');
  std::string line, scratch;
  const console_style style;
  for (const tt_detail::advised& g : matmuls) {
    line = grouped_text(g.share * 100, 1) + " %  ";
    append_plain(line, g.first->label, style.most_width);
    line += "  ";
    append_plain(line, tt_detail::fidelity_text(*g.first, scratch), style.most_width);
    if (g.first->bound != tt_bound::none) line += "  " + std::string(name_of(g.first->bound));
    line += "  IDs ";
    tt_detail::append_ids(line, g.ids);
    line += '\n';
    each_hint(*g.first, [&](tt_hint h) {
      scratch.clear();
      append_hint(scratch, *g.first, h);
      line += "  - ";
      append_plain(line, scratch, style.most_width);
      line += '\n';
    });
    if (g.first->hints == 0)
      line += g.first->bound == tt_bound::none ? "  not judged: its rates are unknown\n" : "  nothing to improve\n";
    if (colours) text += escape_of(g.muted ? colour::grey : colour::white);
    text += line;
    if (colours) text += escape_end;
  }
  to.write(text);
}

namespace tt_detail {

std::vector<std::string> ops_footer(const tt_perf_result& result, const table& ops) {
  const auto number = [](double value, int digits, std::string_view unit) {
    return grouped_text(value, digits).append(unit);
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

}  // namespace tt_detail

void write_tt_perf(output& to, const tt_perf_result& result, const tt_text_style& style, const table& ops) {
  if (result.rows.empty()) return;
  std::string text;
  tt_detail::append_heading(text, "Performance report", '=');
  text += '\n';
  to.write(text);
  console_style console;
  console.colours = style.colours;
  console.any_background = style.any_background;
  console.threads = style.threads;
  constexpr std::array<std::string_view, 8> least_wanted{"Device", "Math Fidelity", "DRAM", "FLOPs", "Cores", "Bound",
                                                         "Total %", "DRAM %"};
  if (style.width != 0) {
    console_style narrow = console;
    narrow.footer = tt_detail::ops_footer(result, ops);
    const table fitting = fitted_to(ops, style.width, least_wanted, narrow);
    narrow.footer = tt_detail::ops_footer(result, fitting);
    if (narrow.most_width != console.most_width) narrow.footer.clear();
    write_console(to, fitting, narrow);
  } else {
    console.footer = tt_detail::ops_footer(result, ops);
    write_console(to, ops, console);
  }
  if (style.advice && style.hints) write_tt_advice(to, result, style.colours);
  if (!style.summary || result.summary.empty()) return;
  text.clear();
  tt_detail::append_heading(text, "Summary", '=');
  text += '\n';
  to.write(text);
  console.footer.clear();
  console.headers_by_column = true;
  const bool by_text = result.by_device && result.faults.order_by_text;
  table summary = by_text ? tt_summary_table(ordered_by_text(result.summary), true, style.group)
                          : tt_summary_table(result, style.group);
  constexpr std::array<std::string_view, 6> of_summary{"Std FLOPs", "Weighted Mean FLOPs", "Min FLOPs", "Max FLOPs",
                                                       "Op Category", "Mean FLOPs"};
  if (style.width != 0) summary = fitted_to(summary, style.width, of_summary, console);
  write_console(to, summary, console);
}

void write_tt_perf(output& to, const tt_perf_result& result, const tt_text_style& style) {
  write_tt_perf(to, result, style, tt_ops_table(result));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_TEXT_BODY_HPP
