/// The options that tt_ops_report and tt_profile_this share.
#ifndef RIDGELINE_EXAMPLES_COMMON_TT_OPS_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_OPS_OPTIONS_HPP

#include <optional>
#include <string>

#include <ridgeline/core/faults.hpp>

#include "../advice_options.hpp"
#include "../program.hpp"
#include "tt_logs.hpp"
#include "tt_ops_files.hpp"

namespace program {

/// Registers its options with the program in two parts, so that the help can list others between them, and must stay in
/// place until they are parsed. Their values go into a request.
class ops_options {
 public:
  explicit ops_options(ops_request& want) : want_(want) {}
  ops_options(const ops_options&) = delete;
  ops_options& operator=(const ops_options&) = delete;

  /// Where files go, and their names.
  void add_names(CLI::App& app) {
    app.add_option("-o,--output-folder", want_.out, "where files are written; other files there are kept")
        ->capture_default_str();
    app.add_option("-n,--name-append", want_.name, "text to append to the name of the CSV");
    app.add_flag("--date", date_, "append date and time to the name of the CSV");
    app.add_option("--date-as", date_as_, "the date and time to use for it, as YYYY-MM-DDTHH:MM:SS (default: now)");
  }
  /// What is written, and how.
  void add_files(CLI::App& app) {
    app.add_option("--json", want_.json, "write all tables to this file");
    app.add_option("--html", want_.html, "write a page with charts and tables to this file");
    app.add_option("--xlsx", want_.xlsx, "write all tables to this workbook");
    app.add_flag("-q,--quiet", want_.quiet, "no report on the console");
    app.add_flag("--raw_csv_text,--raw-csv-text", raw_text_,
                 "write text to CSVs unchanged, without an apostrophe before what a spreadsheet would read as a formula");
    app.add_flag("--parity", parity_, "the report of the logs' own generation of scripts, their known faults included");
    want_.health = &health_.emplace(app, want_.program);
    app.add_flag("--strict", want_.strict,
                 "exit 3 when part of the input was left out, or the logs do not support part of the report");
    add_threads(app, want_.threads, "threads for reading and writing");
  }

  /// After parsing: fills the request except its date. Returns what is wrong; empty for nothing.
  std::string settle() {
    if (raw_text_ || parity_) want_.csv = want_.csv.raw();
    if (parity_) want_.faults = rl::all_on<rl::tt_log_faults>();
    if (want_.name.find('/') != std::string::npos) return "--name-append takes no slash";
    if (!date_as_.empty() && !is_date(date_as_))
      return "--date-as takes YYYY-MM-DDTHH:MM:SS, found \"" + date_as_ + "\"";
    return {};
  }
  /// Whether the ignored checks exist; reports one that does not.
  bool are_checks() const {
    const rl::tt_ops none;
    return health_->are_checks(rl::health_of_ops(rl::advice_rows_of(none, {}, false, {}), {}));
  }
  /// The date for file names, which may be the current one; empty for none.
  std::string date() const { return !date_as_.empty() ? date_as_ : date_ ? date_now() : std::string(); }

 private:
  ops_request& want_;
  std::optional<health_options> health_{};
  std::string date_as_{};
  bool date_ = false, parity_ = false, raw_text_ = false;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_OPS_OPTIONS_HPP
