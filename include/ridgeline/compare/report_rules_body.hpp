#ifndef RIDGELINE_COMPARE_REPORT_RULES_BODY_HPP
#define RIDGELINE_COMPARE_REPORT_RULES_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/report_join_body.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace compare_detail {

/// How to compare the sheets of a PyTorch report.
struct report_rule {
  std::string sheet{}, out{}, group{};
  bool parts = false, parameters = false;
  join_rule rule{};
};

inline std::vector<report_rule> report_rules() {
  const std::vector<std::string> op_keys{"name", "Input type", "Input Dims", "Input Strides", "Concrete Inputs"};
  const join_rule ops{op_keys, {"total_direct_kernel_time_sum", "total_direct_kernel_time_mean", "operation_count"},
      {}, {}, false};
  std::vector<report_rule> rules{
      {"gpu_timeline", "gpu_timeline", "gpu_timeline", false, false, {{"type"}, {"time ms"}, {}, {}, false}},
      {"ops_summary", "ops_summary", "ops_summary", false, false,
       {{"name"}, {"total_direct_kernel_time_ms", "Count"}, {"total_direct_kernel_time_sum"},
           {"Cumulative Percentage (%)"}, false}},
      {"kernel_summary", "kernel_summary", "kernel_summary", false, false,
       {{"Kernel name"}, {"Kernel duration (µs)_sum", "Kernel duration (µs)_mean", "Kernel duration (µs)_count"},
        {"Kernel duration (µs)_min", "Kernel duration (µs)_max", "Parent op category"}, {"Cumulative Percentage (%)"},
            false}},
      {"ops_all", "ops_all", "ops_all", true, false, ops},
      {"ops_unique_args", "ops_unique_args", "ops_all", true, false, ops},
      {"unified_perf_summary", "unified_perf_summary", "ops_all", true, false,
       {op_keys, {"Kernel Time (µs)_sum", "Kernel Time (µs)_mean", "operation_count"}, {}, {}, false}}};
  for (const auto& [sheet, out] : {std::pair<const char*, const char*>{"GEMM", "GEMM"}, {"SDPA_fwd", "SDPA_fwd"},
                                   {"SDPA_bwd", "SDPA_bwd"}, {"CONV_fwd", "CONV_fwd"}, {"CONV_bwd", "CONV_bwd"},
                                   {"UnaryElementwise", "un_eltwise"}, {"BinaryElementwise", "bin_eltwise"}})
    rules.push_back({sheet, out, "roofline", true, true,
                     {{"name"}, {"Kernel Time (µs)_sum", "Kernel Time (µs)_mean", "name_count", "TFLOPS/s_mean",
                         "TB/s_mean"}, {},
                      {"GFLOPS_first", "Data Moved (MB)_first", "FLOPS/Byte_first", "Input type_first",
                          "Input Dims_first",
                       "Input Strides_first", "Concrete Inputs_first"}, false}});
  return rules;
}

inline bool all_have(const std::vector<value_sheet>& sheets, std::string_view title) {
  return std::all_of(sheets.begin(), sheets.end(),
                     [&](const value_sheet& s) { return s.find(title) != s.titles.size(); });
}

inline bool is_parameter(std::string_view title) { return title.starts_with("param:"); }

/// The `param:` columns common to all sheets, by name.
inline std::vector<std::string> common_parameters(const std::vector<value_sheet>& sheets) {
  std::vector<std::string> found;
  for (const std::string& title : sheets.front().titles)
    if (is_parameter(title) && all_have(sheets, title)) found.push_back(title);
  return std::move(found) | sort_by([](const std::string& s) -> const std::string& { return s; });
}

/// Whether a column of numbers holds times, judging by its title.
inline bool measures_time(std::string_view title) {
  constexpr std::array<std::string_view, 7> words{"time", "duration", "latency", "(ns)", "(µs)", "(us)", "(ms)"};
  return core_detail::has_any(core_detail::lower_case(std::string(title)), words);
}

/// Whether a column of numbers may be added up over rows with equal keys, judging by its title.
inline bool adds_up(std::string_view title) {
  const std::string lower = core_detail::lower_case(std::string(title));
  const auto holds = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return lower.find(w) != lower.npos; });
  };
  if (holds({"mean", "average", "median", "min", "max", "std", "deviation", "%", "/s", "share", "first", "uid",
             "global call count"}))  // an ID of Tenstorrent
    return false;
  return lower == "ops" || lower.ends_with(" ops") ||
         measures_time(title) || holds({"count", "calls", "sum", "total", "(mb)", "gflop", "events", "rows",
                                        "number of", "gap", "saving", "traffic", "signposts"});
}

