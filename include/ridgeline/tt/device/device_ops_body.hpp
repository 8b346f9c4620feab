#ifndef RIDGELINE_TT_DEVICE_DEVICE_OPS_BODY_HPP
#define RIDGELINE_TT_DEVICE_DEVICE_OPS_BODY_HPP

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/tt/device/analyses.hpp>
#include <ridgeline/tt/device/device_ops.hpp>
#include <ridgeline/tt/device/dispatch_ops.hpp>
#include <ridgeline/tt/device/run_marks.hpp>

namespace ridgeline {

namespace tt_detail {

const tt_marker_note* note_of(const tt_device_log& log, const tt_entry& entry) {
  const auto note = std::lower_bound(log.notes.begin(), log.notes.end(), entry.marker,
                                     [](const tt_marker_note& n, std::uint32_t m) { return n.marker < m; });
  return note == log.notes.end() || note->marker != entry.marker ? nullptr : &*note;
}

std::int64_t sub_device_of(const tt_device_log& log, std::span<const tt_entry> entries) {
  if (log.notes.empty()) return -1;
  for (const tt_entry& e : entries)
    if (const tt_marker_note* const note = note_of(log, e); note != nullptr && note->what == tt_note::sub_device)
      return note->value;
  return -1;
}

std::int64_t cores_of(const tt_lines& lines, std::span<const tt_entry> entries) {
  const symbol whole_fw = lines.log->zones.find(tt::whole_core_fw);
  std::vector<std::uint32_t> cores;
  for (const tt_entry& e : entries) {
    const tt_marker& m = lines.at(e.marker);
    const bool firmware = m.point == tt_point::fw_start || m.point == tt_point::fw_end;
    if (firmware || (known(whole_fw) && m.what == index_of(whole_fw))) cores.push_back(core_key(m));
  }
  keep_each_once(cores);
  return cores.empty() ? -1 : std::ssize(cores);
}

/// Whether a marker opens or closes the zone of firmware, or of a kernel, that delimits a core's work.
bool bounds_core(const tt_marker& m, bool kernel = false) {
  const tt_point start = kernel ? tt_point::kernel_start : tt_point::fw_start;
  const tt_point end = kernel ? tt_point::kernel_end : tt_point::fw_end;
  return (leads_core(m.risc) || m.risc == tt_risc::erisc) && (m.point == start || m.point == end);
}

/// Which markers delimit cores in a group: if no processor has firmware, that of cores recorded as a whole; if none of
/// these has either, kernels.
class tt_core_bounds {
 public:
  tt_core_bounds(const tt_lines& lines, std::span<const tt_entry> group, bool only_firmware)
      : whole_fw_(missing<symbol>) {
    for (const tt_entry& e : group)
      if (bounds_core(lines.at(e.marker))) return;
    whole_fw_ = lines.log->zones.find(tt::whole_core_fw);
    kernels_ = !known(whole_fw_) && !only_firmware;
  }
  bool has(const tt_marker& m) const { return known(whole_fw_) ? is_whole(m) : bounds_core(m, kernels_); }
  bool begin(const tt_marker& m) const { return has(m) && m.phase == tt_phase::begin; }
  bool kernels() const { return kernels_; }

 private:
  bool kernels_ = false;
  bool is_whole(const tt_marker& m) const {
    return m.risc == tt_risc::core_agg && m.what == index_of(whole_fw_) &&
           (m.phase == tt_phase::begin || m.phase == tt_phase::end);
  }
  symbol whole_fw_;
};

/// Cuts ops out of time lines of markers.
class tt_op_cutter {
 public:
  tt_op_cutter(const tt_lines& lines, const tt_log_faults& faults, tt_device_ops& out)
      : lines_(lines), faults_(faults), out_(out) {}

  /// Forgets markers after the last op of the previous device: they belong to no op of this one.
  void begin_device() { carried_.clear(); }

  /// For logs with host ids: the markers of one id, by time. If all of them give their replay, each replay is a run.
  void cut_id(std::span<const tt_entry> group, std::int64_t id, std::uint16_t device) {
    tt_device_op op{id, 0, device};
    if (faults_.runs_by_cores_only || !by_replay(group)) return cut_group(group, op);
    for (std::size_t i = 0, next = 0; i < replayed_.size(); i = next) {
      const tt_replay_mark& replay = *replayed_[i].first;
      op.trace = replay.trace, op.session = replay.session;
      part_.clear();
      for (; next < replayed_.size() && same_replay(*replayed_[next].first, replay); ++next)
        part_.push_back(replayed_[next].second);
      cut_group(part_, op);
    }
  }

