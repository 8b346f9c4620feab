/// The output files of a report of many tables: a workbook, CSVs, JSON, a page.
#ifndef RIDGELINE_EXAMPLES_COMMON_TABLE_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_TABLE_FILES_HPP

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/sink/xlsx.hpp>

#include "csv_text.hpp"
#include "program.hpp"
#include "written_files.hpp"

namespace program {

/// Registers its options with the program, and must stay in place until they are parsed.
class table_files {
 public:
  /// `beside` says where the workbook goes when no output is named.
  table_files(CLI::App& app, std::string program, const std::string& beside)
      : program_(std::move(program)), text_(app) {
    app.add_option("--output_xlsx_path,--xlsx", xlsx_,
                   "write a workbook to this file (default: " + beside + ", unless another output is named)");
    app.add_option("--output_csvs_dir", csvs_, "write each sheet as a CSV into this folder");
    app.add_option("--json", json_, "write all sheets to this file");
    app.add_option("--html", html_, "write a page with charts and tables to this file");
    app.add_option("--sqlite", sqlite_, "write all sheets as tables of this SQLite database");
  }
  table_files(const table_files&) = delete;
  table_files& operator=(const table_files&) = delete;

  /// Adds an option for records in the database; the program adds them with `also_write` if `wants_events`.
  void offer_events(CLI::App& app) {
    app.add_flag("--with-events", events_, "the database of --sqlite also has the records of the trace");
  }
  /// Reports if records were requested without a database.
  void say_what_is_off(const CLI::App& app) const {
    if (sqlite_.empty()) say_what_does_nothing(app, {"--with-events"}, "--sqlite");
  }
  bool wants_events() const { return events_ && !sqlite_.empty(); }
  void also_write(ridgeline::database_parts parts) { parts_ = std::move(parts); }

  /// The workbook that is written when no output is named; for several inputs, one for each.
  void default_to(const std::string& workbook) {
    if (!any() || defaulted_) xlsx_ = workbook, defaulted_ = true;
  }
  /// No workbook unless requested.
  void without_default() {
    if (defaulted_) xlsx_.clear(), defaulted_ = false;
  }
  /// CSVs go to a folder of that name in the requested one; empty: to the requested one itself.
  void in_folder(std::string name) { below_ = std::move(name); }
  /// Whether the output is one of several reports: then it goes to CSVs, and to workbooks next to its input.
  void as_one_of_several(bool on) { one_of_several_ = on; }
  /// Whether an option names a file that can hold only one report.
  bool names_one_file() const { return (!xlsx_.empty() && !defaulted_) || !json_.empty() || !html_.empty() || !sqlite_.empty(); }

  /// Whether one of the output files is that input; reports it.
  bool would_replace(const std::string& input) const {
    return is_input(program_, xlsx_, input) || is_input(program_, json_, input) || is_input(program_, html_, input) ||
           is_input(program_, sqlite_, input);
  }
  /// Whether an output is named.
  bool any() const { return !(xlsx_.empty() && csvs_.empty() && json_.empty() && html_.empty() && sqlite_.empty()); }
  bool wants_page() const { return !html_.empty(); }

  /// Sheets that this program can write: CSVs with these names from an earlier run are removed from the folder unless
  /// this run writes them. `data_quality` is always one of them.
  void can_write(std::initializer_list<std::string_view> sheets) {
    known_.insert(known_.end(), sheets.begin(), sheets.end());
  }
  void can_write(const std::vector<std::string>& sheets) { known_.insert(known_.end(), sheets.begin(), sheets.end()); }
  /// A member of the JSON next to its tables; key and value are words of the program, which need no escapes.
  void with_fact(const std::string& key, std::string_view value) {
    facts_ += "\"" + key + "\":\"" + std::string(value) + "\",";
  }
  /// The number of threads that write large CSVs; by default one per processor.
  void write_by(unsigned threads) { threads_ = threads; }
  /// With `--parity`: text in CSVs as in the input.
  void as_original() { parity_ = true; }
  /// The style of all CSVs of this program, by `--parity` and `--raw_csv_text`. Known after parsing.
  ridgeline::csv_style csv() const { return text_.of(ridgeline::csv_style::pandas(), parity_); }

  /// Writes the requested files; reports what went wrong. `page` makes the page. False if a file is not written.
  template <class Page>
  bool write(const std::vector<ridgeline::table>& tables, ridgeline::data_quality& quality,
             const ridgeline::workbook_style& style, Page page) const {
    namespace rl = ridgeline;
    written_files files(program_);
    const std::string folder = below_.empty() ? csvs_ : csvs_ + "/" + below_;
    if (!csvs_.empty()) {
      files.write_csvs(folder, tables, csv(), threads_);
      remove_old_csvs(program_, folder, tables, known_, files);
    }
    if (!one_of_several_) {
      if (!json_.empty()) write_json_to(files, tables);
      if (!html_.empty()) files.write_page(html_, page());
      if (!sqlite_.empty()) files.write_database(sqlite_, tables, parts_);
    }
    const bool book = one_of_several_ ? defaulted_ : !xlsx_.empty();
    if (book) files.write_workbook(xlsx_, tables, style, quality);
    if (files.good() && book) say(program_ + ": written: " + xlsx_);
    return files.good();
  }

 private:
  void write_json_to(written_files& files, const std::vector<ridgeline::table>& tables) const {
    namespace rl = ridgeline;
    if (facts_.empty()) {
      files.write_json(json_, tables);
      return;
    }
    files.write_to(json_, [&](rl::output& to, const rl::progress_function& progress) {
      rl::string_output text;
      write_json(text, program_, tables, progress);
      to.write("{" + facts_);
      to.write(std::string_view(text.text()).substr(1));
    });
  }

  std::string program_, xlsx_{}, csvs_{}, json_{}, html_{}, sqlite_{}, below_{}, facts_{};
  ridgeline::database_parts parts_{};
  csv_text text_;
  unsigned threads_ = ridgeline::default_threads();
  std::vector<std::string_view> known_{"data_quality"};
  bool parity_ = false, defaulted_ = false, events_ = false, one_of_several_ = false;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TABLE_FILES_HPP
