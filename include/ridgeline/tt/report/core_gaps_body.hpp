#ifndef RIDGELINE_TT_REPORT_CORE_GAPS_BODY_HPP
#define RIDGELINE_TT_REPORT_CORE_GAPS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/device/dispatch_ops.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/report/device_ops.hpp>

namespace ridgeline {

namespace tt_detail {

/// A gap on a core, between two of the runs in `core_gaps`.
struct core_gap {
  std::size_t from = 0, to = 0;
  std::int64_t start = 0, end = 0;  ///< cycles
  std::uint16_t device = 0;
  std::uint32_t core = 0;           ///< y, then x
};

/// Finds what a core ran, and the gaps between.
class core_gaps {
 public:
  explicit core_gaps(const tt_device_result& result) : result_(result) {}

  /// A run of an op, or of a program that the host launched without an op: its id is 0.
  struct run {
    std::int64_t id = 0, start = 0;
  };
  std::vector<run> runs{};
  std::map<std::uint32_t, std::size_t> cores{};  ///< those with a column

  /// From a core's last kernel in a run to the first data mover of its next.
  std::vector<core_gap> between_runs() {
    for (std::size_t o = 0; o < result_.ops.ops.size(); ++o) {
      const tt_device_op& op = result_.ops.ops[o];
      runs.push_back({op.id, op.start});
      for (const tt_entry& e : result_.ops.of(op)) add(e, op.device, [&](const visit& v) { return v.run != o; }, o);
    }
    add_programs();
    std::vector<core_gap> gaps;
    for (auto& [place, visits] : visits_) {
      cores.emplace(place.second, 0);
      visits = std::move(visits) | sort_by(&visit::first);
      for (std::size_t i = 1; i < visits.size(); ++i)
        if (visits[i].mover >= 0 && visits[i - 1].kernel_end >= 0)
          gaps.push_back({visits[i - 1].run, visits[i].run, visits[i - 1].kernel_end, visits[i].mover, place.first,
                          place.second});
    }
    return gaps;
  }

  /// The same as the original finds them: from the last end of a kernel before a data mover's kernel, if its firmware
  /// has begun between.
  std::vector<core_gap> between_kernels() {
    std::vector<core_gap> gaps;
    std::map<std::int64_t, std::size_t> run_of;
    const auto run_with = [&](const tt_entry& e) {
      const std::int64_t id = result_.lines.at(e.marker).op;
      const auto [at, fresh] = run_of.emplace(id, runs.size());
      if (fresh) runs.push_back({id, 0});
      return at->second;
    };
    for (const tt_core_line& core : result_.lines.cores) {
      cores.emplace(place_of(core), 0);
      const tt_entry* open = nullptr;
      std::int64_t firmware = -1, firmware_of_open = -1;
      for (const tt_entry& e : result_.lines.of(core)) {
        if (e.begins_launch()) firmware = e.cycles;
        if (open != nullptr && e.point == tt_point::kernel_start && moves_data(e.risc)) {
          if (firmware != firmware_of_open)
            gaps.push_back({run_with(*open), run_with(e), open->cycles, e.cycles, core.device, place_of(core)});
          open = nullptr;
        } else if (e.point == tt_point::kernel_end) {
          open = &e;
          firmware_of_open = firmware;
        }
      }
    }
    return gaps;
  }

 private:
  /// A core in a run.
  struct visit {
    std::size_t run = 0;
    std::int64_t first = 0, last = 0;          ///< its first and last marker of firmware and kernels
    std::int64_t mover = -1, kernel_end = -1;  ///< start of the first data mover's kernel; end of the last kernel
  };

  template <class Core>
  static std::uint32_t place_of(const Core& at) {
    return (std::uint32_t{at.y} << 16) | at.x;
  }

  template <class IsNew>
  void add(const tt_entry& e, std::uint16_t device, IsNew is_new, std::size_t of) {
    if (e.point == tt_point::other) return;
    std::vector<visit>& visits = visits_[{device, place_of(result_.lines.at(e.marker))}];
    if (visits.empty() || is_new(visits.back())) visits.push_back({of, e.cycles, e.cycles});
    visit& now = visits.back();
    now.last = std::max(now.last, e.cycles);
    if (e.point == tt_point::kernel_start && moves_data(e.risc) && now.mover < 0) now.mover = e.cycles;
    if (e.point == tt_point::kernel_end) now.kernel_end = std::max(now.kernel_end, e.cycles);
  }

