#ifndef RIDGELINE_TORCH_SHEET_METRICS_HPP
#define RIDGELINE_TORCH_SHEET_METRICS_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/op/costs.hpp>

namespace ridgeline {

/// What an op reached: its work over the time of its kernels, next to what the chip allows. Unknown is not a number.
struct torch_metrics {
  double flops = missing<double>;
  double bytes = missing<double>;
  double time = 0;                       ///< microseconds
  double roof_compute = missing<double>;   ///< microseconds that the chip needs for the FLOP, and for the bytes
  double roof_memory = missing<double>;

  double gflops() const { return flops / 1e9; }
  double megabytes() const { return bytes / 1048576; }
  double intensity() const { return bytes > 0 ? flops / bytes : missing<double>; }
  double tflops_per_second() const { return time > 0 ? flops / 1e12 / (time / 1e6) : missing<double>; }
  double terabytes_per_second() const { return time > 0 ? bytes / 1e12 / (time / 1e6) : missing<double>; }

  bool has_roof() const { return known(roof_compute) && known(roof_memory); }
  double roof_time() const { return roof_compute >= roof_memory ? roof_compute : roof_memory; }
  std::string_view bound() const { return roof_compute >= roof_memory ? "COMPUTE_BOUND" : "MEMORY_BOUND"; }
  /// Share of the roof that was reached, 1 for all of it; above 1 when roof or model is wrong.
  double share() const { return has_roof() && time > 0 ? roof_time() / time : missing<double>; }
};

/// `time` is that of the kernels, in microseconds. Work without FLOP has no roof.
inline torch_metrics metrics_of(const torch_cost& cost, const torch_work& work, double time, const hw::roofs* roofs) {
  torch_metrics m;
  m.time = time;
  if (!work.counted()) return m;
  m.flops = work.flops.base(), m.bytes = work.bytes.base();
  if (roofs == nullptr || !(m.flops > 0)) return m;
  m.roof_compute = (work.flops / roofs->peak_of(cost.spec)).in(us);
  m.roof_memory = (work.bytes / roofs->memory).in(us);
  return m;
}

/// The first value that is known, in the order of the rows.
struct first_known {
  double value = missing<double>;
  void add(double v) {
    if (!known(value)) value = v;
  }
};

namespace torch_detail {

/// What a row says of the metrics of its calls: of the work and the roof what is known first, of rates and times the
/// statistics. `metrics_of_call` gives those of a member.
template <class Row, class Metrics>
void fill_metrics(Row& row, const grouping::slice& members, Metrics metrics_of_call) {
  std::vector<double> memory, compute, share, time;
  for (const std::uint32_t m : members) {
    const torch_metrics& x = metrics_of_call(m);
    row.gflops.add(x.gflops());
    row.megabytes.add(x.megabytes());
    row.intensity.add(x.intensity());
    memory.push_back(x.terabytes_per_second());
    compute.push_back(x.tflops_per_second());
    time.push_back(x.time);
    if (!x.has_roof()) continue;
    row.roof_time.add(x.roof_time());
    if (row.bound.empty()) row.bound = x.bound();
    share.push_back(x.share());
  }
  row.memory_rate = statistics_of(memory);
  row.compute_rate = statistics_of(compute);
  row.share = statistics_of(share);
  row.time = statistics_of(time);
}

}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_METRICS_HPP
