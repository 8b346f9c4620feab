#ifndef RIDGELINE_SINK_FITTED_HPP
#define RIDGELINE_SINK_FITTED_HPP

#include <cstddef>
#include <string_view>
#include <vector>

/// Reports for consoles of limited width.
namespace ridgeline {

class output;
class table;

/// Writes a table in at most `width` columns: its first `texts` columns, which contain text, share the space left by
/// the others, at least 16 columns each.
void print_table(output& to, const table& t, std::size_t texts, std::size_t width);

/// Writes a paragraph in lines of at most `width` columns, indenting all but the first. Text that could control the
/// terminal is neutralised as by `append_plain`.
void print_paragraph(output& to, std::string_view text, std::size_t width);

/// The dims of an op, a Python tuple of tuples, in the form appended to its name: without the outer brackets and
/// without trailing scalars. `((64, 32), (32, 8), ())` becomes `(64, 32), (32, 8)`.
std::string_view dims_after_name(std::string_view dims);

/// For lists without a dims column: appends the dims to the names of rows that share a name with another row.
template <class Row>
std::vector<Row> with_dims_in_names(std::vector<Row> rows) {
  std::vector<bool> again(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)  // about ten rows
    for (std::size_t k = 0; k < rows.size(); ++k) again[i] = again[i] || (k != i && rows[k].name == rows[i].name);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const std::string_view dims = dims_after_name(rows[i].dims); again[i] && !dims.empty())
      rows[i].name.append(" ").append(dims);
  return rows;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_FITTED_HPP
