#ifndef RIDGELINE_TORCH_OP_METRICS_HPP
#define RIDGELINE_TORCH_OP_METRICS_HPP

#include <string_view>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/hw/roofs.hpp>

namespace ridgeline {

namespace hw {
struct roofs;
}
class torch_costs;
struct torch_cost;
struct torch_work;

/// How matrix work was computed where the chip has no matrix units for its type or may round it, according to kernel
/// names. Winograd's form of a convolution needs fewer FLOP than the convolution has, so no compute roof follows from
/// it. `none`: it ran on matrix units in its type, or nothing is known.
enum class stand_in_kernels : unsigned char { none, ordinary, tf32, winograd };

/// The performance of an op: its work over the time of its kernels, compared with the chip's limits. Unknown values
/// are NaN.
struct torch_metrics {
  double flops = missing<double>;
  double bytes = missing<double>;
  double time = 0;                       ///< microseconds
  double roof_compute = missing<double>;   ///< minimum time on the chip for the FLOP and for the bytes, microseconds
  double roof_memory = missing<double>;
  double roof_rounded = missing<double>;   ///< the same for the FLOP of fp32 matrices rounded to TF32
  bool fits_cache = false;               ///< its bytes are no more than the chip's last cache holds
  bool memory_alone = false;             ///< no peak is known for its math, so memory is the only roof
  bool compute_alone = false;            ///< the memory's bandwidth is not known, so math is the only roof
  stand_in_kernels stand_in = stand_in_kernels::none;  ///< not `none`: kernels tell the roof

  double gflops() const { return flops / 1e9; }
  double megabytes() const { return bytes / 1048576; }
  double intensity() const { return bytes > 0 ? flops / bytes : missing<double>; }
  double tflops_per_second() const { return time > 0 ? flops / 1e12 / (time / 1e6) : missing<double>; }
  double terabytes_per_second() const { return time > 0 ? bytes / 1e12 / (time / 1e6) : missing<double>; }

  bool has_roof() const { return has_both_roofs() || memory_alone || compute_alone; }
  bool has_both_roofs() const { return known(roof_memory) && known(roof_compute); }
  /// Whether it ran as TF32: its kernels show it, or it was faster than fp32 allows.
  bool rounded() const {
    return known(roof_rounded) && (stand_in == stand_in_kernels::tf32 ||
                                   (time > 0 && hw::is_faster_than_nominal(time, roof_compute)));
  }
  double compute_time() const { return rounded() ? roof_rounded : roof_compute; }
  double roof_time() const { return compute_alone || compute_time() >= roof_memory ? compute_time() : roof_memory; }
  std::string_view bound() const {
    if (memory_alone) return "MEMORY_BOUND (compute peak unknown)";
    if (compute_alone) return "COMPUTE_BOUND (memory bandwidth unknown)";
    return compute_time() >= roof_memory ? "COMPUTE_BOUND" : "MEMORY_BOUND";
  }
  /// The fraction of the roof that was reached; above 1 if the roof or the model is wrong.
  double share() const { return has_roof() && time > 0 ? roof_time() / time : missing<double>; }
  /// Whether it is faster than the chip can be. What fits a cache may be faster than the memory: it was in the cache.
  bool is_impossible() const { return share() > 1 && (!fits_cache || compute_time() > time); }
};

/// Whether a kernel's name shows that it rounds fp32 to TF32: by the type, by NVIDIA's instruction for it, or by the
/// letters of AMD's Tensile for it.
bool is_named_for_tf32(std::string_view kernel);

/// How a kernel of that name computes without matrix units; `ordinary` unless its name shows otherwise.
stand_in_kernels stand_in_kernels_of(std::string_view kernel);
/// Adjusts the roof to the kind of kernels; it is unchanged where `stand_in` is `none`. TF32 has no roof where the chip
/// has no rate of it: it is then made of products of other types.
void judge_by_kernels(torch_metrics& m, stand_in_kernels how);

/// Sets the roof for `m`'s FLOP, bytes and time on a chip. Work without FLOP has no roof. If no peak is known for
/// its math, another rate of the chip stands in or, failing that, only the memory roof applies; if no bandwidth is
/// known, only that of its math; with `needs_peak` none of this is done.
void judge_by_chip(torch_metrics& m, std::string_view spec, const hw::roofs& roofs, bool needs_peak = false);

/// `time` is the time of the kernels in microseconds; `roofs` may be null.
torch_metrics metrics_of(const torch_cost& cost, const torch_work& work, double time, const hw::roofs* roofs,
                         bool needs_peak = false);

/// The first known value, in the order of the rows.
struct first_known {
  double value = missing<double>;
  void add(double v) {
    if (!known(value)) value = v;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_METRICS_HPP
