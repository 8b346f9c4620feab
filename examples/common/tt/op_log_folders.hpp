/// Where op logs are: those of the generations before Tracy, a folder for each op; and the ops CSVs made from logs.
#ifndef RIDGELINE_EXAMPLES_COMMON_OP_LOG_FOLDERS_HPP
#define RIDGELINE_EXAMPLES_COMMON_OP_LOG_FOLDERS_HPP

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/tt/read/op_folders.hpp>
#include <ridgeline/tt/read/ops_log.hpp>
#include <ridgeline/tt/read/tracy_folder.hpp>

namespace program {

/// Whether a folder holds ops with logs of the generations before Tracy.
inline bool holds_ops(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const ridgeline::tt_op_folder& op : ridgeline::tt_op_folders(folder))
    if (std::filesystem::exists(op.path / ridgeline::tt_host_log, ignored)) return true;
  return false;
}
/// Whether a folder, or the folder of op logs in it, has such logs.
inline bool holds_op_logs(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const char* name : {"ops", "ops_device"})
    if (std::filesystem::is_directory(folder / name, ignored)) return true;
  return holds_ops(folder);
}
/// The folder of ops in `folder`, which may be one that profilers write it into; `folder` itself if there is none.
inline std::string ops_folder_in(const std::string& folder) {
  if (!holds_ops(folder))
    for (const char* inside : {"ops", "logs/ops", ".logs/ops", "generated/profiler/.logs/ops"})
      if (const std::filesystem::path at = std::filesystem::path(folder) / inside; holds_ops(at)) return at.string();
  return folder;
}

/// The ops CSVs of a folder that tt-metal or tt_ops_report wrote: those in it, else those in its subfolders, each of
/// which holds a run, else those in the folders of `reports`, each of which is a run or holds runs.
inline std::set<std::string> ops_csvs_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::set<std::string> found, runs;
  const auto look_in = [&](const std::string& at, std::set<std::string>* folders) {
    std::error_code why, ignored;
    for (fs::directory_iterator entry(at, why), end; !why && entry != end; entry.increment(why)) {
      const std::string name = ridgeline::core_detail::lower_case(entry->path().filename().string());
      const bool named = name.starts_with("ops_perf_results") && (name.ends_with(".csv") || name.ends_with(".csv.gz"));
      if (named && entry->is_regular_file(ignored)) found.insert(entry->path().string());
      if (folders != nullptr && entry->is_directory(ignored)) folders->insert(entry->path().string());
    }
  };
  look_in(folder, &runs);
  if (found.empty())
    for (const std::string& run : runs) look_in(run, nullptr);
  if (std::set<std::string> named, dated; found.empty()) {
    look_in((fs::path(folder) / "reports").string(), &named);
    for (const std::string& name : named) look_in(name, &dated);
    for (const std::string& run : dated) look_in(run, nullptr);
  }
  return found;
}
/// The logs in a folder that a report reads. Those of the host alone are none where there is an ops CSV, which was made
/// before the large logs of the device were deleted.
inline ridgeline::tt_log_folder logs_to_read(const std::string& folder) {
  ridgeline::tt_log_folder logs = ridgeline::tt_log_folder_at(folder);
  if (!logs.host || !logs.device_log.empty() || ops_csvs_in(folder).empty()) return logs;
  const ridgeline::expected<ridgeline::tt_tracy_files> files = ridgeline::tt_tracy_files_in(logs.path);
  if (!files || (files->device_report.empty() && files->quick_report.empty())) logs.host = false;
  return logs;
}
/// The ops CSV of such a folder. Fails if there is none, or several.
inline ridgeline::expected<std::string> ops_csv_in(const std::string& folder) {
  const std::set<std::string> found = ops_csvs_in(folder);
  if (found.size() == 1) return *found.begin();
  std::string list;
  constexpr std::size_t most = 6;
  std::size_t listed = 0;
  for (const std::string& file : found)
    if (listed++ < most) list += (list.empty() ? "" : ", ") + file;
  if (found.size() > most) list += " and " + std::to_string(found.size() - most) + " more";
  return ridgeline::failure{ridgeline::errc::not_a_report, {folder},
                            found.empty() ? "is a folder with neither Tracy logs nor an ops CSV (ops_perf_results*.csv)"
                                          : "holds several ops CSVs, name one: " + list};
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_OP_LOG_FOLDERS_HPP
