#ifndef RIDGELINE_TT_DEVICE_LINES_BODY_HPP
#define RIDGELINE_TT_DEVICE_LINES_BODY_HPP

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
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
  const auto after = std::upper_bound(log->replays.begin(), log->replays.end(), marker, later);
  return after == log->replays.begin() || (after - 1)->session <= 0 ? nullptr : &*(after - 1);
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

/// Puts the markers of a log on the time lines of their cores.
class tt_line_maker {
 public:
  tt_line_maker(const tt_device_log& log, const tt_log_faults& faults, unsigned threads)
      : log_(log), faults_(faults), threads_(threads),
        sums_(!log.has_zones() && (!faults.sums_as_times || log.has_erisc)), added_(log.has_zones() ? 0 : 1) {
    lines_.log = &log;
  }

  tt_lines make() {
    // New pages cost as much as the count: one thread counts while the other has them made, for all markers and some
    // that are added.
    parallel_for(2, threads_, [&](std::size_t i, unsigned) {
      if (i == 0) return number_cores();
      lines_.entries.reserve(log_.markers.size() + 4096);
      lines_.entries.resize(log_.markers.size());
    });
    if (!faults_.lines_by_appearance) order_riscs(found_, ranks_);
    place_cores();
    if (faults_.t0_over_devices) carry_first_times();
    lay_out();
    for (std::uint32_t core = 0; core < lines_.cores.size() && added_ != 0; ++core) add_starts(core);
    fill();
    if (!faults_.lines_by_appearance) sort_riscs();
    find_devices();
    sort_cores();
    return std::move(lines_);
  }

 private:
  bool is_sum(const tt_marker& m) const { return sums_ && m.what >= first_tt_sum_id; }

