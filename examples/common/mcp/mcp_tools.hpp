/// The questions that ridgeline-mcp answers, each within a token budget.
#ifndef RIDGELINE_EXAMPLES_COMMON_MCP_TOOLS_HPP
#define RIDGELINE_EXAMPLES_COMMON_MCP_TOOLS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/table/format.hpp>

#include "../compare/compare_runs.hpp"
#include "mcp_call.hpp"

namespace program::mcp {

using rl::in_percent;
using rl::advise_detail::time_text;

/// One line per finding, or with `key` everything that is known about it.
inline void put_finding(token_budget& to, const rl::finding& f, bool whole) {
  to.front_of(std::to_string(f.rank) + ". " + f.key + ": gives back " + time_text(f.recoverable) + " (" +
              in_percent(f.share) + (f.bound == rl::finding_bound::upper ? " at most" : "") + "), " +
              std::to_string(f.count) + " times, " + time_text(f.concerned) + " concerned, confidence " +
              std::string(name_of(f.confidence)));
  to.front_of("   " + f.advice);
  std::size_t shown = 0;
  for (const rl::finding_evidence& e : f.evidence) {
    if (!whole && shown++ == 1) break;
    std::string at = "   " + (whole ? e.name : rl::short_name(e.name)) + ": " + time_text(e.time);
    if (!e.sheet.empty()) at += ", sheet " + e.sheet;
    if (rl::known(e.row)) at += " row " + std::to_string(e.row);
    else if (rl::known(e.uid)) at += " event " + std::to_string(e.uid);
    to.front_of(at);
  }
  if (!whole || f.overlaps.empty()) return;
  std::string others = "   shares work with";
  for (const std::size_t rank : f.overlaps) others += " " + std::to_string(rank);
  to.front_of(others);
}

inline void put_sheet_names(token_budget& to, const any_report& report) {
  std::string names = "sheets (rows):";
  for (const rl::table& t : report.tables)
    names += (&t == report.tables.data() ? " " : ", ") + t.name() + " (" + std::to_string(t.rows()) + ")";
  to.front_of(names);
}

inline said summary(arguments args, report_shelf& shelf) {
  const std::string path = args.text("trace");
  any_report_options want;
  want.arch = args.text("arch", "");
  want.width = 110;
  if (const std::string why = args.problem(); !why.empty()) return refused(why);
  const auto report = shelf.report(path, want);
  if (!report) return refused(to_string(report.error()));
  const any_report& r = **report;
  constexpr std::size_t reserve = 600, most_findings = 5, remark_bytes = 300, line = 30;
  token_budget last(reserve);
  if (const rl::table* const t = r.sheet("data_quality"); t != nullptr && t->rows() != 0) {
    std::string remark = "data quality: " + std::to_string(t->rows()) + " kinds of remarks, for example:", scratch;
    for (std::size_t c = 0; c < t->columns(); ++c) {
      remark += c == 0 ? " " : ", ";
      rl::append_for_people(remark, t->at(0, c, scratch), t->column(c));
    }
    last.front_of(rl::utf8_front(remark, remark_bytes));
  }
  put_sheet_names(last, r);
  token_budget to(answer_tokens - line - (reserve - last.left()));
  to.front_of(r.program + " of " + path);
  rl::string_output text;
  if (r.health) {
    write_headline(text, *r.health, want.width);
    write_console(text, r.findings, most_findings, want.width);
  }
  text.write(r.overview);
  const std::size_t left_out = to.lines(text.text());
  const std::string more =
      left_out == 0 ? "" : "... " + std::to_string(left_out) + " more lines: ask drill_down for a sheet\n";
  return {to.text() + more + last.text()};
}

inline said findings(arguments args, report_shelf& shelf) {
  const std::string path = args.text("trace"), key = args.text("key", "");
  any_report_options want;
  want.arch = args.text("arch", "");
  const auto most = static_cast<std::size_t>(args.whole("most", 8, 1, 100));
  if (const std::string why = args.problem(); !why.empty()) return refused(why);
  const auto report = shelf.report(path, want);
  if (!report) return refused(to_string(report.error()));
  const any_report& r = **report;
  if (!r.health) return {"There are no findings for what " + r.program + " reads; ask summary and drill_down.\n"};
  token_budget to(answer_tokens - 40);
  if (!key.empty()) {
    for (const rl::finding& f : r.findings.all)
      if (f.key == key || f.id == key || std::to_string(f.rank) == key) {
        put_finding(to, f, true);
        return {to.text()};
      }
    return refused("there is no finding " + key);
  }
  to.front_of("trace health: " + r.health->headline());
  for (const rl::health_check& c : r.health->checks)
    if (c.found())
      to.front_of(std::string(name_of(c.is)) + " " + std::string(c.name()) + ": " + c.message + " " + c.advice());
  to.line(r.findings.all.empty() ? std::string("findings: none")
                                 : "findings over " + time_text(r.findings.window) + "; all together give back " +
                                       time_text(r.findings.combined));
  std::size_t shown = 0;
  constexpr std::size_t room = 60;
  for (const rl::finding& f : r.findings.all) {
    if (shown == most || to.left() < room) break;
    put_finding(to, f, false);
    ++shown;
  }
  std::string text = to.text();
  if (shown < r.findings.all.size())
    text += "... " + std::to_string(r.findings.all.size() - shown) + " more; `key` shows one of them in full\n";
  return {text};
}

inline said compare(arguments args, report_shelf& shelf) {
  std::vector<std::string> paths = args.texts("baseline");
  const std::size_t baselines = paths.size();
  for (std::string& path : args.texts("candidate")) paths.push_back(std::move(path));
  const std::string step_text = args.text("step", "");
  if (std::string why = args.problem(); !why.empty() || baselines == 0 || paths.size() == baselines)
    return refused(!why.empty() ? why : "baseline and candidate are needed: a trace each, or a list of repeated runs");
  std::optional<rl::text_pattern> step;
  if (!step_text.empty()) {
    rl::expected<rl::text_pattern> pattern = rl::text_pattern::compile(step_text);
    if (!pattern) return refused("step: " + to_string(pattern.error()));
    step = std::move(*pattern);
  }
  rl::data_quality quality;
  std::vector<rl::compared_run> runs;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (const std::string why = shelf.refusal(paths[i]); !why.empty()) return refused(why);
    const rl::expected<input_kind> kind = kind_of_compared(paths[i]);
    if (!kind) return refused(to_string(kind.error()));
    if (*kind == input_kind::report_folder) return refused(paths[i] + ": a folder of CSVs; compare_report reads it");
    if (*kind == input_kind::report_workbook) return refused(paths[i] + ": a workbook; compare_report reads it");
    const compare_input in{i < baselines ? "baseline" : "candidate", paths[i], *kind};
    rl::expected<std::vector<rl::compared_run>> of_input = runs_of(in, step, {}, quality, nullptr);
    if (!of_input) return refused(to_string(of_input.error()));
    for (rl::compared_run& r : *of_input) runs.push_back(std::move(r));
  }
  for (const rl::compared_run& r : runs)
    if (r.family != runs.front().family) return refused("these inputs are of different kinds and cannot be compared");
  const rl::comparison c = compare_runs(runs, {});
  token_budget to(answer_tokens - 40);
  rl::string_output text;
  constexpr std::size_t width = 120;
  write_console(text, c, width);
  const std::size_t left_out = to.lines(text.text());
  return {to.text() + (left_out == 0 ? "" : "... " + std::to_string(left_out) + " more lines\n")};
}

