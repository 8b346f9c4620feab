/// The ops CSV from Tenstorrent logs: Tracy's, op logs of a host stitched with a device run, or a device log alone.

#include <filesystem>
#include <string>
#include <vector>

#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/report/device_ops.hpp>

#include "common/input_kind.hpp"
#include "common/memory_option.hpp"
#include "common/program.hpp"
#include "common/tt/tt_logs.hpp"
#include "common/tt/tt_ops_files.hpp"
#include "common/tt/tt_ops_options.hpp"
#include "common/tt/tt_tracy_files.hpp"

namespace rl = ridgeline;

namespace {

int report_device_log(const program::ops_request& want) {
  if (program::is_input_of("tt_ops_report", {want.json, want.html, want.xlsx}, want.device_log))
    return program::wrong_usage;
  program::progress_bar bar("reading");
  rl::read_options reading;
  reading.threads = want.threads;
  reading.progress = bar.listener();
  const rl::expected<rl::tt_device_log> log = rl::read_tt_device_log(want.device_log, reading, want.faults);
  if (!log) {
    program::say("tt_ops_report: " + to_string(log.error()) +
                 program::other_reader(want.device_log, "tt_device_report"));  // which reads the same
    return program::unusable_input;
  }
  if (const std::optional<rl::failure> why = rl::why_no_marker(*log)) {
    program::say("tt_ops_report: " + to_string(*why));
    return program::unusable_input;
  }
  if (!log->has_zones()) {
    program::say("tt_ops_report: " + want.device_log +
                 ": has no column \"zone name\", and so no ops; tt_device_report reports on it");
    return program::unusable_input;
  }
  bar.step("analysing");
  rl::tt_device_options options;
  options.faults = want.faults;
  options.threads = want.threads;
  const rl::tt_device_result device = rl::report_tt_device(*log, options);
  rl::host_zones zones;
  if (!program::read_zones(want, zones)) return program::unusable_input;
  rl::tt_ops_report ops = rl::report_tt_device_ops(device);
  ops.quality.merge(zones.quality);
  const rl::tt_ops_report gaps = rl::report_tt_core_gaps(device);
  rl::trace_health health;
  program::check_ops(want, ops, device.doubts, health);
  program::file_set files("tt_ops_report", want.out, want.threads);
  if (!files.make_folder()) return program::unusable_input;
  const std::string name = program::ops_name(want) + ".csv";
  std::vector<rl::table> tables{tt_ops_report_table(ops),
                                tt_ops_report_table(gaps).renamed("per_core_op_to_op_times"),
                                rl::quality_table(ops.quality)};
  files.write(name, program::as_csv(tables[0], want.csv, want.threads));
  files.write("per_core_op_to_op_times.csv", program::as_csv(tables[1], want.csv));
  if (!want.zones.empty()) tables.insert(tables.end() - 1, rl::host_zones_table(zones));
  program::write_health(want, files, health, tables);
  program::write_ops_tables(want, files, ops, tables, want.device_log, health);
  files.remove_old(program::ops_files);
  bar.clear();
  const std::string csv = (std::filesystem::path(want.out) / name).string();
  program::show_ops(want, files, csv, tt_op_times(ops), health);
  program::say("ops CSV: " + csv);
  const int code = program::finish(want, ops.quality, health, ops.rows.empty(), files.good());
  return program::serve_ops(want, ops, tables, want.device_log, "", health, code);
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("Makes the ops CSV from Tenstorrent logs: Tracy's (tracy_ops_data.csv), or op logs (logs/ops, logs/ops_device)",
                           "tt_ops_report");
  program::ops_request want;
  program::ops_options shared(want);
  bool device_only = false, no_webapp = false;
  app.add_option("logs,-i,--ops-folder", want.logs,
                 "folder of the logs (default: generated/profiler/.logs where it has Tracy's, else logs/ops, else "
                 "generated/profiler/.logs/ops)");
  shared.add_names(app);
  app.add_flag("--device-only", device_only, "report on a device log alone");
  app.add_option("-d,--device-input-log", want.device_log,
                 "with --device-only: the log, or cpp_device_perf_report.csv, - for standard input (default: "
                 "logs/profile_log_device.csv, else that of generated/profiler/.logs)");
  app.add_option("-p,--port", want.dashboard.port, "port of the dashboard; 0: any free port")
      ->check(CLI::Range(0, 65535))->capture_default_str();
  app.add_option("--host", want.dashboard.host, "address that the dashboard listens at; 0.0.0.0: all")
      ->capture_default_str();
  app.add_flag("--webapp", want.webapp, "serve the page, its tables and the archive over HTTP until Ctrl-C");
  app.add_flag("--no-webapp", no_webapp, "no dashboard, which is the default; overrides --webapp");
  app.add_option("--host-zones", want.zones, "statistics of zones as Tracy's csvexport writes them; adds host_zones");
  shared.add_files(app);
  const program::memory_option memory(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  memory.hold("tt_ops_report");
  want.device_log = program::input_path(want.device_log);
  const auto usage = [](const std::string& why) {
    program::say("tt_ops_report: " + why);
    return program::wrong_usage;
  };
  if (no_webapp) want.webapp = false;
  if (!want.webapp) program::say_what_does_nothing(app, {"--host", "--port"}, "--webapp");
  if (const std::string wrong = shared.settle(); !wrong.empty()) return usage(wrong);
  if (!shared.are_checks()) return program::wrong_usage;
  want.date = shared.date();
  const bool given = !want.logs.empty();
  const rl::tt_log_folder found = rl::tt_log_folder_at(given ? want.logs : "generated/profiler/.logs");
  if (device_only) {
    std::error_code ignored;
    if (want.device_log.empty() && given) {
      const std::filesystem::path in = found.path.empty() ? want.logs : found.path;
      const bool folder = std::filesystem::is_directory(in, ignored);
      want.device_log = !found.device_log.empty() ? found.device_log
                        : folder                  ? (in / "profile_log_device.csv").string()
                                                  : program::input_path(want.logs);
    }
    if (want.device_log.empty()) want.device_log = program::default_device_log();
    if (!rl::is_tt_device_report(want.device_log)) return report_device_log(want);
    want.logs = want.device_log;
    return program::report_tracy_logs(want);
  }
  if (!want.device_log.empty()) return usage("--device-input-log needs --device-only");
  if (found.host) {
    want.logs = found.path;
    if (program::is_input_of("tt_ops_report", {want.json, want.html, want.xlsx}, want.logs)) return program::wrong_usage;
    return program::report_tracy_logs(want);
  }
  if (!given) want.logs = program::first_there({"logs/ops", "generated/profiler/.logs/ops"});
  std::error_code why;
  const bool folder = std::filesystem::is_directory(want.logs, why);
  if (found.device_alone && (given ? !program::holds_op_logs(found.path) : !folder)) {
    want.device_log = found.device_log;
    program::say("tt_ops_report: " + found.path + " has a device log and no logs of the host: --device-only");
    return report_device_log(want);
  }
  if (folder && given) want.logs = program::ops_folder_in(want.logs);
  if (!folder) {
    program::say("tt_ops_report: " +
                 (!given ? "found neither generated/profiler/.logs with Tracy's logs nor logs/ops nor "
                           "generated/profiler/.logs/ops; --ops-folder names the logs"
                  : why  ? want.logs + ": cannot be read: " + why.message()
                         : want.logs + ": expected a folder" + program::other_reader(want.logs, "tt_ops_report")));
    return program::unusable_input;
  }
  if (program::is_input_of("tt_ops_report", {want.json, want.html, want.xlsx}, want.logs)) return program::wrong_usage;
  return program::report_op_logs(want);
}
