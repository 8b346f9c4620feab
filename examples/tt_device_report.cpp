/// Statistics, tables and traces from a Tenstorrent device log: how long firmware and kernels ran, on which core.

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/report/device.hpp>

#include "common/advice_options.hpp"
#include "common/input_kind.hpp"
#include "common/program.hpp"
#include "common/serve.hpp"
#include "common/tt/tt_device_files.hpp"
#include "common/tt/tt_device_options.hpp"
#include "common/tt/tt_logs.hpp"

namespace rl = ridgeline;

int main(int argc, char** argv) {
  program::application app("Statistics and traces from a Tenstorrent device log (profile_log_device.csv)",
                           "tt_device_report");
  program::device_options want(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (const int code = want.settle(); code != program::success) return code;

  program::progress_bar bar("reading");
  rl::read_options reading;
  reading.threads = want.report.threads;
  reading.progress = bar.listener();
  const rl::expected<rl::tt_device_log> log = rl::read_tt_device_log(want.log, reading, want.report.faults);
  bar.step("analysing");
  if (!log) {
    program::say("tt_device_report: " + to_string(log.error()) + program::other_reader(want.log, "tt_device_report"));
    return program::unusable_input;
  }
  if (const std::optional<rl::failure> why = rl::why_no_marker(*log)) {
    program::say("tt_device_report: " + to_string(*why));
    return program::unusable_input;
  }
  const rl::tt_device_result report = rl::report_tt_device(*log, want.report);
  const rl::trace_health health = want.health_of(report.doubts);

  program::file_set files("tt_device_report", want.out, want.report.threads);
  if (!files.make_folder()) return program::unusable_input;
  program::write_device_files(files, report, log->has_zones(), want);
  std::optional<rl::report_page> page = program::write_device_page(files, report, health, want);
  program::write_device_tables(files, report, health, want);
  bar.clear();
  if (want.shows()) program::show_device(files, report, log->arch, health, want);
  program::archive_device_files(files, want);

  if (log->markers.empty()) program::say("the log has no markers: the report is empty");
  else if (report.found.empty())
    program::say("no analysis has a sample: the log has " + rl::what_is_marked(*log) + "; --analyses measures those");
  program::say_quality(report.quality);
  if (!files.good()) return program::unusable_input;
  if (want.webapp) {
    const std::string archive =
        want.no_artifacts ? "" : (std::filesystem::path(want.out) / "device_perf_results.tgz").string();
    const int code = program::serve_report("tt_device_report", want.dashboard, std::move(*page), archive);
    if (code != program::success) return code;
  }
  return program::strict_code("tt_device_report", want.strict, report.quality, health);
}
