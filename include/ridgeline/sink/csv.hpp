#ifndef RIDGELINE_SINK_CSV_HPP
#define RIDGELINE_SINK_CSV_HPP

#include <string>
#include <string_view>

#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// How a CSV is written where programs that read it differ.
struct csv_style {
  std::string_view line_end = "\r\n";
  bool units_in_header = false;  ///< `Device Time Sum [μs]`
  bool rounded = false;          ///< with the column's decimals; else the shortest text that reads back exactly
  bool python_reals = false;     ///< whole numbers of a real column as `24.0`

  /// As pandas writes and reads tables.
  static constexpr csv_style pandas() { return {"\n", false, false, true}; }
};

/// Appends `text` as one CSV cell: quoted when it holds a comma, a quote or a line break.
inline void append_csv_text(std::string& out, std::string_view text) {
  const auto holds = [&](char c) { return text.find(c) != std::string_view::npos; };  // memchr: names are long
  if (!holds(',') && !holds('"') && !holds('\n') && !holds('\r')) {
    out += text;
    return;
  }
  out += '"';
  for (std::size_t quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"')) {
    out += text.substr(0, quote + 1);
    out += '"';
    text.remove_prefix(quote + 1);
  }
  out += text;
  out += '"';
}

/// Writes a table as CSV: a header, then a line a row; empty cells are empty (`""` where there is only one column),
/// truth values `True` and `False`.
inline void write_csv(output& to, const table& t, const csv_style& style = {}) {
  constexpr std::size_t enough = std::size_t{1} << 18;  // written at once
  std::string text, scratch;
  for (std::size_t c = 0; c < t.columns(); ++c) {
    const column_facts& column = t.column(c);
    if (c != 0) text += ',';
    std::string title(column.title);
    if (style.units_in_header && !column.unit.empty()) title += " [" + std::string(column.unit) + "]";
    append_csv_text(text, title);
  }
  text += style.line_end;
  for (std::size_t r = 0; r < t.rows(); ++r) {
    const std::size_t start = text.size();
    for (std::size_t c = 0; c < t.columns(); ++c) {
      if (c != 0) text += ',';
      const cell value = t.at(r, c, scratch);
      switch (value.kind) {
        case cell_kind::none: break;
        case cell_kind::boolean: text += value.integer != 0 ? "True" : "False"; break;
        case cell_kind::integer: append_integer(text, value.integer, false); break;
        case cell_kind::real:
          if (style.rounded) {
            append_fixed(text, value.real, t.column(c).digits, false);
          } else if (style.python_reals) {
            append_python_real(text, value.real);
          } else {
            append_shortest(text, value.real);
          }
          break;
        case cell_kind::text: append_csv_text(text, value.text); break;
      }
    }
    // Readers take the row of a lone empty cell for a blank line.
    if (text.size() == start && t.columns() == 1) text += "\"\"";
    text += style.line_end;
    if (text.size() < enough) continue;
    to.write(text);
    text.clear();
  }
  to.write(text);
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CSV_HPP
