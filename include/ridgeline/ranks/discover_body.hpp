#ifndef RIDGELINE_RANKS_DISCOVER_BODY_HPP
#define RIDGELINE_RANKS_DISCOVER_BODY_HPP

/// How traces are found: include it through `impl.hpp`.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include <ridgeline/ranks/discover.hpp>

namespace ridgeline {

std::optional<std::int64_t> rank_in(std::string_view name, std::string_view pattern) {
  for (std::size_t at = name.find(pattern); at != std::string_view::npos; at = name.find(pattern, at + 1)) {
    std::size_t i = at + pattern.size();
    std::int64_t rank = 0;
    const std::size_t first = i;
    const auto digit = [&] { return i < name.size() && name[i] >= '0' && name[i] <= '9'; };
    for (; digit() && i - first < 10; ++i) rank = rank * 10 + (name[i] - '0');
    const bool too_long = digit();
    if (i > first && !too_long) return rank;
  }
  return std::nullopt;
}

bool picks_ranks(const discover_options& options) {
  return std::any_of(options.filters.begin(), options.filters.end(),
                     [&](const std::string& f) { return rank_in(f, options.pattern).has_value(); });
}

expected<std::vector<experiment>> discover(const discover_options& options) {
  namespace fs = std::filesystem;
  std::error_code why;
  const fs::path base = fs::absolute(options.base, why).lexically_normal();
  if (!fs::is_directory(base, why)) return failure{errc::cannot_read, {options.base}, "expected a folder"};
  std::vector<fs::path> found;
  const auto permitted = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(base, permitted, why), end; !why && at != end; at.increment(why)) {
    std::error_code ignored;
    const fs::path& path = at->path();
    if (!at->is_regular_file(ignored) || path.extension() != "." + options.extension) continue;
    const std::string whole = path.string();
    if (std::all_of(options.filters.begin(), options.filters.end(),
                    [&](const std::string& f) { return whole.find(f) != std::string::npos; }))
      found.push_back(path);
  }
  std::sort(found.begin(), found.end(), [](const fs::path& a, const fs::path& b) {
    const int folders = a.parent_path().compare(b.parent_path());
    return folders != 0 ? folders < 0 : a.filename().native() < b.filename().native();
  });
  std::vector<experiment> all;
  for (const fs::path& path : found) {
    const std::string folder = path.parent_path().string();
    if (all.empty() || all.back().folder != folder) {
      const std::string relative = path.parent_path().lexically_relative(base).generic_string();
      all.push_back({folder, relative == "." ? "" : relative, {}, {}, {}});
    }
    const std::optional<std::int64_t> rank = rank_in(path.filename().string(), options.pattern);
    if (rank) all.back().files.push_back({*rank, path.string()});
    else all.back().unnumbered.push_back(path.string());
  }
  for (experiment& e : all) {
    std::stable_sort(e.files.begin(), e.files.end(),
                     [](const rank_file& a, const rank_file& b) { return a.rank < b.rank; });
    std::vector<rank_file> once;
    for (rank_file& f : e.files) {
      const bool again = !once.empty() && once.back().rank == f.rank;
      (again ? e.doubled : once).push_back(std::move(f));
    }
    e.files = std::move(once);
  }
  return all;
}

std::string workbook_name(const experiment& e, const discover_options& options) {
  std::string name = std::filesystem::path(e.folder).filename().string();
  std::string filters;
  for (const std::string& f : options.filters) {
    filters += filters.empty() ? "" : "_";
    filters += f;
  }
  std::replace(filters.begin(), filters.end(), '/', '_');
  name += '_';
  name += filters;
  name += "_performance_report.xlsx";
  return name;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_DISCOVER_BODY_HPP
