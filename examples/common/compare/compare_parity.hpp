/// compare_report's handling of reports side by side and of the call trees of two traces.
#ifndef RIDGELINE_EXAMPLES_COMMON_COMPARE_PARITY_HPP
#define RIDGELINE_EXAMPLES_COMMON_COMPARE_PARITY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/compare/stored_report.hpp>
#include <ridgeline/compare/stored_text.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/torch/diff/original.hpp>
#include <ridgeline/torch/diff/tree_diff.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/run/quality.hpp>

#include "../table_files.hpp"
#include "compare_inputs.hpp"
#include "compare_runs.hpp"

namespace program {

struct parity_options {
  bool on = false, python_frames = false, prune = false;
  std::string trace_diff{};
  std::vector<std::string> sheets{};
};

/// Writes a folder of files; reports those that cannot be written.
inline bool write_diff_files(const std::string& folder, const std::vector<ridgeline::diff_file>& files) {
  written_files out("compare_report");
  if (!out.took(ridgeline::make_folder(folder))) return false;
  for (const ridgeline::diff_file& f : files)
    out.write_to(folder + "/" + f.name, [&](ridgeline::output& to) { to.write(f.text); });
  return out.good();
}

/// The trees of the first two inputs, kept until they are compared: of two PyTorch traces if an output file needs them,
/// of more on request.
class tree_pair {
 public:
  tree_pair(const std::vector<compare_input>& inputs, bool shown, bool asked)
      : wanted_((asked || (shown && inputs.size() == 2)) && inputs.size() > 1 &&
                inputs[0].kind == input_kind::kineto && inputs[1].kind == input_kind::kineto) {}
  bool wanted() const { return wanted_; }

  /// Where to keep the tree of input `i`; null: it is not needed.
  kept_trace* keep(std::size_t i) { return wanted_ && i < 2 ? &trees_[i] : nullptr; }

  std::vector<ridgeline::table> sheets(bool python_frames) {
    if (!wanted_) return {};
    if (python_frames)
      ridgeline::parallel_for(2, ridgeline::default_threads(), [&](std::size_t i, unsigned) {
        trees_[i].framed = ridgeline::build_call_tree(trees_[i].trace, {true, {}, trees_[i].communication});
      });
    return {ridgeline::sheet_of(ridgeline::tree_diff_of(trees_[0].tree(), trees_[1].tree()))};
  }
  bool write(const std::string& folder, const std::vector<ridgeline::table>& sheets, const table_files& files) {
    written_files out("compare_report");
    return out.took(ridgeline::write_csv_folder(folder, sheets, files.csv()));
  }

 private:
  bool wanted_;
  kept_trace trees_[2];
};

inline bool wants_reports(const parity_options& parity, const std::vector<compare_input>& inputs) {
  return parity.on || std::any_of(inputs.begin(), inputs.end(), [](const compare_input& in) { return is_report(in.kind); });
}

/// A report and its family; if the family is empty, the sheets decide.
struct compared_report {
  std::string family{};
  std::vector<ridgeline::value_sheet> sheets{};
};
/// The family that a program reports on.
inline std::string family_of_program(const std::string& name) {
  if (name == "pytorch_report" || name == "tree_perf") return "PyTorch";
  if (name == "jax_report") return "JAX";
  return name.starts_with("tt_") ? "Tenstorrent" : name;
}

/// The input itself if it is a report, else the report made from it.
inline ridgeline::expected<compared_report> report_of(const compare_input& in, bool parity,
                                                      ridgeline::data_quality& quality) {
  namespace rl = ridgeline;
  compared_report report;
  std::vector<rl::value_sheet>& sheets = report.sheets;
  if (is_report(in.kind)) {
    rl::expected<rl::stored_report> stored = rl::read_report(in.path, quality);
    if (!stored) return stored.error();
    return compared_report{family_of_program(stored->program), std::move(stored->sheets)};
  }
  report.family = "PyTorch";
  rl::expected<rl::torch_trace> trace = rl::read_kineto_file(in.path);
  if (!trace) return trace.error();
  if (!parity) rl::leave_out_repeated_work(*trace);
  rl::torch_run_options how;
  rl::torch_report_options options;
  options.kernel_summary = true;
  options.original_names = parity;
  if (parity) how.faults = rl::torch_faults::parity(), options.model_faults = rl::torch_model_faults::parity();
  const rl::torch_profile run(*trace, how);
  quality.merge(quality_of(run, in.path));
  for (const rl::table& t : rl::torch_tables(run, options, &quality)) sheets.push_back(as_stored(values_of(t)));
  return report;
}

/// Whether all reports are of one family; if not, reports the kind of each.
inline bool belong_together(const std::vector<compare_input>& inputs, const std::vector<std::string>& families) {
  std::set<std::string> different;
  std::string line = "compare_report: these inputs do not belong together:";
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!families[i].empty()) different.insert(families[i]);
    line += (i == 0 ? " " : ", ") + inputs[i].path + " (" + families[i] + (families[i].empty() ? "" : ", ") +
            name_of(inputs[i].kind) + ")";
  }
  if (different.size() > 1) say(line);
  return different.size() <= 1;
}

