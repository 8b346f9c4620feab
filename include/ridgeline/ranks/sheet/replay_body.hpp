#ifndef RIDGELINE_RANKS_SHEET_REPLAY_BODY_HPP
#define RIDGELINE_RANKS_SHEET_REPLAY_BODY_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/ranks/replay/hipblaslt.hpp>
#include <ridgeline/ranks/replay/miopen.hpp>
#include <ridgeline/ranks/replay/python_script.hpp>
#include <ridgeline/ranks/sheet/calls.hpp>
#include <ridgeline/ranks/sheet/replay.hpp>

namespace ridgeline {

bool is_foreign_to_replay(std::string_view chip) {
  const std::string_view vendor = hw::vendor_of(chip);
  return !vendor.empty() && vendor != "AMD";
}

namespace ranks_detail {

inline constexpr std::array<std::string_view, 2> command_file_stems{"hipblaslt-bench-", "miopen-driver-"};
inline constexpr std::string_view command_file_ending = ".log";

}  // namespace ranks_detail

replay_sheet replay_of(const multi_rank_sheet& sheet, const fleet_faults& faults, std::string_view chip) {
  replay_sheet out;
  const bool gemm = sheet.name == "gemm";
  if (!gemm && sheet.name != "conv") return out;
  out.group = sheet.name;
  out.tool = gemm ? "hipblaslt-bench" : "MIOpenDriver";
  out.file_stem = ranks_detail::command_file_stems[gemm ? 0 : 1];
  std::size_t n = 0;
  while (n < sheet.rows.size() && sheet.rows[n].cumulative < 0.99) ++n;
  if (faults.crossing_row_left_out ? n == 0 : false) n = sheet.rows.size();
  if (!faults.crossing_row_left_out && n < sheet.rows.size()) ++n;
  for (std::size_t i = 0; i < n; ++i) {
    const fleet_call& call = sheet.rows[i].call;
    torch_call c;
    c.name = call.name, c.dims = call.dims.value, c.types = call.types.value;
    c.strides = call.strides.value, c.concrete = call.concrete.value;
    replay_row row;
    row.call = &sheet.rows[i];
    row.number = static_cast<std::int64_t>(i);
    if (is_foreign_to_replay(chip)) {
      row.status = "no command: " + std::string(out.tool) + " measures AMD chips, but the traces are from ";
      row.status += chip;
    } else {
      row.command =
          gemm ? hipblaslt_command(c) : miopen_command(c, conv_direction::forward, !faults.driver_checks_results);
      row.command_text = row.command.text();
    }
    row.profiled = call.time.mean();
    out.rows.push_back(std::move(row));
  }
  return out;
}

void run_replay(replay_sheet& sheet, const tool_limits& limits) {
  const std::string path = find_tool(sheet.tool, limits.folders);
  for (replay_row& row : sheet.rows) {
    if (row.command.empty()) {
      if (row.status.empty()) row.status = "no command: shapes or types are unknown";
      continue;
    }
    if (path.empty()) {
      row.status = "not run: no ";
      row.status += sheet.tool;
      row.status += " on PATH";
      continue;
    }
    const tool_end end = run_tool(path, row.command, limits);
    using kind = tool_end::kind;
    if (end.how == kind::cannot_start) row.status = "failed: cannot be started";
    else if (end.how == kind::too_long) row.status = "failed: stopped at the time limit";
    else if (end.how == kind::too_much) row.status = "failed: stopped because it printed too much";
    else if (end.code != 0) row.status = "failed: exit code " + std::to_string(end.code);
    if (!row.status.empty()) continue;
    row.measured = sheet.group == "gemm" ? hipblaslt_time(end.printed) : miopen_time(end.printed);
    row.status = known(row.measured) ? "measured" : "failed: printed no time";
  }
}

expected<std::size_t> take_replayed(std::vector<replay_sheet>& sheets, std::string_view csv, const std::string& file,
                                    data_quality& quality) {
  const value_sheet results = values_of_csv("replay", csv, file, quality);
  const auto column = [&](std::string_view title) { return results.find(title); };
  const std::size_t group = column("group"), number = column("no."), name = column("name"),
                    time = column("replay time (us)"), none = results.titles.size();
  if (group == none || number == none || name == none || time == none)
    return failure{errc::not_a_report, {file, 1, 1},
                   "expected what replay_ops.py prints: group, no., name, replay time (us)"};
  std::size_t taken = 0;
  for (const std::vector<sheet_value>& row : results.rows)
    for (replay_sheet& s : sheets) {
      if (s.group != row[group].text || !(row[number].number >= 0) || !(row[time].number >= 0)) continue;
      if (row[number].number >= static_cast<double>(s.rows.size())) continue;
      replay_row& to = s.rows[static_cast<std::size_t>(row[number].number)];
      if (to.call->call.name != row[name].text) continue;
      to.replayed = row[time].number;
      ++taken;
    }
  return taken;
}

void judge(const replay_sheet& sheet, data_quality& quality) {
  for (const replay_row& row : sheet.rows)
    if (row.status != "measured" && !row.status.empty())
      quality.add("replay: " + std::string(sheet.tool) + " " + row.status, source_pos{}, row.command_text, false);
}

namespace ranks_detail {

double difference(double a, double b) { return a - b; }
double difference_percent(double a, double b) { return b != 0 ? 100 * (a - b) / b : missing<double>; }

template <fixed_string Number, fixed_string Bench, fixed_string Difference, fixed_string Percent>
inline constexpr auto replay_columns =
    columns(column<Number>(&replay_row::number), column<Bench>(&replay_row::measured).digits(3),
            column<"Avg. replay time (us)">(&replay_row::replayed).digits(3),
            column<"Avg. profile time (us)">(&replay_row::profiled).digits(3),
            column<"Diff profile vs. replay (us)">(
                [](const replay_row& r) { return difference(r.replayed, r.profiled); }).digits(3),
            column<Difference>([](const replay_row& r) { return difference(r.measured, r.profiled); }).digits(3),
            column<"Diff profile vs. replay (pct)">(
                [](const replay_row& r) { return difference_percent(r.replayed, r.profiled); }),
            column<Percent>([](const replay_row& r) { return difference_percent(r.measured, r.profiled); }),
            column<"Status">(&replay_row::status).left(), column<"Command">(&replay_row::command_text).left());
inline constexpr auto gemm_replay_columns =
    replay_columns<"gemm no.", "Avg. gemm-bench time (us)", "Diff profile vs. gemm-bench (us)",
                   "Diff profile vs. gemm-bench (pct)">;
inline constexpr auto conv_replay_columns =
    replay_columns<"conv no.", "Avg. conv-bench time (us)", "Diff profile vs. conv-bench (us)",
                   "Diff profile vs. conv-bench (pct)">;

template <fixed_string Number>
inline constexpr auto command_columns =
    columns(column<Number>(&replay_row::number),
            column<"name">([](const replay_row& r) { return std::string_view(r.call->call.name); }).left(),
            column<"Avg. profile time (us)">(&replay_row::profiled).digits(3),
            column<"command">(&replay_row::command_text).left());

}  // namespace ranks_detail

table replay_table(const replay_sheet& sheet, bool parity) {
  const std::string name = std::string(sheet.group).append("_node_replay");
  table t = sheet.group == "gemm" ? table::over(name, sheet.rows, ranks_detail::gemm_replay_columns)
                                  : table::over(name, sheet.rows, ranks_detail::conv_replay_columns);
  return parity ? t.without("Status").without("Command") : t;
}

table command_table(const replay_sheet& sheet) {
  const std::string name = std::string(sheet.group).append("_bench_commands");
  return sheet.group == "gemm" ? table::over(name, sheet.rows, ranks_detail::command_columns<"gemm no.">)
                               : table::over(name, sheet.rows, ranks_detail::command_columns<"conv no.">);
}

std::string replay_script_of(const std::vector<replay_sheet>& sheets) {
  std::vector<replay_call> calls;
  for (const replay_sheet& s : sheets)
    for (const replay_row& row : s.rows) {
      const fleet_call& c = row.call->call;
      calls.push_back({s.group, c.name, row.number, c.dims.value, c.types.value, c.strides.value, c.concrete.value,
                       row.profiled, c.count});
    }
  return replay_script(calls);
}

std::vector<command_file> command_files_of(const std::vector<replay_sheet>& sheets) {
  std::vector<command_file> files;
  for (const replay_sheet& s : sheets)
    for (const replay_row& row : s.rows) {
      if (row.command.empty()) continue;
      std::string name(s.file_stem);
      name.append(std::to_string(row.number)).append(ranks_detail::command_file_ending);
      files.push_back({std::move(name), row.command_text + "\n"});
    }
  return files;
}

bool is_replay_file(std::string_view name) {
  return name == replay_script_name || (core_detail::starts_with_any(name, ranks_detail::command_file_stems) &&
                                        name.ends_with(ranks_detail::command_file_ending));
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_REPLAY_BODY_HPP
