#ifndef RIDGELINE_TT_READ_DEVICE_LOG_BODY_HPP
#define RIDGELINE_TT_READ_DEVICE_LOG_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/read/log_row.hpp>
#include <ridgeline/tt/read/plain_log_row.hpp>
#include <ridgeline/tt/read/text_file.hpp>

namespace ridgeline {

namespace tt_detail {

constexpr std::string_view chip_line_of_grayskull = "Chip clock is at ";

}  // namespace tt_detail

bool begins_as_tt_device_log(std::string_view text) {
  if (!text.empty() && text.front() >= '0' && text.front() <= '9') return false;  // a row: told at once
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.find(tt_detail::chip_line_of_grayskull) != line.npos ||
         (line.starts_with("ARCH") && line.find("CHIP_FREQ") != line.npos);
}

namespace tt_detail {

/// A marker as one row says it: its device is still the file's id, its zone still a text.
struct tt_log_record {
  tt_marker marker{};          ///< of RISC `none`: the row lacks what a marker needs
  std::string_view zone{};
  tt_log_meta meta{};
};

/// Reads rows into such records.
class tt_log_reader {
 public:
  using base = csv_record_reader<tt_log_row, decltype(tt_log_fields)>;
  static constexpr std::size_t shortest_row = 32;  ///< bytes
  explicit tt_log_reader(const std::string& file) : base_(tt_log_fields, file) {}

  base& columns() { return base_; }
  /// What the header is known by, once `columns` are bound to it.
  void settle(tt_log_columns columns) {
    kind = columns;
    plain_.bind(base_);
  }
  const std::string& file() const { return base_.file(); }
  char separator() const { return base_.separator(); }
  /// Both first lines once more, as in logs that were put together.
  bool repeats_header(const csv_scanner& row) const {
    return base_.repeats_header(row) || begins_as_tt_device_log(row.line());
  }
  tt_log_columns kind = tt_log_columns::markers;

  tt_log_record read(const csv_scanner& row, std::string_view text, text_pool& pool, data_quality& quality) const {
    tt_log_record record;
    if (!take(base_.read(row, text, pool, quality), record))
      quality.add("row does not say device, core, RISC, marker and time; it is left out",
                  {base_.file(), row.row_line() + 1}, "");
    return record;
  }
  /// The same of a row as the log's writer writes them, which begins at `from`. The place of the next row, or 0 where
  /// this is another kind of row.
  std::size_t read_plain(std::string_view text, std::size_t from, text_pool& pool, tt_log_record& record) const {
    tt_log_row row;
    const std::size_t next = plain_.read(text, from, row);
    record = {};
    if (next == 0 || !take(row, record)) return 0;
    record.zone = pool.keep(record.zone);
    return next;
  }

 private:
  /// What the cells of a row say, as a record. False where a marker needs more.
  bool take(const tt_log_row& r, tt_log_record& record) const {
    const bool zones = kind != tt_log_columns::markers;
    const bool placed = r.device.value >= 0 && r.x.value >= 0 && r.y.value >= 0 && r.risc != tt_risc::none;
    // Writers know no name for some: traffic of the network on chip, counters of a core.
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
      m.data = std::max<std::int64_t>(r.data.value, 0);
      m.op = kind == tt_log_columns::host_ids ? r.host.value : r.run.value;
      record.zone = r.zone.text;
    } else {
      m.what = static_cast<std::uint32_t>(r.id.value);
      if (m.what >= 1 && m.what <= 4) m.point = static_cast<tt_point>(m.what);
    }
    record.meta = r.meta;
    return true;
  }

