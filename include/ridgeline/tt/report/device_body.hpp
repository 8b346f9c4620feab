#ifndef RIDGELINE_TT_REPORT_DEVICE_BODY_HPP
#define RIDGELINE_TT_REPORT_DEVICE_BODY_HPP

#include <cstdint>
#include <string>
#include <utility>

#include <ridgeline/tt/device/by_device.hpp>
#include <ridgeline/tt/device/log_doubts.hpp>
#include <ridgeline/tt/report/device.hpp>

namespace ridgeline {

namespace tt_detail {

/// Takes the samples of one analysis on one device; `ops_of` are the device's ops, or the work of its dispatch
/// cores, as the analysis requires.
tt_device_analysis analyse_device(const tt_measure& what, std::size_t device, const grouping::slice& ops_of,
                                  const tt_device_result& result) {
  tt_device_analysis found{what, device, {}, {}};
  const tt_lines& lines = result.lines;
  const tt_sampler sampler(what, lines, result.faults);
  std::vector<tt_sample> samples;
  std::vector<std::int64_t> scratch, every;
  std::vector<double> medians;
  const auto add = [&](std::size_t line) {
    std::erase_if(samples, [](const tt_sample& s) { return !s.is_whole(); });
    if (samples.empty()) return;
    const tt_statistics of = statistics_of(samples, scratch);
    found.lines.push_back({line, of});
    found.all.merge(of);
    if (result.faults.median_of_medians) {
      medians.push_back(of.median);
    } else {
      every.insert(every.end(), scratch.begin(), scratch.end());
    }
    samples.clear();
  };
  if (what.across == tt_across::core) {
    for (std::size_t c = lines.devices[device].first_core; c < lines.devices[device].last_core; ++c) {
      sampler.of_line(lines.of(lines.cores[c]), lines.cores[c].sums, samples);
      add(c);
    }
  } else if (what.across == tt_across::device) {
    if (what.sampling == tt_sampling::session_first_last) {
      sampler.first_last(lines.devices[device], samples);
    } else {
      sampler.of_line(lines.of(lines.devices[device]), {}, samples);
    }
    add(device);
  } else {
    const std::vector<tt_device_op>& ops = what.across == tt_across::ops ? result.ops.ops : result.ops.dispatch;
    for (const std::uint32_t o : ops_of) {
      sampler.of_op(result.ops.of(ops[o]), samples);
      add(o);
    }
  }
  found.all.median = result.faults.median_of_medians ? median_of(medians) : median_of(every);
  return found;
}

}  // namespace tt_detail

tt_device_result report_tt_device(const tt_device_log& log, const tt_device_options& options) {
  tt_device_result result;
  result.faults = options.faults;
  result.lines = lines_of(log, options.faults, options.threads);
  const bool ops = options.ops && options.setup->ops;
  if (ops) result.ops = device_ops_of(result.lines, options.faults);
  result.analyses = options.more;
  for (const tt_measure& a : tt_analyses_of(*options.setup, log, ops, options.faults)) result.analyses.push_back(a);
  const grouping ops_of = tt_detail::grouped_by_device(result.ops.ops, log.devices.size());
  const grouping dispatch_of = tt_detail::grouped_by_device(result.ops.dispatch, log.devices.size());
  const std::size_t analyses = result.analyses.size();
  std::vector<tt_device_analysis> all(analyses * log.devices.size());
  parallel_for(all.size(), options.threads, [&](std::size_t i, unsigned) {
    const tt_measure& what = result.analyses[i % analyses];
    const std::size_t device = i / analyses;
    const grouping& positions = what.across == tt_across::dispatch_ops ? dispatch_of : ops_of;
    all[i] = tt_detail::analyse_device(what, device, positions.of(device), result);
  });
  for (tt_device_analysis& a : all)
    if (a.all.count != 0) result.found.push_back(std::move(a));
  result.quality = log.quality;
  result.quality.merge(result.ops.quality);
  result.quality.merge(result.ops.quality_of_dispatch);
  result.quality.add(tt_disordered_rows, {}, "", false, result.lines.disordered);
  result.quality.add(tt_stale_starts, {}, "op " + std::to_string(result.lines.first_stale), true, result.lines.stale);
  result.doubts = doubts_of(result.lines, result.ops, options.threads);
  result.quality.add("end of a kernel or of firmware is missing", {}, "", false,
                     result.doubts.unpaired + result.doubts.unpaired_of_dispatch);
  result.quality.add("start of a kernel or of firmware is missing", {}, "", false, result.doubts.ends_alone);
  result.quality.add("zone begins but does not end", {}, "", false, result.doubts.zones_without_end);
  result.quality.add("zone ends but did not begin", {}, "", false, result.doubts.zones_without_start);
  return result;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_BODY_HPP
