/// What changed between runs, whether it is real, and a gate for CI.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/torch/record/problem.hpp>

#include "common/compare/compare_files.hpp"
#include "common/compare/compare_options.hpp"
#include "common/compare/compare_parity.hpp"
#include "common/compare/compare_runs.hpp"
#include "common/program.hpp"
#include "common/table_files.hpp"
#include "common/written_files.hpp"

namespace rl = ridgeline;

namespace {

constexpr int gate_fails = 4, gate_cannot_judge = 5;

int refuse(const std::string& why) {
  program::say("compare_report: " + why);
  return program::wrong_usage;
}

/// Reports side by side. They have no steps, so a gate cannot check them.
int compare_reports(program::compare_options& asked) {
  const program::compare_request& want = asked.request();
  if (!want.save.empty()) return refuse("--save-baseline: reports have no steps to store; give traces");
  rl::comparison none;
  none.gate.emplace().state = rl::gate_state::refused;
  if (want.how.gate) asked.files().with_fact("gate", name_of(none.gate->state));
  const int code = program::compare_reports(want.parity, want.inputs, asked.files(), want.quiet, want.strict);
  if (code != program::success || !want.how.gate) return code;
  program::say("compare_report: gate: refused: reports and tables of --parity have no verdicts");
  return program::write_gate_files(want.markdown, want.junit, none) ? gate_cannot_judge : program::unusable_input;
}

/// Runs against a baseline.
int compare_runs(program::compare_options& asked) {
  const program::compare_request& want = asked.request();
  program::table_files& files = asked.files();
  const bool asks_for_trees = !want.parity.trace_diff.empty();
  program::tree_pair trees(want.inputs, files.any(), asks_for_trees);
  if (asks_for_trees && !trees.wanted()) return refuse("--trace-diff: needs two Kineto traces");

  program::progress_bar bar("reading");
  rl::data_quality quality;
  rl::expected<std::vector<rl::compared_run>> read =
      program::runs_of_all(want.inputs, want.step, want.communication, quality,
                           [&](std::size_t i) { return trees.keep(i); });
  if (!read) {
    program::say("compare_report: " + to_string(read.error()));
    return program::unusable_input;
  }
  const std::vector<rl::compared_run> runs =
      program::with_patterns(std::move(*read), want.inputs, asked.patterns().text());
  asked.patterns().judge(want.communication, quality, false);
  if (!belong_together(want.inputs, runs)) return program::wrong_usage;
  program::say_what_is_unmarked(runs, want.step);
  bar.step("comparing");
  if (want.chooses_steps) program::say_what_is_unused(runs, want.how.steps);
  bool written = program::save_baseline(want.save, runs);
  const rl::comparison c = rl::compare_runs(runs, want.how);
  const bool alone = c.versions.all.size() < 2;
  if (alone && want.save.empty() && !asks_for_trees)
    return refuse("all inputs have the label " + runs.front().label +
                  ", so there is nothing to compare; LABEL=PATH gives another one");

  std::vector<rl::table> more = trees.sheets(want.parity.python_frames);
  bar.clear();
  if (!alone && !want.quiet && !program::writes_standard_output())
    written = program::show_report("compare_report", [&](rl::output& out) {
      write_console(out, c, program::console_width());
    }) && written;
  if (asks_for_trees) written = trees.write(want.parity.trace_diff, more, files) && written;
  if (c.gate) {
    for (const std::string& text : c.gate->idle) program::say("compare_report: --gate: " + text);
    written = program::write_gate_files(want.markdown, want.junit, c) && written;
    files.with_fact("gate", name_of(c.gate->state));
  }
  rl::put_usual_last(quality);
  if (!quality.empty()) more.push_back(rl::quality_table(quality));
  std::vector<rl::table> sheets = sheets_of(c);
  sheets.insert(sheets.end(), more.begin(), more.end());
  written = files.write(sheets, quality, {}, [&] { return page_of(c, more); }) && written;
  program::say_quality(quality);
  if (!written) return program::unusable_input;
  if (c.gate && c.gate->state == rl::gate_state::refused) return gate_cannot_judge;
  if (c.gate && c.gate->state == rl::gate_state::fail) return gate_fails;
  return want.strict && quality.lost_input() ? program::input_left_out : program::success;
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("What changed between runs of a program, whether it is real, and a gate for CI. Inputs: "
                           "Kineto traces, traces of Nsight Systems, rocprofv3 and Perfetto, XPlanes, ops CSVs, "
                           "folders with a trace for each rank, stored baselines or a folder of them; reports as "
                           "workbooks, folders of CSVs or JSON; LABEL=PATH gives a label, equal labels are repeated "
                           "runs",
                           "compare_report");
  program::compare_options asked(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (const int code = asked.settle(); code != program::success) return code;
  return asked.wants_reports() ? compare_reports(asked) : compare_runs(asked);
}
