#ifndef RIDGELINE_SINK_TABLE_JSON_BODY_HPP
#define RIDGELINE_SINK_TABLE_JSON_BODY_HPP

/// Code shared by the JSON of reports and of pages, for their bodies.

#include <cstddef>

#include <ridgeline/sink/json_writer_body.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline::sink_detail::sink {

/// Whether any of the first `rows` rows has a colour.
inline bool has_colours(const table& t, std::size_t rows) {
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < t.columns(); ++c)
      if (t.colour_of(r, c) != colour::none) return true;
  return false;
}

/// Whether all cells of a row have the same colour.
inline bool is_of_one_colour(const table& t, std::size_t r) {
  bool same = t.columns() > 0 && t.colour_of(r, 0) != colour::none;
  for (std::size_t c = 1; c < t.columns() && same; ++c) same = t.colour_of(r, c) == t.colour_of(r, 0);
  return same;
}

/// For each row, an object that maps cell keys to colours, or the single key `*` if all cells have the same colour.
/// `key_of(column)` is the key of a column.
template <class KeyOf>
void write_colours(json_writer& json, const table& t, std::size_t rows, bool first_on_a_line, KeyOf key_of) {
  json.key("colors").list([&] {
    for (std::size_t r = 0; r < rows; ++r) {
      if (r != 0 || first_on_a_line) json.line();
      json.object([&] {
        if (is_of_one_colour(t, r)) {
          json.key("*").value(name_of(t.colour_of(r, 0)));
          return;
        }
        for (std::size_t c = 0; c < t.columns(); ++c)
          if (t.colour_of(r, c) != colour::none) json.key(key_of(c)).value(name_of(t.colour_of(r, c)));
      });
    }
  });
}

}  // namespace ridgeline::sink_detail::sink

#endif  // RIDGELINE_SINK_TABLE_JSON_BODY_HPP
