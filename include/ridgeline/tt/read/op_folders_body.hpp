#ifndef RIDGELINE_TT_READ_OP_FOLDERS_BODY_HPP
#define RIDGELINE_TT_READ_OP_FOLDERS_BODY_HPP

#include <algorithm>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/tt/read/op_folders.hpp>
#include <ridgeline/tt/read/ops_log.hpp>

namespace ridgeline {

namespace tt_detail {

/// The folders that the record of a log root names and that are there.
inline std::vector<std::filesystem::path> listed_op_logs(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> all;
  const auto add = [&](const std::filesystem::path& folder) {
    std::error_code ignored;
    const std::filesystem::path bare = op_log_folder(folder);
    if (std::filesystem::is_directory(bare, ignored) && std::find(all.begin(), all.end(), bare) == all.end())
      all.push_back(bare);
  };
  const expected<file_bytes> record = file_bytes::open((root / ".locations.log").string());
  for (std::string_view rest = record ? record->view() : std::string_view(); !rest.empty();) {
    std::string_view line = core_detail::take_part(rest, '\n');
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    if (!line.empty()) add(line);
  }
  if (all.empty()) add(root / "ops");
  return all;
}

}  // namespace tt_detail

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

std::vector<std::filesystem::path> op_log_folders(const std::filesystem::path& root, bool device_only) {
  constexpr std::string_view of_device = "_device";
  std::error_code ignored;
  std::vector<std::filesystem::path> kept;
  const std::vector<std::filesystem::path> all = tt_detail::listed_op_logs(root);
  for (const std::filesystem::path& folder : all) {
    std::string name = folder.string();
    const bool device = name.ends_with(of_device);
    if (device) name.resize(name.size() - of_device.size());
    if (!device || std::find(all.begin(), all.end(), std::filesystem::path(name)) == all.end()) kept.push_back(folder);
  }
  if (!device_only) return kept;
  const std::filesystem::path alone = op_log_folder(root / "ops_device");  // of a root without a host run
  if (kept.empty() && std::filesystem::is_directory(alone, ignored)) kept.push_back(alone);
  for (std::filesystem::path& folder : kept) {
    std::filesystem::path device = folder;
    device += of_device;
    if (std::filesystem::is_directory(device, ignored)) folder = device;
  }
  return kept;
}

std::filesystem::file_time_type last_op_log(const std::filesystem::path& folder) {
  std::filesystem::file_time_type last = std::filesystem::file_time_type::min();
  for (const tt_op_folder& op : tt_op_folders(folder)) {
    std::error_code why;
    const std::filesystem::file_time_type at = std::filesystem::last_write_time(op.path / tt_host_log, why);
    if (!why) last = std::max(last, at);
  }
  return last;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OP_FOLDERS_BODY_HPP
