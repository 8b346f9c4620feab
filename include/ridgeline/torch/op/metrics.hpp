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

/// How matrices without matrix units were computed, as the kernels' names tell. Winograd's form of a convolution needs
/// fewer FLOP than the convolution has: no compute roof follows. `none`: there are matrix units, or nothing is known.
enum class stand_in_kernels : unsigned char { none, ordinary, tf32, winograd };

/// What an op reached: its work over the time of its kernels, next to what the chip allows. Unknown is not a number.
struct torch_metrics {
  double flops = missing<double>;
  double bytes = missing<double>;
  double time = 0;                       ///< microseconds
  double roof_compute = missing<double>;   ///< microseconds that the chip needs for the FLOP, and for the bytes
  double roof_memory = missing<double>;
  double roof_rounded = missing<double>;   ///< and for the FLOP of fp32 matrices rounded to TF32
  bool memory_alone = false;             ///< no peak is known for its math: the memory's is the only roof
  stand_in_kernels stand_in = stand_in_kernels::none;  ///< else `roof_compute` is that of the chip's vector units

  double gflops() const { return flops / 1e9; }
  double megabytes() const { return bytes / 1048576; }
  double intensity() const { return bytes > 0 ? flops / bytes : missing<double>; }
  double tflops_per_second() const { return time > 0 ? flops / 1e12 / (time / 1e6) : missing<double>; }
  double terabytes_per_second() const { return time > 0 ? bytes / 1e12 / (time / 1e6) : missing<double>; }

  bool has_roof() const { return known(roof_memory) && (known(roof_compute) || memory_alone); }
  /// Whether it ran as TF32: its kernels say so, or it was faster than fp32 can be, clocks above the nominal aside.
  bool rounded() const {
    return known(roof_rounded) && (stand_in == stand_in_kernels::tf32 || (time > 0 && time * 1.1 < roof_compute));
  }
  double compute_time() const { return rounded() ? roof_rounded : roof_compute; }
  double roof_time() const { return compute_time() >= roof_memory ? compute_time() : roof_memory; }
  std::string_view bound() const {
    if (memory_alone) return "MEMORY_BOUND (compute peak unknown)";
    return compute_time() >= roof_memory ? "COMPUTE_BOUND" : "MEMORY_BOUND";
  }
  /// Share of the roof that was reached, 1 for all of it; above 1 when roof or model is wrong.
  double share() const { return has_roof() && time > 0 ? roof_time() / time : missing<double>; }
};

/// Whether a kernel is named as one that rounds fp32 to TF32: the type, or NVIDIA's instruction for it.
bool is_named_for_tf32(std::string_view kernel);

stand_in_kernels stand_in_kernels_of(std::string_view kernel);
/// Sees to it that the roof is that of such kernels; where nothing stood in, it stays as it is.
void judge_by_kernels(torch_metrics& m, stand_in_kernels how);

/// The roof of `m`'s FLOP, bytes and time on a chip. Work without FLOP has none; where no peak is known for its math
/// it is judged by the memory alone, unless `needs_peak`: then nothing stands in for a peak either.
void judge_by_chip(torch_metrics& m, std::string_view spec, const hw::roofs& roofs, bool needs_peak = false);

/// `time` is that of the kernels, in microseconds.
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
