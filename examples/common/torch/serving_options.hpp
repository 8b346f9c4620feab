/// The options for serving: captures of graphs, steps, modules.
#ifndef RIDGELINE_EXAMPLES_COMMON_SERVING_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_SERVING_OPTIONS_HPP

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/capture/graft.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/serving/steps.hpp>

#include "../beside_trace.hpp"
#include "../program.hpp"

namespace program {

/// Registers its options with the program, and must stay in place until they are parsed.
class serving_options {
 public:
  explicit serving_options(CLI::App& app) : app_(app) {
    app.add_option("--capture_folder", folder_,
                   "traces that a serving engine recorded while it captured its graphs: their ops are shown below the graph launches "
                   "(default: capture_traces, captures or graph_captures next to the trace, if one has captures; not with --parity)");
    app.add_flag("--no_captures", no_captures_, "do not look for captures next to the trace");
    app.add_flag("--serving", serving_, "a serving trace without captures; with --parity the original's report on serving");
    app.add_option("--steady_state", window_,
                   "the report covers a window of the steady state: mixed, decode_only or max_prefilldecode; all: the whole trace, with the sheets "
                   "steps, steady_state, phase_runs")
        ->check(CLI::IsMember({"mixed", "decode_only", "max_prefilldecode", "all"}));
    app.add_option("--num_steps", num_steps_, "steps of a window")->check(CLI::Range(1, 1'000'000))->capture_default_str();
    app.add_option("--steps", steps_, "the report covers these steps of the serving engine, counted from 0: A:B is A to B-1, "
                                      "N is one step (default: all)");
    app.add_option("--step_kind", kind_, "the report covers steps of one kind")
        ->check(CLI::IsMember({"prefill", "decode", "mixed"}));
    concurrency_option_ = app.add_option("--expected_concurrency", concurrency_,
                                         "concurrent requests, for the share of prefills that a mixed window should have")
                              ->check(CLI::PositiveNumber);
    app.add_option("--output_tokens", output_tokens_, "tokens that a request generates, for the same")
        ->check(CLI::PositiveNumber);
    output_ratio_option_ = app.add_option("--output_ratio", output_ratio_, "least output length over the largest, 0 to 1, "
                                                                          "for the same");
    app.add_flag("--group_by_parent_module", by_parent_module_,
                 "split ops_summary_by_category, ops_summary and ops_all by the nearest enclosing nn.Module of each op");
    app.add_flag("--modules", modules_, "write modules and module_tree: GPU time by module of the model");
  }
  serving_options(const serving_options&) = delete;
  serving_options& operator=(const serving_options&) = delete;

  /// Turns on what sheets need that were requested by name; `all` only asks for the sheets that the trace has.
  void turn_on_for(const std::vector<std::string>& sheets) {
    const auto asked = [&](const char* name) { return std::find(sheets.begin(), sheets.end(), name) != sheets.end(); };
    if (asked("all")) modules_ = true;
    if (wants_steps()) return;
    const bool named = asked("steps") || asked("steady_state") || asked("phase_runs") || asked("step_times");
    if (named || asked("all")) window_ = "all";
    if_any_ = !named && asked("all");
  }

  /// Whether the requested options make sense together; reports if not.
  bool are_usable(const std::string& program) {
    if (no_captures_ && !folder_.empty()) {
      say(program + ": --no_captures: --capture_folder names captures");
      return false;
    }
    if (!steps_.empty() && !read_steps()) {
      say(program + ": --steps: expected A:B or N, whole numbers with A below B, found " + steps_);
      return false;
    }
    if (!wants_steps())
      say_what_does_nothing(app_, {"--num_steps", "--expected_concurrency", "--output_tokens", "--output_ratio"},
                            "--steady_state");
    else if (concurrency_ == 0 || output_tokens_ == 0 || output_ratio_option_->count() == 0)
      say_what_does_nothing(app_, {"--output_tokens", "--output_ratio"},
                            "--expected_concurrency, --output_tokens and --output_ratio together");
    return true;
  }

  /// Whether the sheets of steps were requested.
  bool wants_steps() const { return !window_.empty() || !steps_.empty() || !kind_.empty(); }
  /// Whether the report is the original's serving report, with `parity`.
  bool is_serving() const { return serving_ || !folder_.empty() || wants_steps(); }

  void apply(ridgeline::torch_report_options& options, ridgeline::torch_run_options& how, bool parity) const {
    options.serving = parity && is_serving();
    if (options.serving) options.collectives = false;
    options.of_chosen_steps = wants_steps() && !if_any_;
    options.by_parent_module = by_parent_module_;
    options.modules = options.modules || modules_;
    how.python_frames = how.python_frames || by_parent_module_ || options.modules;
  }

