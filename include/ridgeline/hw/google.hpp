#ifndef RIDGELINE_HW_GOOGLE_HPP
#define RIDGELINE_HW_GOOGLE_HPP

#include <ridgeline/hw/device.hpp>

/// Google Cloud TPUs, per chip; a core is a TensorCore. They have no native FP32 or FP64 matrix math. Sources:
/// [TPU-DOC] cloud.google.com pages of TPU v4, v5e, v5p, v6e and TPU7x, [SCALING] jax-ml/scaling-book. Aliases are
/// JAX's device names. Clocks are not published; those given are derived from the peak and the number of 128x128 units,
/// at two operations per multiplier and clock.
namespace ridgeline::hw {

namespace detail {

inline constexpr const char* tpu_doc = "TPU-DOC";

struct tpu {
  static constexpr std::string_view vendor = "Google";
};

}  // namespace detail

struct tpu_v4 : detail::tpu {
  static constexpr std::string_view name = "tpu_v4";
  static constexpr std::string_view architecture = "tpu_v4";
  static constexpr figure<int> cores{2, basis::vendor, detail::tpu_doc};
  static constexpr figure<frequency> clock{MHz(1050), basis::derived, "TPU-DOC: 275 TFLOP/s on 8 units"};
  static constexpr figure<bandwidth> dram{GBps(1200), basis::vendor, detail::tpu_doc};
  static constexpr figure<byte_count> memory{GB(32), basis::vendor, detail::tpu_doc};
  static constexpr figure<bandwidth> link{GBps(45), basis::doubtful, "SCALING: ICI"};
  static constexpr figure<bandwidth> link_total{GBps(540), basis::doubtful, "SCALING: ICI, 6 links of 90 GB/s"};
  static constexpr figure<bandwidth> host_link{GBps(16), basis::vendor, "TPU-DOC: PCIe 3.0 x16"};
  static constexpr auto peaks = rates(basis::vendor, detail::tpu_doc, {{matrix_bf16, 275}, {matrix_int8, 275}});
};

/// The pages variously give 819 GB/s or 800 GiB/s of memory bandwidth, and 393 or 394 TOP/s of INT8.
struct tpu_v5e : detail::tpu {
  static constexpr std::string_view name = "tpu_v5e";
  static constexpr std::string_view architecture = "tpu_v5e";
  static constexpr std::array<std::string_view, 2> aliases{"TPU v5 lite", "TPU v5litepod"};
  static constexpr figure<int> cores{1, basis::vendor, detail::tpu_doc};
  static constexpr figure<frequency> clock{MHz(1500), basis::derived, "TPU-DOC: 197 TFLOP/s on 4 units"};
  static constexpr figure<bandwidth> dram{GBps(819), basis::vendor, detail::tpu_doc};
  static constexpr figure<byte_count> memory{GB(16), basis::vendor, detail::tpu_doc};
  static constexpr figure<byte_count> last_level_cache{MiB(128), basis::doubtful, "SCALING: VMEM"};
  static constexpr figure<bandwidth> link{GBps(45), basis::doubtful, "SCALING: ICI"};
  static constexpr figure<bandwidth> link_total{GBps(400), basis::vendor, "TPU-DOC: ICI"};
  static constexpr figure<bandwidth> host_link{GBps(16), basis::doubtful, "TPU-DOC: PCIe 3.0"};
  static constexpr auto peaks = rates(basis::vendor, detail::tpu_doc, {{matrix_bf16, 197}, {matrix_int8, 393}});
};

/// FP8 runs at the BF16 rate.
struct tpu_v5p : detail::tpu {
  static constexpr std::string_view name = "tpu_v5p";
  static constexpr std::string_view architecture = "tpu_v5p";
  static constexpr std::array<std::string_view, 1> aliases{"TPU v5"};
  static constexpr figure<int> cores{2, basis::vendor, detail::tpu_doc};
  static constexpr figure<frequency> clock{MHz(1750), basis::derived, "TPU-DOC: 459 TFLOP/s on 8 units"};
  static constexpr figure<bandwidth> dram{GBps(2765), basis::vendor, detail::tpu_doc};
  static constexpr figure<byte_count> memory{GB(95), basis::vendor, detail::tpu_doc};
  static constexpr figure<bandwidth> link{GBps(90), basis::doubtful, "SCALING: ICI"};
  static constexpr figure<bandwidth> link_total{GBps(1200), basis::vendor, "TPU-DOC: ICI"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::doubtful, "TPU-DOC: PCIe 4.0"};
  static constexpr auto peaks = rates(basis::vendor, detail::tpu_doc, {
      {matrix_bf16, 459}, {matrix_fp8, 459}, {matrix_int8, 918}});
};

/// Trillium. The published number of matrix units is inconsistent with the published peak (two would need 3.5 GHz), so
/// no clock is derived; the peak is used as published.
struct tpu_v6e : detail::tpu {
  static constexpr std::string_view name = "tpu_v6e";
  static constexpr std::string_view architecture = "tpu_v6e";
  static constexpr std::array<std::string_view, 2> aliases{"TPU v6 lite", "trillium"};
  static constexpr figure<int> cores{1, basis::vendor, detail::tpu_doc};
  static constexpr figure<bandwidth> dram{GBps(1638), basis::vendor, "TPU-DOC; formerly 1640"};
  static constexpr figure<byte_count> memory{GB(32), basis::vendor, detail::tpu_doc};
  static constexpr figure<bandwidth> link{GBps(90), basis::doubtful, "SCALING: ICI"};
  static constexpr figure<bandwidth> link_total{GBps(800), basis::vendor, "TPU-DOC: ICI"};
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "TPU-DOC: PCIe 5.0"};
  static constexpr auto peaks = rates(basis::vendor, detail::tpu_doc, {
      {matrix_bf16, 918}, {matrix_fp8, 918}, {matrix_int8, 1836}});
};

