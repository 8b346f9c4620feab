/// What changed between runs, whether it is real, and a gate for CI.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/compare/baseline.hpp>
#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/torch/record/problem.hpp>

#include "common/comm_pattern.hpp"
#include "common/compare_inputs.hpp"
#include "common/compare_parity.hpp"
#include "common/program.hpp"
#include "common/table_files.hpp"
#include "common/written_files.hpp"

namespace rl = ridgeline;

namespace {

constexpr int gate_fails = 4, gate_cannot_judge = 5;

/// The request on the command line, before anything is read.
struct asked {
  std::vector<std::string> inputs{}, names{}, allow{};
  std::string step{}, steps{}, gate{}, save{}, markdown{}, junit{};
  program::parity_options parity{};
  double min_effect = 1, false_alarms = 1, min_share = 0.5;
  std::int64_t warm_up = -1;
  bool strict = false, quiet = false;
};

/// `3:20`, `3:`, `:20`: both inclusive, from 1 on.
bool read_steps(const std::string& text, rl::step_choice& to) {
  if (text.empty()) return true;
  const std::size_t colon = text.find(':');
  const auto number = [](const std::string& digits, std::int64_t& n) {
    if (digits.empty()) return true;
    const std::optional<std::int64_t> value = rl::to_int(digits);
    if (!value || *value < 1) return false;
    n = *value;
    return true;
  };
  if (colon == std::string::npos || !number(text.substr(0, colon), to.first) || !number(text.substr(colon + 1),
      to.last))
    return false;
  return !(rl::known(to.first) && rl::known(to.last) && to.last < to.first);
}

/// The requested limits; false if they are invalid, which is reported.
bool read_limits(const asked& a, rl::comparison_options& options) {
  if (a.gate.empty()) return true;
  if (a.gate == "default") {
    options.gate = rl::gate_limits::standard();
    return true;
  }
  const rl::expected<rl::file_bytes> bytes = rl::file_bytes::open(a.gate);
  const rl::expected<rl::gate_limits> limits =
      bytes ? rl::read_gate(bytes->view(), a.gate) : rl::expected<rl::gate_limits>(bytes.error());
  if (!limits) program::say("compare_report: " + to_string(limits.error()));
  else options.gate = *limits;
  return limits.has_value();
}

/// Whether all inputs are of one family; if not, reports the kind of each.
bool belong_together(const std::vector<program::compare_input>& inputs, const std::vector<rl::compared_run>& runs) {
  std::set<rl::run_family> families;
  for (const rl::compared_run& r : runs) families.insert(r.family);
  if (families.size() <= 1) return true;
  std::string line = "compare_report: these inputs do not belong together:";
  for (const program::compare_input& in : inputs)
    for (const rl::compared_run& r : runs)
      if (r.path == in.path) {
        line += (line.back() == ':' ? " " : ", ") + in.path + " (" + std::string(name_of(r.family)) + ", " + r.kind
            + ")";
        break;
      }
  program::say(line);
  return false;
}

bool save_baseline(const std::string& path, const std::vector<rl::compared_run>& runs) {
  if (path.empty()) return true;
  std::vector<rl::compared_run> first;
  for (const rl::compared_run& r : runs)
    if (r.label == runs.front().label) first.push_back(r);
  program::written_files files("compare_report");
  files.write_to(path, [&](rl::output& to) -> std::optional<rl::failure> {
    if (!path.ends_with(".gz")) {
      rl::write_baseline(to, first);
      return std::nullopt;
    }
    rl::gzip_output packed(to, 1, 6);
    rl::write_baseline(packed, first);
    if (packed.finish()) return std::nullopt;
    return rl::failure{rl::errc::cannot_write, {path}, "cannot be compressed"};
  });
  return files.good();
}

/// The summaries of the gate.
bool write_gate_files(const asked& a, const rl::comparison& c) {
  program::written_files files("compare_report");
  std::string sentence;
  for (std::size_t i = 1; i < c.versions.all.size() && i < 9; ++i)
    sentence += (i == 1 ? "" : "; ") + sentence_of(c, c.versions.all[i]);
  if (!a.markdown.empty())
    files.write_to(a.markdown, [&](rl::output& to) { write_gate_markdown(to, *c.gate, sentence, c.attribution); });
  if (!a.junit.empty()) files.write_to(a.junit, [&](rl::output& to) { write_gate_junit(to, *c.gate); });
  return files.good();
}

bool show(const rl::comparison& c) {
  rl::file_output out(1);
  write_console(out, c, program::console_width());
  program::written_files files("compare_report");
  files.flush(out);
  return files.good();
}

/// Whether a file is given as two runs of one version; reports it.
bool stands_twice(const std::vector<program::compare_input>& inputs) {
  std::set<std::pair<std::string, std::filesystem::path>> met;
  for (const program::compare_input& in : inputs) {
    std::error_code ignored;
    if (met.emplace(in.label, std::filesystem::weakly_canonical(in.path, ignored)).second) continue;
    program::say("compare_report: " + in.path + " is given twice under the label " + in.label +
                 ": runs of one version are different files; LABEL=PATH gives another label");
    return true;
  }
  return false;
}

/// The labels, and the kind of each input. An exit code if one is invalid.
int find_inputs(const asked& a, std::vector<program::compare_input>& inputs) {
  for (const std::string& text : a.inputs)
    for (program::compare_input& in : program::inputs_of(text)) inputs.push_back(std::move(in));
  if (inputs.size() < 2 && a.save.empty()) {
    program::say("compare_report: one input: expected a baseline and something to compare with it (see --help)");
    return program::wrong_usage;
  }
  if (!a.names.empty() && a.names.size() != inputs.size()) {
    program::say("compare_report: --names: " + std::to_string(a.names.size()) + " names for " +
                 std::to_string(inputs.size()) + " inputs");
    return program::wrong_usage;
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    program::compare_input& in = inputs[i];
    if (!a.names.empty()) in.label = a.names[i];
    const rl::expected<program::input_kind> kind = program::can_be_read_twice(in.path)
        ? program::kind_of_compared(in.path)
        : rl::failure{rl::errc::cannot_read, {in.path},
                      "can be read only once, but has to be read again: name a file"};
    if (!kind) {
      program::say("compare_report: " + to_string(kind.error()));
      return program::unusable_input;
    }
    in.kind = *kind;
  }
  // trees of a trace are compared with themselves, too
  return a.parity.trace_diff.empty() && stands_twice(inputs) ? program::wrong_usage : program::success;
}

/// Reports side by side. They have no steps, so a gate cannot check them.
int compare_reports(const asked& a, const std::vector<program::compare_input>& inputs, program::table_files& files) {
  if (!a.save.empty()) {
    program::say("compare_report: --save-baseline: reports have no steps to store; give traces");
    return program::wrong_usage;
  }
  rl::gate_outcome refused;
  refused.state = rl::gate_state::refused;
  if (!a.gate.empty()) files.with_fact("gate", name_of(refused.state));
  const int code = program::compare_reports(a.parity, inputs, files, a.quiet, a.strict);
  if (code != program::success || a.gate.empty()) return code;
  rl::comparison none;
  none.gate = refused;
  program::say("compare_report: gate: refused: reports and tables of --parity have no verdicts");
  return write_gate_files(a, none) ? gate_cannot_judge : program::unusable_input;
}

int compare(const asked& a, const std::vector<program::compare_input>& inputs, const rl::comparison_options& options,
            const std::optional<rl::text_pattern>& step, const rl::gpu::communication_table& communication,
            const program::comm_pattern& patterns, program::table_files& files) {
  rl::data_quality quality;
  std::vector<rl::compared_run> runs;
  const bool asks_for_trees = !a.parity.trace_diff.empty();
  program::tree_pair trees(inputs, files.any(), asks_for_trees);
  if (asks_for_trees && !trees.wanted()) {
    program::say("compare_report: --trace-diff: needs two Kineto traces");
    return program::wrong_usage;
  }
  struct read_input {
    rl::expected<std::vector<rl::compared_run>> runs{std::vector<rl::compared_run>()};
    rl::data_quality quality{};
  };
  program::progress_bar bar("reading");
  std::vector<read_input> all(inputs.size());
  // Two at a time: the work after reading a trace is single-threaded, and more traces at once take more memory.
  rl::parallel_for(inputs.size(), std::min(2u, rl::default_threads()), [&](std::size_t i, unsigned) {
    all[i].runs = program::runs_of(inputs[i], step, communication, all[i].quality, trees.keep(i));
  });
  for (read_input& in : all) {
    if (!in.runs) {
      program::say("compare_report: " + to_string(in.runs.error()));
      return program::unusable_input;
    }
    quality.merge(in.quality);
    for (rl::compared_run& r : *in.runs) runs.push_back(std::move(r));
  }
  patterns.judge(communication, quality, false);
  if (!belong_together(inputs, runs)) return program::wrong_usage;
  for (const rl::compared_run& r : runs)
    if (step && !r.has_marks())
      program::say("compare_report: --step " + std::string(step->pattern()) + ": nothing in " + r.path +
                   " matches, so all of it is one step");
  bar.step("comparing");
  const bool chosen = !a.steps.empty() || a.warm_up >= 0;
  for (const rl::compared_run& r : runs)
    if (const std::vector<rl::step_state> states = states_of(r, options.steps);
        chosen && std::find(states.begin(), states.end(), rl::step_state::used) == states.end())
      program::say("compare_report: " + r.path + ": --steps and --warmup leave none of its steps (of " +
                   std::to_string(states.size()) + ")");
  bool written = save_baseline(a.save, runs);
  const rl::comparison c = compare_runs(runs, options);
  const bool alone = c.versions.all.size() < 2;
  if (alone && a.save.empty() && !asks_for_trees) {
    program::say("compare_report: all inputs have the label " + runs.front().label +
                 ", so there is nothing to compare; LABEL=PATH gives another one");
    return program::wrong_usage;
  }
  std::vector<rl::table> more = trees.sheets(a.parity.python_frames);
  bar.clear();
  if (!alone && !a.quiet && !program::writes_standard_output()) written = show(c) && written;
  if (asks_for_trees) written = trees.write(a.parity, more) && written;
  if (c.gate) {
    for (const std::string& text : c.gate->idle) program::say("compare_report: --gate: " + text);
    written = write_gate_files(a, c) && written;
  }
  if (c.gate) files.with_fact("gate", name_of(c.gate->state));
  rl::put_usual_last(quality);
  if (!quality.empty()) more.push_back(rl::quality_table(quality));
  std::vector<rl::table> sheets = sheets_of(c);
  sheets.insert(sheets.end(), more.begin(), more.end());
  written = files.write(sheets, quality, {}, [&] { return page_of(c, more); }) && written;
  program::say_quality(quality);
  if (!written) return program::unusable_input;
  if (c.gate && c.gate->state == rl::gate_state::refused) return gate_cannot_judge;
  if (c.gate && c.gate->state == rl::gate_state::fail) return gate_fails;
  return a.strict && quality.lost_input() ? program::input_left_out : program::success;
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("What changed between runs of a program, whether it is real, and a gate for CI. Inputs: "
                           "Kineto traces, traces of Nsight Systems, rocprofv3 and Perfetto, XPlanes, ops CSVs, "
                           "folders with a trace for each rank, stored baselines or a folder of them; reports as "
                           "workbooks, folders of CSVs or JSON; LABEL=PATH gives a label, equal labels are repeated runs",
                           "compare_report");
  asked a;
  app.add_option("inputs", a.inputs, "the baseline, then what is held against it")->required();
  program::table_files files(app, "compare_report", "none");
  app.add_option("--names", a.names, "labels of the inputs, in order");
  app.add_flag("--parity", a.parity.on, "the tables of TraceLens (commit 171dd747), their known faults included");
  app.add_option("--trace-diff,--trace_diff", a.parity.trace_diff,
      "write the aligned call trees of the first two traces into this folder");
  app.add_flag("--include_call_stack,--include-call-stack", a.parity.python_frames,
      "Python frames are part of the trees");
  app.add_flag("--prune_non_gpu,--prune-non-gpu", a.parity.prune, "the drawn tree leaves out roots without GPU work");
  app.add_option("--sheets", a.parity.sheets,
      "with --parity: gpu_timeline, ops_summary, kernel_summary, ops_all, roofline, all");
  app.add_option("--step", a.step,
      "which annotation or signpost marks a step: text or regular expression (default: found out)");
  app.add_option("--steps", a.steps, "which steps count, A:B, both included, counted from 1 (default: all)");
  app.add_option("--warmup", a.warm_up,
      "how many leading steps do not count (default: found out)")->check(CLI::Range(0, 1 << 30));
  const program::comm_pattern patterns(app);
  app.add_option("--min-effect,--min_effect", a.min_effect, "changes up to this size are none, in %")
      ->check(CLI::Range(0.0, 1000.0))->capture_default_str();
  app.add_option("--false-alarms,--false_alarms", a.false_alarms,
      "significance level of all tests, in %; the confidence of intervals is 100 minus it")
      ->check(CLI::Range(0.0001, 50.0))->capture_default_str();
  app.add_option("--min-share,--min_share", a.min_share, "ops below this part of a step are not judged, in %")
      ->check(CLI::Range(0.0, 100.0))->capture_default_str();
  app.add_option("--allow", a.allow, "compare even if these checks refuse: chip, devices, lost, unlinked, shapes, steps")
      ->delimiter(',');
  app.add_option("--gate", a.gate,
      "judge against limits, `default` or a file, and set the exit code: 4 fails, 5 cannot judge");
  app.add_option("--save-baseline,--save_baseline", a.save,
      "store the runs of the first label in this file, .json or .json.gz");
  app.add_option("--markdown", a.markdown, "write a summary for a pull request to this file; needs --gate");
  app.add_option("--junit", a.junit, "write JUnit XML to this file; needs --gate");
  app.add_flag("--quiet,-q", a.quiet, "no report on the console");
  app.add_flag("--strict", a.strict, "exit 3 when part of the input was left out");
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;

  rl::comparison_options options;
  options.verdicts = {a.min_effect / 100, a.false_alarms / 100, a.min_share / 100};
  if (a.warm_up >= 0) options.steps.warm_up = a.warm_up;
  if (!read_steps(a.steps, options.steps)) {
    program::say("compare_report: --steps: expected A:B with numbers from 1 on, found " + a.steps);
    return program::wrong_usage;
  }
  const std::vector<std::string> checks(rl::comparability_checks.begin(), rl::comparability_checks.end());
  for (const std::string& name : a.allow)
    if (std::find(checks.begin(), checks.end(), name) == checks.end()) {
      const std::string like = program::nearest_word(checks, name);
      program::say("compare_report: --allow: there is no check " + name + (like.empty() ? "" : "; did you mean "
          + like + "?"));
      return program::wrong_usage;
    }
  options.allowed = a.allow;
  const std::vector<std::string> sheets{"gpu_timeline", "ops_summary", "kernel_summary", "ops_all", "roofline", "all"};
  for (const std::string& name : a.parity.sheets)
    if (std::find(sheets.begin(), sheets.end(), name) == sheets.end()) {
      const std::string like = program::nearest_word(sheets, name);
      program::say("compare_report: --sheets: there is no sheet " + name + (like.empty() ? "" : "; did you mean "
          + like + "?"));
      return program::wrong_usage;
    }
  if (a.gate.empty() && !(a.markdown.empty() && a.junit.empty())) {
    program::say("compare_report: --markdown and --junit need --gate");
    return program::wrong_usage;
  }
  if (a.parity.trace_diff.empty()) program::say_what_does_nothing(app, {"--prune_non_gpu"}, "--trace-diff");
  if (!read_limits(a, options)) return program::wrong_usage;
  std::optional<rl::text_pattern> step;
  if (!a.step.empty()) {
    rl::expected<rl::text_pattern> pattern = rl::text_pattern::compile(a.step);
    if (!pattern) {
      program::say("compare_report: --step: " + to_string(pattern.error()));
      return program::wrong_usage;
    }
    step = std::move(*pattern);
  }
  files.can_write({"runs", "comparability", "verdicts", "attribution", "steps", "trend", "trend_ops", "change_points",
      "gate",
                   "tree_diff"});
  std::vector<program::compare_input> inputs;
  if (const int code = find_inputs(a, inputs); code != program::success) return code;
  for (const program::compare_input& in : inputs) {
    if (files.would_replace(in.path)) return program::wrong_usage;
    for (const std::string& output : {a.save, a.markdown, a.junit})
      if (program::is_input("compare_report", output, in.path)) return program::wrong_usage;
  }
  rl::gpu::communication_table communication;
  if (!patterns.add_to(communication, "compare_report")) return program::wrong_usage;
  if (program::wants_reports(a.parity, inputs)) {
    program::say_what_does_nothing(app, {"--comm_pattern"}, "traces and without --parity");
    return compare_reports(a, inputs, files);
  }
  program::say_what_does_nothing(app, {"--sheets"}, "--parity");
  return compare(a, inputs, options, step, communication, patterns, files);
}
