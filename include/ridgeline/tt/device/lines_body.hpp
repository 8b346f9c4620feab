#ifndef RIDGELINE_TT_DEVICE_LINES_BODY_HPP
#define RIDGELINE_TT_DEVICE_LINES_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/device/core_numbers.hpp>
#include <ridgeline/tt/device/lines.hpp>

namespace ridgeline {

namespace tt_detail {

inline constexpr auto earlier = [](const tt_entry& a, const tt_entry& b) { return a.cycles < b.cycles; };

}  // namespace tt_detail

tt_entry tt_entry::of(const tt_marker& m, std::size_t position) {
  const auto what = static_cast<std::uint16_t>(std::min<std::uint32_t>(m.what, 65535));
  tt_entry e{m.cycles, static_cast<std::uint32_t>(position), what, m.risc};
  e.phase = m.phase;
  e.point = m.point;
  return e;
}

const tt_marker& tt_lines::at(std::uint32_t marker) const {
  const std::size_t n = log->markers.size();
  return marker < n ? log->markers[marker] : starts[marker - n];
}

const tt_replay_mark* tt_lines::replay_of(std::uint32_t marker) const {
  const auto later = [](std::uint32_t m, const tt_replay_mark& r) { return m < r.marker; };
  const auto behind = std::upper_bound(log->replays.begin(), log->replays.end(), marker, later);
  return behind == log->replays.begin() || (behind - 1)->session <= 0 ? nullptr : &*(behind - 1);
}

std::vector<tt_entry> tt_lines::of(const tt_device_line& d) const {
  if (d.first_core == d.last_core) return {};
  const auto from = entries.begin() + static_cast<std::ptrdiff_t>(cores[d.first_core].first);
  const auto to = entries.begin() + static_cast<std::ptrdiff_t>(cores[d.last_core - 1].last);
  std::vector<tt_entry> line(from, to);
  merge_sorted_runs(line, [](const tt_entry& a, const tt_entry& b) { return a.cycles < b.cycles; });
  return line;
}

std::vector<std::size_t> tt_lines::by_place(const tt_device_line& d) const {
  std::vector<std::size_t> order;
  for (std::size_t c = d.first_core; c < d.last_core; ++c) order.push_back(c);
  return std::move(order) | sort_by([&](std::size_t c) { return cores[c].y; },
                                    [&](std::size_t c) { return cores[c].x; });
}

namespace tt_detail {

/// The RISCs of each core by number, regardless of their order in the log.
void order_riscs(std::vector<tt_core_line>& cores, std::vector<tt_by_risc<std::uint8_t>>& ranks) {
  for (std::size_t c = 0; c < cores.size(); ++c) {
    std::uint8_t rank = 0;
    tt_by_risc<tt_risc> riscs{};
    for (std::size_t r = 1; r < ranks[c].size(); ++r) {
      if (ranks[c][r] == 0) continue;
      riscs[rank++] = static_cast<tt_risc>(r);
      ranks[c][r] = rank;
    }
    cores[c].riscs = riscs;
  }
}

/// Sorts the range from `first` to `last` of `all` by time.
void sort_by_time(std::vector<tt_entry>& all, std::size_t first, std::size_t last) {
  const auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
  if (std::is_sorted(at(first), at(last), earlier)) return;
  std::vector<tt_entry> part(at(first), at(last));
  merge_sorted_runs(part, earlier);
  std::copy(part.begin(), part.end(), at(first));
}

/// Orders markers of equal times as in a run: firmware begins, kernel begins, markers inside it, kernel ends,
/// firmware ends. Used for a time-sorted list whose original order was different and so gives no information. For
/// each time, the number of steps is the number of its markers.
void settle_equal_times(std::span<tt_entry> list) {
  constexpr std::array<std::size_t, 5> stage_of{2, 0, 1, 3, 4};  // by tt_point
  const auto stage = [&](const tt_entry& e) { return stage_of[static_cast<std::size_t>(e.point)]; };
  std::array<std::vector<tt_entry>, 5> waiting{};
  std::size_t now = 4;  // no firmware runs
  for (std::size_t i = 0, next = 0; i < list.size(); i = next) {
    while (next < list.size() && list[next].cycles == list[i].cycles) ++next;
    if (next - i == 1) {
      now = stage(list[i]);
      continue;
    }
    for (std::size_t k = i; k < next; ++k) waiting[stage(list[k])].push_back(list[k]);
    std::array<std::size_t, 5> taken{};
    for (std::size_t k = i; k < next; ++k) {
      std::size_t to = now == 2 ? now : (now + 1) % 5;  // there may be several markers inside a kernel
      while (taken[to] == waiting[to].size()) to = (to + 1) % 5;
      list[k] = waiting[to][taken[to]++];
      now = to;
    }
    for (auto& of_stage : waiting) of_stage.clear();
  }
}

/// The starts on a core that an earlier run left behind, as in tt-metal issue 48043: firmware or a kernel of an op
/// begins, another begins before it ends, and in the end only its end is there. A start whose own end was lost has no
/// such end.
std::vector<std::uint32_t> stale_starts_of(const tt_lines& lines, const tt_core_line& core) {
  using run_key = std::pair<std::int64_t, std::int64_t>;  // op and replay
  struct zone_state {
    bool open = false;
    std::uint32_t begun = 0;             // marker
    run_key of{}, ended{};
    std::int64_t ended_at = -1;
    std::uint64_t runs = 0;              // that have begun and ended
    std::map<run_key, std::pair<std::uint32_t, std::uint64_t>> left{};  // starts without an end; runs before
    void leave() {
      if (open) left[of] = {begun, runs};
      open = false;
    }
  };
  tt_by_risc<std::array<zone_state, 2>> zones{};  // by RISC: firmware, kernel
  std::vector<std::uint32_t> stale;
  for (const tt_entry& e : lines.of(core)) {
    if (e.point == tt_point::other || e.risc == tt_risc::erisc) continue;  // an Ethernet core may have several
    const std::int64_t op = lines.at(e.marker).op;
    if (op <= 0) continue;
    const tt_replay_mark* const replay = lines.replay_of(e.marker);
    const run_key run{op, replay == nullptr ? -1 : replay->session};
    auto& [firmware, kernel] = zones[static_cast<std::size_t>(e.risc)];
    zone_state& zone = e.point == tt_point::fw_start || e.point == tt_point::fw_end ? firmware : kernel;
    if (e.point == tt_point::fw_start) kernel.leave();
    if (e.point == tt_point::fw_start || e.point == tt_point::kernel_start) {
      zone.leave();
      zone.open = true, zone.of = run, zone.begun = e.marker;
      continue;
    }
    const bool twice = zone.ended == run && zone.ended_at == e.cycles;  // the same row again
    if (zone.open && zone.of == run) {
      zone.open = false;
      ++zone.runs;
    } else if (const auto start = zone.left.find(run); start != zone.left.end() && !twice) {
      const auto [marker, runs_before] = start->second;
      zone.left.erase(start);
      if (zone.open && zone.runs == runs_before) {  // the other start is the one that does not belong here
        zone.leave();
        ++zone.runs;
      } else {
        stale.push_back(marker);
      }
    }
    zone.ended = run, zone.ended_at = e.cycles;
  }
  merge_sorted_runs(stale, std::less<>{});
  return stale;
}

/// Leaves out these markers, which are given by core.
void leave_out(tt_lines& lines, const std::vector<std::vector<std::uint32_t>>& stale) {
  for (const std::vector<std::uint32_t>& of_core : stale) {
    if (lines.stale == 0 && !of_core.empty()) lines.first_stale = lines.at(of_core.front()).op;
    lines.stale += of_core.size();
  }
  if (lines.stale == 0) return;
  std::size_t to = 0;
  for (std::size_t c = 0; c < lines.cores.size(); ++c) {
    tt_core_line& core = lines.cores[c];
    const std::size_t first = to;
    for (std::size_t i = core.first; i < core.last; ++i)
      if (!std::binary_search(stale[c].begin(), stale[c].end(), lines.entries[i].marker))
        lines.entries[to++] = lines.entries[i];
    core.first = first, core.last = to;
  }
  lines.entries.resize(to);
  for (tt_device_line& d : lines.devices) {
    d.t0 = std::numeric_limits<std::int64_t>::max();
    for (std::size_t c = d.first_core; c < d.last_core; ++c) {
      const std::size_t first = lines.cores[c].first;
      if (first == lines.cores[c].last || lines.entries[first].cycles >= d.t0) continue;
      d.t0 = lines.entries[first].cycles;
      d.t0_marker = lines.entries[first].marker;
    }
  }
}

}  // namespace tt_detail

tt_lines lines_of(const tt_device_log& log, const tt_log_faults& faults,
                  unsigned threads) {
  tt_lines lines;
  lines.log = &log;
  const bool sums = !log.has_zones() && (!faults.sums_as_times || log.has_erisc);
  const auto is_sum = [&](const tt_marker& m) { return sums && m.what >= first_tt_sum_id; };

  // Cores in order of appearance; which RISCs each has, in that order, and how many times these recorded; T0 of each
  // device.
  tt_detail::tt_core_numbers numbers;
  std::vector<tt_core_line> found;
  std::vector<std::uint32_t> core_of(log.markers.size());
  std::vector<tt_by_risc<std::uint8_t>> ranks;
  std::vector<tt_by_risc<std::size_t>> counts;
  lines.devices.resize(log.devices.size());
  for (tt_device_line& d : lines.devices) d.t0 = std::numeric_limits<std::int64_t>::max();
  const auto number_cores = [&] {
    for (std::size_t i = 0; i < log.markers.size(); ++i) {
      const tt_marker& m = log.markers[i];
      const auto [core, fresh] = numbers.of(m);
      core_of[i] = core;
      if (fresh) {
        found.push_back({m.device, m.x, m.y, 0, 0, {}, {}});
        ranks.push_back({});
        counts.push_back({});
      }
      const auto risc = static_cast<std::size_t>(m.risc);
      std::uint8_t& rank = ranks[core][risc];
      if (rank == 0) {
        while (found[core].riscs[rank] != tt_risc::none) ++rank;
        found[core].riscs[rank++] = m.risc;
      }
      if (is_sum(m)) {
        found[core].sums.push_back(static_cast<std::uint32_t>(i));
        continue;
      }
      ++counts[core][risc];
      tt_device_line& d = lines.devices[m.device];
      if (m.cycles >= d.t0) continue;
      d.t0 = m.cycles;
      d.t0_marker = static_cast<std::uint32_t>(i);
    }
  };
  // New pages cost as much as the count: one thread counts while the other has them made, for all markers and some
  // that are added.
  parallel_for(2, threads, [&](std::size_t i, unsigned) {
    if (i == 0) return number_cores();
    lines.entries.reserve(log.markers.size() + 4096);
    lines.entries.resize(log.markers.size());
  });
  if (!faults.lines_by_appearance) tt_detail::order_riscs(found, ranks);
  std::vector<std::uint32_t> order(found.size()), place(found.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto place_on_chip = [&](std::uint32_t c) {
    return faults.lines_by_appearance ? 0u : (std::uint32_t{found[c].y} << 16) | found[c].x;
  };
  order = std::move(order) | sort_by([&](std::uint32_t c) { return found[c].device; }, place_on_chip);
  for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;

  // The markers with times, in lists by core and RISC.
  std::vector<std::size_t> begin(found.size() * tt_risc_count + 1);
  std::vector<tt_by_risc<std::size_t>> list_of(found.size());
  for (std::size_t core = 0; core < found.size(); ++core)
    for (std::size_t risc = 0; risc < tt_risc_count; ++risc) {
      const std::size_t rank = ranks[core][risc];
      if (rank == 0) continue;
      list_of[core][risc] = std::size_t{place[core]} * tt_risc_count + rank - 1;
      begin[list_of[core][risc] + 1] = counts[core][risc];
    }
  const std::size_t each = log.has_zones() ? 0 : 1;  // a marker 0 before each list
  if (faults.t0_over_devices)
    for (std::size_t d = 1; d < lines.devices.size(); ++d)
      if (lines.devices[d - 1].t0 <= lines.devices[d].t0) {
        lines.devices[d].t0 = lines.devices[d - 1].t0;
        lines.devices[d].t0_marker = lines.devices[d - 1].t0_marker;
      }
  for (std::size_t l = 1; l < begin.size(); ++l)
    begin[l] = begin[l - 1] + (begin[l] == 0 ? 0 : begin[l] + each);
  lines.entries.resize(begin.back());
  lines.cores.reserve(found.size());
  std::vector<std::size_t> next(begin.begin(), begin.end());
  std::vector<char> disordered(begin.size());
  for (std::uint32_t core = 0; core < order.size(); ++core) {
    tt_core_line& line = lines.cores.emplace_back(std::move(found[order[core]]));
    line.first = begin[std::size_t{core} * tt_risc_count];
    line.last = begin[(std::size_t{core} + 1) * tt_risc_count];
    for (std::size_t rank = 0; rank < tt_risc_count && each != 0; ++rank) {
      const std::size_t list = std::size_t{core} * tt_risc_count + rank;
      if (begin[list] == begin[list + 1]) continue;
      const tt_device_line& d = lines.devices[line.device];
      tt_marker start = log.markers[d.t0_marker];
      start.cycles = d.t0;
      start.what = 0;
      start.point = tt_point::other;
      start.risc = line.riscs[rank];
      start.device = line.device;
      lines.entries[next[list]++] = tt_entry::of(start, log.markers.size() + lines.starts.size());
      lines.starts.push_back(start);
    }
  }
  for (std::size_t i = 0; i < log.markers.size(); ++i) {
    const tt_marker& m = log.markers[i];
    if (is_sum(m)) continue;
    const std::size_t list = list_of[core_of[i]][static_cast<std::size_t>(m.risc)];
    const std::size_t at = next[list]++;
    if (at > begin[list] && lines.entries[at - 1].cycles > m.cycles) disordered[list] = 1;
    lines.entries[at] = tt_entry::of(m, i);
  }
  core_of = {};
  if (!faults.lines_by_appearance)
    for (std::size_t list = 0; list + 1 < begin.size(); ++list) {
      if (!disordered[list]) continue;
      ++lines.disordered;
      tt_detail::sort_by_time(lines.entries, begin[list], begin[list + 1]);
      const std::size_t first = begin[list] + each;  // the marker 0 stays in front
      tt_detail::settle_equal_times(std::span(lines.entries).subspan(first, begin[list + 1] - first));
    }

  for (std::size_t core = 0; core < lines.cores.size(); ++core) {
    tt_device_line& d = lines.devices[lines.cores[core].device];
    if (d.last_core == 0) d.first_core = core;
    d.last_core = core + 1;
  }
  const bool by_host = log.columns == tt_log_columns::host_ids && !faults.starts_of_earlier_runs;
  std::vector<std::vector<std::uint32_t>> stale(lines.cores.size());
  parallel_for(lines.cores.size(), threads, [&](std::size_t core, unsigned) {
    tt_detail::sort_by_time(lines.entries, lines.cores[core].first, lines.cores[core].last);
    if (by_host) stale[core] = tt_detail::stale_starts_of(lines, lines.cores[core]);
  });
  tt_detail::leave_out(lines, stale);
  return lines;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_LINES_BODY_HPP