/// The requested rows of a sheet, and their columns.
struct sheet_view {
  std::vector<std::size_t> rows{}, columns{};
};

inline std::string lower(std::string_view text) { return rl::core_detail::lower_case(std::string(text)); }

/// A cell's sort key: numbers before texts, empty cells last.
struct sort_key {
  int kind = 2;
  double number = 0;
  std::string text{};
  friend bool operator<(const sort_key& a, const sort_key& b) {
    if (a.kind != b.kind) return a.kind < b.kind;
    return a.kind == 0 ? a.number < b.number : a.text < b.text;
  }
};
inline sort_key key_of(const rl::cell& c) {
  if (c.empty()) return {};
  if (c.kind == rl::cell_kind::text) return {1, 0, std::string(c.text)};
  return {0, c.is_number() ? c.number() : static_cast<double>(c.integer), {}};
}

/// Which rows contain `words` in one of their texts, sorted by a column if one is named.
inline std::vector<std::size_t> rows_of(const rl::table& t, const std::string& words, std::size_t by, bool descending) {
  std::vector<std::size_t> rows;
  std::string scratch;
  for (std::size_t r = 0; r < t.rows(); ++r) {
    bool found = words.empty();
    for (std::size_t c = 0; c < t.columns() && !found; ++c) {
      const rl::cell value = t.at(r, c, scratch);
      found = value.kind == rl::cell_kind::text && lower(value.text).find(words) != std::string::npos;
    }
    if (found) rows.push_back(r);
  }
  if (by == t.columns()) return rows;
  std::vector<std::pair<sort_key, std::size_t>> keyed;
  for (const std::size_t r : rows) keyed.emplace_back(key_of(t.at(r, by, scratch)), r);
  std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
    if ((a.first.kind == 2) != (b.first.kind == 2)) return b.first.kind == 2;  // empty cells come last either way
    return descending ? b.first < a.first : a.first < b.first;
  });
  std::transform(keyed.begin(), keyed.end(), rows.begin(), [](const auto& k) { return k.second; });
  return rows;
}