  /// A run of an op ends when each of its cores has begun and ended its firmware zone. If an end was lost, the run
  /// ends where one of its processors begins again. `op` is numbered on from its last run.
  void cut_group(std::span<const tt_entry> group, tt_device_op& op) {
    cores_.clear();
    kernels_.clear();
    const tt_core_bounds bounds(lines_, group, faults_.runs_by_cores_only);
    if (bounds.kernels()) count_without_end(op.id);
    for (const tt_entry& e : group)
      if (const tt_marker& m = lines_.at(e.marker); bounds.has(m) || faults_.op_tails_to_the_next)
        cores_[core_key(m)] = {};
    const std::size_t all = cores_.size();
    std::size_t ended = 0, begin = 0;
    ++run_;
    const auto add_up_to = [&](std::size_t end) {
      ++op.run, ++run_;
      add(group.subspan(begin, end - begin), op);
      begin = end;
      ended = 0;
      for (auto& core : cores_) core.second = {};
    };
    for (std::size_t i = 0; i < group.size(); ++i) {
      const tt_marker& m = lines_.at(group[i].marker);
      kernels_.count(m);
      if (!faults_.runs_by_cores_only && starts_.again(m, run_)) {
        count_lost(op.id);
        i = first_start(group, begin, i);
        add_up_to(i--);
        continue;
      }
      if (!bounds.has(m)) continue;
      core_state& core = cores_[core_key(m)];
      if (bounds.begin(m)) {
        // An Ethernet core may have several processors, recorded as one: all begin before the first ends.
        const bool several = m.risc == tt_risc::erisc && !faults_.runs_by_cores_only;
        if (several && core.seen == has_begun && !core.one_ended) {
          ++core.open;
          continue;
        }
        if (core.seen != not_seen) {
          count_lost(op.id);
          // A row that is in the log twice begins nothing.
          const bool anew = m.risc != tt_risc::erisc || (core.seen == has_begun && core.one_ended);
          if (!faults_.runs_by_cores_only && m.cycles != core.begun && anew) add_up_to(i);
        }
        if (core.seen == not_seen) core = {has_begun, m.cycles, 1};
      } else if (core.seen == has_begun) {
        core.one_ended = true;
        if (--core.open > 0) continue;
        core.seen = has_ended;
        if (++ended != all) continue;
        add_up_to(after_run(group, begin, i + 1));
        i = begin - 1;
      } else if (core.seen == has_ended && faults_.runs_by_cores_only) {
        out_.quality.add("firmware zone ends twice on a core before the op ends on all cores", {},
                         "op " + std::to_string(op.id), false);
      }
    }
    if (begin == group.size()) return;
    if (!goes_with_another_run(group.subspan(begin), begin != 0, bounds)) {
      if (!bounds.kernels()) count_without_end(op.id);
      add_up_to(group.size());
    }
  }

  /// Adds what follows the last end of a group to the next group, or to the run before it if nothing begins in it.
  bool goes_with_another_run(std::span<const tt_entry> rest, bool behind_run, const tt_core_bounds& bounds) {
    if (faults_.op_tails_to_the_next) {
      carried_.insert(carried_.end(), rest.begin(), rest.end());
      return true;
    }
    const bool begins = std::any_of(rest.begin(), rest.end(), [&](const tt_entry& e) {
      return begins_zone(e) || bounds.begin(lines_.at(e.marker));
    });
    if (!behind_run || begins) return false;
    out_.entries.insert(out_.entries.end(), rest.begin(), rest.end());
    out_.ops.back().last = out_.entries.size();
    return true;
  }

  /// With run ids only: an op is the interval from no core working to no core working again or, if an end was lost, to
  /// where one of its processors begins again.
  void cut_by_cores(std::span<const tt_entry> line, std::uint16_t device) {
    cores_.clear();
    std::size_t open = 0, begin = 0;
    bool inside = false;
    std::unordered_map<std::int64_t, std::uint32_t, byte_hash> runs;
    const auto add_run = [&](std::span<const tt_entry> part, std::int64_t id) {
      tt_device_op op{id, ++runs[id], device};
      add(part, op);
      ++run_;
    };
    for (std::size_t i = 0; i < line.size(); ++i) {
      const tt_marker& m = lines_.at(line[i].marker);
      kernels_.count(m);
      if (starts_.again(m, run_) && inside && !faults_.runs_by_cores_only) {
        const std::int64_t id = lines_.at(line[begin].marker).op;
        count_lost(id);
        i = first_start(line, begin, i);
        add_run(line.subspan(begin, i - begin), id);
        cores_.clear();
        open = 0, inside = false, --i;
        continue;
      }
      if (!bounds_core(m)) continue;
      core_step& seen = cores_[core_key(m)].seen;
      if (m.point == tt_point::fw_start) {
        if (!inside) begin = i, kernels_.clear();
        inside = true;
        if (seen == has_begun) {
          count_lost(m.op);
        } else {
          ++open;
        }
        seen = has_begun;
      } else if (seen == has_begun) {
        seen = has_ended;
        if (--open != 0) continue;
        inside = false;
        const std::size_t after = after_run(line, begin, i + 1);
        add_run(line.subspan(begin, after - begin), m.op);
        i = after - 1;
      }
    }
    if (!inside || faults_.op_tails_to_the_next) return;
    const std::int64_t id = lines_.at(line[begin].marker).op;
    count_without_end(id);
    add_run(line.subspan(begin), id);
  }

