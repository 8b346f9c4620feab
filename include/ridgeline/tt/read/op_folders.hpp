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

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OP_FOLDERS_HPP
