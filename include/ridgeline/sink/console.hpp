#ifndef RIDGELINE_SINK_CONSOLE_HPP
#define RIDGELINE_SINK_CONSOLE_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// How tables are displayed on a terminal.
struct console_style {
  bool colours = false;
  bool any_background = false;      ///< use colours readable on both white and black
  bool headers_by_column = false;   ///< align headers like their columns; otherwise all to the left
  std::vector<std::string> footer;    ///< last row in grey, one text per displayed column; empty: none
  std::size_t most_width = 256;     ///< of a text cell, in code points; longer text ends with `…`
  unsigned threads = 0;             ///< 0: one per processor
};

/// Writes a table for people: aligned columns separated by two blanks, with dashed rules above and below the rows. Text
/// from the input cannot control the terminal (`append_plain`). Rows are formatted on several threads; the output does
/// not depend on their number.
void write_console(output& to, const table& t, const console_style& style = {});
template <sink_detail::no_output First, class... More>
sink_detail::not_written write_console(const First&, const More&...) {
  static_assert(!std::is_same_v<First, First>, "the output comes first: file_output out(1), or string_output out; "
                                               "write_console(out, table)");
  return {};
}
template <sink_detail::passing_output Output, class... More>
void write_console(Output&&, const More&...) {
  static_assert(!std::is_same_v<Output, Output>, "an output has a name: file_output out(1); write_console(out, table)");
}
template <table_detail::no_table_yet Records, class... More>
void write_console(output&, const Records&, const More&...) {
  table_detail::ask_for_a_table<Records>();
}

/// The table reduced to the columns that fit into `width`: those listed in `least_wanted` are dropped first, in that
/// order, until the rest fits. If it still does not, sets `style.most_width` to shorten text. Considers `style.footer`.
table fitted_to(const table& t, std::size_t width, std::span<const std::string_view> least_wanted,
                console_style& style);

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CONSOLE_HPP
