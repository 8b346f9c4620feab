#ifndef RIDGELINE_EXAMPLES_COMMON_TT_TRACY_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_TRACY_FILES_HPP

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <ridgeline/tt/read/ops_log.hpp>
#include <ridgeline/tt/read/tracy_folder.hpp>
#include <ridgeline/tt/report/tracy_ops.hpp>

#include "../child.hpp"
#include "op_log_folders.hpp"
#include "tt_ops_files.hpp"

/// The ops report of Tracy's logs and its files, and what a run of current tt-metal needs: the code shared by
/// tt_ops_report and tt_profile_this.
namespace program {

/// `OUT/[NAME/][DATE/]ops_perf_results[_NAME][_DATE].csv`, as named by the scripts of these generations.
inline std::filesystem::path tracy_report_path(const ops_request& want) {
  std::filesystem::path folder(want.out);
  for (const std::string& part : {want.name, file_date(want.date, false)})
    if (!part.empty()) folder /= part;
  return folder / (ops_name(want) + ".csv");
}

/// The report over the folder of Tracy's logs in `want.logs`. Returns the exit code.
inline int report_tracy_logs(const ops_request& want) {
  rl::host_zones zones;
  if (!read_zones(want, zones)) return unusable_input;
  progress_bar bar("reading");
  const rl::expected<rl::tt_tracy_run> run = rl::read_tt_tracy_run(want.logs, want.faults, want.threads);
  if (!run) {
    say(want.program + ": " + to_string(run.error()));
    return unusable_input;
  }
  bar.step("analysing");
  rl::expected<rl::tt_ops_report> made = rl::report_tt_tracy(*run, want.faults, want.threads);
  if (!made) {
    rl::failure why = made.error();
    if (why.at.file.empty()) why.at = rl::source_pos(want.logs);
    say(want.program + ": " + to_string(why));
    return unusable_input;
  }
  rl::tt_ops_report& report = *made;
  report.quality.merge(zones.quality);
  rl::trace_health health;
  check_ops(want, report, run->device.doubts, health);
  const std::vector<rl::tt_op_time> times = tt_op_times(report);
  const bool empty = report.rows.empty(), page = !want.html.empty() || want.webapp;
  const rl::table ops = page ? tt_ops_report_table(report)
                             : rl::table::of_cells("ops", std::move(report.titles), std::move(report.rows));
  const std::filesystem::path path = tracy_report_path(want);
  file_set files(want.program, path.parent_path().string(), want.threads);
  if (!files.make_folder()) return unusable_input;
  files.write(path.filename().string(), as_csv(ops, want.csv, want.threads));
  std::vector<rl::table> tables{ops, rl::quality_table(report.quality)};
  if (!want.zones.empty()) tables.insert(tables.end() - 1, rl::host_zones_table(zones));
  write_health(want, files, health, tables);
  write_ops_tables(want, files, report, tables, want.logs, health);
  files.remove_old(ops_files);
  bar.clear();
  show_ops(want, files, path.string(), times, health);
  say("logs of the generation " + std::string(name_of(run->age)) + ": " + want.logs);
  say("ops CSV: " + path.string());
  if (run->host.ops.empty() && !run->device.runs.empty() && !run->device.from_report)
    say("the host logged no op, but programs ran on the device: tt_ops_report --device-only reports these");
  const int code = finish(want, report.quality, health, empty, files.good());
  return serve_ops(want, report, tables, want.logs, "", health, code);
}

/// What tt-metal's tracy module sets for a run that should write op logs (`python -m tracy -r`, 2026).
inline std::vector<std::pair<std::string, std::string>> tracy_environment() {
  return {{"TTNN_OP_PROFILER", "1"},
          {"TT_METAL_PROFILER_TRACE_TRACKING", "1"},
          {"TT_METAL_PROFILER_CPP_POST_PROCESS", "1"}};
}

/// Whether a command runs that module: `python3 -m tracy ...`.
inline bool runs_tracy_module(const command_line& line) {
  for (std::size_t i = 1; i + 1 < line.words.size(); ++i)
    if (line.words[i] == "-m" && line.words[i + 1] == "tracy") return true;
  return false;
}

/// The folder below which a tt-metal command writes its logs, if specified: by the option of the tracy module, or by
/// `TT_METAL_PROFILER_DIR`. Empty: not specified.
inline std::string profiler_folder(const command_line& line) {
  if (runs_tracy_module(line))
    for (std::size_t i = 0; i + 1 < line.words.size(); ++i)
      if (line.words[i] == "-o" || line.words[i] == "--output-folder") return line.words[i + 1];
  for (const auto& [name, value] : line.environment)
    if (name == "TT_METAL_PROFILER_DIR") return value;
  const char* const set = std::getenv("TT_METAL_PROFILER_DIR");
  return set != nullptr ? set : "";
}

/// When, and as which file, the messages of a folder of Tracy's logs were last written; a decompressed or copied file
/// may keep an old modification time, but its change time is current.
struct tracy_stamp {
  std::int64_t seconds = 0, nanoseconds = 0;
  std::uint64_t file = 0;
  bool operator==(const tracy_stamp&) const = default;
};
inline tracy_stamp tracy_stamp_of(const std::string& root) {
  const rl::tt_log_folder found = rl::tt_log_folder_at(root);
  struct ::stat about {};
  const std::string messages = (std::filesystem::path(found.path) / "tracy_ops_data.csv").string();
  if (!found.host || ::stat(messages.c_str(), &about) != 0) return {};
  return {about.st_ctim.tv_sec, about.st_ctim.tv_nsec, about.st_ino};
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_TRACY_FILES_HPP
