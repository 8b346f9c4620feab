#ifndef RIDGELINE_TT_TREE_DEVICE_OPS_BODY_HPP
#define RIDGELINE_TT_TREE_DEVICE_OPS_BODY_HPP

#include <cmath>
#include <cstddef>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/tt/tree/device_ops.hpp>

namespace ridgeline {

namespace tt_detail {

/// The rate of a device's clock in cycles per nanosecond, by the firmware spans of its ops; those that are far from
/// most others do not count. The profiler rounds each of them to whole nanoseconds, after dividing by whole MHz.
inline double clock_of(const std::vector<const tt_op_detail*>& details) {
  constexpr double apart = 0.05;
  std::vector<double> rates;
  for (const tt_op_detail* d : details)
    if (const double rate = d->cycles_per_ns(); known(rate)) rates.push_back(rate);
  if (rates.empty()) return missing<double>;
  const double median = median_of(rates);
  double cycles = 0, nanoseconds = 0, spans = 0;
  for (const tt_op_detail* d : details) {
    if (!(std::abs(d->cycles_per_ns() - median) <= apart * median)) continue;
    cycles += static_cast<double>(d->end_cycle - d->start_cycle);
    nanoseconds += d->firmware.in(ns);
    ++spans;
  }
  const double rate = cycles / nanoseconds, whole = std::round(rate * 1000) / 1000;
  return std::abs(cycles / whole - nanoseconds) <= spans ? whole : rate;
}

}  // namespace tt_detail

std::vector<tt_op_record> ops(const tt_ops& report) {
  const bool detailed = !report.ops.empty() && report.details.size() == report.ops.size();
  distinct<std::int32_t> devices;
  std::vector<std::vector<const tt_op_detail*>> of_device;
  std::vector<double> clocks;
  for (std::size_t i = 0; detailed && i < report.ops.size(); ++i) {
    if (report.ops[i].is_signpost()) continue;
    const std::uint32_t d = devices.number(report.ops[i].device);
    if (d == of_device.size()) of_device.emplace_back();
    of_device[d].push_back(&report.details[i]);
  }
  for (const auto& details : of_device) clocks.push_back(tt_detail::clock_of(details));
  std::vector<tt_op_record> all;
  for (std::size_t i = 0; i < report.ops.size(); ++i) {
    const tt_op& op = report.ops[i];
    if (op.is_signpost()) continue;
    const double clock = detailed ? clocks[devices.number(op.device)] : missing<double>;
    const std::int64_t ended = known(clock) ? report.details[i].end_cycle : -1;
    // Firmware may begin long before its kernel, while the op before runs; it ends soon after.
    const time_point end = ended < 0 ? missing<time_point>
                                     : time_point{} + duration(static_cast<double>(ended) / clock * ns);
    all.emplace_back(op, end - tt_op_record(op).time());
  }
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_DEVICE_OPS_BODY_HPP
