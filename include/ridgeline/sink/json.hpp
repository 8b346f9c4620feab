#ifndef RIDGELINE_SINK_JSON_HPP
#define RIDGELINE_SINK_JSON_HPP

#include <span>
#include <string>
#include <string_view>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// Appends `text` as a JSON string; bytes that are no UTF-8 become U+FFFD.
inline void append_json_text(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0) {
      out += "\\ufffd";
      ++i;
      continue;
    }
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += hex[static_cast<std::size_t>(c) >> 4];
      out += hex[static_cast<std::size_t>(c) & 15];
    } else {
      out += text.substr(i, length);
    }
    i += length;
  }
  out += '"';
}

/// Writes tables as one JSON document:
/// `{"schema": 1, "program": ..., "version": ..., "tables": [{"name", "columns": [{"title", "unit"}],
/// "rows": [[...]]}]}`. Numbers are unrounded, empty cells null. A table with colours has `"colors"` beside `"rows"`:
/// for each row an object of column title and colour, with the one key `*` where all its cells have the same.
inline void write_json(output& to, std::string_view program, std::span<const table> tables) {
  std::string text = "{\"schema\":" + std::to_string(json_schema_version) + ",\"program\":";
  append_json_text(text, program);
  text += ",\"version\":\"" RIDGELINE_VERSION "\",\"tables\":[";
  std::string scratch;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const table& t = tables[i];
    text += i == 0 ? "\n{\"name\":" : ",\n{\"name\":";
    append_json_text(text, t.name());
    text += ",\"columns\":[";
    for (std::size_t c = 0; c < t.columns(); ++c) {
      text += c == 0 ? "{\"title\":" : ",{\"title\":";
      append_json_text(text, t.column(c).title);
      text += ",\"unit\":";
      append_json_text(text, t.column(c).unit);
      text += '}';
    }
    text += "],\"rows\":[";
    bool any_colour = false;
    for (std::size_t r = 0; r < t.rows(); ++r) {
      text += r == 0 ? "\n[" : ",\n[";
      for (std::size_t c = 0; c < t.columns(); ++c) {
        if (c != 0) text += ',';
        any_colour = any_colour || t.colour_of(r, c) != colour::none;
        const cell value = t.at(r, c, scratch);
        switch (value.kind) {
          case cell_kind::none: text += "null"; break;
          case cell_kind::boolean: text += value.integer != 0 ? "true" : "false"; break;
          case cell_kind::integer: append_integer(text, value.integer, false); break;
          case cell_kind::real:
            if (value.real - value.real == 0) {
              append_shortest(text, value.real);
            } else {
              text += "null";  // JSON has no infinity
            }
            break;
          case cell_kind::text: append_json_text(text, value.text); break;
        }
      }
      text += ']';
      to.write(text);
      text.clear();
    }
    text += ']';
    if (any_colour) {
      text += ",\"colors\":[";
      for (std::size_t r = 0; r < t.rows(); ++r) {
        text += r == 0 ? "\n{" : ",\n{";
        bool same = t.columns() > 0 && t.colour_of(r, 0) != colour::none;
        for (std::size_t c = 1; c < t.columns() && same; ++c) same = t.colour_of(r, c) == t.colour_of(r, 0);
        bool first = true;
        for (std::size_t c = 0; c < (same ? 1 : t.columns()); ++c) {
          if (t.colour_of(r, c) == colour::none) continue;
          if (!first) text += ',';
          first = false;
          append_json_text(text, same ? std::string_view("*") : t.column(c).title);
          text += ':';
          append_json_text(text, name_of(t.colour_of(r, c)));
        }
        text += '}';
        to.write(text);
        text.clear();
      }
      text += ']';
    }
    text += '}';
  }
  text += "\n]}\n";
  to.write(text);
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_HPP
