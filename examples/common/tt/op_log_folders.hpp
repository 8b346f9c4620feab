/// Where op logs are: those of the generations before Tracy, a folder for each op.
#ifndef RIDGELINE_EXAMPLES_COMMON_OP_LOG_FOLDERS_HPP
#define RIDGELINE_EXAMPLES_COMMON_OP_LOG_FOLDERS_HPP

#include <filesystem>
#include <string>
#include <system_error>

#include <ridgeline/tt/read/op_folders.hpp>
#include <ridgeline/tt/read/ops_log.hpp>

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

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_OP_LOG_FOLDERS_HPP