  base base_;
  plain_log_rows plain_{};
};

std::optional<failure> read_chip_line(std::string_view line, tt_device_log& log, const std::string& name) {
  if (line.find(chip_line_of_grayskull) != std::string_view::npos) {
    log.arch = "grayskull";
    log.clock = 1200 * MHz;
    return std::nullopt;
  }
  const auto behind_colon = [](std::string_view part) {
    const std::size_t colon = part.rfind(':');
    part = without_blanks(colon == std::string_view::npos ? part : part.substr(colon + 1));
    if (part.ends_with('"')) part.remove_suffix(1);  // of a cell that is quoted
    return without_blanks(part);
  };
  const std::size_t comma = line.find_first_of(",;\t");
  if (line.find("ARCH") == std::string_view::npos || comma == std::string_view::npos)
    return failure{errc::not_a_report, {name, 1, 1},
                   "expected a device log, whose first line is \"Chip clock is at ...\" or \"ARCH: ..., "
                   "CHIP_FREQ[MHz]: ...\", found \"" + std::string(utf8_front(line, 60)) + "\""};
  log.arch = utf8_front(behind_colon(line.substr(0, comma)), 60);
  std::string_view rest = line.substr(comma + 1);
  const std::string_view second = rest.substr(0, rest.find_first_of(",;\t"));
  const std::optional<double> clock = to_double(behind_colon(second));
  if (!clock || !(*clock > 0) || *clock > 1e6)
    return failure{errc::bad_value, {name, 1, comma + 2},
                   "expected the clock in MHz, found \"" + std::string(utf8_front(second, 60)) + "\""};
  log.clock = *clock * MHz;
  if (second.size() < rest.size()) log.worker_cores = to_int(behind_colon(rest.substr(second.size() + 1))).value_or(0);
  return std::nullopt;
}

/// Which of the four default markers a zone's name and phase, or a marker's number, stand for.
constexpr tt_point point_of_zone(std::string_view zone, tt_phase phase) {
  const auto ends = [&](std::string_view tail) {
    for (std::string_view risc : {"BRISC", "NCRISC", "TRISC", "ERISC"})
      if (zone.size() == risc.size() + tail.size() && zone.starts_with(risc) && zone.ends_with(tail)) return true;
    return false;
  };
  if (phase != tt_phase::begin && phase != tt_phase::end) return tt_point::other;
  if (ends("-FW")) return phase == tt_phase::begin ? tt_point::fw_start : tt_point::fw_end;
  if (ends("-KERNEL")) return phase == tt_phase::begin ? tt_point::kernel_start : tt_point::kernel_end;
  return tt_point::other;
}

/// Turns rows into markers: devices and zones get numbers, in file order.
class tt_marker_builder {
 public:
  explicit tt_marker_builder(tt_device_log& log) : log_(log) {}

  void add(const tt_log_record& row) {
    tt_marker& m = log_.markers.emplace_back(row.marker);
    if (m.device >= device_of_.size()) device_of_.resize(std::size_t{m.device} + 1, -1);
    std::int32_t& device = device_of_[m.device];
    if (device < 0) {
      device = static_cast<std::int32_t>(log_.devices.size());
      log_.devices.push_back(m.device);
    }
    m.device = static_cast<std::uint16_t>(device);
    if (log_.has_zones()) {
      m.what = number_of(row.zone);
      if (points_.size() <= m.what)
        points_.push_back({point_of_zone(row.zone, tt_phase::begin), point_of_zone(row.zone, tt_phase::end)});
      if (m.phase == tt_phase::begin) m.point = points_[m.what][0];
      if (m.phase == tt_phase::end) m.point = points_[m.what][1];
    }
    log_.has_erisc = log_.has_erisc || m.risc == tt_risc::erisc;
    const auto position = static_cast<std::uint32_t>(log_.markers.size() - 1);
    if (row.meta.op >= 0) log_.dispatch.push_back({position, row.meta.op});
    if (row.meta.note != tt_note::none)
      log_.notes.push_back({position, row.meta.note, row.meta.reference, row.meta.value});
  }

 private:
  /// The number of a zone. Equal names mostly lie at one place, where the reader has kept them: those are known by it.
  std::uint32_t number_of(std::string_view zone) {
    if (zone.empty()) return 0;  // the symbol of no text
    seen_zone& seen = seen_[(reinterpret_cast<std::uintptr_t>(zone.data()) >> 2) % seen_.size()];
    if (seen.name.data() != zone.data() || seen.name.size() != zone.size())
      seen = {zone, static_cast<std::uint32_t>(index_of(log_.zones.keep(zone)))};
    return seen.number;
  }

