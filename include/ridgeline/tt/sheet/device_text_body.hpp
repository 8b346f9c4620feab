#ifndef RIDGELINE_TT_SHEET_DEVICE_TEXT_BODY_HPP
#define RIDGELINE_TT_SHEET_DEVICE_TEXT_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/sheet/device_text.hpp>

namespace ridgeline {

/// Columns and rows of worker cores on a chip, as numbered in logs with six columns.
struct tt_grid {
  std::string_view arch;
  int columns, rows;
};
inline constexpr std::array tt_grids{tt_grid{"grayskull", 12, 10}, tt_grid{"wormhole_b0", 8, 10},
                                     tt_grid{"blackhole", 14, 10}};

namespace tt_detail {

void append_right(std::string& out, std::string_view text, std::size_t width) {
  // A plus-minus sign takes two bytes but one column.
  const auto shown = static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  if (shown < width) out.append(width - shown, ' ');
  out += text;
}

std::string whole(double value) { return grouped_text(value, 0); }

/// Writes the statistics text of a report.
class tt_device_writer {
 public:
  tt_device_writer(output& to, const tt_device_result& result) : to_(to), result_(result), log_(*result.lines.log) {
    for (const tt_grid& g : tt_grids)
      if (g.arch == log_.arch || (result.faults.statistics_of_grayskull_only && g.arch == "grayskull")) grid_ = g;
    zones_ = log_.has_zones();
  }

  void write() {
    std::size_t device = log_.devices.size();
    for (const tt_device_analysis& a : result_.found) {
      text_.clear();
      if (a.device != device && !result_.faults.columns_of_their_time && log_.devices.size() > 1) {
        text_ += "\nDevice " + std::to_string(log_.devices[a.device]);
        text_ += '\n';
      }
      device = a.device;
      append_statistics(a);
      if (a.what.across == tt_across::core && !zones_) {
        append_map(a);
        text_ += "\n\n\n";
      }
      to_.write(text_);
    }
  }

 private:
  void append_statistics(const tt_device_analysis& a) {
    text_ += "\n=================== ";
    append_plain(text_, a.what.name, 200);
    text_ += " ===================\n";
    const tt_statistics& s = a.all;
    if (s.count > 1) {
      line("Count", static_cast<double>(s.count), true);
      line("Average", s.average());
      line("Max", static_cast<double>(s.max));
      line("Median", s.median);
      line("Min", static_cast<double>(s.min));
      if (zones_) line("Sum", static_cast<double>(s.sum));
      if (zones_) line("Range", static_cast<double>(s.range()));
    } else {
      line("Duration", static_cast<double>(s.max));
    }
    text_ += '\n';
  }
  void line(std::string_view name, double value, bool count = false) {
    append_right(text_, name, 12);
    const bool cycles = !count || (!zones_ && result_.faults.columns_of_their_time);
    text_ += cycles ? " [cycles] = " : "          = ";
    append_right(text_, whole(value), 10);
    if (!count && !result_.faults.columns_of_their_time && known(log_.clock)) {
      text_ += ' ';  // also in front of numbers that fill their column
      append_right(text_, whole(log_.nanoseconds(value)), 13);
      text_ += " ns";
    }
    text_ += '\n';
  }

  static constexpr std::size_t cell = 17;

  void append_map(const tt_device_analysis& a) {
    const auto columns = static_cast<std::size_t>(grid_.columns), rows = static_cast<std::size_t>(grid_.rows);
    std::vector<const tt_line_statistics*> placed(columns * rows), beside;
    for (const tt_line_statistics& l : a.lines) {
      const tt_core_line& core = result_.lines.cores[l.line];
      const bool eth = core.riscs[0] == tt_risc::erisc && !result_.faults.statistics_of_grayskull_only;
      if (core.x < columns && core.y < rows && !eth) {
        placed[core.y * columns + core.x] = &l;
      } else {
        beside.push_back(&l);
      }
    }
    const bool grayskull = grid_.arch == "grayskull";
    text_ += "        ";
    for (std::size_t x = 0; x < columns; ++x) append_right(text_, std::to_string(x), cell);
    text_ += "\n        " + std::string(cell * columns, '=');
    text_ += '\n';
    if (grayskull) append_banks(columns, 0);
    for (std::size_t y = 0; y < rows; ++y) {
      if (grayskull && y == 5) append_banks(columns, 4);
      append_right(text_, std::to_string(y), 2);
      text_ += !grayskull ? "||    " : y == 1 ? "|| ARC" : y == 3 ? "|| PCI" : "|| ---";
      for (std::size_t x = 0; x < columns; ++x) {
        const tt_line_statistics* const l = placed[y * columns + x];
        append_right(text_, l == nullptr ? "X" : value_of(l->of), cell);
      }
      text_ += '\n';
    }
    if (result_.faults.statistics_of_grayskull_only) return;
    for (const tt_line_statistics* l : beside) {
      const tt_core_line& core = result_.lines.cores[l->line];
      text_ += core.riscs[0] == tt_risc::erisc ? "Ethernet core " : "core ";
      text_ += std::to_string(core.x) + ", " + std::to_string(core.y) + ": " + value_of(l->of);
      text_ += '\n';
    }
  }
  /// The row of DRAM banks above rows 0 and 5 of Grayskull's map.
  void append_banks(std::size_t columns, std::size_t first) {
    text_ += first == 0 ? "        " : "     ---";
    for (std::size_t x = 0; x < columns; ++x)
      append_right(text_, x % 3 == 0 ? "DRAM" + std::to_string(first + x / 3) : std::string("---"), cell);
    text_ += '\n';
  }
  static std::string value_of(const tt_statistics& s) {
    std::string text = whole(s.median);
    if (s.count > 1) text += "\u00b1" + whole(static_cast<double>(s.range() / 2));
    return text;
  }

  output& to_;
  const tt_device_result& result_;
  const tt_device_log& log_;
  tt_grid grid_{"", 12, 10};
  bool zones_ = false;
  std::string text_{};
};

}  // namespace tt_detail

bool has_statistics(const tt_device_result& result) {
  const tt_device_log& log = *result.lines.log;
  return !result.faults.statistics_of_grayskull_only || log.has_zones() || log.arch == "grayskull";
}

void write_tt_device(output& to, const tt_device_result& result) {
  tt_detail::tt_device_writer(to, result).write();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_TEXT_BODY_HPP