/// Whether a column says something about its row that another run may say otherwise, and thus cannot identify it: what
/// is advised, measured or told of its kernels, and of which process and when it was.
inline bool describes(std::string_view title) {
  constexpr std::array<std::string_view, 24> words{"advice", "at ts", "because", "bound", "compared with", "confidence",
      "evidence", "file", "hint", "host", "last rank", "limit", "message", "note", "overlaps", "phase method",
      "rank from", "remark", "status", "ts", "verdict", "where", "why", "why none"};
  constexpr std::array<std::string_view, 7> parts{"kernel_details", "kernels_details", "kernel_names", "process_",
      "thread_name", " bound", "(ts)"};
  const std::string lower = core_detail::lower_case(std::string(title));
  return core_detail::is_any(lower, words) || core_detail::has_any(lower, parts);
}

/// Whether a number says where the work of a row was.
inline bool says_place(std::string_view title) {
  return title == "device" || title == "gpu_pid" || title == "rank" || title == "stream";
}

/// Whether such places tell rows apart, which are then not added up: a report has several of them (the only GPU of a
/// run may have another number in the next). Sheets of work by name tell no streams apart; of others, some have a row
/// for each stream and one for the device as a whole.
inline bool tells_places(std::string_view title, const std::vector<value_sheet>& sheets) {
  if (!says_place(title) || (title == "stream" && all_have(sheets, "name"))) return false;
  return std::any_of(sheets.begin(), sheets.end(), [&](const value_sheet& s) {
    return one_row_each(s, std::vector{std::string(title)}, {}).rows.size() > 1;
  });
}

/// Whether no two rows of a report have the same keys.
inline bool identifies_rows(const std::vector<std::string>& keys, const std::vector<value_sheet>& sheets) {
  return std::all_of(sheets.begin(), sheets.end(),
                     [&](const value_sheet& s) { return one_row_each(s, keys, {}).rows.size() == s.rows.size(); });
}

/// The default for sheets without a rule: all additive columns are measures, or all numbers if none is and no rows are
/// added up; keys are the columns that identify a finding or a check, the name and parameters of ops of a kind, or else
/// all columns of texts that do not describe.
inline join_rule rule_for(const std::vector<value_sheet>& sheets) {
  join_rule rule;
  std::vector<std::string> identity;
  if (all_have(sheets, "id") && all_have(sheets, "key")) identity = {"id", "key"};
  else if (sheets.front().name == "trace_health") identity = {"check"};
  else if (all_have(sheets, "name")) identity = common_parameters(sheets);
  if (!identity.empty() && is_parameter(identity[0])) identity.emplace_back("name");
  for (const std::string& title : sheets.front().titles) {
    if (!all_have(sheets, title)) continue;
    bool texts = false, numbers = false;
    for (const value_sheet& s : sheets) {
      const std::size_t c = s.find(title);
      for (const std::vector<sheet_value>& row : s.rows)
        if (c < row.size()) texts = texts || !row[c].text.empty(), numbers = numbers || known(row[c].number);
    }
    const bool key = texts && !describes(title);
    if (identity.empty() ? key || tells_places(title, sheets) : is_any(title, identity)) rule.keys.push_back(title);
    else if (texts || says_place(title)) continue;
    else if (numbers && adds_up(title)) rule.measures.push_back(title);
    else if (numbers) rule.dropped.push_back(title);
  }
  std::stable_partition(rule.measures.begin(), rule.measures.end(), measures_time);  // rows are sorted by the first
  if (rule.measures.empty() && identifies_rows(rule.keys, sheets)) rule.measures = std::exchange(rule.dropped, {});
  return rule;
}

inline const value_sheet* sheet_in(const std::vector<value_sheet>& report, std::string_view name) {
  const auto is_it = [&](const value_sheet& s) { return s.name == name; };
  const auto found = std::find_if(report.begin(), report.end(), is_it);
  return found == report.end() ? nullptr : &*found;
}

/// Whether a rule is for a sheet of these reports: other programs have sheets of the same name, with other columns.
inline bool is_for(const report_rule& r, const std::vector<std::vector<value_sheet>>& reports) {
  return std::any_of(reports.begin(), reports.end(), [&](const std::vector<value_sheet>& report) {
    const value_sheet* const s = sheet_in(report, r.sheet);
    return s != nullptr && s->find(r.rule.keys.front()) != s->titles.size();
  });
}

/// Whether a report lacks a sheet because it has nothing to say there: sheets of one kind of ops, which have
/// parameters, and findings.
inline bool empty_if_missing(const value_sheet& like, const std::vector<value_sheet>& report) {
  if (std::any_of(like.titles.begin(), like.titles.end(), is_parameter))
    return sheet_in(report, "ops_summary") != nullptr;
  return like.name == "findings" && sheet_in(report, "trace_health") != nullptr;
}