  ridgeline::serving_choice choice() const {
    using enum ridgeline::step_phase;
    ridgeline::serving_choice c;
    c.steps = range_;
    if (kind_ == "prefill") c.kind = prefill_only;
    if (kind_ == "decode") c.kind = decode_only;
    if (kind_ == "mixed") c.kind = prefilldecode;
    for (std::size_t w = 0; w < ridgeline::steady_window_names.size(); ++w)
      if (window_ == ridgeline::steady_window_names[w]) c.window = static_cast<ridgeline::steady_window>(w);
    c.steady.steps = num_steps_;
    if (concurrency_option_->count() != 0) c.steady.concurrency = concurrency_;
    if (output_tokens_ > 0) c.steady.output_tokens = output_tokens_;
    if (output_ratio_option_->count() != 0) c.steady.output_ratio = output_ratio_;
    return c;
  }

  /// The requested steps; reports remarks about them.
  ridgeline::serving_run steps(ridgeline::torch_trace& trace, const std::string& program,
                               ridgeline::torch_faults faults) const {
    ridgeline::serving_run run = ridgeline::serving_run_of(trace, choice(), faults);
    if (run.steps.empty() && if_any_) return {};
    if (run.steps.empty() && steps_.empty() && names_steps_on_gpu(trace)) {
      say(program + ": steps are named by ranges of the GPU only, which show no step's host: there are no sheets of "
          "steps; record CPU activities, too");
      return run;
    }
    if (run.steps.empty()) {
      say(program + ": no range of the trace names a step of vLLM (since 2025), SGLang, ATOM or a server of diffusion "
          "models" + (steps_.empty() ? std::string() : " that --steps selects"));
      return run;
    }
    if (run.steady.guessed && window_ != "" )
      say(program + ": no plateau of six steps: the middle of the run is used as its steady state");
    if (!run.all_chosen) say(program + ": the report covers " + std::to_string(run.chosen.size()) + " of " +
                             std::to_string(run.steps_of_trace) + " steps");
    if (const auto asked = choice().steps; asked && asked->last > run.steps_of_trace)
      say(program + ": --steps: the last step of the trace is step " + std::to_string(run.steps_of_trace - 1));
    if (trace.lacks_steps_between)
      say(program + ": the time of the steps left out in between counts as idle");
    if (run.other_ranges != 0)
      say(program + ": " + std::to_string(run.other_ranges) + " ranges named like steps are not counted and belong to "
          "no step (data_quality)");
    const double most = static_cast<double>(run.steady.most_requests);
    if (concurrency_option_->count() != 0 && most != concurrency_)
      say(program + ": --expected_concurrency: the largest step has " + std::to_string(run.steady.most_requests) +
          " requests");
    return run;
  }

  /// The captures for a trace: nothing if none are requested or found. Returns an exit code if requested ones cannot be
  /// used.
  std::optional<int> find_captures(const ridgeline::torch_trace& trace, const std::string& trace_path,
                                   const std::string& program, ridgeline::capture_folder_options reading, bool parity) {
    if (folder_.empty()) {
      if (parity || no_captures_) return std::nullopt;
      captures_found found = captures_beside(trace, trace_path, std::move(reading));
      if (!found.note.empty()) say(program + ": " + found.note);
      captures_ = std::move(found.captures);
      problems_ = std::move(found.problems);
      return std::nullopt;
    }
    if (!has_ops(trace)) {
      say(program + ": --capture_folder: the trace has no ops, so the captures have nothing to link to");
      return wrong_usage;
    }
    reading.rows = ridgeline::rows_of_graphs(trace, reading.faults);
    ridgeline::expected<ridgeline::torch_captures> read = ridgeline::read_capture_folder(folder_, reading);
    if (!read) {
      say(program + ": --capture_folder: " + to_string(read.error()));
      return wrong_usage;
    }
    captures_ = std::move(*read);
    return std::nullopt;
  }
  ridgeline::torch_captures* captures() { return captures_ ? &*captures_ : nullptr; }
  /// The captures that could not be used; call it when the run is made, which reads more of them.
  const ridgeline::data_quality& problems() const { return captures_ ? captures_->problems : problems_; }

 private:
  bool read_steps() {
    const auto whole = [](std::string_view text, std::size_t& value) {
      const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      return error == std::errc{} && stop == text.data() + text.size();
    };
    const std::string_view text = steps_;
    const std::size_t colon = text.find(':');
    ridgeline::step_range r;
    if (colon == text.npos) {
      if (!whole(text, r.first) || r.first == static_cast<std::size_t>(-1)) return false;
      r.last = r.first + 1;
    } else if (!whole(text.substr(0, colon), r.first) || !whole(text.substr(colon + 1), r.last) || r.first >= r.last) {
      return false;
    }
    range_ = r;
    return true;
  }

  const CLI::App& app_;
  std::string folder_, window_, steps_, kind_;
  bool no_captures_ = false, serving_ = false, by_parent_module_ = false, modules_ = false;
  bool if_any_ = false;  // the sheets of steps are wanted if the trace has steps
  std::size_t num_steps_ = ridgeline::steady_options{}.steps;
  double concurrency_ = 0, output_tokens_ = 0, output_ratio_ = 0;
  const CLI::Option* concurrency_option_ = nullptr;
  const CLI::Option* output_ratio_option_ = nullptr;
  std::optional<ridgeline::step_range> range_{};
  std::optional<ridgeline::torch_captures> captures_{};
  ridgeline::data_quality problems_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_SERVING_OPTIONS_HPP
