#ifndef RIDGELINE_HW_INTEL_HPP
#define RIDGELINE_HW_INTEL_HPP

#include <ridgeline/hw/device.hpp>

/// Intel accelerators. A core of a Gaudi is a tensor processor core (TPC), which does vector math; its matrix peaks are
/// those of the matrix engines (MME). A core of a Max is an Xe core. Sources: [GAUDI3-HC] Gaudi 3 white paper and Hot
/// Chips 2024 slides, [INTEL-MAX] Max Series technical overview (FLOP per clock and Xe core), [MLE]
/// stas00/ml-engineering, [ALCF] Aurora single-node benchmarks.
namespace ridgeline::hw {

namespace detail {

struct intel {
  static constexpr std::string_view vendor = "Intel";
};

/// Peaks assume the peak clock; one large installation runs at 1.5 GHz by default [ALCF]. The number of Xe Links is
/// known (6 and 16), their speed is not published.
struct max_series : intel {
  static constexpr std::string_view architecture = "xe_hpc";
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "INTEL-MAX: PCIe 5.0 x16"};
};

inline constexpr const char* xe_rates = "INTEL-MAX: rate per clock x Xe cores x peak clock";

}  // namespace detail

struct gaudi2 : detail::intel {
  static constexpr std::string_view name = "gaudi2";
  static constexpr std::string_view architecture = "gaudi2";
  static constexpr std::array<std::string_view, 1> aliases{"hl-225"};
  static constexpr figure<int> cores{24, basis::vendor, "GAUDI3-HC"};
  static constexpr figure<frequency> clock{MHz(1650), basis::doubtful, "MLE: MME; the TPCs run at 1800"};
  static constexpr figure<bandwidth> dram{GBps(2460), basis::vendor, "GAUDI3-HC"};
  static constexpr figure<byte_count> memory{GB(96), basis::vendor, "GAUDI3-HC"};
  static constexpr figure<byte_count> last_level_cache{MiB(48), basis::vendor, "GAUDI3-HC: on-die SRAM"};
  static constexpr figure<bandwidth> link{GBps(37.5), basis::derived, "MLE: 3 of 24 x 100 GbE to each of 7 peers"};
  static constexpr figure<bandwidth> link_total{GBps(600), basis::vendor, "GAUDI3-HC: 24 x 100 GbE"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "GAUDI3-HC: PCIe 4.0 x16"};
  static constexpr std::array peaks{peak{matrix_bf16, 432 * TFLOPps, basis::vendor, "GAUDI3-HC"},
                                    peak{matrix_fp8, 865 * TFLOPps, basis::vendor, "Intel, as carried by MLE"}};
  static constexpr auto achievable = rates(basis::measured, "MLE", {{matrix_bf16, 419}, {matrix_fp8, 827}});
};

/// The white paper's peaks assume matrix engines at 1750 MHz. Parts reportedly run at 1600, which gives 1678 TFLOP/s of
/// BF16 and FP8: `device::with_clock(1600 * MHz)`.
struct gaudi3 : detail::intel {
  static constexpr std::string_view name = "gaudi3";
  static constexpr std::string_view architecture = "gaudi3";
  static constexpr std::array<std::string_view, 1> aliases{"hl-325l"};
  static constexpr figure<int> cores{64, basis::vendor, "GAUDI3-HC"};
  static constexpr figure<frequency> clock{MHz(1750), basis::vendor, "GAUDI3-HC: white paper, MME"};
  static constexpr figure<bandwidth> dram{GBps(3670), basis::vendor, "GAUDI3-HC; often printed 3.7 TB/s"};
  static constexpr figure<byte_count> memory{GB(128), basis::vendor, "GAUDI3-HC"};
  static constexpr figure<byte_count> last_level_cache{MiB(96), basis::vendor, "GAUDI3-HC: on-die SRAM, 12.8 TB/s"};
  static constexpr figure<bandwidth> link_total{GBps(1200), basis::vendor, "GAUDI3-HC: 24 x 200 GbE"};
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "GAUDI3-HC: PCIe 5.0 x16"};
  static constexpr std::array peaks{peak{matrix_bf16, 1835 * TFLOPps, basis::vendor, "GAUDI3-HC: at 1750 MHz"},
                                    peak{matrix_fp8, 1835 * TFLOPps, basis::vendor, "GAUDI3-HC: at 1750 MHz"},
                                    peak{matrix_tf32, 459 * TFLOPps, basis::doubtful, "MLE", 1600 * MHz},
                                    peak{matrix_fp16, 459 * TFLOPps, basis::doubtful, "MLE", 1600 * MHz},
                                    peak{vector_bf16, 28.7 * TFLOPps, basis::vendor, "GAUDI3-HC"}};
  static constexpr auto achievable = rates(basis::measured, "MLE", {{matrix_bf16, 1243}, {matrix_fp8, 1290}});
};

