#ifndef RIDGELINE_TORCH_OP_METRICS_HPP
#define RIDGELINE_TORCH_OP_METRICS_HPP

#include <string_view>

#include <ridgeline/core/missing.hpp>

namespace ridgeline {

namespace hw {
struct roofs;
}
class torch_costs;
struct torch_cost;
struct torch_work;

/// What an op reached: its work over the time of its kernels, next to what the chip allows. Unknown is not a number.
struct torch_metrics {
  double flops = missing<double>;
  double bytes = missing<double>;
  double time = 0;                       ///< microseconds
  double roof_compute = missing<double>;   ///< microseconds that the chip needs for the FLOP, and for the bytes
  double roof_memory = missing<double>;
  bool memory_alone = false;             ///< no peak is known for its math: the memory's is the only roof

  double gflops() const { return flops / 1e9; }
  double megabytes() const { return bytes / 1048576; }
  double intensity() const { return bytes > 0 ? flops / bytes : missing<double>; }
  double tflops_per_second() const { return time > 0 ? flops / 1e12 / (time / 1e6) : missing<double>; }
  double terabytes_per_second() const { return time > 0 ? bytes / 1e12 / (time / 1e6) : missing<double>; }

  bool has_roof() const { return known(roof_memory) && (known(roof_compute) || memory_alone); }
  double roof_time() const { return roof_compute >= roof_memory ? roof_compute : roof_memory; }
  std::string_view bound() const {
    if (memory_alone) return "MEMORY_BOUND (compute peak unknown)";
    return roof_compute >= roof_memory ? "COMPUTE_BOUND" : "MEMORY_BOUND";
  }
  /// Share of the roof that was reached, 1 for all of it; above 1 when roof or model is wrong.
  double share() const { return has_roof() && time > 0 ? roof_time() / time : missing<double>; }
};

/// `time` is that of the kernels, in microseconds. Work without FLOP has no roof; where no peak is known for its math
/// it is judged by the memory alone, unless `needs_peak`.
torch_metrics metrics_of(const torch_cost& cost, const torch_work& work, double time, const hw::roofs* roofs,
                         bool needs_peak = false);

/// The first value that is known, in the order of the rows.
struct first_known {
  double value = missing<double>;
  void add(double v) {
    if (!known(value)) value = v;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_METRICS_HPP