  struct seen_zone {
    std::string_view name{};
    std::uint32_t number = 0;
  };
  tt_device_log& log_;
  std::array<seen_zone, 64> seen_{};
  std::vector<std::int32_t> device_of_{};
  std::vector<std::array<tt_point, 2>> points_{{tt_point::other, tt_point::other}};
};

/// Devices by their ids, whichever the log names first.
void number_devices_by_id(tt_device_log& log) {
  if (std::is_sorted(log.devices.begin(), log.devices.end())) return;
  std::vector<std::int32_t> ids = log.devices | sort_by([](std::int32_t id) { return id; });
  std::vector<std::uint16_t> place(ids.size());
  for (std::size_t d = 0; d < ids.size(); ++d)
    place[d] = static_cast<std::uint16_t>(std::lower_bound(ids.begin(), ids.end(), log.devices[d]) - ids.begin());
  for (tt_marker& m : log.markers) m.device = place[m.device];
  log.devices = std::move(ids);
}

/// Counters of 32 bits that began again: on one processor a marker is far below the one before it in the file. From
/// there on it counts 2^32 more, as do processors of that device that recorded nothing before. Where rows are out of
/// order on a device as well, nobody can tell which of them came first.
void unwrap_counters(tt_device_log& log) {
  constexpr std::int64_t half = std::int64_t{1} << 31, whole = half * 2;
  std::int64_t most = 0;
  const auto has_time = [&](const tt_marker& m) {
    return m.phase == tt_phase::begin || m.phase == tt_phase::end || (!log.has_zones() && m.what < first_tt_sum_id);
  };
  for (const tt_marker& m : log.markers)
    if (has_time(m)) most = std::max(most, m.cycles);
  if (most < half || most >= whole) return;
  const auto processor_of = [](const tt_marker& m) {
    return (std::uint64_t{m.device} << 40) | (std::uint64_t{core_key(m)} << 8) | static_cast<std::uint64_t>(m.risc);
  };
  std::unordered_map<std::uint64_t, std::int64_t> last;  // by device, core, RISC
  const std::size_t devices = log.devices.size();
  std::vector<char> wrapped(devices), begins_high(devices), seen(devices), disordered(devices);
  for (std::size_t i = 0; i < log.markers.size(); ++i) {
    const tt_marker& m = log.markers[i];
    if (!has_time(m)) continue;
    if (!seen[m.device]) seen[m.device] = 1, begins_high[m.device] = m.cycles >= half;
    const auto [at, is_new] = last.try_emplace(processor_of(m), m.cycles);
    const std::int64_t back = is_new ? 0 : at->second - m.cycles;
    if (back > 0) (back > half ? wrapped : disordered)[m.device] = 1;
    if (back > half && !known(log.first_wrap)) log.first_wrap = static_cast<std::int64_t>(i);
    at->second = m.cycles;
  }
  for (std::size_t d = 0; d < devices; ++d) {
    if (!wrapped[d] || !disordered[d]) continue;
    wrapped[d] = 0;
    log.quality.add("rows of a device are out of order, so that nobody can tell whether its counters of 32 bits began "
                    "again: times are as they stand", {}, "device " + std::to_string(log.devices[d]), false);
  }
  if (std::find(wrapped.begin(), wrapped.end(), 1) == wrapped.end()) log.first_wrap = missing<std::int64_t>;
  if (!known(log.first_wrap)) return;
  struct counter {
    std::int64_t last = 0, more = 0;
    bool wrapped = false;
  };
  std::unordered_map<std::uint64_t, counter> counters;
  for (tt_marker& m : log.markers) {
    if (!wrapped[m.device]) continue;
    const auto [at, is_new] = counters.try_emplace(processor_of(m));
    counter& c = at->second;
    if (has_time(m)) {
      if (is_new && begins_high[m.device] && m.cycles < half) c.more = whole;
      if (!is_new && c.last - m.cycles > half) {
        c.more += whole;
        if (!c.wrapped) ++log.wraps;
        c.wrapped = true;
      }
      c.last = m.cycles;
    }
    m.cycles += c.more;
  }
}

/// `text` up to where another log with another clock or chip begins, which is counted: its cycles are other times. Logs
/// of one clock that were put together are read as one.
std::string_view of_one_clock(std::string_view text, const tt_device_log& log, const std::string& name,
                              data_quality& quality) {
  // Lines that begin with ARCH, by the letter that is rarest in a log.
  for (std::size_t letter = text.find('H'); letter != text.npos; letter = text.find('H', letter + 1)) {
    if (letter < 4 || text.substr(letter - 4, 5) != "\nARCH") continue;
    const std::size_t at = letter - 4;
    tt_device_log other;
    std::string_view line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (read_chip_line(line, other, name) || (other.clock == log.clock && other.arch == log.arch)) continue;
    const std::string_view before = text.substr(0, at);
    const auto lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    quality.add("log of another clock begins here; it is left out: report it by itself", {name, lines + 2},
                utf8_front(line, 60));
    return text.substr(0, at + 1);
  }
  return text;
}

expected<tt_device_log> read_device_log(std::string_view text, const std::string& name,
                                        const read_options& options, const file_bytes* source,
                                        const tt_log_faults& faults) {
  tt_device_log log;
  const std::size_t mark = csv_front_of(text).from;
  const auto above = static_cast<std::uint64_t>(std::count(text.begin(), text.begin() + mark, '\n'));  // of `sep=`
  std::string_view first = text.substr(mark, text.find('\n', mark) - mark);
  if (!first.empty() && first.back() == '\r') first.remove_suffix(1);
  if (without_blanks(first).empty() && text.size() <= mark + first.size() + 1)
    return failure{errc::not_a_report, {name, 1, 1}, "expected a device log, found an empty file"};
  if (std::optional<failure> why = read_chip_line(first, log, name)) return *why;
  text = of_one_clock(text, log, name, log.quality);
  const std::size_t names = std::min(text.size(), text.find('\n', mark));
  csv_scanner header(text, names, csv_front_of(text.substr(std::min(text.size(), names + 1))).separator);
  tt_log_reader reader(name);
  if (!header.next())
    return failure{errc::not_a_report, {name, above + 2, 1},
                   "expected the names of the columns, found the end of the file"};
  reader.columns().bind(header, log.quality);
  is_complete(header, name, log.quality);  // a header that was cut lacks columns
  const bool zones = reader.columns().has("zone name");
  std::vector<std::string_view> needed{"PCIe slot", "core_x", "core_y", "RISC processor type",
                                       "time[cycles since reset]"};
  needed.push_back(zones ? "type" : "timer_id");
  for (std::string_view title : needed)
    if (!reader.columns().has(title))
      return failure{errc::not_a_report, {name, above + header.row_line() + 1, 1},
                     "expected a column \"" + std::string(title) + "\" in the header of a device log"};
  log.has_run_ids = reader.columns().has("run ID");
  if (zones) log.columns = reader.columns().has("run host ID") ? tt_log_columns::host_ids : tt_log_columns::run_ids;
  reader.settle(log.columns);

  read_options in_pieces = options;
  in_pieces.piece = std::clamp<std::size_t>(options.piece, 1, std::size_t{512} << 10);
  std::vector<text_pool> pools(threads_for(text.size() / in_pieces.piece + 1, options.threads));
  constexpr std::size_t most_markers = 0xfffffff0u;
  tt_marker_builder build(log);
  std::uint64_t lines = above + header.lines();
  for_csv_pieces<tt_log_record>(text, header.position(), reader, pools, in_pieces, source, 0, [&](auto& piece) {
    log.quality.merge(piece.quality, lines);
    lines += piece.lines;
    const std::size_t rows = piece.records.size();
    if (log.markers.empty() && rows > 0)  // as many to a byte as here, and some more
      log.markers.reserve((text.size() / (piece.end - piece.begin) + 1) * (rows + rows / 16));
    for (const tt_log_record& row : piece.records)
      if (row.marker.risc != tt_risc::none && log.markers.size() <= most_markers) build.add(row);
  });
  if (log.markers.size() > most_markers) return failure{errc::not_a_report, {name}, "has more than 4294967280 markers"};
  if (!faults.lines_by_appearance) number_devices_by_id(log);
  unwrap_counters(log);
  return log;
}

}  // namespace tt_detail

