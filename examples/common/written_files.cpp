#include "written_files.hpp"

#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/sink/xlsx.hpp>

#include "program.hpp"
#include "progress.hpp"

namespace program {

namespace {

std::vector<std::string> written;  // by all writers of the program

std::string step_of(const std::string& path) { return "writing " + path.substr(path.rfind('/') + 1); }

}  // namespace

bool is_input(const std::string& program, const std::string& output, const std::string& input) {
  if (output.empty() || !ridgeline::same_file(output, input)) return false;
  say(program + ": " + output + " is the input: name another file to write to");
  return true;
}

bool is_input_of(const std::string& program, std::initializer_list<std::string> outputs, const std::string& input) {
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

bool written_files::took(const std::optional<ridgeline::failure>& why) {
  if (why)
    if (const std::string line = program_ + ": " + to_string(*why); line != last_) say(last_ = line);
  good_ = good_ && !why;
  return !why;
}

bool written_files::write_by(const std::string& path, const writing& write) {
  if (is_lost(path)) return false;
  progress_bar bar(step_of(path));
  const bool done = took(ridgeline::write_file(path, [&](ridgeline::output& to) { return write(to, bar); }));
  return done && keep(path);
}

bool written_files::write_json(const std::string& path, std::span<const ridgeline::table> tables) {
  return write_to(path, [&](ridgeline::output& to, const ridgeline::progress_function& progress) {
    ridgeline::write_json(to, program_, tables, progress);
  });
}

bool written_files::write_page(const std::string& path, const ridgeline::report_page& page) {
  return write_to(path, as_page(page));
}

bool written_files::write_workbook(const std::string& path, std::span<const ridgeline::table> tables,
                                   ridgeline::workbook_style style, ridgeline::data_quality& quality) {
  if (is_lost(path)) return false;
  progress_bar bar(step_of(path));
  style.progress = bar.listener();
  return took(ridgeline::write_xlsx(path, tables, style, quality)) && keep(path);
}

bool written_files::write_database(const std::string& path, std::span<const ridgeline::table> tables,
                                   const ridgeline::database_parts& more) {
  if (is_lost(path)) return false;
  progress_bar bar(step_of(path));
  return took(ridgeline::write_sqlite(path, program_, tables, more, bar.listener())) && keep(path);
}

bool written_files::write_csvs(const std::string& folder, std::span<const ridgeline::table> tables,
                               const ridgeline::csv_style& style, unsigned threads) {
  const std::vector<std::string> paths = ridgeline::csv_folder_paths(folder, tables);
  for (const std::string& path : paths)
    if (is_lost(path)) return false;
  progress_bar bar("writing CSVs");
  const bool done = took(ridgeline::write_csv_folder(folder, tables, style, threads, bar.listener()));
  written.insert(written.end(), paths.begin(), paths.end());
  return done;
}

void written_files::flush(ridgeline::file_output& to) {
  to.flush();
  if (to.error() == 0) return;
  say(program_ + ": standard output: cannot be written: " + std::strerror(to.error()));
  good_ = false;
}

bool written_files::is_lost(const std::string& path) {
  for (const std::string& other : written)
    if (!ridgeline::is_written_in_place(path) && ridgeline::same_file(path, other))
      return !took(ridgeline::failure{ridgeline::errc::cannot_write, {path}, "is another file of this report: name "
                                                                             "one of its own"});
  return false;
}

bool written_files::keep(const std::string& path) {
  written.push_back(path);
  return true;
}

void remove_old_csvs(const std::string& program, const std::string& folder, std::span<const ridgeline::table> tables,
                     std::span<const std::string_view> known, written_files& files,
                     const ridgeline::callable<bool(std::string_view)>& beside) {
  std::vector<std::string> kept;
  files.took(ridgeline::remove_old_csvs(folder, tables, known, &kept, beside));
  if (kept.empty()) return;
  std::string names;
  for (const std::string& path : kept) names += (names.empty() ? "" : ", ") + path.substr(path.rfind('/') + 1);
  say(program + ": " + folder + " has other files too, so these stay, whoever wrote them: " + names);
}

}  // namespace program
