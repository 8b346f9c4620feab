#ifndef RIDGELINE_EXAMPLES_COMMON_CSV_TEXT_HPP
#define RIDGELINE_EXAMPLES_COMMON_CSV_TEXT_HPP

#include <CLI/App.hpp>

#include <ridgeline/sink/csv.hpp>

namespace program {

/// Text in CSVs: made harmless for spreadsheets, or as in the input with `--raw_csv_text` or `--parity`. Registers its
/// option with the program, and must stay in place until it is parsed.
class csv_text {
 public:
  explicit csv_text(CLI::App& app) {
    app.add_flag("--raw_csv_text,--raw-csv-text", raw_,
                 "write text to CSVs unchanged, without an apostrophe before what a spreadsheet would read as a formula");
  }
  csv_text(const csv_text&) = delete;
  csv_text& operator=(const csv_text&) = delete;

  ridgeline::csv_style of(ridgeline::csv_style style, bool parity) const {
    return raw_ || parity ? style.raw() : style;
  }

 private:
  bool raw_ = false;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_CSV_TEXT_HPP