/// The sheets of each name from all reports, and which names have none because a report lacks it.
struct sheets_by_name {
  const std::vector<std::vector<value_sheet>>& reports;
  std::span<const std::string> labels;
  bool parity = false;
  std::uint64_t missing = 0;
  std::string example{};

  std::vector<value_sheet> operator()(std::string_view name) {
    std::vector<value_sheet> sheets;
    const value_sheet* like = nullptr;  // with rows, if one has any
    std::string owners;
    for (std::size_t i = 0; i < reports.size(); ++i) {
      const value_sheet* const s = sheet_in(reports[i], name);
      if (s == nullptr) continue;
      if (like == nullptr || (like->rows.empty() && !s->rows.empty())) like = s;
      owners += (owners.empty() ? "" : ", ") + labels[i];
    }
    if (like == nullptr) return sheets;
    for (const std::vector<value_sheet>& report : reports) {
      const value_sheet* const s = sheet_in(report, name);
      const bool none = s == nullptr ? empty_if_missing(*like, report) : s->rows.empty();
      if (none && !parity) sheets.push_back({like->name, like->titles, {}});
      else if (s != nullptr) sheets.push_back(*s);
    }
    if (sheets.size() == reports.size()) return sheets;
    ++missing;
    example += (example.empty() ? "" : "; ") + like->name + ": only in " + owners;
    return {};
  }
};

/// Joins sheets without a rule, provided all reports have them and they have measures, and keys or a single row.
inline void join_other_sheets(sheets_by_name& sheets_of, const std::vector<report_rule>& rules,
                              std::vector<value_sheet>& out) {
  query_detail::key_table<std::string> met;
  std::size_t names = 0;
  for (const std::vector<value_sheet>& report : sheets_of.reports)
    for (const value_sheet& s : report) {
      const auto is_of = [&](const report_rule& r) { return r.sheet == s.name && is_for(r, sheets_of.reports); };
      const bool ruled = std::any_of(rules.begin(), rules.end(), is_of);
      if (ruled || s.name == "data_quality" || met.number(s.name) < names) continue;
      ++names;
      const std::vector<value_sheet> sheets = sheets_of(s.name);
      if (sheets.empty()) continue;
      const join_rule rule = rule_for(sheets);
      if (!rule.measures.empty() && (!rule.keys.empty() || identifies_rows(rule.keys, sheets)))
        out.push_back(joined_sheets(sheets, sheets_of.labels, rule));
    }
}

}  // namespace compare_detail

std::vector<value_sheet> joined_reports(const std::vector<std::vector<value_sheet>>& reports,
                                        std::span<const std::string> labels, std::span<const std::string> names,
                                            bool parity, data_quality* quality) {
  using namespace compare_detail;
  std::vector<value_sheet> out;
  const bool all = names.empty() || core_detail::is_any("all", names);
  std::vector<report_rule> rules = report_rules();
  sheets_by_name sheets_of{reports, labels, parity};
  for (report_rule& r : rules) {
    if (!all && !core_detail::is_any(r.group, names)) continue;
    if (!parity && !is_for(r, reports)) continue;
    const std::vector<value_sheet> sheets = sheets_of(r.sheet);
    if (sheets.empty()) continue;
    const auto empty = [](const value_sheet& s) { return s.rows.empty(); };
    if (r.parameters && (parity ? std::any_of(sheets.begin(), sheets.end(), empty)
                                : std::all_of(sheets.begin(), sheets.end(), empty))) continue;
    if (r.parameters)
      for (std::string& p : common_parameters(sheets)) r.rule.keys.push_back(std::move(p));
    for (const char* title : {"parent_module", "device", "gpu_pid"})  // rows by module, or by GPU
      if (!parity && all_have(sheets, title)) r.rule.keys.push_back(title);
    r.rule.parity = parity;
    value_sheet joined = joined_sheets(sheets, labels, r.rule);
    joined.name = r.out;
    if (!r.parts) {
      out.push_back(std::move(joined));
      continue;
    }
    for (std::size_t v = 1; v < labels.size(); ++v)
      for (const auto& [part, word] : {std::pair{joined_part::intersect, "_intersect_"}, {joined_part::only_baseline,
          "_only_baseline_"},
                                       {joined_part::only_variant, "_only_variant_"}}) {
        out.push_back(part_of(joined, r.rule, labels[0], labels[v], part));
        out.back().name = r.out + word + labels[v];
      }
  }
  if (all && !parity) join_other_sheets(sheets_of, rules, out);
  if (!parity && quality != nullptr && sheets_of.missing > 0)
    quality->add("a sheet is not in all reports and is not compared", {}, sheets_of.example, true, sheets_of.missing);
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_REPORT_RULES_BODY_HPP
