#ifndef RIDGELINE_HW_NVIDIA_HPP
#define RIDGELINE_HW_NVIDIA_HPP

#include <ridgeline/hw/device.hpp>

/// NVIDIA data-centre accelerators; a core is a streaming multiprocessor (SM).
/// Sources: [NVIDIA] data sheets of A100, H100, H200, HGX B200, GB200 NVL72 and L40S, and the tuning guides of Hopper
/// and Blackwell (L2); [XPROF-NV] openxla/xprof cuda_type_utils.cc (FLOP per clock and SM), [MLE]
/// stas00/ml-engineering, [GPUB] te42kyfo/gpu-benches. Data sheets headline rates with 2:4 sparsity; the dense ones
/// here are half of those.
///
/// `clock` is the highest boost clock, which FP64 and FP32 figures are quoted at. Many tensor figures are quoted at a
/// lower one, found by dividing the figure by the SMs and their rate per clock; it stands beside them.
namespace ridgeline::hw {

namespace detail {

inline constexpr const char* nvidia_sheet = "NVIDIA: data sheet";

struct nvidia {
  static constexpr std::string_view vendor = "NVIDIA";
};

struct ampere : nvidia {
  static constexpr std::string_view architecture = "sm_80";
  static constexpr figure<int> cores{108, basis::vendor, nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1410), basis::vendor, nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(40), basis::vendor, "NVIDIA: L2"};
  static constexpr figure<bandwidth> link{GBps(300), basis::derived, "NVIDIA: NVLink, half of 600 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(600), basis::vendor, "NVIDIA: NVLink"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "NVIDIA: PCIe 4.0 x16"};
  static constexpr auto peaks = rates(basis::vendor, nvidia_sheet, {
      {matrix_fp64, 19.5}, {matrix_tf32, 156}, {matrix_fp16, 312}, {matrix_bf16, 312}, {matrix_int8, 624},
      {vector_fp64, 9.7}, {vector_fp32, 19.5}});
};

struct hopper : nvidia {
  static constexpr std::string_view architecture = "sm_90";
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "NVIDIA: PCIe 5.0 x16"};
};

/// H100 and H200 on an SXM board.
struct hopper_sxm : hopper {
  static constexpr figure<int> cores{132, basis::vendor, nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1980), basis::vendor, nvidia_sheet};
  static constexpr figure<bandwidth> link{GBps(450), basis::derived, "NVIDIA: NVLink by switch, half of 900 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(900), basis::vendor, "NVIDIA: NVLink"};
  static constexpr auto peaks = rates(basis::vendor, nvidia_sheet, {
      {matrix_fp64, 67}, {matrix_tf32, 494.7, 1830}, {matrix_fp16, 989.4, 1830}, {matrix_bf16, 989.4, 1830},
      {matrix_fp8, 1979, 1830}, {matrix_int8, 1979, 1830}, {vector_fp64, 34}, {vector_fp32, 67}});
  static constexpr auto achievable = rates(basis::measured, "MLE: H100 SXM", {{matrix_bf16, 795}, {matrix_fp8, 1403}});
};

/// H100 and H200 as NVL cards.
struct hopper_nvl : hopper {
  static constexpr figure<int> cores{132, basis::vendor, nvidia_sheet};
  static constexpr auto peaks = rates(basis::vendor, nvidia_sheet, {
      {matrix_fp64, 60}, {matrix_tf32, 417.5, 1545}, {matrix_fp16, 835.5, 1545}, {matrix_bf16, 835.5, 1545},
      {matrix_fp8, 1671, 1545}, {matrix_int8, 1671, 1545}, {vector_fp64, 30}, {vector_fp32, 60}});
};

struct blackwell : nvidia {
  static constexpr std::string_view architecture = "sm_100";
  static constexpr figure<byte_count> last_level_cache{MiB(126), basis::vendor, "NVIDIA: Blackwell tuning guide, L2"};
  static constexpr figure<bandwidth> link{GBps(900), basis::derived, "NVIDIA: NVLink by switch, half of 1800 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(1800), basis::vendor, "NVIDIA: NVLink"};
};

}  // namespace detail

/// A100 with 40 GB, on an SXM board or a card: one memory, one set of peaks.
struct a100_40gb : detail::ampere {
  static constexpr std::string_view name = "a100_40gb";
  static constexpr std::array<std::string_view, 4> aliases{"NVIDIA A100-SXM4-40GB", "NVIDIA A100-PCIE-40GB",
                                                           "A100-SXM4-40GB", "A100-PCIE-40GB"};
  static constexpr figure<bandwidth> dram{GBps(1555), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> achievable_dram{GBps(1503), basis::measured, "GPUB: write; triad 1360"};
  static constexpr figure<byte_count> memory{GB(40), basis::vendor, detail::nvidia_sheet};
};

/// Also any A100 of which no more is said.
struct a100_80gb_sxm : detail::ampere {
  static constexpr std::string_view name = "a100_80gb_sxm";
  static constexpr std::array<std::string_view, 4> aliases{"NVIDIA A100-SXM4-80GB", "A100-SXM4-80GB", "a100",
                                                           "a100_80gb"};
  static constexpr figure<bandwidth> dram{GBps(2039), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> achievable_dram{GBps(1880), basis::measured, "GPUB: write; triad 1759"};
  static constexpr figure<byte_count> memory{GB(80), basis::vendor, detail::nvidia_sheet};
  static constexpr auto achievable = rates(basis::measured, "MLE", {{matrix_bf16, 271}});
};

struct a100_80gb_pcie : detail::ampere {
  static constexpr std::string_view name = "a100_80gb_pcie";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA A100 80GB PCIe", "A100 80GB PCIe"};
  static constexpr figure<bandwidth> dram{GBps(1935), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(80), basis::vendor, detail::nvidia_sheet};
  static constexpr auto achievable = rates(basis::measured, "MLE", {{matrix_bf16, 253}});
};

struct h100_pcie : detail::hopper {
  static constexpr std::string_view name = "h100_pcie";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA H100 PCIe"};
  static constexpr figure<int> cores{114, basis::vendor, detail::nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1755), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(2000), basis::vendor, detail::nvidia_sheet};
  // GPUB's write kernel reaches 2016, above the figure that NVIDIA rounds to 2000; so here it is the triad.
  static constexpr figure<bandwidth> achievable_dram{GBps(1832), basis::measured, "GPUB: triad"};
  static constexpr figure<byte_count> memory{GB(80), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::vendor, "NVIDIA: Hopper tuning guide, L2"};
  static constexpr figure<bandwidth> link{GBps(300), basis::derived, "NVIDIA: NVLink bridge, half of 600 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(600), basis::vendor, "NVIDIA: NVLink bridge"};
  static constexpr auto peaks = rates(basis::vendor, detail::nvidia_sheet, {
      {matrix_fp64, 51}, {matrix_tf32, 378, 1620}, {matrix_fp16, 756, 1620}, {matrix_bf16, 756, 1620},
      {matrix_fp8, 1513, 1620}, {matrix_int8, 1513, 1620}, {vector_fp64, 26}, {vector_fp32, 51}});
};

/// Also any H100 of which no more is said.
struct h100_sxm : detail::hopper_sxm {
  static constexpr std::string_view name = "h100_sxm";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA H100 80GB HBM3", "h100"};
  static constexpr figure<bandwidth> dram{GBps(3350), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(80), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::vendor, "NVIDIA: Hopper tuning guide, L2"};
};

struct h100_nvl : detail::hopper_nvl {
  static constexpr std::string_view name = "h100_nvl";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA H100 NVL"};
  static constexpr figure<frequency> clock{MHz(1785), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(3900), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(94), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::vendor, "NVIDIA: Hopper tuning guide, L2"};
  static constexpr figure<bandwidth> link{GBps(300), basis::derived, "NVIDIA: NVLink bridge, half of 600 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(600), basis::vendor, "NVIDIA: NVLink bridge"};
};

/// Also any H200 of which no more is said. NVIDIA says 50 MB of L2; a measured curve bends near 60 MB [GPUB].
struct h200_sxm : detail::hopper_sxm {
  static constexpr std::string_view name = "h200_sxm";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA H200", "h200"};
  static constexpr figure<bandwidth> dram{GBps(4800), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> achievable_dram{GBps(3890), basis::measured, "GPUB: write; triad 3534"};
  static constexpr figure<byte_count> memory{GB(141), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::doubtful, "NVIDIA: L2; GPUB measures 60"};
};

/// A bridge joins two or four cards; what one peer gets of it depends on which, so no `link` is given.
struct h200_nvl : detail::hopper_nvl {
  static constexpr std::string_view name = "h200_nvl";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA H200 NVL"};
  static constexpr figure<frequency> clock{MHz(1785), basis::doubtful, "NVIDIA: as H100 NVL"};
  static constexpr figure<bandwidth> dram{GBps(4800), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(141), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::doubtful, "NVIDIA: L2; GPUB measures 60"};
  static constexpr figure<bandwidth> link_total{GBps(900), basis::vendor, "NVIDIA: NVLink bridge"};
};

/// As on an HGX board. NVIDIA's figures changed: the later HGX table has 180 GB at 7.7 TB/s and 37, 75 and 1125
/// TFLOP/s of FP64, FP32 and TF32; other sheets have 8 TB/s, 40, 80 and 1100.
struct b200 : detail::blackwell {
  static constexpr std::string_view name = "b200";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA B200"};
  static constexpr figure<int> cores{148, basis::vendor, detail::nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1965), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(7700), basis::doubtful, "NVIDIA: HGX B200; the DGX sheet says 8000"};
  static constexpr figure<byte_count> memory{GB(180), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "NVIDIA: PCIe 5.0 x16"};
  static constexpr auto peaks = rates(basis::vendor, detail::nvidia_sheet, {
      {matrix_fp64, 37}, {matrix_tf32, 1125, 1856}, {matrix_fp16, 2250, 1856}, {matrix_bf16, 2250, 1856},
      {matrix_fp8, 4500, 1856}, {matrix_fp6, 4500, 1856}, {matrix_fp4, 9000, 1856}, {matrix_int8, 4500, 1856},
      {vector_fp64, 37}, {vector_fp32, 75}});
  static constexpr auto achievable = rates(basis::measured, "MLE: B200 SXM", {{matrix_bf16, 1745}, {matrix_fp8, 3433}});
};

/// One GPU of a GB200. The data sheet gives no SM count; there may be up to 152. Earlier sheets print 45 and 90
/// TFLOP/s of FP64 and FP32.
struct gb200 : detail::blackwell {
  static constexpr std::string_view name = "gb200";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GB200"};
  static constexpr figure<int> cores{148, basis::doubtful, "as B200; not on the data sheet"};
  static constexpr figure<frequency> clock{MHz(2062), basis::derived, "NVIDIA: data sheet, over 148 SMs"};
  static constexpr figure<bandwidth> dram{GBps(8000), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(186), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> host_link{GBps(450), basis::derived, "NVIDIA: NVLink-C2C, half of 900 GB/s"};
  static constexpr auto peaks = rates(basis::vendor, detail::nvidia_sheet, {
      {matrix_fp64, 40}, {matrix_tf32, 1250}, {matrix_fp16, 2500}, {matrix_bf16, 2500}, {matrix_fp8, 5000},
      {matrix_fp6, 5000}, {matrix_fp4, 10000}, {matrix_int8, 5000}, {vector_fp64, 40}, {vector_fp32, 80}});
  static constexpr auto achievable = rates(basis::measured, "MLE", {{matrix_bf16, 1822}, {matrix_fp8, 3616}});
};

/// FP16 and BF16 are the two rows quoted below the boost clock.
struct l40s : detail::nvidia {
  static constexpr std::string_view name = "l40s";
  static constexpr std::string_view architecture = "sm_89";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA L40S"};
  static constexpr figure<int> cores{142, basis::vendor, detail::nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(2520), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(864), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(48), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(96), basis::vendor, "NVIDIA: L2"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "NVIDIA: PCIe 4.0 x16"};
  static constexpr auto peaks = rates(basis::vendor, detail::nvidia_sheet, {
      {matrix_tf32, 183}, {matrix_fp16, 362, 2490}, {matrix_bf16, 362, 2490}, {matrix_fp8, 733}, {matrix_int8, 733},
      {vector_fp64, 1.4}, {vector_fp32, 91.6}});
};

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_NVIDIA_HPP