inline std::string titled(const rl::column_facts& c) {
  const bool says = c.unit.empty() || c.title.find("(" + std::string(c.unit) + ")") != c.title.npos;
  return std::string(c.title) + (says ? "" : " [" + std::string(c.unit) + "]");
}

/// Lines of a sheet, one per row, until the budget is used up; returns how many rows were shown.
inline std::size_t put_rows(token_budget& to, const rl::table& t, const sheet_view& view, bool whole_texts) {
  std::string header = "row";
  for (const std::size_t c : view.columns) header += " | " + titled(t.column(c));
  to.front_of(header);
  std::size_t shown = 0;
  std::string scratch;
  for (const std::size_t r : view.rows) {
    std::string line = std::to_string(r);
    for (const std::size_t c : view.columns) {
      const rl::cell value = t.at(r, c, scratch);
      line += " | ";
      if (value.kind == rl::cell_kind::text) {
        line += whole_texts ? std::string(value.text) : rl::short_name(value.text);
        continue;
      }
      rl::column_facts facts = t.column(c);
      facts.unit = {}, facts.separators = false, facts.digits = std::max(facts.digits, 3);
      rl::append_for_people(line, value, facts);
    }
    if (!to.line(line)) {
      if (shown == 0) to.front_of(line), ++shown;
      break;
    }
    ++shown;
  }
  return shown;
}

inline said drill_down(arguments args, report_shelf& shelf) {
  const std::string path = args.text("trace"), sheet = args.text("sheet", ""), by = args.text("sort_by", "");
  const std::string words = lower(args.text("contains", ""));
  const std::vector<std::string> columns = args.texts("columns");
  const bool ascending = args.truth("ascending"), whole_texts = args.truth("whole_texts");
  const auto most = static_cast<std::size_t>(args.whole("rows", 20, 1, 1000));
  const auto first = static_cast<std::size_t>(args.whole("first", 0, 0, std::int64_t{1} << 40));
  any_report_options want;
  want.arch = args.text("arch", "");
  if (const std::string why = args.problem(); !why.empty()) return refused(why);
  auto report = shelf.report(path, want);
  if (report && !sheet.empty() && (*report)->sheet(sheet) == nullptr) {
    want.all_sheets = true;  // some are made only on request
    report = shelf.report(path, want);
  }
  if (!report) return refused(to_string(report.error()));
  const any_report& r = **report;
  constexpr std::size_t reserve = 80;
  token_budget to(answer_tokens - reserve);
  if (sheet.empty()) {
    to.front_of(r.program + " of " + path);
    put_sheet_names(to, r);
    to.line("columns:");
    std::size_t shown = 0;
    for (const rl::table& t : r.tables) {
      std::string line = t.name() + ":";
      for (std::size_t c = 0; c < t.columns(); ++c) line += (c == 0 ? " " : ", ") + titled(t.column(c));
      if (!to.front_of(line)) break;
      ++shown;
    }
    std::string more;
    if (shown < r.tables.size()) more = "... and more; name a sheet to see its columns\n";
    return {to.text() + more};
  }
  const rl::table* const t = r.sheet(sheet);
  if (t == nullptr) {
    std::vector<std::string> names;
    for (const rl::table& other : r.tables) names.push_back(other.name());
    return refused("there is no sheet " + sheet + did_you_mean(nearest_word(names, sheet)));
  }
  const auto column_of = [&](const std::string& title, std::size_t& at) {
    at = t->find(title);
    for (std::size_t c = 0; at == t->columns() && c < t->columns(); ++c)
      if (lower(t->column(c).title) == lower(title) || titled(t->column(c)) == title) return at = c, true;
    return at != t->columns();
  };
  const auto no_column = [&](const std::string& title) {
    std::vector<std::string> titles;
    for (std::size_t c = 0; c < t->columns(); ++c) titles.emplace_back(t->column(c).title);
    return refused(sheet + " has no column " + title + did_you_mean(nearest_word(titles, title)));
  };
  sheet_view view;
  std::size_t sorted = t->columns();
  if (!by.empty() && !column_of(by, sorted)) return no_column(by);
  for (const std::string& title : columns)
    if (!column_of(title, view.columns.emplace_back())) return no_column(title);
  if (columns.empty()) {
    view.columns.resize(t->columns());
    std::iota(view.columns.begin(), view.columns.end(), std::size_t{0});
  }
  view.rows = rows_of(*t, words, sorted, !ascending);
  const std::size_t all = view.rows.size();
  const std::size_t from = std::min(first, all);
  view.rows.erase(view.rows.begin(), view.rows.begin() + static_cast<std::ptrdiff_t>(from));
  if (view.rows.size() > most) view.rows.resize(most);
  to.front_of(sheet + " of " + r.program + ": " + std::to_string(all) + " rows" +
              (words.empty() ? "" : " with \"" + words + "\""));
  const std::size_t shown = put_rows(to, *t, view, whole_texts);
  std::string more;
  if (from + shown < all)
    more = "... rows " + std::to_string(from) + " to " + std::to_string(from + shown - 1) + " of " +
           std::to_string(all) + "; go on with first: " + std::to_string(from + shown) +
           (columns.empty() ? ", or name fewer columns" : "") + "\n";
  return {to.text() + more};
}

