/// The JAX profiles below a folder, and their names.
#ifndef RIDGELINE_EXAMPLES_COMMON_XPLANE_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_XPLANE_FILES_HPP

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include <ridgeline/core/letters.hpp>

namespace program {

/// `a/b.xplane.pb` gives `a/b`.
inline std::string without_xplane_endings(std::string path) {
  for (const std::string ending : {".gz", ".pb", ".xplane"})
    if (path.size() > ending.size() && ridgeline::core_detail::lower_case(path).ends_with(ending))
      path.resize(path.size() - ending.size());
  return path;
}

/// `a/b.xplane.pb` gives `b`.
inline std::string name_of_xplane(const std::string& path) {
  return std::filesystem::path(without_xplane_endings(path)).filename().string();
}

/// The profiles of one run below a folder, by path. A log folder keeps each run in its own folder,
/// `plugins/profile/RUN`: of several runs the last is used, by name if the names are dates, else by the modification
/// time of their files.
struct xplane_runs {
  std::vector<std::string> profiles;
  std::vector<std::string> told;  ///< a message about skipped runs
};

namespace run_folders {

namespace fs = std::filesystem;

/// `2024_02_01_09_00_00`.
inline bool is_date(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789_-.:") == std::string::npos;
}

struct run {
  std::string name{};
  fs::file_time_type written = fs::file_time_type::min();
  std::vector<std::string> profiles{};
};

inline bool is_later(const run& a, const run& b) {
  if (is_date(a.name) && is_date(b.name)) return a.name > b.name;
  return a.written != b.written ? a.written > b.written : a.name > b.name;
}

}  // namespace run_folders

/// An unreadable folder is skipped.
inline xplane_runs xplanes_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::map<std::string, std::map<std::string, run_folders::run>> logs;  // runs by folder
  std::set<std::string> found;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error)) {
    const std::string name = ridgeline::core_detail::lower_case(at->path().filename().string());
    if (!name.ends_with(".xplane.pb") && !name.ends_with(".xplane.pb.gz")) continue;
    const fs::path in = at->path().parent_path(), log = in.parent_path();
    if (log.filename() != "profile" || log.parent_path().filename() != "plugins") {
      found.insert(at->path().string());
      continue;
    }
    run_folders::run& run = logs[log.string()][in.filename().string()];
    run.name = in.filename().string();
    std::error_code unknown;
    const fs::file_time_type written = at->last_write_time(unknown);
    if (!unknown && written > run.written) run.written = written;
    run.profiles.push_back(at->path().string());
  }
  xplane_runs all;
  for (const auto& [log, runs] : logs) {
    const run_folders::run* last = nullptr;
    for (const auto& [name, run] : runs)
      if (last == nullptr || run_folders::is_later(run, *last)) last = &run;
    found.insert(last->profiles.begin(), last->profiles.end());
    if (runs.size() > 1)
      all.told.push_back(log + ": holds " + std::to_string(runs.size()) + " runs; the last one, " + last->name +
                         ", is read: name its folder to read another one");
  }
  all.profiles.assign(found.begin(), found.end());
  return all;
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_XPLANE_FILES_HPP
