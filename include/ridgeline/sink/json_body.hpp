#ifndef RIDGELINE_SINK_JSON_BODY_HPP
#define RIDGELINE_SINK_JSON_BODY_HPP

#include <cstddef>
#include <string>

#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/row_count_body.hpp>
#include <ridgeline/sink/table_json_body.hpp>

namespace ridgeline {

namespace sink_detail::sink {

inline void write_cell(json_writer& json, const cell& value) {
  switch (value.kind) {
    case cell_kind::none: json.null(); break;
    case cell_kind::boolean: json.value(value.integer != 0); break;
    case cell_kind::integer:
      if (value.beyond) json.value(static_cast<std::uint64_t>(value.integer));
      else json.value(value.integer);
      break;
    case cell_kind::real: json.value(value.real); break;
    case cell_kind::text: json.value(value.text); break;
  }
}

inline void write_table(json_writer& json, const table& t, row_count& written) {
  json.key("name").value(t.name());
  json.key("columns").list([&] {
    for (std::size_t c = 0; c < t.columns(); ++c)
      json.object([&] { json.key("title").value(t.column(c).title).key("unit").value(t.column(c).unit); });
  });
  std::string scratch;
  json.key("rows").list([&] {
    for (std::size_t r = 0; r < t.rows(); ++r) {
      json.line().list([&] {
        for (std::size_t c = 0; c < t.columns(); ++c) write_cell(json, t.at(r, c, scratch));
      });
      written.add(1);
    }
  });
  if (has_colours(t, t.rows()))
    write_colours(json, t, t.rows(), true, [&](std::size_t c) { return t.column(c).title; });
}

}  // namespace sink_detail::sink

void write_json(output& to, std::string_view program, std::span<const table> tables,
                const progress_function& progress) {
  {
    sink_detail::sink::row_count written(progress, sink_detail::sink::rows_of(tables));
    json_writer json(to);
    json.object([&] {
      json.key("schema").value(json_schema_version);
      json.key("program").value(program);
      json.key("version").value(RIDGELINE_VERSION);
      json.key("tables").list([&] {
        for (const table& t : tables) json.line().object([&] { sink_detail::sink::write_table(json, t, written); });
        json.line();
      });
    });
  }
  to.write("\n");
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_BODY_HPP
