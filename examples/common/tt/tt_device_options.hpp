/// The options of tt_device_report.
#ifndef RIDGELINE_EXAMPLES_COMMON_TT_DEVICE_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_DEVICE_OPTIONS_HPP

#include <optional>
#include <string>
#include <utility>

#include <CLI/App.hpp>

#include <ridgeline/core/faults.hpp>
#include <ridgeline/tt/advise/log_health.hpp>
#include <ridgeline/tt/read/analysis_file.hpp>
#include <ridgeline/tt/report/device.hpp>

#include "../advice_options.hpp"
#include "../dashboard.hpp"
#include "../memory_option.hpp"
#include "../program.hpp"
#include "../written_files.hpp"
#include "tt_logs.hpp"

namespace program {

namespace rl = ridgeline;

/// Registers the options with the program, and must stay in place until the report is written.
class device_options {
 public:
  explicit device_options(CLI::App& app) : app_(app) {
    app.add_option("-s,--setup", setup_, "analyses in front of the default ones: " + setup_names())
        ->capture_default_str();
    app.add_option("log,-d,--device-input-log", log,
                   "the log (also .gz), - for standard input (default: logs/profile_log_device.csv, else that of "
                   "generated/profiler/.logs)");
    app.add_option("-o,--output-folder", out, "where files are written; other files there are kept")
        ->capture_default_str();
    app.add_option("--analyses", analyses_, "more analyses, from this JSON file");
    app.add_option("-p,--port", dashboard.port, "port of the dashboard; 0: any free port")
        ->check(CLI::Range(0, 65535))->capture_default_str();
    app.add_option("--host", dashboard.host, "address that the dashboard listens at; 0.0.0.0: all")
        ->capture_default_str();
    app.add_flag("-q,--no-print-stats,--quiet", quiet_, "do not print the statistics");
    app.add_flag("--webapp", webapp, "serve the page, its tables and the archive over HTTP until Ctrl-C");
    app.add_flag("--no-webapp", no_webapp_, "no dashboard, which is the default; overrides --webapp");
    app.add_flag("--no-plots", no_plots, "no device_perf.html");
    app.add_flag("--no-artifacts", no_artifacts, "no device_perf_results.tgz");
    app.add_flag("--no-op-detection", no_ops_, "zone logs: only analyses across cores");
    app.add_flag("--no-json", no_json, "no device_analysis_data.json and no device_chrome_tracing.json");
    app.add_option("--json", json, "write all tables to this file");
    app.add_option("--html", html, "write the page to this file too");
    app.add_option("--xlsx", xlsx, "write all tables to this workbook");
    app.add_flag("--parity", parity, "the numbers of the log's own generation of scripts, their known faults included");
    health_.emplace(app, "tt_device_report");
    app.add_flag("--strict", strict,
                 "exit 3 when part of the input was left out, or the log does not support part of the report");
    add_threads(app, report.threads, "threads for reading and writing");
    memory_.emplace(app);
  }
  device_options(const device_options&) = delete;
  device_options& operator=(const device_options&) = delete;

  /// After parsing: settles what the options mean together; reports what is wrong or has no effect. Returns the exit
  /// code to end with, if any.
  int settle() {
    memory_->hold("tt_device_report");
    if (!health_->are_checks(rl::health_of(rl::tt_log_doubts()))) return wrong_usage;
    webapp = webapp && !no_webapp_;
    if (!webapp) say_what_does_nothing(app_, {"--host", "--port"}, "--webapp");
    log = input_path(log);
    report.setup = rl::tt::setup_named(setup_);
    if (report.setup == nullptr) {
      say("tt_device_report: --setup " + setup_ + " is not known (" + setup_names() + ")");
      return wrong_usage;
    }
    report.ops = !no_ops_;
    if (parity) report.faults = rl::all_on<rl::tt_log_faults>();
    if (log.empty()) log = default_device_log();
    if (is_input_of("tt_device_report", {json, html, xlsx}, log)) return wrong_usage;
    rl::expected<rl::tt_own_analyses> own = rl::tt_own_analyses{};
    if (!analyses_.empty()) own = rl::read_tt_analyses(analyses_);
    if (!own) {
      say("tt_device_report: " + to_string(own.error()));
      return unusable_input;
    }
    own_ = *std::move(own);
    report.more = own_.all;
    return success;
  }
  /// Whether the report is on the console.
  bool shows() const { return !quiet_ && !writes_standard_output(); }
  /// What the log supports, without the ignored checks; nothing with `--parity`.
  rl::trace_health health_of(const rl::tt_log_doubts& doubts) const {
    rl::trace_health health;
    if (parity) return health;
    health = rl::health_of(doubts);
    health_->ignore(health);
    return health;
  }

  std::string log{}, out = "output/device", json{}, html{}, xlsx{};
  rl::tt_device_options report{};
  dashboard_options dashboard{};
  bool webapp = false, no_plots = false, no_artifacts = false, no_json = false, parity = false, strict = false;

 private:
  const CLI::App& app_;
  std::string setup_ = "default_setup", analyses_{};
  bool quiet_ = false, no_webapp_ = false, no_ops_ = false;
  rl::tt_own_analyses own_{};  // to which the report's options refer
  std::optional<health_options> health_{};
  std::optional<memory_option> memory_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_DEVICE_OPTIONS_HPP
