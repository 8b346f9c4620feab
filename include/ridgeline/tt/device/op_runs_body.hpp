#ifndef RIDGELINE_TT_DEVICE_OP_RUNS_BODY_HPP
#define RIDGELINE_TT_DEVICE_OP_RUNS_BODY_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/device/analysis_tables.hpp>
#include <ridgeline/tt/device/device_ops.hpp>
#include <ridgeline/tt/device/lines.hpp>
#include <ridgeline/tt/device/log_doubts.hpp>
#include <ridgeline/tt/device/samples.hpp>
#include <ridgeline/tt/device/op_runs.hpp>

namespace ridgeline {

namespace tt_detail::tt_tracy {

/// What a measure of `tt::zone_analyses` tells about a run: a time, and for some from when to when.
struct run_figure {
  std::string_view measure;
  double tt_op_run::*time;
  tt_cycles tt_op_run::*span = nullptr;
  bool from_first_marker = false;  ///< the first of a device may be timed from the device's first marker
};
inline constexpr std::array run_figures{
    run_figure{"device_fw_duration", &tt_op_run::fw_time, &tt_op_run::fw},
    run_figure{"device_kernel_duration", &tt_op_run::kernel_time, &tt_op_run::kernel},
    run_figure{"device_kernel_duration_dm_start", &tt_op_run::movers_time, &tt_op_run::movers},
    run_figure{"device_kernel_first_to_last_start", &tt_op_run::first_to_last_start},
    run_figure{"device_compute_cb_wait_front", &tt_op_run::wait_front},
    run_figure{"device_compute_cb_reserve_back", &tt_op_run::reserve_back},
    run_figure{"dispatch_total_cq_cmd_op_time", &tt_op_run::dispatch_time},
    run_figure{"dispatch_go_send_wait_time", &tt_op_run::go_wait, nullptr, true}};
inline constexpr std::string_view within_cores = "device_kernel_duration_per_core";

static_assert([] {
  const auto is_measured = [](std::string_view name) {
    return std::any_of(tt::zone_analyses.begin(), tt::zone_analyses.end(),
                       [&](const tt_measure& m) { return m.name == name; });
  };
  return is_measured(within_cores) &&
         std::all_of(run_figures.begin(), run_figures.end(),
                     [&](const run_figure& f) { return is_measured(f.measure); }) &&
         std::all_of(tt::kernels_of_riscs.begin(), tt::kernels_of_riscs.end(),
                     [&](const tt::risc_kernels& k) { return is_measured(k.analysis); });
}(), "a figure of a run has a measure that tt::zone_analyses lacks");

constexpr const run_figure* figure_of(std::string_view measure) {
  for (const run_figure& f : run_figures)
    if (f.measure == measure) return &f;
  return nullptr;
}

/// Measures runs from the markers of a log. `tt::zone_analyses` defines what is measured between which zones.
class run_reader {
 public:
  run_reader(const tt_lines& lines, const tt_device_ops& ops, const tt_log_faults& faults)
      : lines_(lines), log_(*lines.log), ops_(ops), faults_(faults) {}

  void read(tt_op_runs& out) {
    for (const tt_device_op& op : ops_.ops) {
      tt_op_run& run = out.runs.emplace_back();
      run.id = op.id;
      run.device = log_.devices[op.device];
      run.trace = op.trace;
      run.session = op.session;
      run.first = op.start;
      run.cores = cores_of(lines_, ops_.of(op));
      run.sub_device = sub_device_of(log_, ops_.of(op));
    }
    for (const tt_measure& m : tt::zone_analyses) {
      if (m.across != tt_across::ops) continue;
      const tt_sampler sampler(m, lines_, faults_);
      std::vector<tt_sample> samples;
      for (std::size_t i = 0; i < out.runs.size(); ++i) {
        samples.clear();
        sampler.of_op(ops_.of(ops_.ops[i]), samples);
        if (!samples.empty()) take(m.name, samples, out.runs[i]);
      }
    }
    if (!log_.notes.empty())
      for (std::size_t i = 0; i < out.runs.size(); ++i) counters(ops_.ops[i], out.runs[i], out);
  }

  /// What the dispatch cores did for each op. Their markers give only its id, so the times go to the id's first run.
  void read_dispatch(tt_op_runs& out, bool first_signal_from_start) {
    std::map<std::pair<std::uint16_t, std::int64_t>, tt_op_run*> runs;  // by device and id
    for (std::size_t i = 0; i < out.runs.size(); ++i)
      if (const tt_device_op& op = ops_.ops[i]; op.run == 1) runs[{op.device, op.id}] = &out.runs[i];
    for (const tt_measure& m : tt::zone_analyses) {
      const run_figure* const figure = figure_of(m.name);
      if (m.across != tt_across::dispatch_ops || figure == nullptr) continue;
      const tt_sampler sampler(m, lines_, faults_);
      std::int64_t device = -1;
      std::vector<tt_sample> samples;
      for (const tt_device_op& op : ops_.dispatch) {
        samples.clear();
        sampler.of_op(ops_.of(op), samples);
        if (samples.empty() || !samples[0].ends) continue;
        if (figure->from_first_marker && first_signal_from_start && device != op.device)
          samples[0].cycles = samples[0].end() - lines_.devices[op.device].t0;
        device = op.device;
        if (const auto run = runs.find({op.device, op.id}); run != runs.end())
          run->second->*figure->time = ns(samples[0].cycles);
      }
    }
  }

