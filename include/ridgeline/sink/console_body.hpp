#ifndef RIDGELINE_SINK_CONSOLE_BODY_HPP
#define RIDGELINE_SINK_CONSOLE_BODY_HPP

#include <algorithm>
#include <cstdint>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace sink_detail::sink {

/// The text of some rows, cell by cell, with the data needed for layout.
struct console_block {
  struct placed {
    std::uint32_t bytes = 0;
    std::uint32_t width = 0;
  };
  std::string text{};
  std::vector<placed> cells{};
  std::vector<colour> colours{};
  std::vector<std::size_t> widths{};

  void render(const table& t, const std::vector<std::size_t>& shown, std::size_t most_width, std::size_t first,
              std::size_t last) {
    std::string scratch;
    widths.assign(shown.size(), 0);
    cells.reserve((last - first) * shown.size());
    colours.reserve((last - first) * shown.size());
    for (std::size_t r = first; r < last; ++r) {
      for (std::size_t i = 0; i < shown.size(); ++i) {
        const std::size_t before = text.size();
        const cell value = t.at(r, shown[i], scratch);
        std::size_t width = 0;
        if (value.kind == cell_kind::text) {
          width = append_plain(text, value.text, most_width);
        } else {
          append_for_people(text, value, t.column(shown[i]));
          width = display_width(std::string_view(text).substr(before));
        }
        cells.push_back({static_cast<std::uint32_t>(text.size() - before), static_cast<std::uint32_t>(width)});
        colours.push_back(t.colour_of(r, shown[i]));
        widths[i] = std::max(widths[i], width);
      }
    }
  }
};

inline void append_aligned(std::string& line, std::string_view text, std::size_t text_width, std::size_t width,
                           align side, colour c, bool any_background = false) {
  const std::size_t blanks = width > text_width ? width - text_width : 0;
  if (side == align::right) line.append(blanks, ' ');
  line += escape_of(c, any_background);
  line += text;
  if (c != colour::none) line += escape_end;
  if (side == align::left) line.append(blanks, ' ');
}

}  // namespace sink_detail::sink

void write_console(output& to, const table& t, const console_style& style) {
  std::vector<std::size_t> shown;
  for (std::size_t c = 0; c < t.columns(); ++c)
    if (t.column(c).on_console) shown.push_back(c);
  constexpr std::size_t block_rows = 2048;
  std::vector<sink_detail::sink::console_block> blocks((t.rows() + block_rows - 1) / block_rows);
  parallel_for(blocks.size(), style.threads == 0 ? default_threads() : style.threads, [&](std::size_t b, unsigned) {
    blocks[b].render(t, shown, style.most_width, b * block_rows, std::min(t.rows(), (b + 1) * block_rows));
  });

  std::vector<std::string> titles(shown.size()), footer(shown.size());
  std::vector<std::size_t> widths;
  std::size_t total = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const column_facts& column = t.column(shown[i]);
    std::size_t width = std::max(append_plain(titles[i], column.title),
                                 static_cast<std::size_t>(std::max(column.min_width, 0)));
    for (const auto& block : blocks) width = std::max(width, block.widths[i]);
    if (i < style.footer.size()) width = std::max(width, append_plain(footer[i], style.footer[i]));
    widths.push_back(width);
    total += width + (i == 0 ? 0 : 2);
  }

  std::string line;
  const auto end_line = [&] {
    line += '\n';
    to.write(line);
    line.clear();
  };
  const auto rule = [&] {
    line.append(total, '-');
    end_line();
  };
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i != 0) line += "  ";
    sink_detail::sink::append_aligned(line, titles[i], display_width(titles[i]), widths[i],
                                 style.headers_by_column ? t.column(shown[i]).side : align::left, colour::none);
  }
  end_line();
  rule();
  for (auto& block : blocks) {
    std::size_t at = 0, cell = 0;
    while (cell < block.cells.size()) {
      for (std::size_t i = 0; i < shown.size(); ++i, ++cell) {
        if (i != 0) line += "  ";
        const auto& placed = block.cells[cell];
        const colour c = style.colours && placed.bytes != 0 ? block.colours[cell] : colour::none;
        sink_detail::sink::append_aligned(line, std::string_view(block.text).substr(at, placed.bytes), placed.width,
                                     widths[i], t.column(shown[i]).side, c, style.any_background);
        at += placed.bytes;
      }
      end_line();
    }
    block = {};
  }
  rule();
  if (style.footer.empty()) return;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (i != 0) line += "  ";
    const colour c = style.colours && !footer[i].empty() ? colour::grey : colour::none;
    sink_detail::sink::append_aligned(line, footer[i], display_width(footer[i]), widths[i], t.column(shown[i]).side, c,
                                 style.any_background);
  }
  end_line();
}

table fitted_to(const table& t, std::size_t width, std::span<const std::string_view> least_wanted,
                console_style& style) {
  struct measured {
    std::string_view title{};
    std::size_t width = 0;
    bool text = false;
  };
  std::vector<measured> shown;
  std::string scratch, text;
  std::size_t total = 0;
  for (std::size_t c = 0; c < t.columns(); ++c) {
    const column_facts& column = t.column(c);
    if (!column.on_console) continue;
    const auto least = static_cast<std::size_t>(std::max(column.min_width, 0));
    measured m{column.title, std::max(display_width(column.title), least)};
    if (shown.size() < style.footer.size()) m.width = std::max(m.width, display_width(style.footer[shown.size()]));
    for (std::size_t r = 0; r < t.rows(); ++r) {
      text.clear();
      const cell value = t.at(r, c, scratch);
      m.text = m.text || (value.kind == cell_kind::text && column.side == align::left);
      if (value.kind == cell_kind::text) m.width = std::max(m.width, append_plain(text, value.text, style.most_width));
      else append_for_people(text, value, column), m.width = std::max(m.width, display_width(text));
    }
    total += m.width + 2;
    shown.push_back(m);
  }
  table fit = t;
  for (const std::string_view title : least_wanted) {
    if (total <= width + 2) break;
    for (measured& m : shown)
      if (m.title == title) fit = fit.without(title), total -= m.width + 2, m = {};
  }
  if (total <= width + 2) return fit;
  std::size_t longest = 0;
  for (const measured& m : shown)
    if (m.text) longest = std::max(longest, m.width);
  constexpr std::size_t least = 16;
  const std::size_t over = total - width - 2;
  style.most_width = longest > over + least ? longest - over : least;
  return fit;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CONSOLE_BODY_HPP
