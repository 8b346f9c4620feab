#ifndef RIDGELINE_TT_READ_LOG_RECORD_BODY_HPP
#define RIDGELINE_TT_READ_LOG_RECORD_BODY_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/read/log_row.hpp>
#include <ridgeline/tt/read/plain_log_row.hpp>

namespace ridgeline {

namespace tt_detail {

constexpr std::string_view chip_line_of_grayskull = "Chip clock is at ";

}  // namespace tt_detail

bool begins_as_tt_device_log(std::string_view text) {
  if (!text.empty() && text.front() >= '0' && text.front() <= '9') return false;  // clearly a data row
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.find(tt_detail::chip_line_of_grayskull) != line.npos ||
         (line.starts_with("ARCH") && line.find("CHIP_FREQ") != line.npos);
}

namespace tt_detail {

std::optional<failure> read_chip_line(std::string_view line, tt_device_log& log, const std::string& name) {
  if (line.find(chip_line_of_grayskull) != std::string_view::npos) {
    log.arch = "grayskull";
    log.clock = 1200 * MHz;
    return std::nullopt;
  }
  const auto after_colon = [](std::string_view part) {
    const std::size_t colon = part.rfind(':');
    part = without_blanks(colon == std::string_view::npos ? part : part.substr(colon + 1));
    if (part.ends_with('"')) part.remove_suffix(1);  // closing quote of a quoted cell
    return without_blanks(part);
  };
  const std::size_t comma = line.find_first_of(",;\t");
  if (comma == std::string_view::npos || line.substr(0, comma).find("ARCH") == std::string_view::npos)
    return failure{errc::not_a_report, {name, 1, 1},
                   "expected a device log, whose first line is \"Chip clock is at ...\" or \"ARCH: ..., "
                   "CHIP_FREQ[MHz]: ...\", found \"" + std::string(utf8_front(line, 60)) + "\""};
  log.arch = utf8_front(after_colon(line.substr(0, comma)), 60);
  std::string_view rest = line.substr(comma + 1);
  const std::string_view second = rest.substr(0, rest.find_first_of(",;\t"));
  const std::optional<double> clock = to_double(after_colon(second));
  if (!clock || !(*clock >= 0) || *clock > 1e6)
    return failure{errc::bad_value, {name, 1, comma + 2},
                   "expected the clock in MHz, found \"" + std::string(utf8_front(second, 60)) + "\""};
  log.clock = *clock > 0 ? *clock * MHz : missing<frequency>;  // simulators have none
  if (second.size() < rest.size()) log.worker_cores = to_int(after_colon(rest.substr(second.size() + 1))).value_or(0);
  return std::nullopt;
}

/// A marker as given in one row: its device is still the file's id, its zone still a text.
struct tt_log_record {
  tt_marker marker{};          ///< RISC `none`: the row lacks data that a marker needs
  std::string_view zone{};
  tt_log_meta meta{};
  tt_replay_mark replay{};
};

/// Reads rows into such records.
class tt_log_reader {
 public:
  using base = csv_record_reader<tt_log_row, decltype(tt_log_fields)>;
  static constexpr std::size_t shortest_row = 32;  ///< bytes
  tt_log_reader(const std::string& file, const tt_device_log& log, const tt_log_faults& faults)
      : base_(tt_log_fields, file), log_(log), faults_(faults) {}

  base& columns() { return base_; }
  /// Sets the kind of log by its header, once `columns` are bound to it.
  void settle(tt_log_columns columns) {
    kind = columns;
    plain_.bind(base_);
  }
  const std::string& file() const { return base_.file(); }
  char separator() const { return base_.separator(); }
  bool is_aligned(const csv_scanner& row, data_quality& quality) const { return base_.is_aligned(row, quality); }
  /// Whether a row repeats the first two lines, as in concatenated logs. If another log with another clock or chip
  /// begins there, its position is recorded: its cycles are on another time scale.
  bool repeats_header(const csv_scanner& row) const {
    if (!row.line().starts_with("ARCH") && !begins_as_tt_device_log(row.line())) return base_.repeats_header(row);
    tt_device_log other;
    const std::string_view line = row.line().substr(0, row.line().find_first_of("\r\n"));
    if (read_chip_line(line, other, file())) return begins_as_tt_device_log(line);
    const bool same_clock = known(log_.clock) ? other.clock == log_.clock : !known(other.clock);
    if (same_clock && other.arch == log_.arch) return true;
    for (std::size_t first = other_log_; row.row_start() < first;)
      if (other_log_.compare_exchange_weak(first, row.row_start())) break;
    return true;
  }
  /// The position of the first such log; `npos` if there is none.
  std::size_t other_log() const { return other_log_; }
  tt_log_columns kind = tt_log_columns::markers;

  tt_log_record read(const csv_scanner& row, std::string_view text, text_pool& pool, data_quality& quality) const {
    tt_log_record record;
    if (!take(base_.read(row, text, pool, quality), record))
      quality.add("row does not give device, core, RISC, marker and time; it is left out",
                  {base_.file(), row.row_line() + 1}, "");
    return record;
  }
  /// The same for a row in the format of the log's writer, which begins at `from`, into a new record. Returns the
  /// position of the next row, or 0 if the row has another format.
  std::size_t read_plain(std::string_view text, std::size_t from, text_pool& pool, tt_log_record& record) const {
    tt_log_row row;
    const std::size_t next = plain_.read(text, from, row);
    if (next == 0 || !take(row, record)) return 0;
    record.zone = pool.keep(record.zone);
    return next;
  }

 private:
  /// Converts the cells of a row to a record. Returns false if data for a marker are missing.
  bool take(const tt_log_row& r, tt_log_record& record) const {
    const bool zones = kind != tt_log_columns::markers;
    const bool placed = r.device.value >= 0 && r.x.value >= 0 && r.y.value >= 0 && r.risc != tt_risc::none;
    // Writers have no names for some: traffic on the network-on-chip, counters of a core.
    const bool marked = zones ? r.phase.value != tt_phase::point : r.id.value >= 0;
    if (!placed || !marked || r.cycles.value < 0) return false;
    tt_marker& m = record.marker;
    m.cycles = r.cycles.value;
    m.device = static_cast<std::uint16_t>(r.device.value);
    m.x = static_cast<std::uint16_t>(r.x.value);
    m.y = static_cast<std::uint16_t>(r.y.value);
    m.risc = r.risc;
    if (zones) {
      m.phase = r.phase.value;
      m.data = r.phase.value == tt_phase::data ? r.data.value : std::max<std::int64_t>(r.data.value, 0);
      record.zone = r.zone.text;
      // Replays count from 1. The streaming profiler, whose counter is always 0, gives the number of its process as
      // host id and the op's id as trace.
      const bool streamed = r.session.value == 0 && r.trace.value >= 0 && !faults_.processes_are_ops;
      if (kind != tt_log_columns::host_ids) m.op = r.run.value;
      else if (streamed) m.op = r.trace.value;
      else m.op = r.host.value, record.replay = {0, r.trace.value, r.session.value};
    } else {
      m.what = static_cast<std::uint32_t>(r.id.value);
      if (m.what >= 1 && m.what <= 4) m.point = static_cast<tt_point>(m.what);
    }
    record.meta = r.meta;
    return true;
  }

  base base_;
  const tt_device_log& log_;
  const tt_log_faults& faults_;
  plain_log_rows plain_{};
  mutable std::atomic<std::size_t> other_log_{std::string_view::npos};
};

}  // namespace tt_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_LOG_RECORD_BODY_HPP
