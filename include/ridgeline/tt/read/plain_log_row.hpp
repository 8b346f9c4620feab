#ifndef RIDGELINE_TT_READ_PLAIN_LOG_ROW_HPP
#define RIDGELINE_TT_READ_PLAIN_LOG_ROW_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <ridgeline/tt/read/log_row.hpp>

namespace ridgeline::tt_detail {

/// Reads rows of a device log in the writer's own format: on one line, without quotes and metadata, with plain
/// integers and known names. Nearly all rows are like this; all others are left to the CSV reader, which reports
/// what is odd about them.
class plain_log_rows {
 public:
  /// Records the column for each kind of data. `reader` has been bound to the header.
  template <class Reader>
  void bind(const Reader& reader) {
    separator_ = reader.separator();
    parts_.assign(reader.width(), part::none);
    const auto is = [&](std::string_view title, part what) {
      if (const std::size_t column = reader.column_of(title); column < parts_.size()) parts_[column] = what;
    };
    is("PCIe slot", part::device), is("core_x", part::x), is("core_y", part::y), is("timer_id", part::id);
    is("time[cycles since reset]", part::cycles), is("data", part::data), is("run ID", part::run);
    is("run host ID", part::host), is("trace id", part::trace), is("trace id counter", part::session);
    is("RISC processor type", part::risc), is("zone name", part::zone);
    is("type", part::phase), is("meta data", part::meta);
  }

  /// Reads the row that begins at `from` into `row`, which must be new. Returns the position of the next row, or 0
  /// if this row is not of the plain kind.
  std::size_t read(std::string_view text, std::size_t from, tt_log_row& row) const {
    constexpr std::size_t longest = 4096;
    const char* const begin = text.data() + from;
    const char* const end = begin + std::min(longest, text.size() - from);
    if (begin == end || *begin < '0' || *begin > '9') return 0;
    const char* at = begin;
    for (std::size_t column = 0; column < parts_.size(); ++column) {
      const part what = parts_[column];
      const bool is_number = what < part::risc;
      const char* const cell = at;
      at = is_number ? after_number(at, end, what, row) : after_text(at, end);
      if (at == end) return 0;
      const bool last = *at == '\n';
      if (last != (column + 1 == parts_.size()) || (!last && *at != separator_)) return 0;
      if (!is_number) {
        const char* const after = last && at != cell && at[-1] == '\r' ? at - 1 : at;
        const std::string_view trimmed(cell, static_cast<std::size_t>(after - cell));
        if (!trimmed.empty() && !take(without_blanks(trimmed), what, row)) return 0;
      }
      ++at;
      if (last) return from + static_cast<std::size_t>(at - begin);
    }
    return 0;
  }

 private:
  /// The content of a column; numbers first.
  enum class part : std::uint8_t {
    device, x, y, id, cycles, data, run, host, trace, session, risc, zone, phase, meta, none
  };

  const char* after_text(const char* at, const char* end) const {
    const char separator = separator_;
    while (at != end && *at != separator && *at != '\n' && *at != '"') ++at;
    return at;
  }
  /// Reads the number in the cell that begins at `at`, if there is one. Returns where the cell should end, or `end`
  /// if it is not a plain number.
  static const char* after_number(const char* at, const char* end, part what, tt_log_row& row) {
    while (at != end && *at == ' ') ++at;
    const char* const first = at;
    constexpr std::ptrdiff_t most_digits = 18;  // fewer than 2^63 says
    const char* const last = first + std::min(most_digits, end - first);
    std::int64_t value = 0;
    for (; at != last; ++at) {
      const unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'};
      if (digit > 9) break;
      value = value * 10 + digit;
    }
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max(), most_ids = 0xffffffff;
    if (value > (what <= part::y ? 65535 : what == part::id ? most_ids : any)) return end;
    if (at != first) number_of(row, what) = value;
    while (at != end && *at == ' ') ++at;
    return end - at > 1 && *at == '\r' && at[1] == '\n' ? at + 1 : at;
  }

  static std::int64_t& number_of(tt_log_row& row, part what) {
    switch (what) {
      case part::device: return row.device.value;
      case part::x: return row.x.value;
      case part::y: return row.y.value;
      case part::id: return row.id.value;
      case part::data: return row.data.value;
      case part::run: return row.run.value;
      case part::host: return row.host.value;
      case part::trace: return row.trace.value;
      case part::session: return row.session.value;
      default: return row.cycles.value;
    }
  }

  static bool take(std::string_view cell, part what, tt_log_row& row) {
    switch (what) {
      case part::zone: row.zone.text = cell; return true;
      case part::risc: row.risc = tt_risc_named(cell); return row.risc != tt_risc::none;
      case part::phase: return read_log_phase(cell, row.phase);
      default: return what == part::none;
    }
  }

  char separator_ = ',';
  std::vector<part> parts_{};  // by column
};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_READ_PLAIN_LOG_ROW_HPP
