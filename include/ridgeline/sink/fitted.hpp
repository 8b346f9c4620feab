#ifndef RIDGELINE_SINK_FITTED_HPP
#define RIDGELINE_SINK_FITTED_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Reports on a console whose lines have only so much room.
namespace ridgeline {

class output;
class table;

/// Writes a table in at most `width` columns: its first `texts` columns, which are texts, share what the others leave,
/// 16 columns each at least.
void print_table(output& to, const table& t, std::size_t texts, std::size_t width);

/// Writes a paragraph in lines of at most `width` columns, those behind the first indented. What could steer a terminal
/// is shown as `?`.
void print_paragraph(output& to, std::string_view text, std::size_t width);

/// The dims of an op, a Python tuple of tuples, as they stand behind its name: without the brackets around all of them,
/// and without scalars at the end. `((64, 32), (32, 8), ())` is `(64, 32), (32, 8)`.
std::string_view dims_behind_name(std::string_view dims);

/// The rows of a list in which dims have no column: of rows with equal names, each has its dims behind the name.
template <class Row>
std::vector<Row> with_dims_in_names(std::vector<Row> rows) {
  std::vector<bool> again(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)  // some ten rows
    for (std::size_t k = 0; k < rows.size(); ++k) again[i] = again[i] || (k != i && rows[k].name == rows[i].name);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const std::string_view dims = dims_behind_name(rows[i].dims); again[i] && !dims.empty())
      rows[i].name.append(" ").append(dims);
  return rows;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_FITTED_HPP
