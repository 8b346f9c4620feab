/// The options of gpu_report.
#ifndef RIDGELINE_EXAMPLES_COMMON_GPU_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_GPU_OPTIONS_HPP

#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <ridgeline/advise/gpu_trace.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/gpu/report/report.hpp>

#include "../advice_options.hpp"
#include "../comm_pattern.hpp"
#include "../program.hpp"
#include "../reading_options.hpp"
#include "../sheet_options.hpp"
#include "../table_files.hpp"
#include "../torch/short_kernel_options.hpp"

namespace program {

namespace rl = ridgeline;

/// Registers the options with the program, and must stay in place until the report is written.
class gpu_options {
 public:
  explicit gpu_options(CLI::App& app) : app_(app) {
    app.add_option("trace", trace, "the trace, - for standard input")->required();
    files.emplace(app, "gpu_report");
    files->offer_events(app);
    sheets.emplace(app);
    app.add_flag("--gpu_trace", report.trace, "write gpu_trace: a row for each piece of GPU work");
    short_kernels_.emplace(app, report);
    micro_idle_option_ =
        app.add_option("--micro_idle_thresh_us", micro_idle_,
                       "split idle time: gaps shorter than this are micro idle, in us (default: not split)")
            ->check(CLI::NonNegativeNumber);
    patterns.emplace(app, false);
    advice.emplace(app, "gpu_report");
    app.add_flag("--parity", parity_, "accepted; changes nothing");
    app.add_flag("--strict", strict,
                 "exit 3 when part of the input was left out, or the trace does not hold what the report rests on");
    reading.emplace(app);
  }
  gpu_options(const gpu_options&) = delete;
  gpu_options& operator=(const gpu_options&) = delete;

  /// After parsing: settles what the options mean together; reports what is wrong or has no effect. False if it is
  /// wrong.
  bool settle() {
    reading->hold_memory("gpu_report");
    trace = input_path(trace);
    if (!patterns->add_to(communication, "gpu_report")) return false;
    report.communication = &communication;
    const rl::gpu_trace empty;
    const rl::gpu_activity none = rl::activity_of(empty);
    if (!advice->are_usable(rl::health_of(empty, none, rl::gpu_replay(none)), false)) return false;
    if (micro_idle_option_->count() != 0) report.micro_idle_below = micro_idle_;
    known_ = rl::gpu_sheet_names();
    if (!sheets->are_known("gpu_report", known_)) return false;
    if (files->would_replace(trace) || advice->would_replace(trace)) return false;
    files->can_write(known_), files->write_by(reading->threads());
    if (!sheets->names().empty()) {
      report.trace = report.trace || sheets->wants("gpu_trace");
      report.short_kernels = report.short_kernels || sheets->wants("short_kernels_histogram") ||
                             sheets->wants("short_kernels_all_details");
    }
    short_kernels_->say_what_is_off();
    files->say_what_is_off(app_);
    return true;
  }

  std::string trace{};
  bool strict = false;
  rl::gpu_report_options report{};
  rl::gpu::communication_table communication{};  ///< the rules of `report`
  std::optional<table_files> files{};
  std::optional<sheet_options> sheets{};
  std::optional<comm_pattern> patterns{};
  std::optional<advice_options> advice{};
  std::optional<reading_options> reading{};

 private:
  const CLI::App& app_;
  double micro_idle_ = 0;
  const CLI::Option* micro_idle_option_ = nullptr;
  bool parity_ = false;
  std::vector<std::string> known_{};  // names of sheets, to which `files` refers
  std::optional<short_kernel_options<rl::gpu_report_options>> short_kernels_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_GPU_OPTIONS_HPP
