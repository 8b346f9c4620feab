#ifndef RIDGELINE_TT_READ_PLAIN_LOG_ROW_HPP
#define RIDGELINE_TT_READ_PLAIN_LOG_ROW_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <ridgeline/tt/read/log_row.hpp>

namespace ridgeline::tt_detail {

/// Reads rows of a device log as its writer writes them: on one line, without quotes and meta data, with plain whole
/// numbers and known names. Nearly all rows are such; every other is left to the reader of CSVs, which says what is
/// odd about it.
class plain_log_rows {
 public:
  /// Takes which column of the header holds what. `reader` has been bound to it.
  template <class Reader>
  void bind(const Reader& reader) {
    separator_ = reader.separator();
    parts_.assign(reader.width(), part::none);
    const auto is = [&](std::string_view title, part what) {
      if (const std::size_t column = reader.column_of(title); column < parts_.size()) parts_[column] = what;
    };
    is("PCIe slot", part::device), is("core_x", part::x), is("core_y", part::y), is("timer_id", part::id);
    is("time[cycles since reset]", part::cycles), is("data", part::data), is("run ID", part::run);
    is("run host ID", part::host), is("RISC processor type", part::risc), is("zone name", part::zone);
    is("type", part::phase), is("meta data", part::meta);
  }

  /// Reads the row that begins at `from`. The place of the next one, or 0 where the row is none of this kind.
  std::size_t read(std::string_view text, std::size_t from, tt_log_row& row) const {
    constexpr std::size_t longest = 4096;
    const std::string_view line = text.substr(from, longest);
    if (line.empty() || line[0] < '0' || line[0] > '9') return 0;
    numbers of;
    of.fill(-1);
    row.risc = tt_risc::none, row.phase.value = tt_phase::point, row.zone.text = {};
    for (std::size_t begin = 0, column = 0; column < parts_.size(); ++column) {
      std::size_t end = begin;
      while (end < line.size() && line[end] != separator_ && line[end] != '\n' && line[end] != '"') ++end;
      if (end == line.size() || line[end] == '"') return 0;
      const bool last = line[end] == '\n';
      if (last != (column + 1 == parts_.size())) return 0;
      std::string_view cell = line.substr(begin, end - begin);
      if (last && cell.ends_with('\r')) cell.remove_suffix(1);
      if (!cell.empty() && !take(without_blanks(cell), parts_[column], of, row)) return 0;
      begin = end + 1;
      if (!last) continue;
      const auto number = [&](part what) { return of[static_cast<std::size_t>(what)]; };
      row.device.value = number(part::device), row.x.value = number(part::x), row.y.value = number(part::y);
      row.id.value = number(part::id), row.cycles.value = number(part::cycles), row.data.value = number(part::data);
      row.run.value = number(part::run), row.host.value = number(part::host);
      return from + begin;
    }
    return 0;
  }

 private:
  /// What a column holds; numbers first.
  enum class part : std::uint8_t { device, x, y, id, cycles, data, run, host, risc, zone, phase, meta, none };
  using numbers = std::array<std::int64_t, 8>;

  static bool take(std::string_view cell, part what, numbers& of, tt_log_row& row) {
    switch (what) {
      case part::none: return true;
      case part::meta: return false;
      case part::zone: row.zone.text = cell; return true;
      case part::risc: row.risc = tt_risc_named(cell); return row.risc != tt_risc::none;
      case part::phase: return read_log_phase(cell, row.phase);
      default: break;
    }
    constexpr std::size_t most_digits = 18;  // fewer than 2^63 says
    if (cell.size() > most_digits) return false;
    std::int64_t value = 0;
    for (const char c : cell) {
      if (c < '0' || c > '9') return false;
      value = value * 10 + (c - '0');
    }
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max(), most_ids = 0xffffffff;
    const std::int64_t most = what <= part::y ? 65535 : what == part::id ? most_ids : any;
    if (cell.empty() || value > most) return cell.empty();
    of[static_cast<std::size_t>(what)] = value;
    return true;
  }

  char separator_ = ',';
  std::vector<part> parts_{};  // by column
};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_READ_PLAIN_LOG_ROW_HPP
