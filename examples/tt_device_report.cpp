/// Statistics, tables and traces from a Tenstorrent device log: how long firmware and kernels ran, on which core.

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/core/faults.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/advise/log_health.hpp>
#include <ridgeline/tt/read/analysis_file.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/report/device_page.hpp>
#include <ridgeline/tt/sheet/device_files.hpp>
#include <ridgeline/tt/sheet/device_json.hpp>
#include <ridgeline/tt/sheet/device_tables.hpp>
#include <ridgeline/tt/sheet/device_text.hpp>

#include "common/advice_options.hpp"
#include "common/input_kind.hpp"
#include "common/memory_option.hpp"
#include "common/program.hpp"
#include "common/serve.hpp"
#include "common/tt_logs.hpp"

namespace rl = ridgeline;

int main(int argc, char** argv) {
  program::application app("Statistics and traces from a Tenstorrent device log (profile_log_device.csv)", "tt_device_report");
  std::string setup = "default_setup", log_path, out = "output/device", analyses, json, html, xlsx;
  program::dashboard_options dashboard;
  bool quiet = false, no_webapp = false, webapp = false, no_plots = false, no_artifacts = false, no_ops = false;
  bool no_json = false, parity = false, strict = false;
  unsigned threads = rl::default_threads();
  app.add_option("-s,--setup", setup, "analyses in front of the default ones: " + program::setup_names())
      ->capture_default_str();
  app.add_option("log,-d,--device-input-log", log_path,
                 "the log (also .gz), - for standard input (default: logs/profile_log_device.csv, else that of generated/profiler/.logs)");
  app.add_option("-o,--output-folder", out, "where files are written; other files there are kept")->capture_default_str();
  app.add_option("--analyses", analyses, "more analyses, from this JSON file");
  app.add_option("-p,--port", dashboard.port, "port of the dashboard; 0: any free port")
      ->check(CLI::Range(0, 65535))->capture_default_str();
  app.add_option("--host", dashboard.host, "address that the dashboard listens at; 0.0.0.0: all")->capture_default_str();
  app.add_flag("-q,--no-print-stats,--quiet", quiet, "do not print the statistics");
  app.add_flag("--webapp", webapp, "serve the page, its tables and the archive over HTTP until Ctrl-C");
  app.add_flag("--no-webapp", no_webapp, "no dashboard, which is the default; overrides --webapp");
  app.add_flag("--no-plots", no_plots, "no device_perf.html");
  app.add_flag("--no-artifacts", no_artifacts, "no device_perf_results.tgz");
  app.add_flag("--no-op-detection", no_ops, "zone logs: only analyses across cores");
  app.add_flag("--no-json", no_json, "no device_analysis_data.json and no device_chrome_tracing.json");
  app.add_option("--json", json, "write all tables to this file");
  app.add_option("--html", html, "write the page to this file too");
  app.add_option("--xlsx", xlsx, "write all tables to this workbook");
  app.add_flag("--parity", parity, "the numbers of the log's own generation of scripts, their known faults included");
  const program::health_options checked(app, "tt_device_report");
  app.add_flag("--strict", strict, "exit 3 when part of the input was left out, or the log does not support part of the report");
  program::add_threads(app, threads, "threads for reading and writing");
  const program::memory_option memory(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  memory.hold("tt_device_report");
  if (!checked.are_checks(rl::health_of(rl::tt_log_doubts()))) return program::wrong_usage;
  if (!webapp || no_webapp) program::say_what_does_nothing(app, {"--host", "--port"}, "--webapp");
  log_path = program::input_path(log_path);
  rl::tt_device_options options;
  options.setup = rl::tt::setup_named(setup);
  if (options.setup == nullptr) {
    program::say("tt_device_report: --setup " + setup + " is not known (" + program::setup_names() + ")");
    return program::wrong_usage;
  }
  options.ops = !no_ops;
  if (parity) options.faults = rl::all_on<rl::tt_log_faults>();
  if (log_path.empty())
    log_path = program::first_there({"logs/profile_log_device.csv", "generated/profiler/.logs/profile_log_device.csv"});

  if (program::is_input_of("tt_device_report", {json, html, xlsx}, log_path)) return program::wrong_usage;
  rl::expected<rl::tt_own_analyses> own = rl::tt_own_analyses{};
  if (!analyses.empty()) own = rl::read_tt_analyses(analyses);
  if (!own) {
    program::say("tt_device_report: " + to_string(own.error()));
    return program::unusable_input;
  }
  options.more = own->all;
  program::progress_bar bar("reading");
  rl::read_options reading;
  reading.threads = options.threads = threads;
  reading.progress = bar.listener();
  const rl::expected<rl::tt_device_log> log = rl::read_tt_device_log(log_path, reading, options.faults);
  bar.step("analysing");
  if (!log) {
    program::say("tt_device_report: " + to_string(log.error()) + program::other_reader(log_path, "tt_device_report"));
    return program::unusable_input;
  }
  if (const std::optional<rl::failure> why = rl::why_no_marker(*log)) {
    program::say("tt_device_report: " + to_string(*why));
    return program::unusable_input;
  }
  const rl::tt_device_result report = rl::report_tt_device(*log, options);
  rl::trace_health health;
  if (!parity) {
    health = rl::health_of(report.doubts);
    checked.ignore(health);
  }
  program::file_set files("tt_device_report", out, options.threads);
  if (!files.make_folder()) return program::unusable_input;

  const bool markers = !log->has_zones();
  if (!no_json && (markers || !parity))
    files.write("device_chrome_tracing.json", [&](rl::output& to) { write_tt_trace(to, report); });
  if (has_statistics(report)) files.write("device_stats.txt", [&](rl::output& to) { write_tt_device(to, report); });
  if (markers || !parity)
    files.write("device_rearranged_timestamps.csv", [&](rl::output& to) { write_tt_rearranged(to, report, threads); });
  if (!no_json)
    files.write("device_analysis_data.json", [&](rl::output& to) { write_tt_analysis_data(to, report); });
  const bool serves = webapp && !no_webapp;
  std::optional<rl::report_page> page;
  if (!no_plots || !html.empty() || serves) {
    page = tt_device_page(report, log_path);
    if (!parity) {
      program::add_advice(page->tables, health, {});
      program::put_advice_first(*page, health);
    }
    if (!no_plots) files.write("device_perf.html", program::as_page(*page));
    if (!html.empty()) files.write_page(html, *page);
    if (!serves) page.reset();  // a large log has a large page
  }
  std::vector<rl::table> tables{rl::tt_statistics_table(report), rl::tt_core_statistics_table(report),
                                rl::quality_table(report.quality)};
  for (const rl::table& t : tables)
    if (t.name() == "data_quality" && t.rows() != 0) files.write("data_quality.csv", program::as_csv(t, {}));
  if (!parity) {
    program::add_advice(tables, health, {});
    for (const rl::table& t : tables)
      if (t.name().starts_with("trace_health"))
        files.write(std::string(t.name()) + ".csv", program::as_csv(t, {}));
  }
  if (!xlsx.empty()) {
    rl::data_quality cut = report.quality;
    files.write_workbook(xlsx, tables, {}, cut);
  }
  if (!json.empty()) files.write_json(json, tables);
  bar.clear();
  if (!quiet && !program::writes_standard_output()) {
    rl::file_output to(1);
    if (!parity) {
      write_headline(to, health, program::console_width());
      to.write("\n");
    }
    if (has_statistics(report)) {
      write_tt_device(to, report);
    } else {
      to.write(log->arch + " stat print is not supported\n");
    }
    files.flush(to);
  }
  files.remove_old({"device_perf.html", "device_stats.txt", "device_chrome_tracing.json", "device_analysis_data.json",
                    "device_rearranged_timestamps.csv", "data_quality.csv", "trace_health.csv", "trace_health_sheets.csv"});
  if (no_artifacts) files.remove_old({"device_perf_results.tgz"});
  if (!no_artifacts)
    files.archive("device_perf_results.tgz", log_path,
                  log_path.ends_with(".gz") ? "profile_log_device.csv.gz" : "profile_log_device.csv");
  if (log->markers.empty()) program::say("the log has no markers: the report is empty");
  else if (report.found.empty())
    program::say("no analysis has a sample: the log has " + rl::what_is_marked(*log) + "; --analyses measures those");
  program::say_quality(report.quality);
  if (!files.good()) return program::unusable_input;
  if (serves) {
    const std::string archive = no_artifacts ? "" : (std::filesystem::path(out) / "device_perf_results.tgz").string();
    const int code = program::serve_report("tt_device_report", dashboard, std::move(*page), archive);
    if (code != program::success) return code;
  }
  return program::strict_code("tt_device_report", strict, report.quality, health);
}
