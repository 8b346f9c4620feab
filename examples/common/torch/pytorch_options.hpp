/// The options of pytorch_report.
#ifndef RIDGELINE_EXAMPLES_COMMON_PYTORCH_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_PYTORCH_OPTIONS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/App.hpp>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/read/memory_limit.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/torch/path/critical_path.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/extension_table.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "../advice_options.hpp"
#include "../chip_options.hpp"
#include "../comm_pattern.hpp"
#include "../program.hpp"
#include "../reading_options.hpp"
#include "../sheet_options.hpp"
#include "../table_files.hpp"
#include "path_options.hpp"
#include "phase_options.hpp"
#include "pytorch_files.hpp"
#include "serving_options.hpp"
#include "short_kernel_options.hpp"

namespace program {

namespace rl = ridgeline;

/// Registers the options with the program, and must stay in place until the report is written. `added` and
/// `communication` are those of the program's extension.
class pytorch_options {
 public:
  pytorch_options(CLI::App& app, const rl::torch_extension_table& added, rl::gpu::communication_table rules)
      : communication(std::move(rules)), app_(app), added_(added) {
    app.add_option("trace,--profile_json_path", trace, "the trace, .json or .json.gz, - for standard input")
        ->required();
    files.emplace(app, "pytorch_report", "TRACE_perf_report.xlsx");
    files->offer_events(app);
    most_ops_option_ = app.add_option("--topk_ops", most_ops_,
                                      "keep this many rows of ops_all (default: all; ignored with --parity)");
    most_rooflines_option_ =
        app.add_option("--topk_roofline_ops", most_rooflines_,
                       "keep this many rows of each roofline sheet (default: all; ignored with --parity)");
    sheets.emplace(app);
    chip.emplace(app, added.chips);
    app.add_option("--inductor_cache_dir", inductor,
                   "what TorchInductor compiled, for kernels without arguments in the trace (default: "
                   "$TORCHINDUCTOR_CACHE_DIR, ~/.cache/torchinductor, /tmp/torchinductor_USER)");
    app.add_option("--extension_file", extension_file_,
                   "a Python file of the original; refused: see examples/custom_op.cpp");
    app.add_flag("--include_unlinked_kernels", report.unlinked_kernels,
                 "gpu_timeline also counts the GPU work that no launch in the trace reaches, and with it the total "
                 "times that kernel_summary, short kernels and modules refer to; ops_all_kl_overlap looks at it");
    micro_idle_option_ =
        app.add_option("--micro_idle_thresh_us", micro_idle_,
                       "split idle time: gaps shorter than this are micro idle, in us (default: not split)")
            ->check(CLI::NonNegativeNumber);
    app.add_flag("--enable_kernel_summary", report.kernel_summary, "write kernel_summary");
    short_kernels_.emplace(app, report);
    app.add_flag("--disable_coll_analysis", no_collectives_, "no coll_analysis sheet");
    app.add_flag("--include_first_occurrence_time", report.first_occurrence,
                 "ops_all shows when each op first ran, in us");
    app.add_flag("--group_by_num_kernels", report.by_number_of_kernels,
                 "ops_all splits ops by how many kernels they launch");
    app.add_flag("--include_overlap_info", report.overlaps,
                 "write ops_all_kl_overlap: what runs at the same time as each op's work");
    app.add_flag("--enable_pseudo_ops", run.pseudo_ops,
                 "give the kernels of serving engines their own ops; some need Python frames, see "
                 "--include_call_stack");
    app.add_flag("--detect_recompute", run.recompute, "separate what activation checkpointing runs a second time");
    app.add_flag("--include_call_stack", call_stack_,
                 "unified_perf_summary shows where ops are called from; adds Python frames to the call tree");
    path.emplace(app);
    phases_.emplace(app);
    serving.emplace(app);
    comm_pattern_.emplace(app);
    advice.emplace(app, "pytorch_report");
    app.add_flag("--parity", parity,
                 "the numbers and sheet names of TraceLens (commit 171dd747), its known faults included");
    app.add_flag("--strict", strict,
                 "exit 3 when part of the input was left out, or the trace does not support part of the report");
    reading.emplace(app);
  }
  pytorch_options(const pytorch_options&) = delete;
  pytorch_options& operator=(const pytorch_options&) = delete;

  /// After parsing: settles what the options mean together; reports what is wrong or has no effect. Returns the exit
  /// code to end with, if any.
  int settle() {
    reading->hold_memory("pytorch_report");
    trace = input_path(trace);
    if (!extension_file_.empty()) {
      say("pytorch_report: --extension_file: Python files cannot be run; ops are added at compile time, as "
          "examples/custom_op.cpp shows");
      return wrong_usage;
    }
    if (!comm_pattern_->add_to(communication, "pytorch_report")) return wrong_usage;
    const rl::torch_trace empty;
    if (!advice->are_usable(rl::health_of(rl::torch_profile(empty)), parity)) return wrong_usage;
    settle_report();
    if (!serving->are_usable("pytorch_report")) return wrong_usage;
    if (const int code = chip->find("pytorch_report"); code != success) return code;
    report.roofs = chip->roofs();
    if (files->would_replace(trace) || advice->would_replace(trace) || !path->check("pytorch_report", trace))
      return wrong_usage;
    if (!settle_sheets()) return wrong_usage;
    settle_run();
    if (!settle_files()) return wrong_usage;
    say_size();
    return success;
  }

