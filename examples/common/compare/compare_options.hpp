/// The options of compare_report.
#ifndef RIDGELINE_EXAMPLES_COMMON_COMPARE_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_COMPARE_OPTIONS_HPP

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/comparability.hpp>
#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/read/text_file.hpp>

#include "../comm_pattern.hpp"
#include "../program.hpp"
#include "../sheet_options.hpp"
#include "../table_files.hpp"
#include "../written_files.hpp"
#include "compare_inputs.hpp"
#include "compare_parity.hpp"

namespace program {

/// The user's request, besides the files for sheets.
struct compare_request {
  std::vector<compare_input> inputs{};
  ridgeline::comparison_options how{};
  std::optional<ridgeline::text_pattern> step{};
  ridgeline::gpu::communication_table communication{};
  parity_options parity{};
  std::string save{}, markdown{}, junit{};
  bool strict = false, quiet = false;
  bool chooses_steps = false;  ///< whether only some of the steps count
};

/// Registers its options with the program, and must stay in place until they are parsed. Their values become a request.
class compare_options {
 public:
  explicit compare_options(CLI::App& app) : app_(app) {
    app.add_option("inputs", inputs_, "the baseline, then what is held against it")->required();
    files_.emplace(app, name);
    app.add_option("--names", names_, "labels of the inputs, in order");
    add_parity();
    add_steps();
    patterns_.emplace(app);
    add_verdicts();
    app.add_flag("--quiet,-q", want_.quiet, "no report on the console");
    app.add_flag("--strict", want_.strict, "exit 3 when part of the input was left out");
  }
  compare_options(const compare_options&) = delete;
  compare_options& operator=(const compare_options&) = delete;

  /// After parsing: fills the request, with its inputs. Returns an exit code other than 0 if options or inputs are
  /// wrong, which is reported.
  int settle() {
    if (want_.parity.on) files_->as_original();
    want_.how.verdicts = {min_effect_ / 100, false_alarms_ / 100, min_share_ / 100};
    if (const int code = settle_steps(); code != success) return code;
    if (!are_known_checks()) return wrong_usage;
    if (gate_.empty() && !(want_.markdown.empty() && want_.junit.empty()))
      return refuse("--markdown and --junit need --gate");
    if (want_.parity.trace_diff.empty()) say_what_does_nothing(app_, {"--prune_non_gpu"}, "--trace-diff");
    if (const int code = settle_gate(); code != success) return code;
    if (const int code = settle_marks(); code != success) return code;
    for (const std::string_view sheet : own_sheets) files_->can_write({sheet});
    if (const int code = find_inputs(inputs_, names_, !want_.save.empty(), !want_.parity.trace_diff.empty(),
                                     want_.inputs);
        code != success)
      return code;
    if (replaces_input() || !patterns_->add_to(want_.communication, name)) return wrong_usage;
    if (!wants_reports()) {
      std::vector<std::string_view> known(own_sheets.begin(), own_sheets.end());
      known.insert(known.end(), parity_sheets.begin(), parity_sheets.end());
      if (!are_sheets(name, want_.parity.sheets, known)) return wrong_usage;
      say_what_does_nothing(app_, {"--sheets"}, "--parity");
      return success;
    }
    say_what_does_nothing(app_, {"--comm_pattern", "--step", "--steps", "--warmup", "--min-effect", "--false-alarms",
                                 "--min-share", "--allow"}, "traces and without --parity");
    return are_sheets(name, want_.parity.sheets, parity_sheets) ? success : wrong_usage;
  }

  /// The request, once it is settled.
  const compare_request& request() const { return want_; }
  /// Whether reports are compared, not runs.
  bool wants_reports() const { return program::wants_reports(want_.parity, want_.inputs); }
  table_files& files() { return *files_; }
  const comm_pattern& patterns() const { return *patterns_; }

 private:
  static constexpr const char* name = "compare_report";
  static constexpr std::array<std::string_view, 6> parity_sheets{"gpu_timeline", "ops_summary", "kernel_summary",
                                                                 "ops_all", "roofline", "all"};
  static constexpr std::array<std::string_view, 10> own_sheets{
      "runs", "comparability", "verdicts", "attribution", "steps", "trend", "trend_ops", "change_points", "gate",
      "tree_diff"};  // of runs, without --parity

