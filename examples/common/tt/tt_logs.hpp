#ifndef RIDGELINE_EXAMPLES_COMMON_TT_LOGS_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_LOGS_HPP

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/sink/archive.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/partial_file.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/tt/device/analysis_tables.hpp>

#include "../program.hpp"
#include "../written_files.hpp"

/// Helpers shared by the programs for Tenstorrent logs: default paths, and files in an output folder.
namespace program {

inline std::string setup_names() {
  std::string names;
  for (const ridgeline::tt::setup& s : ridgeline::tt::setups) {
    if (!names.empty()) names += ", ";
    names += s.name;
  }
  return names;
}

/// The first of these paths that exists, else the first of all.
inline std::string first_there(const std::vector<std::string>& paths) {
  std::error_code ignored;
  for (const std::string& path : paths)
    if (std::filesystem::exists(path, ignored)) return path;
  return paths.front();
}

/// Where a device log is by default.
inline std::string default_device_log() {
  return first_there({"logs/profile_log_device.csv", "generated/profiler/.logs/profile_log_device.csv"});
}

/// An archive entry with the bytes of a file. One that cannot be read is reported and left out of the archive.
inline ridgeline::archive_entry archived_file(std::string name, std::string path) {
  return {std::move(name), [path = std::move(path)](const std::function<void(std::string_view)>& take) {
            const ridgeline::expected<ridgeline::file_bytes> bytes = ridgeline::file_bytes::open(path);
            if (bytes) return take(bytes->view());
            say(to_string(bytes.error()) + "; it is not in the archive");
          }};
}

/// Adds a folder with everything in it, by name; links are not followed, and neither they nor devices are archived.
inline void add_tree(std::vector<ridgeline::archive_entry>& entries, const std::filesystem::path& folder,
                     const std::string& name) {
  namespace fs = std::filesystem;
  entries.push_back({name, {}});
  std::vector<fs::path> found;
  const auto add_folder = [&](const fs::path& below, const auto& self) -> void {
    std::error_code why;
    for (fs::directory_iterator at(folder / below, why), end; !why && at != end; at.increment(why)) {
      const fs::path path = below / at->path().filename();
      found.push_back(path);
      std::error_code ignored;
      if (fs::is_directory(at->symlink_status(ignored))) self(path, self);
    }
    if (why) say((folder / below).string() + ": cannot be read: " + why.message() + "; it is not in the archive");
  };
  add_folder({}, add_folder);
  std::sort(found.begin(), found.end());
  for (const fs::path& path : found) {
    std::error_code ignored;
    const fs::file_status is = fs::symlink_status(folder / path, ignored);
    std::string entry = name;
    entry += '/';
    entry += path.generic_string();
    if (fs::is_directory(is)) entries.push_back({entry, {}});
    if (fs::is_regular_file(is)) entries.push_back(archived_file(entry, (folder / path).string()));
  }
}

/// `2023-10-31T23:59:58`: a day of the calendar and a time of day.
inline bool is_date(std::string_view text) {
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:dd";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (form[i] == 'd' ? !digit : text[i] != form[i]) return false;
  }
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    for (const char digit : text.substr(at, digits)) value = value * 10 + (digit - '0');
    return value;
  };
  const std::chrono::year_month_day day{std::chrono::year(number(0, 4)),
                                        std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                        std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  return day.ok() && number(11, 2) < 24 && number(14, 2) < 60 && number(17, 2) <= 60;  // 60: a leap second
}
/// The local time in the format of `is_date`.
inline std::string date_now() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char text[40] = "";
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &local);
  return text;
}
/// A date as used in file names: `2023_10_31_23_59_58`, or as old scripts wrote it, `2023_31_10_23_59`.
inline std::string file_date(const std::string& date, bool day_first) {
  if (date.empty()) return {};
  std::string name = date;
  for (char& c : name)
    if (c < '0' || c > '9') c = '_';
  if (!day_first) return name;
  std::string old = name.substr(0, 5);
  old += name.substr(8, 2) + "_" + name.substr(5, 2) + name.substr(10, 6);
  return old;
}

/// The files of an output folder, and those next to it.
class file_set : public written_files {
 public:
  file_set(std::string program, std::string folder, unsigned threads)
      : written_files(std::move(program)), folder_(std::move(folder)), threads_(threads) {}

  /// Creates the output folder if it is missing; existing content stays. Without it nothing can be written.
  bool make_folder() { return took(ridgeline::make_folder(folder_)); }
  /// Writes a file of the output folder.
  template <class Writer>
  void write(const std::string& name, Writer&& writer) {
    const std::string path = (std::filesystem::path(folder_) / name).string();
    if (write_to(path, writer)) names_.push_back(name);
  }
  /// Removes files of an earlier run: those with these known names that this run has not written. Only regular files;
  /// every other file stays.
  void remove_old(std::span<const std::string_view> known) {
    for (const std::string_view name : known) {
      if (std::find(names_.begin(), names_.end(), name) != names_.end()) continue;
      const std::filesystem::path path = std::filesystem::path(folder_) / name;
      std::error_code why;
      if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path, why)) ||
          ridgeline::is_kept_input(path.string()))
        continue;
      if (!std::filesystem::remove(path, why))
        took(ridgeline::failure{ridgeline::errc::cannot_write, {path.string()}, "cannot be removed: " + why.message()});
    }
  }
  void remove_old(std::initializer_list<std::string_view> known) { remove_old(std::span(known.begin(), known.size())); }
  /// Packs the written files and an input, rooted at `.`; an input that can be read only once is left out.
  void archive(const std::string& name, const std::string& input, const std::string& input_name) {
    std::vector<std::string> names = names_;
    std::vector<ridgeline::archive_entry> entries{{".", {}}};
    if (!ridgeline::is_written_in_place(input)) names.push_back(input_name);
    else say(input + ": can be read once only; it is not in the archive");
    std::sort(names.begin(), names.end());
    for (const std::string& n : names) {
      std::string at = "./";
      at += n;
      entries.push_back(archived_file(at, n == input_name ? input : (std::filesystem::path(folder_) / n).string()));
    }
    pack((std::filesystem::path(folder_) / name).string(), entries);
  }
  /// Packs files into an archive anywhere.
  void pack(const std::string& path, const std::vector<ridgeline::archive_entry>& entries) {
    progress_bar bar("packing " + path.substr(path.rfind('/') + 1));
    took(ridgeline::write_archive(path, entries, threads_));
  }

 private:
  std::string folder_;
  unsigned threads_;
  std::vector<std::string> names_{};
};

/// Writes the tables on what the input lacks, if it lacks something, and on how far it can be trusted, each as a CSV.
inline void write_remarks(file_set& files, std::span<const ridgeline::table> tables,
                          const ridgeline::csv_style& style) {
  for (const ridgeline::table& t : tables)
    if ((t.name() == "data_quality" && t.rows() != 0) || t.name().starts_with("trace_health"))
      files.write(std::string(t.name()) + ".csv", as_csv(t, style));
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_LOGS_HPP
