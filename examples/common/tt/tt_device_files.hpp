/// What tt_device_report prints, and its files.
#ifndef RIDGELINE_EXAMPLES_COMMON_TT_DEVICE_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_DEVICE_FILES_HPP

#include <optional>
#include <string>
#include <vector>

#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/report/device_page.hpp>
#include <ridgeline/tt/sheet/device_files.hpp>
#include <ridgeline/tt/sheet/device_json.hpp>
#include <ridgeline/tt/sheet/device_tables.hpp>
#include <ridgeline/tt/sheet/device_text.hpp>

#include "../advice_options.hpp"
#include "../program.hpp"
#include "tt_device_options.hpp"
#include "tt_logs.hpp"

namespace program {

namespace rl = ridgeline;

/// The files of the original scripts, but for the page and the archive.
inline void write_device_files(file_set& files, const rl::tt_device_result& report, bool has_zones,
                               const device_options& want) {
  const bool has_times = !has_zones || !want.parity;
  if (!want.no_json && has_times)
    files.write("device_chrome_tracing.json", [&](rl::output& to) { write_tt_trace(to, report); });
  if (has_statistics(report)) files.write("device_stats.txt", [&](rl::output& to) { write_tt_device(to, report); });
  if (has_times)
    files.write("device_rearranged_timestamps.csv",
                [&](rl::output& to) { write_tt_rearranged(to, report, want.report.threads); });
  if (!want.no_json)
    files.write("device_analysis_data.json", [&](rl::output& to) { write_tt_analysis_data(to, report); });
}

/// The page where it is requested. Returns it for the dashboard, else nothing: a large log has a large page.
inline std::optional<rl::report_page> write_device_page(file_set& files, const rl::tt_device_result& report,
                                                        const rl::trace_health& health, const device_options& want) {
  if (want.no_plots && want.html.empty() && !want.webapp) return std::nullopt;
  std::optional<rl::report_page> page = tt_device_page(report, want.log);
  if (!want.parity) {
    add_advice(page->tables, health, {});
    put_advice_first(*page, health);
  }
  if (!want.no_plots) files.write("device_perf.html", as_page(*page));
  if (!want.html.empty()) files.write_page(want.html, *page);
  if (!want.webapp) page.reset();
  return page;
}

/// The tables in the requested formats, and those of remarks next to the other files.
inline void write_device_tables(file_set& files, const rl::tt_device_result& report, const rl::trace_health& health,
                                const device_options& want) {
  std::vector<rl::table> tables{rl::tt_statistics_table(report), rl::tt_core_statistics_table(report),
                                rl::quality_table(report.quality)};
  if (!want.parity) add_advice(tables, health, {});
  write_remarks(files, tables, {});
  if (!want.xlsx.empty()) {
    rl::data_quality cut = report.quality;
    files.write_workbook(want.xlsx, tables, {}, cut);
  }
  if (!want.json.empty()) files.write_json(want.json, tables);
}

/// The report on the console: whether to trust the log, and the statistics.
inline void show_device(file_set& files, const rl::tt_device_result& report, const std::string& arch,
                        const rl::trace_health& health, const device_options& want) {
  rl::file_output to(1);
  if (!want.parity) {
    write_headline(to, health, console_width());
    to.write("\n");
  }
  if (has_statistics(report)) write_tt_device(to, report);
  else to.write(arch + " stat print is not supported\n");
  files.flush(to);
}

/// Removes the files of an earlier run that this one did not write, and packs the rest with the log.
inline void archive_device_files(file_set& files, const device_options& want) {
  files.remove_old({"device_perf.html", "device_stats.txt", "device_chrome_tracing.json", "device_analysis_data.json",
                    "device_rearranged_timestamps.csv", "data_quality.csv", "trace_health.csv",
                    "trace_health_sheets.csv"});
  if (want.no_artifacts) files.remove_old({"device_perf_results.tgz"});
  else
    files.archive("device_perf_results.tgz", want.log,
                  want.log.ends_with(".gz") ? "profile_log_device.csv.gz" : "profile_log_device.csv");
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_DEVICE_FILES_HPP
