#ifndef RIDGELINE_SINK_JSON_HPP
#define RIDGELINE_SINK_JSON_HPP

#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>

#include <ridgeline/core/progress.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// Writes tables as one JSON document: `{"schema": 1, "program": ..., "version": ..., "tables": [{"name", "columns":
/// [{"title", "unit"}], "rows": [[...]]}]}`. Numbers are not rounded, and empty cells are null. A table with colours
/// also has `"colors"`: for each row, an object that maps column titles to colours, or the single key `*` if all its
/// cells have the same colour. `progress` is told the rows.
void write_json(output& to, std::string_view program, std::span<const table> tables,
                const progress_function& progress = {});
/// The same for a list of tables: `write_json(out, "mine", {kernels, copies})`.
inline void write_json(output& to, std::string_view program, std::initializer_list<table> tables) {
  write_json(to, program, std::span<const table>(tables.begin(), tables.size()));
}
/// The same for one table.
inline void write_json(output& to, std::string_view program, const table& t) {
  write_json(to, program, std::span<const table>(&t, 1));
}
template <sink_detail::no_output First, class... More>
sink_detail::not_written write_json(const First&, const More&...) {
  static_assert(!std::is_same_v<First, First>, "the output comes first: file_output out(1), or string_output out; "
                                               "write_json(out, \"my program\", table)");
  return {};
}
template <sink_detail::no_output First>
sink_detail::not_written write_json(const First& first, std::string_view, std::initializer_list<table>) {
  return write_json(first);
}
template <class Never = void, class... More>
void write_json(output&, std::initializer_list<table>, const More&...) {
  static_assert(!std::is_same_v<Never, Never>, "the name of the program comes before the tables: "
                                               "write_json(out, \"my program\", {kernels, copies})");
}
template <class Never = void, class... More>
void write_json(output& to, const table& t, const More&...) {
  write_json<Never>(to, {t});
}
template <table_detail::no_table_yet Tables, class... More>
  requires std::is_convertible_v<const Tables&, std::span<const table>>
void write_json(output& to, const Tables&, const More&...) {
  write_json<Tables>(to, {table()});
}
template <table_detail::no_table_yet Records>
  requires(!std::is_convertible_v<const Records&, std::span<const table>>)
void write_json(output&, const Records&) {
  table_detail::ask_for_a_table<Records>();
}
template <table_detail::no_table_yet Records>
  requires(!std::is_convertible_v<const Records&, std::span<const table>>)
void write_json(output& to, std::string_view program, const Records& records) {
  write_json(to, program, {records});
}
template <table_detail::no_table_yet Records>
void write_json(output&, std::string_view, std::initializer_list<Records>) {
  table_detail::ask_for_a_table<Records>();
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_HPP
