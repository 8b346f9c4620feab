#ifndef RIDGELINE_SINK_CSV_BODY_HPP
#define RIDGELINE_SINK_CSV_BODY_HPP

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/xml_text.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/row_count_body.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/python_text.hpp>

namespace ridgeline {

namespace sink_detail::sink {

inline void append_guarded(std::string& out, std::string_view text, const csv_style& style) {
  if (style.raw_text || !is_formula(text)) return append_csv_text(out, text);
  std::string guarded = "'";
  guarded += text;
  append_csv_text(out, guarded);
}

/// Replaces what is no UTF-8 from `begin` on.
inline void make_valid(std::string& text, std::size_t begin) {
  const std::string_view all = std::string_view(text).substr(begin);
  if (std::string clean; valid_text(all, clean).data() != all.data()) text.replace(begin, text.npos, clean);
}

/// Appends rows of `t` as lines. What is no UTF-8 is replaced in all of them at once: in each cell it would cost a
/// twentieth of a report with many rows.
inline void append_rows(std::string& text, const table& t, std::size_t from, std::size_t to, const csv_style& style) {
  const std::size_t begin = text.size();
  std::string scratch;
  for (std::size_t r = from; r < to; ++r) {
    const std::size_t start = text.size();
    for (std::size_t c = 0; c < t.columns(); ++c) {
      if (c != 0) text += ',';
      const cell value = t.at(r, c, scratch);
      switch (value.kind) {
        case cell_kind::none: break;
        case cell_kind::boolean: text += value.integer != 0 ? "True" : "False"; break;
        case cell_kind::integer: append_integer(text, value, false); break;
        case cell_kind::real:
          if (style.rounded) {
            append_fixed(text, value.real, t.column(c).digits, false);
          } else if (style.python_reals) {
            append_python_real(text, value.real);
          } else {
            append_shortest(text, value.real);
          }
          break;
        case cell_kind::text: append_guarded(text, value.text, style); break;
      }
    }
    // Readers would take a row with a single empty cell for a blank line.
    if (text.size() == start && t.columns() == 1) text += "\"\"";
    text += style.line_end;
  }
  if (!style.raw_text) make_valid(text, begin);
}

}  // namespace sink_detail::sink

bool is_formula(std::string_view text) {
  if (text.size() < 2 || std::string_view("=+-@\t\r\n").find(text.front()) == std::string_view::npos) return false;
  if (text.front() != '+' && text.front() != '-') return true;
  const std::string_view digits = text.substr(1);
  if (digits.front() == '+' || digits.front() == '-') return true;
  double value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return read.ec == std::errc::invalid_argument || read.ptr != digits.data() + digits.size();
}

void append_csv_text(std::string& out, std::string_view text) {
  const auto holds = [&](char c) { return text.find(c) != std::string_view::npos; };  // memchr: names are long
  if (!holds(',') && !holds('"') && !holds('\n') && !holds('\r')) {
    out += text;
    return;
  }
  out += '"';
  for (std::size_t quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"')) {
    out += text.substr(0, quote + 1);
    out += '"';
    text.remove_prefix(quote + 1);
  }
  out += text;
  out += '"';
}

void write_csv(output& to, const table& t, const csv_style& style, unsigned threads,
               const progress_function& progress) {
  std::string head;
  for (std::size_t c = 0; c < t.columns(); ++c) {
    const column_facts& column = t.column(c);
    if (c != 0) head += ',';
    std::string title(column.title);
    if (style.units_in_header && !column.unit.empty()) title += " [" + std::string(column.unit) + "]";
    sink_detail::sink::append_guarded(head, title, style);
  }
  head += style.line_end;
  if (!style.raw_text) sink_detail::sink::make_valid(head, 0);
  to.write(head);
  constexpr std::size_t bytes = std::size_t{1} << 17;  // per block, so that it is written from the processor's cache
  const std::size_t at_once = threads < 2 ? 1 : std::size_t{4} * threads;
  std::vector<std::string> made, written;  // blocks being formatted, and formatted ones being written at the same time
  sink_detail::sink::row_count reported(progress, t.rows());
  std::size_t next = 0, rows = 64;         // rows per block; adapted to the length of the lines so far
  while (next < t.rows() || !made.empty()) {
    made.swap(written);
    made.resize(std::min(at_once, (t.rows() - next + rows - 1) / rows));
    parallel_for(made.size() + 1, threads, [&](std::size_t i, unsigned) {
      if (i == 0) {
        for (const std::string& text : written) to.write(text);
        return;
      }
      std::string& text = made[i - 1];
      text.clear();
      const std::size_t first = next + (i - 1) * rows;
      sink_detail::sink::append_rows(text, t, first, std::min(t.rows(), first + rows), style);
    });
    const std::size_t done = std::min(made.size() * rows, t.rows() - next);
    std::size_t length = 0;
    for (const std::string& text : made) length += text.size();
    next += done;
    reported.add(done);
    if (length != 0) rows = std::max<std::size_t>(bytes * done / length, 1);
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CSV_BODY_HPP
