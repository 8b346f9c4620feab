#ifndef RIDGELINE_SINK_FITTED_HPP
#define RIDGELINE_SINK_FITTED_HPP

#include <cstddef>
#include <string_view>

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

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_FITTED_HPP
