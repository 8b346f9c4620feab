#ifndef RIDGELINE_TT_DEVICE_MARKER_RECORDS_BODY_HPP
#define RIDGELINE_TT_DEVICE_MARKER_RECORDS_BODY_HPP

#include <algorithm>
#include <cstddef>

#include <ridgeline/tt/device/analyses.hpp>
#include <ridgeline/tt/device/lines.hpp>
#include <ridgeline/tt/device/marker_records.hpp>

namespace ridgeline {

namespace tt_detail {

/// The records of one core's time line.
class core_records {
 public:
  core_records(const tt_lines& lines, std::vector<tt_marker_record>& out) : lines_(lines), out_(out) {}

  void add(const tt_core_line& core) {
    for (std::vector<open_zone>& of_risc : open_) of_risc.clear();
    for (const tt_entry& e : lines_.of(core))
      if (e.marker < lines_.log->markers.size() && e.phase != tt_phase::sum) add(e);
    for (const tt_entry& e : lines_.of(core))
      if (e.phase == tt_phase::sum) add_single(lines_.at(e.marker), lines_.at(e.marker).data);
    for (const std::uint32_t sum : core.sums) add_single(lines_.at(sum), lines_.at(sum).cycles);
  }

 private:
  static constexpr std::size_t most_nested = 256;  // zones in one another; damaged logs may lack any number of ends
  struct open_zone {
    const tt_marker* start = nullptr;
    std::size_t record = 0;  // position in `out_`
  };

  void add_single(const tt_marker& m, std::int64_t cycles) { out_.emplace_back(*lines_.log, m, cycles); }
  void add(const tt_entry& e) {
    const tt_marker& m = lines_.at(e.marker);
    std::vector<open_zone>& open = open_[static_cast<std::size_t>(e.risc)];
    if (!e.ends_zone()) {
      if (e.point == tt_point::fw_start) open.clear();  // what is still open has lost its end
      if (e.begins_zone()) open.push_back({&m, out_.size()});
      return add_single(m, -1);
    }
    // Zones of a processor are nested: those inside the one that ends here have lost their ends.
    std::size_t last = open.size();
    const std::size_t least = last - std::min(last, most_nested);
    while (last > least && !is_end_of(*open[last - 1].start, m)) --last;
    if (last == least) return;
    const open_zone& zone = open[last - 1];
    out_[zone.record] = tt_marker_record(*lines_.log, *zone.start, e.cycles - zone.start->cycles);
    open.resize(last - 1);
  }

  const tt_lines& lines_;
  std::vector<tt_marker_record>& out_;
  tt_by_risc<std::vector<open_zone>> open_{};
};

}  // namespace tt_detail

std::string_view tt_marker_record::name() const {
  if (log_->has_zones()) return log_->zones.text(symbol{marker_->what});
  if (marker_->what == tt_wait_front_id) return "CB-COMPUTE-WAIT-FRONT";
  if (marker_->what == tt_reserve_back_id) return "CB-COMPUTE-RESERVE-BACK";
  if (marker_->point == tt_point::other) return "marker";
  const tt_risc r = marker_->risc;
  const std::size_t zone = r == tt_risc::brisc ? 0 : r == tt_risc::ncrisc ? 1 : r == tt_risc::erisc ? 3 : 2;
  const bool firmware = marker_->point == tt_point::fw_start || marker_->point == tt_point::fw_end;
  return firmware ? tt::fw_zones[zone] : tt::kernel_zones[zone];
}

time_point tt_marker_record::start() const {
  const bool total = marker_->phase == tt_phase::sum || (!log_->has_zones() && marker_->what >= first_tt_sum_id);
  if (total) return missing<time_point>;
  return time_point{} + whole(marker_->cycles);
}

std::vector<tt_marker_record> markers(const tt_device_log& log) {
  const tt_lines lines = lines_of(log);
  std::vector<tt_marker_record> all;
  all.reserve(log.markers.size());
  tt_detail::core_records records(lines, all);
  for (const tt_core_line& core : lines.cores) records.add(core);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_MARKER_RECORDS_BODY_HPP
