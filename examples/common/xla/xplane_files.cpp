#include "xplane_files.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/natural_key.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/format.hpp>

namespace program {

std::string without_xplane_endings(std::string path) {
  for (const std::string& ending : {std::string(".gz"), std::string(".pb"), std::string(".xplane")})
    if (path.size() > ending.size() && ridgeline::core_detail::lower_case(path).ends_with(ending))
      path.resize(path.size() - ending.size());
  return path;
}

std::string host_of_profile(const std::string& path) {
  return std::filesystem::path(without_xplane_endings(path)).filename().string();
}

namespace run_folders {
namespace {

namespace fs = std::filesystem;

/// `2024_02_01_09_00_00`.
bool is_date(const std::string& name) {
  return !name.empty() && name.find_first_not_of("0123456789_-.:") == std::string::npos;
}

/// The second in the name of a run, as JAX writes it: year, month, day, hour, minute and second.
std::optional<std::int64_t> second_of(const std::string& name) {
  std::vector<int> numbers;
  for (std::size_t i = 0; is_date(name) && i < name.size();) {
    std::size_t end = i;
    int n = 0;
    for (; end < name.size() && name[end] >= '0' && name[end] <= '9'; ++end) {
      if (end - i == 4) return std::nullopt;
      n = n * 10 + (name[end] - '0');
    }
    if (end > i) numbers.push_back(n);
    i = end + 1;
  }
  if (numbers.size() != 6) return std::nullopt;
  namespace ch = std::chrono;
  const ch::year_month_day day{ch::year(numbers[0]), ch::month(static_cast<unsigned>(numbers[1])),
                               ch::day(static_cast<unsigned>(numbers[2]))};
  if (!day.ok()) return std::nullopt;
  return (std::int64_t{ch::sys_days(day).time_since_epoch().count()} * 24 + numbers[3]) * 3600 + numbers[4] * 60 +
         numbers[5];
}

struct run {
  std::string name{};
  fs::file_time_type written = fs::file_time_type::min();
  std::vector<std::string> profiles{};
  std::vector<std::string> folders{};  ///< their names, the last one first