struct max_1100 : detail::max_series {
  static constexpr std::string_view name = "max_1100";
  static constexpr std::array<std::string_view, 1> aliases{"Intel(R) Data Center GPU Max 1100"};
  static constexpr figure<int> cores{56, basis::vendor, "INTEL-MAX"};
  static constexpr figure<frequency> clock{MHz(1550), basis::vendor, "INTEL-MAX"};
  static constexpr figure<bandwidth> dram{GBps(1229), basis::vendor, "INTEL-MAX"};
  static constexpr figure<byte_count> memory{GB(48), basis::vendor, "INTEL-MAX"};
  static constexpr figure<byte_count> last_level_cache{MiB(108), basis::vendor, "INTEL-MAX: L2"};
  static constexpr auto peaks = rates(basis::derived, detail::xe_rates, {
      {matrix_tf32, 178}, {matrix_fp16, 355}, {matrix_bf16, 355}, {matrix_int8, 711}, {vector_fp64, 22.2},
      {vector_fp32, 22.2}});
};

/// The whole module (PVC). By default, drivers show its two stacks as two devices; traces contain `max_1550_stack`.
struct max_1550 : detail::max_series {
  static constexpr std::string_view name = "max_1550";
  static constexpr std::array<std::string_view, 1> aliases{"pvc"};
  static constexpr figure<int> cores{128, basis::vendor, "INTEL-MAX"};
  static constexpr figure<frequency> clock{MHz(1600), basis::vendor, "INTEL-MAX: peak; base 900"};
  static constexpr figure<bandwidth> dram{GBps(3277), basis::vendor, "INTEL-MAX"};
  static constexpr figure<byte_count> memory{GB(128), basis::vendor, "INTEL-MAX"};
  static constexpr figure<byte_count> last_level_cache{MiB(408), basis::vendor, "INTEL-MAX: L2"};
  static constexpr auto peaks = rates(basis::derived, detail::xe_rates, {
      {matrix_tf32, 419}, {matrix_fp16, 839}, {matrix_bf16, 839}, {matrix_int8, 1678}, {vector_fp64, 52.4},
      {vector_fp32, 52.4}});
};

/// One of the two stacks of a Max 1550: half of every figure of the module.
struct max_1550_stack : detail::max_series {
  static constexpr std::string_view name = "max_1550_stack";
  static constexpr std::array<std::string_view, 1> aliases{"Intel(R) Data Center GPU Max 1550"};
  static constexpr const char* half = "INTEL-MAX: Max 1550, halved";
  static constexpr figure<int> cores{64, basis::derived, half};
  static constexpr figure<frequency> clock{MHz(1600), basis::vendor, "INTEL-MAX: peak; base 900"};
  static constexpr figure<bandwidth> dram{GBps(3277.0 / 2), basis::derived, half};
  static constexpr figure<bandwidth> achievable_dram{GBps(1000), basis::measured, "ALCF: triad, about"};
  static constexpr figure<byte_count> memory{GB(64), basis::derived, half};
  static constexpr figure<byte_count> last_level_cache{MiB(204), basis::derived, half};
  static constexpr auto peaks = rates(basis::derived, half, {
      {matrix_tf32, 419.0 / 2}, {matrix_fp16, 839.0 / 2}, {matrix_bf16, 839.0 / 2}, {matrix_int8, 1678.0 / 2},
      {vector_fp64, 52.4 / 2}, {vector_fp32, 52.4 / 2}});
  static constexpr auto achievable = rates(basis::measured, "ALCF", {
      {matrix_tf32, 130}, {matrix_fp16, 247}, {matrix_bf16, 256}, {matrix_int8, 529}, {vector_fp64, 10},
      {vector_fp32, 21}});
};

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_INTEL_HPP