  /// Cores in order of appearance; which RISCs each has, in that order, and how many times these recorded; T0 of each
  /// device.
  void number_cores() {
    tt_core_numbers numbers;
    core_of_.resize(log_.markers.size());
    lines_.devices.resize(log_.devices.size());
    for (tt_device_line& d : lines_.devices) d.t0 = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < log_.markers.size(); ++i) {
      const tt_marker& m = log_.markers[i];
      const auto [core, fresh] = numbers.of(m);
      core_of_[i] = core;
      if (fresh) {
        found_.push_back({m.device, m.x, m.y, 0, 0, {}, {}});
        ranks_.push_back({});
        counts_.push_back({});
      }
      const auto risc = static_cast<std::size_t>(m.risc);
      std::uint8_t& rank = ranks_[core][risc];
      if (rank == 0) {
        while (found_[core].riscs[rank] != tt_risc::none) ++rank;
        found_[core].riscs[rank++] = m.risc;
      }
      if (is_sum(m)) {
        found_[core].sums.push_back(static_cast<std::uint32_t>(i));
        continue;
      }
      ++counts_[core][risc];
      tt_device_line& d = lines_.devices[m.device];
      if (m.cycles >= d.t0) continue;
      d.t0 = m.cycles;
      d.t0_marker = static_cast<std::uint32_t>(i);
    }
  }

  /// The order of the cores: by device, row by row.
  void place_cores() {
    order_.resize(found_.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    const auto place_on_chip = [&](std::uint32_t c) {
      return faults_.lines_by_appearance ? 0u : (std::uint32_t{found_[c].y} << 16) | found_[c].x;
    };
    order_ = std::move(order_) | sort_by([&](std::uint32_t c) { return found_[c].device; }, place_on_chip);
  }

  /// The original's T0 is the earliest of this device and those before it.
  void carry_first_times() {
    for (std::size_t d = 1; d < lines_.devices.size(); ++d)
      if (lines_.devices[d - 1].t0 <= lines_.devices[d].t0) {
        lines_.devices[d].t0 = lines_.devices[d - 1].t0;
        lines_.devices[d].t0_marker = lines_.devices[d - 1].t0_marker;
      }
  }

  /// Where the list of each RISC begins in the entries, and with it the line of each core.
  void lay_out() {
    std::vector<std::uint32_t> place(order_.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) place[order_[i]] = i;
    begin_.assign(found_.size() * tt_risc_count + 1, 0);
    list_of_.resize(found_.size());
    for (std::size_t core = 0; core < found_.size(); ++core)
      for (std::size_t risc = 0; risc < tt_risc_count; ++risc) {
        const std::size_t rank = ranks_[core][risc];
        if (rank == 0) continue;
        list_of_[core][risc] = std::size_t{place[core]} * tt_risc_count + rank - 1;
        begin_[list_of_[core][risc] + 1] = counts_[core][risc];
      }
    for (std::size_t l = 1; l < begin_.size(); ++l)
      begin_[l] = begin_[l - 1] + (begin_[l] == 0 ? 0 : begin_[l] + added_);
    lines_.entries.resize(begin_.back());
    next_ = begin_;
    lines_.cores.reserve(found_.size());
    for (std::uint32_t core = 0; core < order_.size(); ++core) {
      tt_core_line& line = lines_.cores.emplace_back(std::move(found_[order_[core]]));
      line.first = begin_[std::size_t{core} * tt_risc_count];
      line.last = begin_[(std::size_t{core} + 1) * tt_risc_count];
    }
  }

  /// A marker 0 at T0 in front of each list of a core.
  void add_starts(std::uint32_t core) {
    const tt_core_line& line = lines_.cores[core];
    for (std::size_t rank = 0; rank < tt_risc_count; ++rank) {
      const std::size_t list = std::size_t{core} * tt_risc_count + rank;
      if (begin_[list] == begin_[list + 1]) continue;
      const tt_device_line& d = lines_.devices[line.device];
      tt_marker start = log_.markers[d.t0_marker];
      start.cycles = d.t0;
      start.what = 0;
      start.point = tt_point::other;
      start.risc = line.riscs[rank];
      start.device = line.device;
      lines_.entries[next_[list]++] = tt_entry::of(start, log_.markers.size() + lines_.starts.size());
      lines_.starts.push_back(start);
    }
  }

  /// The markers with times, in the lists of their RISCs, and which lists are out of order.
  void fill() {
    disordered_.resize(begin_.size());
    for (std::size_t i = 0; i < log_.markers.size(); ++i) {
      const tt_marker& m = log_.markers[i];
      if (is_sum(m)) continue;
      const std::size_t list = list_of_[core_of_[i]][static_cast<std::size_t>(m.risc)];
      const std::size_t at = next_[list]++;
      if (at > begin_[list] && lines_.entries[at - 1].cycles > m.cycles) disordered_[list] = 1;
      lines_.entries[at] = tt_entry::of(m, i);
    }
    core_of_ = {};
  }

  void sort_riscs() {
    for (std::size_t list = 0; list + 1 < begin_.size(); ++list) {
      if (!disordered_[list]) continue;
      ++lines_.disordered;
      sort_by_time(lines_.entries, begin_[list], begin_[list + 1]);
      const std::size_t first = begin_[list] + added_;  // the marker 0 stays in front
      settle_equal_times(std::span(lines_.entries).subspan(first, begin_[list + 1] - first));
    }
  }

  void find_devices() {
    for (std::size_t core = 0; core < lines_.cores.size(); ++core) {
      tt_device_line& d = lines_.devices[lines_.cores[core].device];
      if (d.last_core == 0) d.first_core = core;
      d.last_core = core + 1;
    }
  }

  void sort_cores() {
    const bool by_host = log_.columns == tt_log_columns::host_ids && !faults_.starts_of_earlier_runs;
    std::vector<std::vector<std::uint32_t>> stale(lines_.cores.size());
    parallel_for(lines_.cores.size(), threads_, [&](std::size_t core, unsigned) {
      sort_by_time(lines_.entries, lines_.cores[core].first, lines_.cores[core].last);
      if (by_host) stale[core] = stale_starts_of(lines_, lines_.cores[core]);
    });
    leave_out(lines_, stale);
  }

  const tt_device_log& log_;
  const tt_log_faults& faults_;
  unsigned threads_;
  bool sums_;          // whether large numbers are durations
  std::size_t added_;  // markers 0 in front of each list
  tt_lines lines_{};
  // by number of the core, as they appear; RISCs are ranked from 1
  std::vector<tt_core_line> found_{};
  std::vector<tt_by_risc<std::uint8_t>> ranks_{};
  std::vector<tt_by_risc<std::size_t>> counts_{}, list_of_{};
  std::vector<std::uint32_t> core_of_{};     // by marker
  std::vector<std::uint32_t> order_{};       // of cores on their lines
  std::vector<std::size_t> begin_{}, next_{};  // by list: its first entry, and the next to be filled
  std::vector<char> disordered_{};           // by list
};

}  // namespace tt_detail

tt_lines lines_of(const tt_device_log& log, const tt_log_faults& faults, unsigned threads) {
  return tt_detail::tt_line_maker(log, faults, threads).make();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_LINES_BODY_HPP
