#ifndef RIDGELINE_TT_READ_OP_FOLDERS_BODY_HPP
#define RIDGELINE_TT_READ_OP_FOLDERS_BODY_HPP

#include <algorithm>
#include <system_error>
#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/read/op_folders.hpp>

namespace ridgeline {

std::vector<tt_op_folder> tt_op_folders(const std::filesystem::path& root) {
  std::vector<tt_op_folder> found;
  std::error_code why;
  for (std::filesystem::directory_iterator at(root, why), end; !why && at != end; at.increment(why)) {
    std::error_code ignored;
    if (at->is_directory(ignored)) found.push_back({at->path(), at->last_write_time(ignored)});
  }
  return std::move(found) | sort_by([](const tt_op_folder& f) { return f.path.filename().string(); });
}

std::filesystem::path op_log_folder(const std::filesystem::path& path) {
  std::filesystem::path p = path.lexically_normal();
  if (!p.has_filename()) p = p.parent_path();
  if (p.filename() != "." && p.filename() != "..") return p;
  std::error_code why;
  const std::filesystem::path named = std::filesystem::canonical(p, why);
  return why ? p : named;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OP_FOLDERS_BODY_HPP