 private:
  enum core_step : std::uint8_t { not_seen, has_begun, has_ended };
  struct core_state {
    core_step seen = not_seen;
    std::int64_t begun = 0;  // when
    std::uint32_t open = 0;  // processors that have begun and not ended
    bool one_ended = false;
  };

  /// Adds a run of `op`, which consists of these markers.
  void add(std::span<const tt_entry> part, tt_device_op& op) {
    op.first = out_.entries.size();
    out_.entries.insert(out_.entries.end(), carried_.begin(), carried_.end());
    carried_.clear();
    out_.entries.insert(out_.entries.end(), part.begin(), part.end());
    if (!kernels_.is_equal() && !faults_.kernels_end_with_their_marker) end_open_kernels(op.first);
    kernels_.clear();
    op.last = out_.entries.size();
    op.start = out_.entries[op.first].cycles;
    if (!faults_.ops_begin_with_any_marker)  // counters may have been read in another pass of the op
      if (const auto at = std::find_if(part.begin(), part.end(), begins_zone); at != part.end()) op.start = at->cycles;
    out_.ops.push_back(op);
  }
  /// Where a run begins of which firmware begins at `at`, behind a run that begins at `begin`: that of other processors
  /// may have begun just before.
  static std::size_t first_start(std::span<const tt_entry> line, std::size_t begin, std::size_t at) {
    while (at > begin + 1 && line[at - 1].point == tt_point::fw_start) --at;
    return at;
  }
  /// The end of a run that begins at `begin` and whose cores have ended at `at`: other firmware of it may end later.
  std::size_t after_run(std::span<const tt_entry> line, std::size_t begin, std::size_t at) {
    if (faults_.op_tails_to_the_next || at == line.size() || line[at].phase == tt_phase::begin) return at;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::int64_t> open;  // by processor and zone
    const auto open_of = [&](const tt_entry& e) -> std::int64_t& {
      const tt_marker& m = lines_.at(e.marker);
      return open[{processor_of(m), m.what}];
    };
    for (const tt_entry& e : line.subspan(begin, at - begin)) {
      if (e.phase == tt_phase::begin) ++open_of(e);
      if (e.phase == tt_phase::end) --open_of(e);
    }
    for (std::size_t i = at; i < line.size() && line[i].phase != tt_phase::begin; ++i) {
      if (line[i].phase != tt_phase::end) continue;  // belongs to what ends behind it
      if (open_of(line[i])-- <= 0) break;
      for (; at <= i; ++at) kernels_.count(lines_.at(line[at].marker));
    }
    return at;
  }
  static std::uint64_t processor_of(const tt_marker& m) {
    return (std::uint64_t{core_key(m)} << 8) | static_cast<std::uint64_t>(m.risc);
  }
  /// A kernel whose end is lost ended with its processor's firmware at the latest, or with that of its core: an end is
  /// added there to the run's markers, which begin at `first`.
  void end_open_kernels(std::size_t first) {
    const std::vector<tt_entry> run(out_.entries.begin() + static_cast<std::ptrdiff_t>(first), out_.entries.end());
    out_.entries.resize(first);
    std::map<std::uint64_t, tt_entry> open;  // by core and processor: the start of its kernel
    for (const tt_entry& e : run) {
      const std::uint64_t place = processor_of(lines_.at(e.marker));
      if (e.point == tt_point::kernel_start) open.insert_or_assign(place, e);
      if (e.point == tt_point::kernel_end) open.erase(place);
      if (e.point == tt_point::fw_end) {
        const bool all = leads_core(e.risc);  // it ends last on its core
        const auto from = open.lower_bound(all ? place >> 8 << 8 : place);
        const auto to = open.upper_bound(all ? place | 0xFF : place);
        for (auto at = from; at != to; ++at) {
          tt_entry& end = out_.entries.emplace_back(at->second);
          end.cycles = e.cycles;
          end.phase = tt_phase::end;
          end.point = tt_point::kernel_end;
        }
        open.erase(from, to);
      }
      out_.entries.push_back(e);
    }
  }
  static bool begins_zone(const tt_entry& e) {
    return e.point == tt_point::fw_start || e.point == tt_point::kernel_start;
  }