  /// Adds what cores ran with the host id 0: from each start of firmware on. Programs that run at the same time on
  /// different cores are one, since nothing tells them apart.
  void add_programs() {
    const tt_lines& lines = result_.lines;
    if (result_.doubts.starts_of_no_op == 0) return;
    const std::vector<bool> dispatching = dispatch_cores(lines);
    std::map<std::pair<std::uint16_t, std::uint32_t>, std::vector<visit>> ops = std::move(visits_), programs;
    visits_.clear();
    for (std::size_t c = 0; c < lines.cores.size(); ++c)
      for (const tt_entry& e : lines.of(lines.cores[c]))
        if (!dispatching[c] && lines.at(e.marker).op == 0)
          add(e, lines.cores[c].device, [&](const visit&) { return e.begins_launch(); }, 0);
    programs = std::exchange(visits_, std::move(ops));
    std::vector<std::pair<std::uint16_t, visit*>> by_time;
    for (auto& [place, visits] : programs)
      for (visit& v : visits) by_time.emplace_back(place.first, &v);
    by_time = std::move(by_time) | sort_by([](const auto& v) { return v.first; },
                                           [](const auto& v) { return v.second->first; });
    std::int64_t end = -1;
    for (std::size_t i = 0; i < by_time.size(); ++i) {
      visit& v = *by_time[i].second;
      const bool same_device = i > 0 && by_time[i - 1].first == by_time[i].first;
      if (!same_device || v.first >= end) runs.push_back({0, v.first});
      end = same_device ? std::max(end, v.last) : v.last;
      v.run = runs.size() - 1;
    }
    for (auto& [place, visits] : programs) {
      std::vector<visit>& all = visits_[place];
      all.insert(all.end(), visits.begin(), visits.end());
    }
  }

  const tt_device_result& result_;
  std::map<std::pair<std::uint16_t, std::uint32_t>, std::vector<visit>> visits_{};  // by device and core
};

}  // namespace tt_detail

tt_ops_report report_tt_core_gaps(const tt_device_result& result) {
  using tt_detail::core_gap;
  const tt_device_log& log = *result.lines.log;
  tt_ops_report report;
  tt_detail::core_gaps found(result);
  const bool by_kernel = result.faults.gaps_from_any_kernel;
  std::vector<core_gap> gaps = by_kernel ? found.between_kernels() : found.between_runs();
  report.titles = {"device ID", "op2op ID"};
  for (auto& [core, at] : found.cores) {
    at = report.titles.size();
    report.titles.push_back(std::to_string(core & 0xffff) + "; " + std::to_string(core >> 16) + " [ns]");
  }
  // A row's gaps are those of its first one's runs. In the original, these are told by their ids alone.
  const auto start = [&](std::size_t run, std::int64_t gap) { return by_kernel ? gap : found.runs[run].start; };
  gaps = std::move(gaps) | sort_by(&core_gap::device, [&](const core_gap& g) { return start(g.to, g.start); },
                                   [&](const core_gap& g) { return start(g.from, g.start); },
                                   [&](const core_gap& g) { return found.runs[g.from].id; },
                                   [&](const core_gap& g) { return found.runs[g.to].id; }, &core_gap::from,
                                   &core_gap::to, &core_gap::start);
  std::map<std::pair<std::uint16_t, std::uint32_t>, std::deque<const core_gap*>> waiting;  // by device and core
  for (const core_gap& g : gaps) waiting[{g.device, g.core}].push_back(&g);
  for (const core_gap& first : gaps) {
    auto own = waiting.find({first.device, first.core});
    if (own->second.empty() || own->second.front() != &first) continue;  // it has its row
    std::string ids = std::to_string(found.runs[first.from].id);
    ids += " -> ";
    ids += std::to_string(found.runs[first.to].id);
    report.rows.push_back({cell::of(std::int64_t{log.devices[first.device]}), cell::of(report.texts.keep(ids))});
    auto& row = report.rows.back();
    for (auto at = waiting.lower_bound({first.device, 0u}); at != waiting.end() && at->first.first == first.device;
         ++at) {
      std::deque<const core_gap*>& of_core = at->second;
      if (of_core.empty() || of_core.front()->from != first.from || of_core.front()->to != first.to) continue;
      const std::int64_t cycles = of_core.front()->end - of_core.front()->start;
      of_core.pop_front();
      const std::size_t column = found.cores.at(at->first.second);
      row.resize(std::max(row.size(), column + 1));
      row[column] = result.faults.gaps_less_1500 ? cell::of(cycles - 1500)
                                                 : tt_detail::whole_ns(static_cast<double>(cycles), log.clock);
    }
  }
  return report;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_CORE_GAPS_BODY_HPP
