#ifndef RIDGELINE_REPORT_TORCH_METRICS_HPP
#define RIDGELINE_REPORT_TORCH_METRICS_HPP

#include <string_view>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/model/torch_costs.hpp>

namespace ridgeline {

/// What an op reached: its work over the time of its kernels, next to what the chip allows. Unknown is not a number.
struct torch_metrics {
  double flops = unknown_ratio;
  double bytes = unknown_ratio;
  double time = 0;                       ///< microseconds
  double roof_compute = unknown_ratio;   ///< microseconds that the chip needs for the FLOP, and for the bytes
  double roof_memory = unknown_ratio;

  double gflops() const { return flops / 1e9; }
  double megabytes() const { return bytes / 1048576; }
  double intensity() const { return bytes > 0 ? flops / bytes : unknown_ratio; }
  double tflops_per_second() const { return time > 0 ? flops / 1e12 / (time / 1e6) : unknown_ratio; }
  double terabytes_per_second() const { return time > 0 ? bytes / 1e12 / (time / 1e6) : unknown_ratio; }

  bool has_roof() const { return known(roof_compute) && known(roof_memory); }
  double roof_time() const { return roof_compute >= roof_memory ? roof_compute : roof_memory; }
  std::string_view bound() const { return roof_compute >= roof_memory ? "COMPUTE_BOUND" : "MEMORY_BOUND"; }
  /// Share of the roof that was reached, 1 for all of it; above 1 when roof or model is wrong.
  double share() const { return has_roof() && time > 0 ? roof_time() / time : unknown_ratio; }
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

}  // namespace ridgeline

#endif  // RIDGELINE_REPORT_TORCH_METRICS_HPP
