#ifndef RIDGELINE_SINK_CSV_HPP
#define RIDGELINE_SINK_CSV_HPP

#include <string>
#include <string_view>
#include <type_traits>

#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// How a CSV is written where programs that read it differ.
struct csv_style {
  std::string_view line_end = "\r\n";
  bool units_in_header = false;  ///< `Device Time Sum [μs]`
  bool rounded = false;          ///< with the column's decimals; else the shortest text that reads back exactly
  bool python_reals = false;     ///< whole numbers of a real column as `24.0`
  bool raw_text = false;         ///< text that a spreadsheet would take for a formula stays as it is

  /// As pandas writes and reads tables.
  static constexpr csv_style pandas() { return {"\n", false, false, true, false}; }
  /// The same with text as it stands in the trace: what `--parity` and `--raw_csv_text` ask for.
  constexpr csv_style raw() const {
    csv_style style = *this;
    style.raw_text = true;
    return style;
  }
};

/// Whether a spreadsheet would take this text for a formula: it begins with `=`, `+`, `-`, `@`, a tab or a line break
/// (the list of OWASP's page on CSV injection), has more than that character, and is no number.
bool is_formula(std::string_view text);

/// Appends `text` as one CSV cell: quoted when it holds a comma, a quote or a line break.
void append_csv_text(std::string& out, std::string_view text);

/// Writes a table as CSV: a header, then a line a row; empty cells are empty (`""` where there is only one column),
/// truth values `True` and `False`. Text that `is_formula` gets an apostrophe in front, unless the style says
/// `raw_text`: names in traces come from strangers. Numbers are never changed. On several threads, rows become text
/// while those before them are written.
void write_csv(output& to, const table& t, const csv_style& style = {}, unsigned threads = 1);
template <sink_detail::no_output First, class... More>
sink_detail::not_written write_csv(const First&, const More&...) {
  static_assert(!std::is_same_v<First, First>, "an output stands first: file_output out(1), or string_output out; "
                                               "write_csv(out, table)");
  return {};
}
template <table_detail::no_table_yet Records, class... More>
void write_csv(output&, const Records&, const More&...) {
  table_detail::ask_for_a_table<Records>();
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CSV_HPP
