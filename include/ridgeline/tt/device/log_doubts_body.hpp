#ifndef RIDGELINE_TT_DEVICE_LOG_DOUBTS_BODY_HPP
#define RIDGELINE_TT_DEVICE_LOG_DOUBTS_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/tt/device/dispatch_ops.hpp>
#include <ridgeline/tt/device/log_doubts.hpp>

namespace ridgeline {

namespace tt_detail {

/// User zones on one core with only a begin or only an end, by RISC and zone. Zones may be nested.
class tt_open_zones {
 public:
  void add(const tt_marker& m) {
    std::uint64_t& open = open_[(std::uint64_t{m.what} << 8) | static_cast<std::uint64_t>(m.risc)];
    if (m.phase == tt_phase::begin) {
      ++open;
    } else if (open > 0) {
      --open;
    } else {
      ++ends_;
    }
  }
  /// Adds this core's results to `to` and resets for the next core.
  void settle(tt_log_doubts& to) {
    for (const auto& [zone, open] : open_) to.zones_without_end += open;
    to.zones_without_start += ends_;
    open_.clear();
    ends_ = 0;
  }

 private:
  std::map<std::uint64_t, std::uint64_t> open_{};
  std::uint64_t ends_ = 0;
};

/// Counts starts of firmware and kernels without an end, and ends without a start: a full buffer drops markers.
void count_unpaired(const tt_lines& lines, const std::vector<bool>& dispatching, std::size_t first_core,
                    std::size_t last_core, tt_log_doubts& to) {
  const bool by_host = lines.log->columns == tt_log_columns::host_ids;
  tt_open_zones zones;
  for (std::size_t c = first_core; c < last_core; ++c) {
    const tt_core_line& core = lines.cores[c];
    for (const tt_risc r : core.riscs) to.riscs += r == tt_risc::none ? 0u : 1u;
    struct open_zone {
      std::uint32_t begun = missing<std::uint32_t>;  // marker
      std::uint32_t beside = 0;                      // further starts: several processors, recorded as one
      bool one_ended = false;
    };
    tt_by_risc<std::array<open_zone, 2>> open{};  // by RISC: firmware, kernel
    const auto lost = [&](const open_zone& zone) {
      if (!known(zone.begun)) return;
      if (dispatching[c]) return void(to.unpaired_of_dispatch += 1 + zone.beside);
      if (to.unpaired == 0 || zone.begun < to.first_unpaired) to.first_unpaired = zone.begun;
      to.unpaired += 1 + zone.beside;
    };
    for (const tt_entry& e : lines.of(core)) {
      if (e.phase != tt_phase::begin && e.phase != tt_phase::end && e.phase != tt_phase::point) continue;
      if (e.point == tt_point::other) {
        if (e.phase != tt_phase::point && !dispatching[c]) zones.add(lines.at(e.marker));
        continue;
      }
      const bool kernel = e.point == tt_point::kernel_start || e.point == tt_point::kernel_end;
      const bool starts = e.point == tt_point::fw_start || e.point == tt_point::kernel_start;
      open_zone& zone = open[static_cast<std::size_t>(e.risc)][kernel ? 1 : 0];
      if (starts) {
        if (!dispatching[c]) ++to.starts;
        if (e.begins_launch() && by_host && !dispatching[c] && lines.at(e.marker).op == 0) ++to.starts_of_no_op;
        if (e.risc == tt_risc::erisc && known(zone.begun) && !zone.one_ended) {  // all begin before the first ends
          ++zone.beside;
          continue;
        }
        lost(zone);
        zone = {.begun = e.marker};
      } else if (known(zone.begun) && zone.beside > 0) {
        --zone.beside;
        zone.one_ended = true;
      } else {
        if (!known(zone.begun) && !dispatching[c]) ++to.ends_alone;
        zone = {};
      }
    }
    for (const auto& risc : open) lost(risc[0]), lost(risc[1]);
    zones.settle(to);
  }
}

/// Counts runs of an op without a core that other runs have, or in which a core begins more often than others.
void count_partial(const tt_lines& lines, const tt_device_ops& ops, tt_log_doubts& to) {
  if (lines.log->columns != tt_log_columns::host_ids) return;  // run ids do not identify ops
  using starts_of_cores = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  const auto starts_of = [&](const tt_device_op& op) {
    std::vector<std::uint32_t> cores;
    for (const tt_entry& e : ops.of(op)) {
      if (e.phase != tt_phase::begin || (!leads_core(e.risc) && e.risc != tt_risc::erisc)) continue;
      if (e.point == tt_point::fw_start) cores.push_back(core_key(lines.at(e.marker)));
    }
    merge_sorted_runs(cores, [](std::uint32_t a, std::uint32_t b) { return a < b; });
    starts_of_cores counts;
    for (const std::uint32_t core : cores) {
      if (counts.empty() || counts.back().first != core) counts.emplace_back(core, 0u);
      ++counts.back().second;
    }
    return counts;
  };
  std::map<std::pair<std::uint16_t, std::int64_t>, std::size_t> most;  // most cores in any run, by device and op id
  for (const tt_device_op& op : ops.ops) {
    std::size_t& cores = most[{op.device, op.id}];
    cores = std::max(cores, starts_of(op).size());
  }
  for (const tt_device_op& op : ops.ops) {
    ++to.runs;
    const starts_of_cores counts = starts_of(op);
    const auto uneven = std::any_of(counts.begin(), counts.end(),
                                    [&](const auto& c) { return c.second != counts.front().second; });
    if (!uneven && counts.size() == most[{op.device, op.id}]) continue;
    if (to.partial++ == 0) to.first_partial = op.id;
  }
}

void count_lost_runs(const std::vector<tt_replayed_run>& runs, tt_log_doubts& to) {
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> last;  // replay, by device and trace
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::int64_t> of_op;  // how many, by that and op id
  for (const tt_replayed_run& run : runs) {
    std::int64_t& most = last[{run.device, run.trace}];
    most = std::max(most, run.session);
    ++of_op[{run.device, run.trace, run.id}];
  }
  to.replayed_runs += runs.size();
  for (const auto& [op, n] : of_op) {
    const std::int64_t lost = last[{std::get<0>(op), std::get<1>(op)}] - n;
    constexpr std::int64_t most = 1'000'000'000;  // a larger number is damaged, not lost runs; the sum stays in range
    if (lost > 0 && lost < most) to.lost_runs += static_cast<std::uint64_t>(lost);
  }
}

}  // namespace tt_detail

tt_log_doubts doubts_of(const tt_lines& lines, const tt_device_ops& ops, unsigned threads) {
  tt_log_doubts doubts;
  const std::vector<bool> dispatching =
      lines.log->has_zones() ? tt_detail::dispatch_cores(lines) : std::vector<bool>(lines.cores.size());
  constexpr std::size_t block = 8;  // cores
  std::vector<tt_log_doubts> parts((lines.cores.size() + block - 1) / block);
  parallel_for(parts.size(), threads, [&](std::size_t i, unsigned) {
    const std::size_t last = std::min(lines.cores.size(), (i + 1) * block);
    tt_detail::count_unpaired(lines, dispatching, i * block, last, parts[i]);
  });
  std::int64_t first = missing<std::int64_t>;
  for (const tt_log_doubts& part : parts) {
    doubts.merge(part);
    if (known(part.first_unpaired) && (!known(first) || part.first_unpaired < first)) first = part.first_unpaired;
  }
  doubts.first_unpaired = first;
  doubts.logs = 1;
  doubts.markers = lines.log->markers.size();
  tt_detail::count_partial(lines, ops, doubts);
  std::vector<tt_detail::tt_replayed_run> replayed;
  for (const tt_device_op& op : ops.ops)
    if (op.session > 0) replayed.push_back({op.device, op.trace, op.session, op.id});
  tt_detail::count_lost_runs(replayed, doubts);
  for (const quality_issue& q : lines.log->quality.issues())
    if (q.reason == cut_row) doubts.cut = 1;  // logs are written core by core
  doubts.stale = lines.stale;
  doubts.wraps = lines.log->wraps;
  doubts.first_wrap = lines.log->first_wrap;
  return doubts;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_LOG_DOUBTS_BODY_HPP
