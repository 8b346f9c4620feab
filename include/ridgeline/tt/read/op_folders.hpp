#ifndef RIDGELINE_TT_READ_OP_FOLDERS_HPP
#define RIDGELINE_TT_READ_OP_FOLDERS_HPP

#include <filesystem>
#include <vector>

/// Finds the files in a tree of op logs, for programs that look for them; reports take paths as text.
namespace ridgeline {

/// One folder of a tree of op logs.
struct tt_op_folder {
  std::filesystem::path path{};
  std::filesystem::file_time_type changed{};
};

/// The folders in `root`, by name; empty if it cannot be read.
std::vector<tt_op_folder> tt_op_folders(const std::filesystem::path& root);

/// The folder without a trailing slash, with its name: `.` and `..` are the folders that they mean.
std::filesystem::path op_log_folder(const std::filesystem::path& path);

/// The folders of op logs below a log root: those listed in its `.locations.log`, each once, without those of device
/// runs if the host run's exists; by default `ops`. With `device_only` a folder's device run is taken if it exists.
std::vector<std::filesystem::path> op_log_folders(const std::filesystem::path& root, bool device_only = false);

/// When a host log below a folder of op logs was last written; the earliest time if there is none.
std::filesystem::file_time_type last_op_log(const std::filesystem::path& folder);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OP_FOLDERS_HPP