  /// How captures of graphs are read.
  rl::capture_folder_options reading_captures() const {
    return {reading->threads(), reading->inflate_limit(), run.faults, {}};
  }
  /// Adds remarks on patterns of --comm_pattern that match nothing, once the run is made.
  void judge_patterns(rl::data_quality& quality) const { comm_pattern_->judge(communication, quality, parity); }
  /// Reports options on phases that the method for a run does not read.
  void say_what_phases_ignore(const rl::torch_profile& of) const {
    phases_->say_what_is_unread(of, report.phases, report.kernel_summary);
  }

  std::string trace{}, inductor{};
  bool parity = false, strict = false;
  rl::torch_report_options report{};
  rl::torch_run_options run{};
  rl::gpu::communication_table communication;  ///< the rules of `run`
  std::optional<table_files> files{};
  std::optional<sheet_options> sheets{};
  std::optional<chip_options> chip{};
  std::optional<path_options> path{};
  std::optional<serving_options> serving{};
  std::optional<advice_options> advice{};
  std::optional<reading_options> reading{};

 private:
  /// The contents of the report, and the names of its sheets.
  void settle_report() {
    report.collectives = !no_collectives_;
    report.phases = phases_->chosen();
    report.original_names = parity;
    report.call_stacks = call_stack_;
    report.threads = reading->threads();
    if (most_ops_option_->count() != 0 && !parity) report.most_ops = most_ops_;
    if (most_rooflines_option_->count() != 0 && !parity) report.most_roofline_rows = most_rooflines_;
    if (micro_idle_option_->count() != 0) report.micro_idle_below = micro_idle_;
    if (parity) report.model_faults = rl::torch_model_faults::parity(), files->as_original();
    sheets->take_spellings(rl::torch_sheet_spellings, parity);
    sheets->need({{"critical_path_edges", {"--parity", "--cp_edges"}, {}},
                  {"kernel_sequences", {"--kernel_sequence_op"}, "TEXT"}});
    if (!parity) serving->turn_on_for(sheets->names());
  }

  /// Turns on what the requested sheets need. False if one is unknown.
  bool settle_sheets() {
    known_ = rl::torch_sheet_names(added_, parity);
    const std::vector<std::string> of_path = rl::path_sheet_names();
    known_.insert(known_.end(), of_path.begin(), of_path.end());
    for (const std::string& name : sheets->names())
      if ((name == "all" && !parity) || std::find(of_path.begin(), of_path.end(), name) != of_path.end())
        path->turn_on(name == "all");
    path->say_what_is_off(parity);
    const bool of_any_name = added_.add_tables != nullptr;  // a user's sheets
    if (!of_any_name && !sheets->are_known("pytorch_report", known_)) return false;
    rl::add_sheets(report, sheets->names());
    short_kernels_->say_what_is_off();
    files->say_what_is_off(app_);
    return true;
  }

  /// How the trace becomes a run.
  void settle_run() {
    std::error_code no_folder;
    if (!inductor.empty() && !std::filesystem::is_directory(inductor, no_folder))
      say("pytorch_report: --inductor_cache_dir: there is no folder " + inductor);
    if (parity && report.phases && report.phases->method == rl::phase_method::automatic)
      report.phases->method = rl::phase_method::hybrid;
    run.communication = &communication;
    run.python_frames = call_stack_;
    run.threads = reading->threads();
    if (parity) run.faults = rl::torch_faults::parity();
    serving->apply(report, run, parity);
  }

  /// Where the report goes. False if there is no place for it.
  bool settle_files() {
    report.charts = files->wants_page();
    files->can_write(known_), files->write_by(reading->threads());
    if (!rl::is_written_in_place(trace)) {
      files->default_to(workbook_beside(trace));
    } else if (is_stream(trace) && !files->any() && sheets->quiet()) {
      say("pytorch_report: " + trace + ": no file can be written next to it: name an output, --xlsx FILE");
      return false;
    }
    return true;
  }

  /// Reports a trace that may be too large for the machine.
  void say_size() const {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(trace, unknown);
    if (const std::string note = unknown ? "" : rl::note_on_size(size, rl::memory_limit()); !note.empty())
      say("pytorch_report: " + trace + ": " + note);
  }

  const CLI::App& app_;
  rl::torch_extension_table added_;
  std::string extension_file_{};
  std::size_t most_ops_ = 0, most_rooflines_ = 0;
  double micro_idle_ = 0;
  const CLI::Option *most_ops_option_ = nullptr, *most_rooflines_option_ = nullptr, *micro_idle_option_ = nullptr;
  bool no_collectives_ = false, call_stack_ = false;
  std::vector<std::string> known_{};  // names of sheets, to which `files` refers
  std::optional<short_kernel_options<rl::torch_report_options>> short_kernels_{};
  std::optional<phase_options> phases_{};
  std::optional<comm_pattern> comm_pattern_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PYTORCH_OPTIONS_HPP