/// A tool: its name, description, parameters, and function.
struct tool {
  std::string_view name{}, title{}, description{}, schema{};
  said (*call)(arguments, report_shelf&) = nullptr;
};

inline constexpr std::string_view trace_text =
    R"("trace":{"type":"string","description":"Path of a trace: PyTorch (Kineto JSON), Nsight Systems .sqlite, )"
    R"(rocprofv3 .db or .json, Perfetto, JAX .xplane.pb, Tenstorrent ops CSV; or a folder with a trace for each rank"},)"
    R"("arch":{"type":"string","description":"Chip for rooflines, such as mi300x or h100; default: the trace's own"})";

/// All tools in listing order. `%` in a schema stands for the trace and the chip.
inline constexpr std::array<tool, 4> tools{{
    {"summary", "Summary of a trace",
     "Where the time of a profiler's trace goes: health of the trace, time line of the GPU, heaviest ops, top findings, "
     "names of the report's sheets. Ask this first.",
     R"({"type":"object","properties":{%},"required":["trace"],"additionalProperties":false})", &summary},
    {"findings", "What to fix",
     "What costs how much wall time and what to do about it, the most rewarding first, with the health of the trace.",
     R"({"type":"object","properties":{%,"most":{"type":"integer","minimum":1,"maximum":100,)"
     R"("description":"How many, default 8"},)"
     R"("key":{"type":"string","description":"One finding in full: its key, or its number"}},"required":["trace"],)"
     R"("additionalProperties":false})", &findings},
    {"compare", "What changed",
     "What changed between runs, whether it is real, and which ops it comes from. Several traces of one side are "
     "repeated runs of it.",
     R"({"type":"object","properties":{"baseline":{"type":["string","array"],"items":{"type":"string"}},)"
     R"("candidate":{"type":["string","array"],"items":{"type":"string"}},"step":{"type":"string",)"
     R"("description":"Which annotation marks a step: text or regular expression; default: found out"}},)"
     R"("required":["baseline","candidate"],"additionalProperties":false})", &compare},
    {"drill_down", "Rows of a sheet",
     "Rows of a sheet of the report, filtered, sorted and cut as asked. Without a sheet: the sheets with their columns.",
     R"({"type":"object","properties":{%,"sheet":{"type":"string"},)"
     R"("contains":{"type":"string","description":"Only rows with this in one of their texts, in any letter case"},)"
     R"("columns":{"type":"array","items":{"type":"string"},"description":"Only these; default: all"},)"
     R"("sort_by":{"type":"string","description":"A column, the largest first"},"ascending":{"type":"boolean"},)"
     R"("rows":{"type":"integer","minimum":1,"maximum":1000,"description":"At most this many, default 20"},)"
     R"("first":{"type":"integer","minimum":0,"description":"How many rows to skip"},)"
     R"("whole_texts":{"type":"boolean","description":"Long names are not shortened"}},"required":["trace"],)"
     R"("additionalProperties":false})", &drill_down},
}};

}  // namespace program::mcp

#endif  // RIDGELINE_EXAMPLES_COMMON_MCP_TOOLS_HPP