  std::set<std::string> hosts() const {
    std::set<std::string> all;
    for (const std::string& profile : profiles) all.insert(host_of_profile(profile));
    return all;
  }
};

/// The last one first.
std::vector<run> ordered(std::vector<run> folders) {
  using ridgeline::desc, ridgeline::sort_by;
  const bool dates = std::all_of(folders.begin(), folders.end(), [](const run& r) { return is_date(r.name); });
  if (dates) return std::move(folders) | sort_by(desc(&run::name));
  return std::move(folders) | sort_by(desc([](const run& r) { return r.written.time_since_epoch().count(); }),
                                      desc(&run::name));
}

/// Whether an earlier folder belongs to the same run as a later one: each process names its folder by its own clock, so
/// that hosts that record together may be a few seconds apart. A host that occurs in both has recorded twice.
bool is_of_one_run(const run& later, const run& earlier) {
  constexpr std::int64_t most = 60;  // seconds
  const auto at = second_of(later.folders.front()), before = second_of(earlier.name);
  if (!at || !before || *at - *before > most) return false;
  const std::set<std::string> hosts = later.hosts();
  for (const std::string& host : earlier.hosts())
    if (hosts.contains(host)) return false;
  return true;
}

/// The runs in the folders of one log, the last one first.
std::vector<run> runs_of(std::vector<run> folders) {
  std::vector<run> runs;
  for (run& folder : ordered(std::move(folders))) {
    if (runs.empty() || !is_of_one_run(runs.back(), folder)) {
      runs.push_back(std::move(folder));
      runs.back().folders = {runs.back().name};
      continue;
    }
    run& own = runs.back();
    own.profiles.insert(own.profiles.end(), folder.profiles.begin(), folder.profiles.end());
    own.folders.push_back(folder.name);
  }
  return runs;
}

}  // namespace
}  // namespace run_folders

std::vector<std::string> in_given_order(std::vector<std::string> profiles) {
  using ridgeline::sort_by;
  if (!std::is_sorted(profiles.begin(), profiles.end())) return profiles;
  return std::move(profiles) |
         sort_by([](const std::string& path) { return ridgeline::natural_key(path); });
}

xplane_runs xplanes_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::map<std::string, std::map<std::string, run_folders::run>> logs;  // runs by folder
  std::vector<std::pair<std::string, std::string>> found;               // with what they are ordered by
  std::error_code error, ignored;
  xplane_runs all;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end; at.increment(error)) {
    if (at->is_directory(ignored) && ::access(at->path().c_str(), R_OK | X_OK) != 0)
      all.told.push_back(at->path().string() + ": cannot be read, and is left out: " + std::strerror(errno));
    const std::string name = ridgeline::core_detail::lower_case(at->path().filename().string());
    if (!name.ends_with(".xplane.pb") && !name.ends_with(".xplane.pb.gz")) continue;
    const fs::path in = at->path().parent_path(), log = in.parent_path();
    if (log.filename() != "profile" || log.parent_path().filename() != "plugins") {
      found.emplace_back(at->path().string(), at->path().string());
      continue;
    }
    run_folders::run& run = logs[log.string()][in.filename().string()];
    run.name = in.filename().string();
    std::error_code unknown;
    const fs::file_time_type written = at->last_write_time(unknown);
    if (!unknown && written > run.written) run.written = written;
    run.profiles.push_back(at->path().string());
  }
  for (auto& [log, folders] : logs) {
    std::vector<run_folders::run> runs;
    for (auto& [name, run] : folders) runs.push_back(std::move(run));
    runs = run_folders::runs_of(std::move(runs));
    const run_folders::run& last = runs.front();
    for (const std::string& profile : last.profiles)
      found.emplace_back(log + "/" + fs::path(profile).filename().string(), profile);
    if (last.folders.size() > 1)
      all.told.push_back(log + ": " + ridgeline::joined_text(last.folders) +
                         " have profiles of different hosts and begin within a minute: they are one run");
    if (runs.size() == 1) continue;
    std::string told = log + ": holds " + std::to_string(runs.size()) + " runs; the last one, " + last.name +
                       ", is read: name its folder to read another one";
    std::set<std::string> others;
    for (const run_folders::run& run : runs) others.merge(run.hosts());
    for (const std::string& host : last.hosts()) others.erase(host);
    if (!others.empty())
      told += "; others have profiles of other hosts: " +
              ridgeline::joined_text(others);
    all.told.push_back(std::move(told));
  }
  using ridgeline::sort_by;
  found = std::move(found) |
          sort_by([](const auto& profile) { return ridgeline::natural_key(profile.first); },
                  [](const auto& profile) { return profile.second; });
  for (auto& profile : found) all.profiles.push_back(std::move(profile.second));
  return all;
}

std::vector<std::string> names_of_profiles(const std::vector<std::string>& profiles) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  for (const std::string& profile : profiles) names.push_back(host_of_profile(profile));
  const auto are_different = [&] { return std::set<std::string>(names.begin(), names.end()).size() == names.size(); };
  if (are_different()) return names;
  std::vector<std::vector<std::string>> folders;
  for (const std::string& profile : profiles) {
    std::error_code unknown;
    const fs::path path = fs::weakly_canonical(profile, unknown).parent_path();
    folders.emplace_back();
    for (const fs::path& part : unknown ? fs::path(profile).parent_path() : path)
      folders.back().push_back(part.string());
  }
  const auto shared_at = [&](std::size_t place) {
    return std::all_of(folders.begin(), folders.end(), [&](const std::vector<std::string>& own) {
      return own.size() == folders.front().size() && own[place] == folders.front()[place];
    });
  };
  const auto shared_front = [&] {
    std::size_t n = 0;
    while (std::all_of(folders.begin(), folders.end(), [&](const std::vector<std::string>& own) {
      return n < own.size() && n < folders.front().size() && own[n] == folders.front()[n];
    }))
      ++n;
    return n;
  }();
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    std::string before;
    for (std::size_t place = shared_front; place < folders[i].size(); ++place)
      if (!shared_at(place)) before += folders[i][place] + "/";
    names[i] = before + names[i];
  }
  return are_different() ? names : std::vector<std::string>();
}

}  // namespace program