expected<tt_device_log> read_tt_device_log(const std::string& path, const read_options& options,
                                           const tt_log_faults& faults) {
  const expected<tt_text_file> file = tt_text_file::open(path);
  if (!file) return file.error();
  expected<tt_device_log> log = tt_detail::read_device_log(file->view(), path, options, file->source(), faults);
  if (log) file->tell(log->quality, path);
  return log;
}

std::optional<failure> why_no_marker(const tt_device_log& log) {
  if (!log.markers.empty()) return std::nullopt;
  for (const quality_issue& q : log.quality.issues())
    if (q.lost_input)
      return failure{errc::bad_value, q.first,
                     q.reason + (q.example.empty() ? "" : ", found \"" + q.example + "\"") + ": no row could be used"};
  return std::nullopt;
}

std::string what_is_marked(const tt_device_log& log) {
  constexpr std::size_t most = 5;
  std::vector<std::string> names;
  const auto add = [&](std::string name) {
    if (names.size() <= most && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  };
  if (log.has_zones())
    for (std::size_t s = 1; s < log.zones.bound() && names.size() <= most; ++s)
      add(std::string(log.zones.text(symbol{static_cast<std::uint32_t>(s)})));
  else
    for (std::size_t i = 0; i < log.markers.size() && names.size() <= most; ++i)
      add(std::to_string(log.markers[i].what));
  std::string list = log.has_zones() ? "the zones " : "the markers ";
  if (names.empty()) return "no named zone";
  for (std::size_t i = 0; i < names.size(); ++i)
    list.append(i == 0 ? "" : ", ").append(i == most ? "..." : std::string(utf8_front(names[i], 60)));
  return list;
}

expected<tt_device_log> read_tt_device_log_text(std::string_view text, const std::string& name,
                                                const read_options& options, const tt_log_faults& faults) {
  return tt_detail::read_device_log(text, name, options, nullptr, faults);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_DEVICE_LOG_BODY_HPP
