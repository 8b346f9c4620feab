/// The output files of a report of many tables: a workbook, CSVs, JSON, a page.
#ifndef RIDGELINE_EXAMPLES_COMMON_TABLE_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_TABLE_FILES_HPP

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/callable.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/page.hpp>

#include "csv_text.hpp"
#include "program.hpp"
#include "written_files.hpp"

namespace program {

/// Registers its options with the program, and must stay in place until they are parsed.
class table_files {
 public:
  /// `beside` says where the workbook goes when no output is named; empty: there is none then.
  table_files(CLI::App& app, std::string program, const std::string& beside = {});
  table_files(const table_files&) = delete;
  table_files& operator=(const table_files&) = delete;

  /// Adds an option for records in the database; the program adds them with `also_write` if `wants_events`.
  void offer_events(CLI::App& app);
  /// Reports if records were requested without a database.
  void say_what_is_off(const CLI::App& app) const;
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
  bool would_replace(const std::string& input) const;
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
  bool write(const std::vector<ridgeline::table>& tables, ridgeline::data_quality& quality,
             const ridgeline::workbook_style& style, const ridgeline::callable<ridgeline::report_page()>& page) const;

 private:
  void write_json_to(written_files& files, const std::vector<ridgeline::table>& tables) const;

  std::string program_, xlsx_{}, csvs_{}, json_{}, html_{}, sqlite_{}, below_{}, facts_{};
  ridgeline::database_parts parts_{};
  csv_text text_;
  unsigned threads_ = ridgeline::default_threads();
  std::vector<std::string_view> known_{"data_quality"};
  bool parity_ = false, defaulted_ = false, events_ = false, one_of_several_ = false;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TABLE_FILES_HPP
