#include "table_files.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/output.hpp>

#include "program.hpp"

namespace program {

table_files::table_files(CLI::App& app, std::string program, const std::string& beside)
    : program_(std::move(program)), text_(app) {
  app.add_option("--output_xlsx_path,--xlsx", xlsx_,
                 "write a workbook to this file" +
                     (beside.empty() ? "" : " (default: " + beside + ", unless another output is named)"));
  app.add_option("--output_csvs_dir", csvs_, "write each sheet as a CSV into this folder");
  app.add_option("--json", json_, "write all sheets to this file");
  app.add_option("--html", html_, "write a page with charts and tables to this file");
  app.add_option("--sqlite", sqlite_, "write all sheets as tables of this SQLite database");
}

void table_files::offer_events(CLI::App& app) {
  app.add_flag("--with-events", events_, "the database of --sqlite also has the records of the trace");
}

void table_files::say_what_is_off(const CLI::App& app) const {
  if (sqlite_.empty()) say_what_does_nothing(app, {"--with-events"}, "--sqlite");
}

bool table_files::would_replace(const std::string& input) const {
  return is_input(program_, xlsx_, input) || is_input(program_, json_, input) || is_input(program_, html_, input) ||
         is_input(program_, sqlite_, input);
}

bool table_files::write(const std::vector<ridgeline::table>& tables, ridgeline::data_quality& quality,
                        const ridgeline::workbook_style& style,
                        const ridgeline::callable<ridgeline::report_page()>& page) const {
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

void table_files::write_json_to(written_files& files, const std::vector<ridgeline::table>& tables) const {
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

}  // namespace program
