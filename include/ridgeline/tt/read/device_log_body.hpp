#ifndef RIDGELINE_TT_READ_DEVICE_LOG_BODY_HPP
#define RIDGELINE_TT_READ_DEVICE_LOG_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/read/log_record_body.hpp>

namespace ridgeline {

namespace tt_detail {

/// Which of the four default markers a zone's name and phase, or a marker's number, represent.
constexpr tt_point point_of_zone(std::string_view name, tt_phase phase) {
  const std::string_view zone = tt_usual_zone(name);
  const auto ends = [&](std::string_view tail) {
    for (std::string_view risc : {"BRISC", "NCRISC", "TRISC", "ERISC"})
      if (zone.size() == risc.size() + tail.size() && zone.starts_with(risc) && zone.ends_with(tail)) return true;
    return zone.ends_with(tail) && is_quasar_mover_zone(zone);
  };
  if (phase != tt_phase::begin && phase != tt_phase::end) return tt_point::other;
  if (ends("-FW")) return phase == tt_phase::begin ? tt_point::fw_start : tt_point::fw_end;
  if (ends("-KERNEL")) return phase == tt_phase::begin ? tt_point::kernel_start : tt_point::kernel_end;
  return tt_point::other;
}

/// Whether the cycles of a marker are a time stamp (rather than a duration).
bool is_time(const tt_marker& m, const tt_device_log& log) {
  return m.phase == tt_phase::begin || m.phase == tt_phase::end || (!log.has_zones() && m.what < first_tt_sum_id);
}

/// Converts rows to markers; devices and zones are numbered in file order.
class tt_marker_builder {
 public:
  explicit tt_marker_builder(tt_device_log& log) : log_(log) {}

  /// The latest time of any marker, in cycles; 0 if there is none.
  std::int64_t last_time() const { return last_time_; }
  std::uint64_t other_counters() const { return other_counters_; }

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
      while (points_.size() <= m.what) {
        const std::string_view name = log_.zones.text(symbol{static_cast<std::uint32_t>(points_.size())});
        points_.push_back({point_of_zone(name, tt_phase::begin), point_of_zone(name, tt_phase::end)});
      }
      if (m.phase == tt_phase::begin) m.point = points_[m.what][0];
      if (m.phase == tt_phase::end) m.point = points_[m.what][1];
    }
    if (is_time(m, log_)) last_time_ = std::max(last_time_, m.cycles);
    log_.has_erisc = log_.has_erisc || m.risc == tt_risc::erisc;
    const auto position = static_cast<std::uint32_t>(log_.markers.size() - 1);
    if (row.replay.trace != replay_.trace || row.replay.session != replay_.session) {
      replay_ = {position, row.replay.trace, row.replay.session};
      log_.replays.push_back(replay_);
    }
    if (row.meta.op >= 0) log_.dispatch.push_back({position, row.meta.op});
    if (row.meta.sub_device >= 0 && m.point == tt_point::fw_start)
      log_.notes.push_back({position, tt_note::sub_device, -1, row.meta.sub_device});
    else if (row.meta.note == tt_note::other_counter) ++other_counters_;
    else if (!row.meta.command.empty())
      log_.notes.push_back({position, row.meta.note, -1, number_of(row.meta.command)});
    else if (row.meta.note != tt_note::none)
      log_.notes.push_back({position, row.meta.note, row.meta.reference, row.meta.value});
  }

 private:
  /// The number of a zone. Since the reader interns names, equal names usually have the same address, which is used
  /// as a cache key.
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
  std::int64_t last_time_ = 0;
  std::uint64_t other_counters_ = 0;
  tt_replay_mark replay_{};
  std::array<seen_zone, 64> seen_{};
  std::vector<std::int32_t> device_of_{};
  std::vector<std::array<tt_point, 2>> points_{{tt_point::other, tt_point::other}};
};

/// Numbers devices by id, regardless of their order in the log.
void number_devices_by_id(tt_device_log& log) {
  if (std::is_sorted(log.devices.begin(), log.devices.end())) return;
  std::vector<std::int32_t> ids = log.devices | sort_by([](std::int32_t id) { return id; });
  std::vector<std::uint16_t> place(ids.size());
  for (std::size_t d = 0; d < ids.size(); ++d)
    place[d] = static_cast<std::uint16_t>(std::lower_bound(ids.begin(), ids.end(), log.devices[d]) - ids.begin());
  for (tt_marker& m : log.markers) m.device = place[m.device];
  log.devices = std::move(ids);
}

