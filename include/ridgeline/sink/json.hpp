#ifndef RIDGELINE_SINK_JSON_HPP
#define RIDGELINE_SINK_JSON_HPP

#include <initializer_list>
#include <span>
#include <string_view>

#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// Writes tables as one JSON document:
/// `{"schema": 1, "program": ..., "version": ..., "tables": [{"name", "columns": [{"title", "unit"}],
/// "rows": [[...]]}]}`. Numbers are unrounded, empty cells null. A table with colours has `"colors"` beside `"rows"`:
/// for each row an object of column title and colour, with the one key `*` where all its cells have the same.
void write_json(output& to, std::string_view program, std::span<const table> tables);
/// The same of tables that are listed: `write_json(out, "mine", {kernels, copies})`.
inline void write_json(output& to, std::string_view program, std::initializer_list<table> tables) {
  write_json(to, program, std::span<const table>(tables.begin(), tables.size()));
}
/// The same of one table.
inline void write_json(output& to, std::string_view program, const table& t) {
  write_json(to, program, std::span<const table>(&t, 1));
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_HPP
