#ifndef RIDGELINE_SINK_CSV_HPP
#define RIDGELINE_SINK_CSV_HPP

#include <string>
#include <string_view>
#include <type_traits>

#include <ridgeline/core/progress.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// Options for CSV output, for programs that expect different formats.
struct csv_style {
  std::string_view line_end = "\r\n";
  bool units_in_header = false;  ///< `Device Time Sum [μs]`
  bool rounded = false;          ///< with the column's decimals; otherwise the shortest text that parses back exactly
  bool python_reals = false;     ///< integers in a column of reals as `24.0`
  bool raw_text = false;         ///< keep text unchanged even if a spreadsheet would take it for a formula

  /// The format that pandas writes and reads.
  static constexpr csv_style pandas() { return {"\n", false, false, true, false}; }
  /// The same with text as in the trace, for `--parity` and `--raw_csv_text`.
  constexpr csv_style raw() const {
    csv_style style = *this;
    style.raw_text = true;
    return style;
  }
};

/// Whether a spreadsheet would interpret this text as a formula: it starts with `=`, `+`, `-`, `@`, a tab or a line
/// break (the list in OWASP's page on CSV injection), is longer than one character, and is not a number.
bool is_formula(std::string_view text);

/// Appends `text` as one CSV cell; quoted if it contains a comma, a quote or a line break.
void append_csv_text(std::string& out, std::string_view text);

/// Writes a table as CSV: a header, then one line per row. Empty cells are empty (`""` if there is only one column),
/// booleans are `True` and `False`. Text that `is_formula` is prefixed with an apostrophe unless the style sets
/// `raw_text`, because names in traces are untrusted. Numbers are never changed. With several threads, rows are
/// formatted while earlier ones are being written. `progress` is told the rows.
void write_csv(output& to, const table& t, const csv_style& style = {}, unsigned threads = 1,
               const progress_function& progress = {});
template <sink_detail::no_output First, class... More>
sink_detail::not_written write_csv(const First&, const More&...) {
  static_assert(!std::is_same_v<First, First>, "the output comes first: file_output out(1), or string_output out; "
                                               "write_csv(out, table)");
  return {};
}
template <sink_detail::passing_output Output, class... More>
void write_csv(Output&&, const More&...) {
  static_assert(!std::is_same_v<Output, Output>, "an output has a name: file_output out(1); write_csv(out, table)");
}
template <table_detail::no_table_yet Records, class... More>
void write_csv(output&, const Records&, const More&...) {
  table_detail::ask_for_a_table<Records>();
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CSV_HPP