 private:
  double ns(double cycles) const { return log_.nanoseconds(cycles); }
  double ns(std::int64_t cycles) const { return ns(static_cast<double>(cycles)); }

  void take(std::string_view measure, const std::vector<tt_sample>& samples, tt_op_run& run) const {
    if (measure == within_cores) return take_cores(samples, run);
    const tt_sample& all = samples.front();
    const double time = all.is_whole() ? ns(all.cycles) : missing<double>;
    if (const run_figure* const figure = figure_of(measure)) {
      run.*figure->time = time;
      if (figure->span != nullptr)
        run.*figure->span = {all.begins ? all.start : -1, all.ends ? all.end() : -1};
    }
    for (const tt::risc_kernels& k : tt::kernels_of_riscs)
      if (k.analysis == measure) run.kernel_times[static_cast<std::size_t>(k.risc)] = time;
  }
  void take_cores(const std::vector<tt_sample>& samples, tt_op_run& run) const {
    tt_statistics cores;
    for (const tt_sample& s : samples)
      if (s.is_whole()) cores.add(s.cycles);
    if (cores.count == 0) return;
    run.core_min = ns(cores.min);
    run.core_max = ns(cores.max);
    run.core_mean = ns(cores.average());
  }

  void counters(const tt_device_op& op, tt_op_run& run, tt_op_runs& out) {
    std::array<std::vector<double>, tt_counters.size()> shares;
    std::array<double, tt_counters.size()> counted{};
    for (const tt_entry& e : ops_.of(op)) {
      if (e.phase != tt_phase::data) continue;
      const tt_marker_note* const note = note_of(log_, e);
      if (note == nullptr) continue;
      const auto which = static_cast<std::size_t>(std::find(tt_counters.begin(), tt_counters.end(), note->what) -
                                                  tt_counters.begin());
      if (which == tt_counters.size()) continue;
      if (note->reference <= 0 || note->value < 0) {
        out.quality.add("performance counter has no name for what it counted; it is left out", {}, "");
        continue;
      }
      shares[which].push_back(static_cast<double>(note->value) / static_cast<double>(note->reference) * 100);
      counted[which] += static_cast<double>(note->value);
    }
    // The original tools count the cycles from the time they print.
    const auto whole = static_cast<double>(run.kernel.end - run.kernel.start);
    const double cycles = faults_.counters_of_rounded_kernel ? std::rint(run.kernel_time) * log_.clock.in(MHz) / 1000
                                                              : whole;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (shares[i].empty()) continue;
      out.has_counters = true;
      tt_counter_use& use = run.counters[i];
      use.min = *std::min_element(shares[i].begin(), shares[i].end());
      use.max = *std::max_element(shares[i].begin(), shares[i].end());
      use.median = median_of(shares[i]);
      if (run.kernel.known() && cycles > 0 && log_.worker_cores > 0)
        use.mean_of_grid = counted[i] / static_cast<double>(log_.worker_cores) / cycles * 100;
    }
  }

  const tt_lines& lines_;
  const tt_device_log& log_;
  const tt_device_ops& ops_;
  const tt_log_faults& faults_;
};

}  // namespace tt_detail::tt_tracy

tt_op_runs op_runs_of(const tt_device_log& log, const tt_log_faults& faults, bool first_signal_from_start,
                      unsigned threads) {
  const tt_lines lines = lines_of(log, faults, threads);
  tt_device_ops ops = device_ops_of(lines, faults);
  ops.ops = std::move(ops.ops) | sort_by(&tt_device_op::device, &tt_device_op::start);
  tt_op_runs out;
  out.arch = log.arch;
  out.clock = log.clock;
  out.worker_cores = log.worker_cores;
  out.by_host_id = log.columns == tt_log_columns::host_ids;
  out.quality = log.quality;
  out.quality.merge(ops.quality);
  out.quality.add(tt_disordered_rows, {}, "", false, lines.disordered);
  out.quality.add(tt_stale_starts, {}, "op " + std::to_string(lines.first_stale), true, lines.stale);
  out.lost_markers = !ops.quality.empty();
  out.doubts = doubts_of(lines, ops, threads);
  out.quality.merge(ops.quality_of_dispatch);
  tt_detail::tt_tracy::run_reader reader(lines, ops, faults);
  reader.read(out);
  reader.read_dispatch(out, first_signal_from_start);
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_OP_RUNS_BODY_HPP
