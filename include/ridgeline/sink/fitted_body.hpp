#ifndef RIDGELINE_SINK_FITTED_BODY_HPP
#define RIDGELINE_SINK_FITTED_BODY_HPP

#include <algorithm>
#include <string>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

namespace sink_detail {

/// The width of a table column on the terminal, including its title.
inline std::size_t width_of_column(const table& t, std::size_t column) {
  std::size_t most = display_width(t.column(column).title);
  std::string text, scratch;
  for (std::size_t r = 0; r < t.rows(); ++r) {
    text.clear();
    append_for_people(text, t.at(r, column, scratch), t.column(column));
    most = std::max(most, display_width(text));
  }
  return most;
}

/// Adds a word to a line. A word wider than the line continues on the next lines.
inline void add_word(output& to, std::string& line, std::string_view word, std::size_t width) {
  while (display_width(line) + display_width(word) > width && display_width(line) < width) {
    const std::string_view part = utf8_front(word, width - display_width(line));  // no byte takes more than one column
    if (part.empty() || part.size() == word.size()) break;
    line += part;
    to.write(line + "\n");
    line = "  ";
    word.remove_prefix(part.size());
  }
  line += word;
}

}  // namespace sink_detail

void print_table(output& to, const table& t, std::size_t texts, std::size_t width) {
  std::size_t others = 0;
  for (std::size_t c = texts; c < t.columns(); ++c) others += sink_detail::width_of_column(t, c) + 2;
  const std::size_t least = 16 * texts, left = width > others + least ? width - others : least;
  console_style style;
  style.headers_by_column = true;
  style.most_width = left / texts - 2;
  write_console(to, t, style);
}

std::string_view dims_after_name(std::string_view dims) {
  if (!dims.starts_with('(') || !dims.ends_with(')')) return dims;
  dims = dims.substr(1, dims.size() - 2);
  while (dims.ends_with(", ()")) dims.remove_suffix(4);
  if (dims.ends_with(',')) dims.remove_suffix(1);  // a tuple with one element
  return dims == "()" ? std::string_view() : dims;
}

void print_paragraph(output& to, std::string_view text, std::size_t width) {
  std::string line, printed;
  append_plain(printed, text);
  for (std::string_view rest = printed; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    if (!line.empty() && display_width(line) + 1 + display_width(word) > width) {
      to.write(line + "\n");
      line = "  ";
    } else if (!line.empty()) {
      line += ' ';
    }
    sink_detail::add_word(to, line, word, width);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  to.write(line + "\n");
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_FITTED_BODY_HPP
