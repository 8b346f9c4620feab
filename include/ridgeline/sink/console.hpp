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

/// How tables look on a terminal.
struct console_style {
  bool colours = false;
  bool any_background = false;      ///< colours that can be read on white as well as on black
  bool headers_by_column = false;   ///< headers stand as their column does; else all to the left
  std::vector<std::string> footer;    ///< a last row in grey, one text a shown column; empty: none
  std::size_t most_width = 256;     ///< of a text cell in code points: longer ones end with `…`
  unsigned threads = 0;             ///< 0: one for each processor
};

/// Writes a table for people: aligned columns, two blanks between them, rules of dashes above and below the rows.
/// Text of the input cannot steer the terminal (`append_plain`). Rows are made into text on several threads; what is
/// written does not depend on how many.
void write_console(output& to, const table& t, const console_style& style = {});
template <sink_detail::no_output First, class... More>
sink_detail::not_written write_console(const First&, const More&...) {
  static_assert(!std::is_same_v<First, First>, "an output stands first: file_output out(1), or string_output out; "
                                               "write_console(out, table)");
  return {};
}
template <table_detail::no_table_yet Records, class... More>
void write_console(output&, const Records&, const More&...) {
  table_detail::ask_for_a_table<Records>();
}

/// The table without columns that do not fit into `width`: those of `least_wanted` go first, in their order, until the
/// rest fits. Where it still does not, `style.most_width` cuts the texts. `style.footer` is a row of it, too.
table fitted_to(const table& t, std::size_t width, std::span<const std::string_view> least_wanted,
                console_style& style);

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CONSOLE_HPP
