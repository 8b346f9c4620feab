/// The width of the console, and tables that fit it.
#ifndef RIDGELINE_EXAMPLES_COMMON_CONSOLE_HPP
#define RIDGELINE_EXAMPLES_COMMON_CONSOLE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <sys/ioctl.h>
#include <unistd.h>

#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/format.hpp>

namespace program {

/// The width that COLUMNS gives; 0 if it is not set, or is no number above 0, as in containers without a terminal.
inline std::size_t width_asked_for() {
  const char* const columns = std::getenv("COLUMNS");
  if (columns == nullptr) return 0;
  char* end = nullptr;
  const long asked = std::strtol(columns, &end, 10);  // the largest one for what is larger
  return *end == '\0' && asked > 0 ? static_cast<std::size_t>(asked) : 0;
}

/// Columns for a report on standard output, 60 to 1000: the terminal's width; else COLUMNS, else 80.
inline std::size_t console_width() {
  constexpr std::size_t least = 60, most = 1000, usual = 80;
  winsize size{};
  const bool terminal = ::ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const std::size_t width = terminal ? size.ws_col : width_asked_for();
  return width == 0 ? usual : std::clamp(width, least, most);
}

/// The same if a person reads it, on a terminal or with COLUMNS; else 0, since piped output is not fitted.
inline std::size_t terminal_width() { return ::isatty(1) != 0 || width_asked_for() != 0 ? console_width() : 0; }

/// The table in at most `width` columns, or unchanged with 0: `style` cuts texts, to 28 columns if necessary, and if
/// that is not enough the columns `least_first` are dropped: numbers say more than the ends of long names.
inline ridgeline::table fitted(const ridgeline::table& t, const std::vector<std::string_view>& least_first,
                               std::size_t width, ridgeline::console_style& style) {
  if (width == 0) return t;
  ridgeline::console_style narrow = style;
  narrow.most_width = std::min<std::size_t>(style.most_width, 28);
  return ridgeline::fitted_to(ridgeline::fitted_to(t, width, least_first, narrow), width, {}, style);
}

/// The same: the last columns are dropped, except the first `kept`.
inline ridgeline::table fitted(const ridgeline::table& t, std::size_t kept, std::size_t width,
                               ridgeline::console_style& style) {
  std::vector<std::string_view> last_first;
  for (std::size_t c = t.columns(); c > kept; --c) last_first.push_back(t.column(c - 1).title);
  return fitted(t, last_first, width, style);
}

/// Writes a table at most as wide as the terminal; its first column is always kept.
inline void write_fitted(ridgeline::output& to, const ridgeline::table& t) {
  ridgeline::console_style style;
  const ridgeline::table fit = fitted(t, 1, terminal_width(), style);
  write_console(to, fit, style);
}

/// Writes a table of few rows whose last columns matter most: as it is if all of it fits the terminal, else on its side,
/// with a line for each column.
inline void write_few_rows(ridgeline::output& to, const ridgeline::table& t) {
  ridgeline::console_style style;
  const ridgeline::table fit = fitted(t, 1, terminal_width(), style);
  if (fit.columns() == t.columns()) return write_console(to, fit, style);
  std::vector<std::string> lines(t.columns());
  const auto add_block = [&](const auto& text_of) {  // appends a text to each line, all at the same place
    std::size_t widest = 0;
    for (const std::string& line : lines) widest = std::max(widest, ridgeline::display_width(line));
    for (std::size_t c = 0; c < lines.size(); ++c) {
      if (widest != 0) lines[c].append(widest + 2 - ridgeline::display_width(lines[c]), ' ');
      ridgeline::append_plain(lines[c], text_of(c));
    }
  };
  add_block([&](std::size_t c) { return std::string(t.column(c).title); });
  std::string scratch;
  for (std::size_t r = 0; r < t.rows(); ++r)
    add_block([&](std::size_t c) {
      std::string text;
      ridgeline::append_for_people(text, t.at(r, c, scratch), t.column(c));
      return text;
    });
  for (std::string& line : lines) to.write(line.erase(line.find_last_not_of(' ') + 1) + "\n");
}

/// Writes a line, wrapped to fit a terminal.
inline void write_line(ridgeline::output& to, std::string_view line) {
  const std::size_t width = terminal_width();
  if (width == 0) to.write(std::string(line) + "\n");
  else ridgeline::print_paragraph(to, line, width);
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_CONSOLE_HPP
