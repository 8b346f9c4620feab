#ifndef RIDGELINE_SINK_CSV_FOLDER_BODY_HPP
#define RIDGELINE_SINK_CSV_FOLDER_BODY_HPP

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/sink/partial_file.hpp>
#include <ridgeline/sink/row_count_body.hpp>

namespace ridgeline {

namespace sink_detail::sink {

inline std::string csv_path(const std::string& folder, std::string_view table) {
  std::string name(table);
  for (char& c : name)
    if (c == '/' || static_cast<unsigned char>(c) < 0x20) c = '_';
  return folder + "/" + name + ".csv";
}

}  // namespace sink_detail::sink

std::optional<failure> make_folder(const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    struct ::stat about {};
    const int why = ::mkdir(part.c_str(), 0777) == 0 ? 0 : errno;  // stat may overwrite errno
    if (why != 0 && (::stat(part.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)))
      return failure{errc::cannot_write, {path}, "cannot be made: " + std::string(std::strerror(why))};
    if (end == std::string::npos) return std::nullopt;
  }
}

std::vector<std::string> csv_folder_paths(const std::string& folder, std::span<const table> tables) {
  std::vector<std::string> paths;
  for (const table& t : tables) {
    std::string path = sink_detail::sink::csv_path(folder, t.name());
    for (int n = 2; std::find(paths.begin(), paths.end(), path) != paths.end(); ++n)
      path = sink_detail::sink::csv_path(folder, t.name() + " (" + std::to_string(n) + ")");
    paths.push_back(std::move(path));
  }
  return paths;
}

std::optional<failure> write_csv_folder(const std::string& folder, std::span<const table> tables,
                                        const csv_style& style, unsigned threads, const progress_function& progress) {
  constexpr std::size_t many_cells = 200'000;  // fewer are written before another thread starts
  if (std::optional<failure> why = make_folder(folder)) return why;
  const std::vector<std::string> paths = csv_folder_paths(folder, tables);
  std::vector<std::optional<failure>> failures(tables.size());
  sink_detail::sink::row_count written(progress, sink_detail::sink::rows_of(tables));
  const auto write = [&](std::size_t i, unsigned by) {
    failures[i] = write_file(paths[i], [&](output& to) { write_csv(to, tables[i], style, by, written.part()); });
  };
  std::vector<std::size_t> small;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (tables[i].rows() * tables[i].columns() < many_cells) small.push_back(i);
    else write(i, threads);
  }
  parallel_for(small.size(), threads, [&](std::size_t i, unsigned) { write(small[i], 1); });
  for (std::optional<failure>& why : failures)
    if (why) return std::move(why);
  return std::nullopt;
}

std::optional<failure> remove_old_csvs(const std::string& folder, std::span<const table> tables,
                                       std::span<const std::string_view> known, std::vector<std::string>* kept,
                                       const callable<bool(std::string_view)>& beside) {
  using sink_detail::sink::csv_path;
  std::vector<std::string> old, all;  // paths
  for (const table& t : tables) all.push_back(csv_path(folder, t.name()));
  const auto is_in = [](const std::vector<std::string>& list, const std::string& path) {
    return std::find(list.begin(), list.end(), path) != list.end();
  };
  for (const std::string_view name : known) {
    std::string path = csv_path(folder, name);
    struct ::stat about {};
    const bool is_file = ::lstat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode);
    if (is_file && !is_in(all, path) && !is_in(old, path) && !is_kept_input(path)) old.push_back(std::move(path));
  }
  if (old.empty()) return std::nullopt;
  all.insert(all.end(), old.begin(), old.end());
  std::error_code wrong;
  std::filesystem::directory_iterator at(folder, wrong);
  bool only_sheets = !wrong;
  for (; only_sheets && at != std::filesystem::directory_iterator(); at.increment(wrong)) {
    const std::string name = at->path().filename().string();
    only_sheets = !wrong && (is_in(all, folder + "/" + name) || (beside && beside(name)));
  }
  if (!only_sheets) {
    if (kept != nullptr) *kept = std::move(old);
    return std::nullopt;
  }
  std::optional<failure> first;
  for (const std::string& path : old)
    if (::unlink(path.c_str()) != 0 && errno != ENOENT && !first)
      first = failure{errc::cannot_write, {path}, "is from an earlier run and cannot be removed: " +
                                                      std::string(std::strerror(errno))};
  return first;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CSV_FOLDER_BODY_HPP