  void add_parity() {
    app_.add_flag("--parity", want_.parity.on,
                  "the tables of TraceLens (commit 171dd747), their known faults included");
    app_.add_option("--trace-diff,--trace_diff", want_.parity.trace_diff,
                    "write the aligned call trees of the first two traces into this folder");
    app_.add_flag("--include_call_stack,--include-call-stack", want_.parity.python_frames,
                  "Python frames are part of the trees");
    app_.add_flag("--prune_non_gpu,--prune-non-gpu", want_.parity.prune,
                  "the drawn tree leaves out roots without GPU work");
    app_.add_option("--sheets", want_.parity.sheets,
                    "with --parity: gpu_timeline, ops_summary, kernel_summary, ops_all, roofline, all");
  }
  void add_steps() {
    app_.add_option("--step", step_,
                    "which annotation or signpost marks a step: text or regular expression (default: found out)");
    app_.add_option("--steps", steps_, "which steps count, A:B, both included, counted from 1 (default: all)");
    app_.add_option("--warmup", want_.how.steps.warm_up, "how many leading steps do not count (default: found out)")
        ->check(CLI::Range(0, 1 << 30))->default_str("");
  }
  void add_verdicts() {
    app_.add_option("--min-effect,--min_effect", min_effect_, "changes up to this size are none, in %")
        ->check(CLI::Range(0.0, 1000.0))->capture_default_str();
    app_.add_option("--false-alarms,--false_alarms", false_alarms_,
                    "significance level of all tests, in %; the confidence of intervals is 100 minus it")
        ->check(CLI::Range(0.0001, 50.0))->capture_default_str();
    app_.add_option("--min-share,--min_share", min_share_, "ops below this part of a step are not judged, in %")
        ->check(CLI::Range(0.0, 100.0))->capture_default_str();
    app_.add_option("--allow", want_.how.allowed,
                    "compare even if these checks refuse: health, file, chip, devices, lost, unlinked, shapes, "
                    "steps, options")
        ->delimiter(',');
    app_.add_option("--gate", gate_,
                    "judge against limits, `default` or a file, and set the exit code: 4 fails, 5 cannot judge");
    app_.add_option("--save-baseline,--save_baseline", want_.save,
                    "store the runs of the first label in this file, .json or .json.gz");
    app_.add_option("--markdown", want_.markdown, "write a summary for a pull request to this file; needs --gate");
    app_.add_option("--junit", want_.junit, "write JUnit XML to this file; needs --gate");
  }

  /// Which steps count.
  int settle_steps() {
    ridgeline::step_choice& steps = want_.how.steps;
    want_.chooses_steps = !steps_.empty() || ridgeline::known(steps.warm_up);
    if (steps_.empty()) return success;
    const std::optional<ridgeline::step_choice> range = ridgeline::step_choice_of(steps_);
    if (!range) return refuse("--steps: expected A:B with numbers from 1 on, found " + steps_);
    steps.first = range->first, steps.last = range->last;
    return success;
  }
  /// What marks a step.
  int settle_marks() {
    if (step_.empty()) return success;
    ridgeline::expected<ridgeline::text_pattern> pattern = ridgeline::text_pattern::compile(step_);
    if (!pattern) return refuse("--step: " + to_string(pattern.error()));
    want_.step = *std::move(pattern);
    return success;
  }
  int settle_gate() {
    if (gate_.empty()) return success;
    want_.how.gate = ridgeline::gate_limits::standard();
    if (gate_ == "default") return success;
    constexpr std::size_t most = std::size_t{1} << 24;  // limits take about a page
    const ridgeline::expected<ridgeline::text_file> file = ridgeline::text_file::open(gate_, most);
    if (!file) {
      static_cast<void>(refuse(to_string(file.error())));
      return unusable_input;
    }
    const ridgeline::expected<ridgeline::gate_limits> limits = ridgeline::read_gate(file->view(), gate_);
    if (!limits) return refuse(to_string(limits.error()));
    want_.how.gate = *limits;
    // what is typed stands above the file
    if (app_.count("--min-effect") != 0) want_.how.gate->min_effect = ridgeline::missing<double>;
    if (app_.count("--false-alarms") != 0) want_.how.gate->false_alarms = ridgeline::missing<double>;
    return success;
  }
  bool are_known_checks() const {
    const auto& checks = ridgeline::comparability_checks;
    for (const std::string& check : want_.how.allowed)
      if (std::find(checks.begin(), checks.end(), check) == checks.end()) {
        say_unknown(std::string(name) + ": --allow", "check", check, checks);
        return false;
      }
    return true;
  }
  /// Whether an output is also an input; reports it.
  bool replaces_input() const {
    for (const compare_input& in : want_.inputs) {
      if (files_->would_replace(in.path)) return true;
      for (const std::string& output : {want_.save, want_.markdown, want_.junit})
        if (is_input(name, output, in.path)) return true;
    }
    return false;
  }
  int refuse(const std::string& why) const {
    say(std::string(name) + ": " + why);
    return wrong_usage;
  }

  CLI::App& app_;
  compare_request want_{};
  std::optional<table_files> files_{};
  std::optional<comm_pattern> patterns_{};
  std::vector<std::string> inputs_{}, names_{};
  std::string step_{}, steps_{}, gate_{};
  double min_effect_ = 1, false_alarms_ = 1, min_share_ = 0.5;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_COMPARE_OPTIONS_HPP