/// Ironwood, the whole chip. INT8 is not published. JAX shows its two chiplets as two devices; traces contain
/// `tpu_v7x_chiplet`.
struct tpu_v7x : detail::tpu {
  static constexpr std::string_view name = "tpu_v7x";
  static constexpr std::string_view architecture = "tpu_v7x";
  static constexpr std::array<std::string_view, 1> aliases{"ironwood"};
  static constexpr figure<int> cores{2, basis::vendor, detail::tpu_doc};
  static constexpr figure<bandwidth> dram{GBps(7380), basis::vendor, detail::tpu_doc};
  static constexpr figure<byte_count> memory{GB(192), basis::vendor, detail::tpu_doc};
  static constexpr figure<bandwidth> link_total{GBps(1200), basis::vendor, "TPU-DOC: ICI"};
  static constexpr auto peaks = std::array<peak, 3>{
      peak{matrix_bf16, TFLOPps(2307), basis::vendor, detail::tpu_doc},
      peak{matrix_fp8, TFLOPps(4614), basis::vendor, detail::tpu_doc},
      peak{matrix_int8, TFLOPps(4614), basis::vendor, "SCALING: int8/fp8"}};
};

/// One of the two chiplets of a TPU7x: half of every figure of the chip.
struct tpu_v7x_chiplet : detail::tpu {
  static constexpr std::string_view name = "tpu_v7x_chiplet";
  static constexpr std::string_view architecture = "tpu_v7x";
  static constexpr std::array<std::string_view, 2> aliases{"TPU7x", "TPU v7"};
  static constexpr const char* half = "TPU-DOC: TPU7x, halved";
  static constexpr figure<int> cores{1, basis::vendor, detail::tpu_doc};
  static constexpr figure<bandwidth> dram{GBps(3690), basis::derived, half};
  static constexpr figure<byte_count> memory{GB(96), basis::derived, half};
  static constexpr auto peaks = rates(basis::derived, half, {
      {matrix_bf16, 2307.0 / 2}, {matrix_fp8, 2307}, {matrix_int8, 2307}});
};

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_GOOGLE_HPP