/// Handles counters that wrapped around, of 32 bits or of the 44 that tt-metal records: on one processor a marker is
/// far below the previous one in the file. From there on its times are increased by 2^32 or 2^44, as are those of
/// processors of that device without earlier markers. If rows on a device are also out of order, it cannot be
/// determined which came first. `most` is the latest time of all: in the upper half of what the counter can hold.
void unwrap_counters(tt_device_log& log, std::int64_t most) {
  std::int64_t whole = 0;
  for (const int bits : {32, 44})
    if (most >> (bits - 1) == 1) whole = std::int64_t{1} << bits;
  if (whole == 0) return;
  const std::int64_t half = whole / 2;
  const auto has_time = [&](const tt_marker& m) { return is_time(m, log); };
  const auto processor_of = [](const tt_marker& m) {
    return (std::uint64_t{m.device} << 40) | (std::uint64_t{core_key(m)} << 8) | static_cast<std::uint64_t>(m.risc);
  };
  std::unordered_map<std::uint64_t, std::int64_t, byte_hash> last;  // by device, core, RISC
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
    log.quality.add("rows of a device are out of order, so a wrap of its counters cannot be detected: times are used "
                    "as they are", {}, "device " + std::to_string(log.devices[d]), false);
  }
  if (std::find(wrapped.begin(), wrapped.end(), 1) == wrapped.end()) log.first_wrap = missing<std::int64_t>;
  if (!known(log.first_wrap)) return;
  struct counter {
    std::int64_t last = 0, more = 0;
    bool wrapped = false;
  };
  std::unordered_map<std::uint64_t, counter, byte_hash> counters;
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

/// Reads `text`; `other` receives the position at which another log with another clock begins in it.
expected<tt_device_log> read_rows(std::string_view text, const std::string& name, const read_options& options,
                                  const file_bytes* source, const tt_log_faults& faults, std::size_t& other) {
  tt_device_log log;
  const std::size_t mark = csv_front_of(text).from;
  const auto above = static_cast<std::uint64_t>(std::count(text.begin(), text.begin() + mark, '\n'));  // with `sep=`
  const std::string_view first = line_from(text, mark);
  if (without_blanks(first).empty() && text.size() <= mark + first.size() + 1)
    return failure{errc::not_a_report, {name, 1, 1}, "expected a device log, found an empty file"};
  if (std::optional<failure> why = read_chip_line(first, log, name)) return *why;
  if (!known(log.clock))
    log.quality.add("clock of the device is unknown: its times are known in cycles only", {name, above + 1},
                    utf8_front(first, 60), false);
  const std::size_t names = std::min(text.size(), text.find('\n', mark));
  csv_scanner header(text, names, csv_front_of(text.substr(std::min(text.size(), names + 1))).separator);
  tt_log_reader reader(name, log, faults);
  if (!header.next())
    return failure{errc::not_a_report, {name, above + 2, 1},
                   "expected the names of the columns, found the end of the file"};
  reader.columns().bind(header, log.quality);
  is_complete(header, name, log.quality);  // a truncated header lacks columns
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
  for_csv_pieces<tt_log_record>(text, header.position(), reader, pools, in_pieces, source, [&](auto& piece) {
    log.quality.merge(piece.quality, lines);
    lines += piece.lines;
    const std::size_t rows = piece.records.size();
    if (log.markers.empty() && rows > 0)  // as many per byte as so far, plus some
      log.markers.reserve((text.size() / (piece.end - piece.begin) + 1) * (rows + rows / 16));
    for (const tt_log_record& row : piece.records)
      if (row.marker.risc != tt_risc::none && log.markers.size() <= most_markers) build.add(row);
  });
  other = reader.other_log();
  if (build.other_counters() != 0)
    log.quality.add("performance counters other than FPU, SFPU and MATH, which no report has a column for; they are "
                    "left out", {name}, "", true, build.other_counters());
  if (log.markers.size() > most_markers) return failure{errc::not_a_report, {name}, "has more than 4294967280 markers"};
  if (!faults.lines_by_appearance) number_devices_by_id(log);
  unwrap_counters(log, build.last_time());
  return log;
}

expected<tt_device_log> read_device_log(std::string_view text, const std::string& name, const read_options& options,
                                        const file_bytes* source, const tt_log_faults& faults) {
  std::size_t other = text.npos, further = text.npos;
  expected<tt_device_log> log = read_rows(text, name, options, source, faults, other);
  if (!log || other == text.npos) return log;
  log = read_rows(text.substr(0, other), name, options, source, faults, further);
  if (!log) return log;
  const auto above = static_cast<std::uint64_t>(std::count(text.data(), text.data() + other, '\n'));
  const std::string_view line = text.substr(other, text.find_first_of("\r\n", other) - other);
  data_quality quality;
  quality.add("a log with another clock begins here; it is left out: report it separately", {name, above + 1},
              utf8_front(line, 60));
  quality.merge(log->quality);
  log->quality = std::move(quality);
  return log;
}

}  // namespace tt_detail

expected<tt_device_log> read_tt_device_log(const std::string& path, const read_options& options,
                                           const tt_log_faults& faults) {
  const expected<text_file> file = text_file::open(path);
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