/// The columns of joined sheets, least important first: what is not a key and not the first difference with its
/// percentage, from the last on; then the keys, from the last on, but for the first.
inline std::vector<std::string_view> least_columns(const ridgeline::table& t) {
  std::size_t keys = 0;
  while (keys < t.columns() && !t.column(keys).title.ends_with("_diff")) ++keys;
  if (keys == t.columns()) keys = 1;  // none
  std::vector<std::string_view> least;
  for (std::size_t c = t.columns(); c > keys + 2; --c) least.push_back(t.column(c - 1).title);
  for (std::size_t c = keys; c > 1; --c) least.push_back(t.column(c - 1).title);
  return least;
}

/// The first sheets, with as many rows and columns as fit on a screen.
inline bool show_reports(const std::vector<ridgeline::table>& tables) {
  namespace rl = ridgeline;
  constexpr std::array<std::string_view, 4> shown{"gpu_timeline", "ops_summary_by_category", "ops_summary",
                                                  "kernel_summary"};
  constexpr std::size_t most = 6;
  std::size_t sheets = 0;
  const auto show = [&](rl::output& out, const rl::table& t) {
    if (t.rows() == 0 || sheets == 3) return;
    rl::console_style style;
    style.most_width = 40;
    const rl::table fit = fitted(t.head(most), least_columns(t), console_width(), style);
    out.write((sheets++ == 0 ? "" : "\n") + t.name() + "\n");
    write_console(out, fit, style);
  };
  return show_report("compare_report", [&](rl::output& out) {
    for (const std::string_view name : shown)
      for (const rl::table& t : tables)
        if (t.name() == name) show(out, t);
    for (const rl::table& t : tables)
      if (std::find(shown.begin(), shown.end(), t.name()) == shown.end()) show(out, t);
  });
}

/// Reports side by side, and with `--parity` the trees of the first two traces in the original's form.
inline int compare_reports(const parity_options& parity, const std::vector<compare_input>& inputs,
                           const table_files& files, bool quiet, bool strict) {
  namespace rl = ridgeline;
  const auto is = [&](input_kind k) {
    return [k](const compare_input& in) { return in.kind == k; };
  };
  for (const compare_input& in : inputs)
    if (in.kind != input_kind::kineto && !is_report(in.kind)) {
      std::string line = "compare_report: reports and PyTorch traces can be compared side by side, but not with other inputs:";
      for (const compare_input& each : inputs)
        line += (line.back() == ':' ? " " : ", ") + each.path + " (" + name_of(each.kind) + ")";
      say(line);
      return wrong_usage;
    }
  rl::data_quality quality;
  if (!parity.trace_diff.empty()) {
    if (inputs.size() < 2 || !std::all_of(inputs.begin(), inputs.begin() + 2, is(input_kind::kineto))) {
      say("compare_report: --trace-diff: needs two Kineto traces");
      return wrong_usage;
    }
    const rl::expected<rl::torch_trace> base = rl::read_kineto_file(inputs[0].path), next =
        rl::read_kineto_file(inputs[1].path);
    for (const auto* trace : {&base, &next})
      if (!*trace) {
        say("compare_report: " + to_string(trace->error()));
        return unusable_input;
      }
    const rl::call_tree_options how{parity.python_frames, rl::torch_faults::parity(), nullptr};
    const rl::call_tree a = rl::build_call_tree(*base, how), b = rl::build_call_tree(*next, how);
    if (!write_diff_files(parity.trace_diff, rl::original_trace_diff(a, b, parity.prune))) return unusable_input;
    if (!files.any()) return success;
  }
  std::set<std::string> labels;
  for (const compare_input& in : inputs)
    if (!labels.insert(in.label).second) {
      say("compare_report: two reports have the label " + in.label + ": give others with LABEL=PATH or --names");
      return wrong_usage;
    }
  std::vector<std::vector<rl::value_sheet>> reports;
  std::vector<std::string> names, families;
  for (const compare_input& in : inputs) {
    rl::expected<compared_report> report = report_of(in, parity.on, quality);
    if (!report) {
      say("compare_report: " + to_string(report.error()));
      return unusable_input;
    }
    reports.push_back(std::move(report->sheets));
    families.push_back(std::move(report->family));
    names.push_back(in.label);
  }
  if (!belong_together(inputs, families)) return wrong_usage;
  rl::restore_sheet_names(reports);
  std::vector<rl::table> tables;
  for (rl::value_sheet& s : rl::joined_reports(reports, names, parity.sheets, parity.on, &quality))
    tables.push_back(rl::table_of(std::move(s)));
  if (tables.empty()) {
    say("compare_report: the reports have no sheet in common");
    say_quality(quality);
    return unusable_input;
  }
  if (!quality.empty()) tables.push_back(rl::quality_table(quality));
  const bool shown = quiet || writes_standard_output() || show_reports(tables);
  const bool written = files.write(tables, quality, {}, [&] {
    return rl::report_page{"compare_report", "Reports side by side", {{"Baseline", names.front()}}, {}, tables, {}};
  });
  if (!parity.on) say("compare_report: no verdicts: reports have no steps");
  say_quality(quality);
  if (!written || !shown) return unusable_input;
  return strict && quality.lost_input() ? input_left_out : success;
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_COMPARE_PARITY_HPP
