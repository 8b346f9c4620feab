/// The files that a program writes, and whether all of them were written.
#ifndef RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP

#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/sink/html.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/sink/xlsx.hpp>

#include "progress.hpp"
#include "program.hpp"

namespace program {

/// Whether an output would overwrite an input; reports it. For usage errors, before anything is written.
inline bool is_input(const std::string& program, const std::string& output, const std::string& input) {
  if (output.empty() || !ridgeline::same_file(output, input)) return false;
  say(program + ": " + output + " is the input: name another file to write to");
  return true;
}

/// Whether an output would overwrite the input, or a file in it if it is a folder; reports which.
inline bool is_input_of(const std::string& program, std::initializer_list<std::string> outputs, const std::string& input) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const bool folder = fs::is_directory(input, ignored);
  for (const std::string& output : outputs) {
    if (!folder && is_input(program, output, input)) return true;
    if (!folder || output.empty() || !fs::exists(output, ignored)) continue;
    fs::recursive_directory_iterator at(input, fs::directory_options::skip_permission_denied, ignored), end;
    for (; !ignored && at != end; at.increment(ignored))
      if (at->is_regular_file(ignored) && is_input(program, output, at->path().string())) return true;
  }
  return false;
}

/// A page and a CSV as writers of a file, which tell their rows. What they write must stay in place.
inline auto as_page(const ridgeline::report_page& page) {
  return [&page](ridgeline::output& to, const ridgeline::progress_function& progress) {
    ridgeline::html_style style;
    style.progress = progress;
    write_html(to, page, style);
  };
}
inline auto as_csv(const ridgeline::table& t, const ridgeline::csv_style& style, unsigned threads = 1) {
  return [&t, style, threads](ridgeline::output& to, const ridgeline::progress_function& progress) {
    write_csv(to, t, style, threads, progress);
  };
}

/// Writes files, each as a step of the progress bar; reports what could not be written, and remembers the failure.
class written_files {
 public:
  explicit written_files(std::string program) : program_(std::move(program)) {}

  /// Handles the result of writing a file; true if it was written. A folder that cannot be made is reported once, not
  /// per file.
  bool took(const std::optional<ridgeline::failure>& why) {
    if (why)
      if (const std::string line = program_ + ": " + to_string(*why); line != last_) say(last_ = line);
    good_ = good_ && !why;
    return !why;
  }
  /// Writes a file anywhere. A file already written by this run, as a sheet of a folder, too, stays, and the second one
  /// is reported as lost. A writer may take a listener after the output, which it tells the rows.
  template <class Writer>
  bool write_to(const std::string& path, Writer&& writer) {
    if (is_lost(path)) return false;
    progress_bar bar(step_of(path));
    const bool done = took(ridgeline::write_file(path, [&](ridgeline::output& to) {
      if constexpr (std::is_invocable_v<Writer&, ridgeline::output&, ridgeline::progress_function>)
        return writer(to, bar.listener());
      else return writer(to);
    }));
    return done && keep(path);
  }
  bool write_json(const std::string& path, std::span<const ridgeline::table> tables) {
    return write_to(path, [&](ridgeline::output& to, const ridgeline::progress_function& progress) {
      ridgeline::write_json(to, program_, tables, progress);
    });
  }
  bool write_page(const std::string& path, const ridgeline::report_page& page) {
    return write_to(path, as_page(page));
  }
  bool write_workbook(const std::string& path, std::span<const ridgeline::table> tables,
                      ridgeline::workbook_style style, ridgeline::data_quality& quality) {
    if (is_lost(path)) return false;
    progress_bar bar(step_of(path));
    style.progress = bar.listener();
    return took(ridgeline::write_xlsx(path, tables, style, quality)) && keep(path);
  }
  bool write_database(const std::string& path, std::span<const ridgeline::table> tables,
                      const ridgeline::database_parts& more) {
    if (is_lost(path)) return false;
    progress_bar bar(step_of(path));
    return took(ridgeline::write_sqlite(path, program_, tables, more, bar.listener())) && keep(path);
  }
  bool write_csvs(const std::string& folder, std::span<const ridgeline::table> tables,
                  const ridgeline::csv_style& style, unsigned threads) {
    const std::vector<std::string> paths = ridgeline::csv_folder_paths(folder, tables);
    for (const std::string& path : paths)
      if (is_lost(path)) return false;
    progress_bar bar("writing CSVs");
    const bool done = took(ridgeline::write_csv_folder(folder, tables, style, threads, bar.listener()));
    written_.insert(written_.end(), paths.begin(), paths.end());
    return done;
  }
  /// Flushes standard output.
  void flush(ridgeline::file_output& to) {
    to.flush();
    if (to.error() == 0) return;
    say(program_ + ": standard output: cannot be written: " + std::strerror(to.error()));
    good_ = false;
  }
  bool good() const { return good_; }

 private:
  /// Whether it is a file that was already written; reports it.
  bool is_lost(const std::string& path) {
    for (const std::string& other : written_)
      if (!ridgeline::is_written_in_place(path) && ridgeline::same_file(path, other))
        return !took(ridgeline::failure{ridgeline::errc::cannot_write, {path}, "is another file of this report: name "
                                                                               "one of its own"});
    return false;
  }
  bool keep(const std::string& path) {
    written_.push_back(path);
    return true;
  }
  static std::string step_of(const std::string& path) { return "writing " + path.substr(path.rfind('/') + 1); }

  std::string program_, last_{};
  static inline std::vector<std::string> written_{};  // by all writers of the program
  bool good_ = true;
};

/// Writes a report to standard output; reports that it could not be written. False in that case.
template <class Writer>
bool show_report(const std::string& program, Writer writer) {
  ridgeline::file_output out(1);
  writer(out);
  written_files files(program);
  files.flush(out);
  return files.good();
}

/// Removes the sheets of an earlier run from a folder of CSVs, or says that they stay. `beside` knows the names of files
/// that the program writes next to its sheets.
inline void remove_old_csvs(const std::string& program, const std::string& folder,
                            std::span<const ridgeline::table> tables, std::span<const std::string_view> known,
                            written_files& files, const ridgeline::callable<bool(std::string_view)>& beside = {}) {
  std::vector<std::string> kept;
  files.took(ridgeline::remove_old_csvs(folder, tables, known, &kept, beside));
  if (kept.empty()) return;
  std::string names;
  for (const std::string& path : kept) names += (names.empty() ? "" : ", ") + path.substr(path.rfind('/') + 1);
  say(program + ": " + folder + " has other files too, so these stay, whoever wrote them: " + names);
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP
