/// The files that a program writes, and whether all of them were written.
#ifndef RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/core/callable.hpp>
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
bool is_input(const std::string& program, const std::string& output, const std::string& input);

/// Whether an output would overwrite the input, or a file in it if it is a folder; reports which.
bool is_input_of(const std::string& program, std::initializer_list<std::string> outputs, const std::string& input);

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
  bool took(const std::optional<ridgeline::failure>& why);
  /// Writes a file anywhere. A file already written by this run, as a sheet of a folder, too, stays, and the second one
  /// is reported as lost. A writer may take a listener after the output, which it tells the rows, and return why it
  /// could not write.
  template <class Writer>
  bool write_to(const std::string& path, Writer&& write) {
    return write_by(path, [&](ridgeline::output& to, progress_bar& bar) -> std::optional<ridgeline::failure> {
      const auto result = [&] {
        if constexpr (std::is_invocable_v<Writer&, ridgeline::output&, ridgeline::progress_function>)
          return write(to, bar.listener());
        else return write(to);
      };
      if constexpr (std::is_void_v<decltype(result())>) return result(), std::nullopt;
      else return result();
    });
  }
  bool write_json(const std::string& path, std::span<const ridgeline::table> tables);
  bool write_page(const std::string& path, const ridgeline::report_page& page);
  bool write_workbook(const std::string& path, std::span<const ridgeline::table> tables,
                      ridgeline::workbook_style style, ridgeline::data_quality& quality);
  bool write_database(const std::string& path, std::span<const ridgeline::table> tables,
                      const ridgeline::database_parts& more);
  bool write_csvs(const std::string& folder, std::span<const ridgeline::table> tables,
                  const ridgeline::csv_style& style, unsigned threads);
  /// Flushes standard output.
  void flush(ridgeline::file_output& to);
  bool good() const { return good_; }

 private:
  using writing = ridgeline::callable<std::optional<ridgeline::failure>(ridgeline::output&, progress_bar&)>;
  bool write_by(const std::string& path, const writing& write);
  /// Whether it is a file that was already written; reports it.
  bool is_lost(const std::string& path);
  bool keep(const std::string& path);

  std::string program_, last_{};
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
void remove_old_csvs(const std::string& program, const std::string& folder, std::span<const ridgeline::table> tables,
                     std::span<const std::string_view> known, written_files& files,
                     const ridgeline::callable<bool(std::string_view)>& beside = {});

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_WRITTEN_FILES_HPP