  static bool same_replay(const tt_replay_mark& a, const tt_replay_mark& b) {
    return a.trace == b.trace && a.session == b.session;
  }
  /// Orders the markers of a group by replay; false if one of them does not give its replay.
  bool by_replay(std::span<const tt_entry> group) {
    replayed_.clear();
    for (const tt_entry& e : group) {
      const tt_replay_mark* const replay = lines_.replay_of(e.marker);
      if (replay == nullptr) return false;
      replayed_.emplace_back(replay, e);
    }
    merge_sorted_runs(replayed_, [](const auto& a, const auto& b) {
      return a.first->trace != b.first->trace ? a.first->trace < b.first->trace : a.first->session < b.first->session;
    });
    return true;
  }

  void count_without_end(std::int64_t id) {
    out_.quality.add("op's firmware does not begin and end on all its cores", {}, "op " + std::to_string(id), false);
  }
  void count_lost(std::int64_t id) {
    out_.quality.add("firmware zone begins twice on a core before the op ends on all cores: markers are lost", {},
                     "op " + std::to_string(id), false);
  }

  const tt_lines& lines_;
  const tt_log_faults& faults_;
  tt_device_ops& out_;
  std::unordered_map<std::uint32_t, core_state, byte_hash> cores_{};
  std::vector<std::pair<const tt_replay_mark*, tt_entry>> replayed_{};
  std::vector<tt_entry> part_{};
  std::vector<tt_entry> carried_{};  // from the op before
  tt_kernel_balance kernels_{};      // of the run
  tt_firmware_starts starts_{};      // by run
  std::size_t run_ = 0;              // the number of the run
};

}  // namespace tt_detail

tt_device_ops device_ops_of(const tt_lines& lines, const tt_log_faults& faults) {
  tt_device_ops out;
  const tt_device_log& log = *lines.log;
  if (!log.has_zones()) return out;
  const std::vector<bool> dispatching = tt_detail::dispatch_cores(lines);
  std::vector<std::uint64_t> skipped;
  const auto key = [](const auto& core) {
    return (std::uint64_t{core.device} << 32) | (std::uint64_t{core.x} << 16) | core.y;
  };
  for (std::size_t c = 0; c < dispatching.size(); ++c)
    if (dispatching[c]) skipped.push_back(key(lines.cores[c]));
  std::sort(skipped.begin(), skipped.end());
  const auto works = [&](const tt_marker& m) { return !std::binary_search(skipped.begin(), skipped.end(), key(m)); };
  tt_detail::tt_op_cutter cutter(lines, faults, out);
  std::vector<tt_entry> line;
  for (std::size_t d = 0; d < lines.devices.size(); ++d) {
    line.clear();
    const bool by_host = log.columns == tt_log_columns::host_ids;
    for (const tt_entry& e : lines.of(lines.devices[d]))
      if (const tt_marker& m = lines.at(e.marker); works(m) && (!by_host || m.op > 0)) line.push_back(e);
    const std::size_t before = out.ops.size();
    cutter.begin_device();
    if (by_host) {
      std::unordered_map<std::int64_t, std::int64_t, byte_hash> first;  // by id: its first marker
      if (faults.runs_beside_each_other)
        for (const tt_entry& e : line) first.emplace(lines.at(e.marker).op, std::ssize(first));
      const auto order = [&](const tt_entry& e) {
        const std::int64_t id = lines.at(e.marker).op;
        return first.empty() ? id : first.at(id);
      };
      std::stable_sort(line.begin(), line.end(),
                       [&](const tt_entry& a, const tt_entry& b) { return order(a) < order(b); });
      for (std::size_t i = 0, next = 0; i < line.size(); i = next) {
        const std::int64_t id = lines.at(line[i].marker).op;
        while (next < line.size() && lines.at(line[next].marker).op == id) ++next;
        cutter.cut_id(std::span<const tt_entry>(line).subspan(i, next - i), id, static_cast<std::uint16_t>(d));
      }
      if (faults.runs_beside_each_other) continue;
    } else {
      cutter.cut_by_cores(line, static_cast<std::uint16_t>(d));
    }
    std::stable_sort(out.ops.begin() + static_cast<std::ptrdiff_t>(before), out.ops.end(),
                     [](const tt_device_op& a, const tt_device_op& b) { return a.start < b.start; });
  }
  tt_detail::cut_dispatch(lines, dispatching, out);
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_DEVICE_OPS_BODY_HPP
