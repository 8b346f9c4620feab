#ifndef RIDGELINE_HW_NVIDIA_HPP
#define RIDGELINE_HW_NVIDIA_HPP

#include <ridgeline/hw/device.hpp>

/// NVIDIA data-centre accelerators; a core is a streaming multiprocessor (SM). Sources: [NVIDIA] data sheets of V100,
/// A30, A100, H100, H200, HGX B200, GB200 NVL72 and L40S, and the tuning guides of Hopper and Blackwell (L2);
/// [XPROF-NV] openxla/xprof cuda_type_utils.cc (FLOP per clock and SM), [MLE] stas00/ml-engineering, [GPUB]
/// te42kyfo/gpu-benches, [CUDA] CUDA C++ Programming Guide, throughput of native arithmetic instructions (its rates
/// reproduce the non-tensor FP16 and BF16 figures of the A100 and H100 white papers: 78 and 39, and 134), [ULTRA]
/// NVIDIA's blog "Inside NVIDIA Blackwell Ultra" and the pages of HGX B300 and GB300 NVL72. Data sheets advertise rates
/// with 2:4 sparsity; the dense ones here are half of those.
///
/// `clock` is the highest boost clock, at which FP64 and FP32 figures are quoted. Many tensor figures are quoted at a
/// lower clock, which is given next to them; it was found by dividing the figure by the number of SMs and their rate
/// per clock.
namespace ridgeline::hw {

namespace detail {

inline constexpr const char* nvidia_sheet = "NVIDIA: data sheet";

struct nvidia {
  static constexpr std::string_view vendor = "NVIDIA";
};

// Results per clock and SM for additions, multiplications and fused multiply-adds [CUDA], relative to FP32, which has
// 64 in compute capability 8.0 and 128 in 8.9, 9.0 and 10.0: FP16 256 and BF16 128 in 8.0; both 128 in 8.9; both 256 in
// 9.0 and 10.0.
inline constexpr vector_rates cuda_8_0{4, 2, "CUDA: 256 (FP16) and 128 (BF16) results/clk/SM, FP32 64"};
inline constexpr vector_rates cuda_8_9{1, 1, "CUDA: 128 results/clk/SM, FP32 128"};
inline constexpr vector_rates cuda_9_0{2, 2, "CUDA: 256 results/clk/SM, FP32 128"};

/// V100, which has no BF16.
struct volta : nvidia {
  static constexpr std::string_view architecture = "sm_70";
  static constexpr const char* sheet = "NVIDIA: V100 data sheet";
  static constexpr const char* halves = "CUDA: 128 results/clk/SM, FP32 64";
  static constexpr figure<int> cores{80, basis::vendor, sheet};
  static constexpr figure<bandwidth> dram{GBps(900), basis::vendor, sheet};
  static constexpr figure<byte_count> memory{GB(32), basis::vendor, sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(6), basis::vendor, "NVIDIA: Volta white paper, L2"};
  static constexpr figure<bandwidth> host_link{GBps(16), basis::vendor, "NVIDIA: PCIe 3.0 x16"};
};

struct ampere : nvidia {
  static constexpr std::string_view architecture = "sm_80";
  static constexpr figure<int> cores{108, basis::vendor, nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1410), basis::vendor, nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(40), basis::vendor, "NVIDIA: L2"};
  static constexpr figure<bandwidth> link{GBps(300), basis::derived, "NVIDIA: NVLink, half of 600 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(600), basis::vendor, "NVIDIA: NVLink"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "NVIDIA: PCIe 4.0 x16"};
  static constexpr auto peaks = rates_with(cuda_8_0, basis::vendor, nvidia_sheet, {
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
  static constexpr auto peaks = rates_with(cuda_9_0, basis::vendor, nvidia_sheet, {
      {matrix_fp64, 67}, {matrix_tf32, 494.7, 1830}, {matrix_fp16, 989.4, 1830}, {matrix_bf16, 989.4, 1830},
      {matrix_fp8, 1979, 1830}, {matrix_int8, 1979, 1830}, {vector_fp64, 34}, {vector_fp32, 67}});
  static constexpr auto achievable = rates(basis::measured, "MLE: H100 SXM", {{matrix_bf16, 795}, {matrix_fp8, 1403}});
};

/// H100 and H200 as NVL cards.
struct hopper_nvl : hopper {
  static constexpr figure<int> cores{132, basis::vendor, nvidia_sheet};
  static constexpr auto peaks = rates_with(cuda_9_0, basis::vendor, nvidia_sheet, {
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

/// On an SXM2 board, with 16 or 32 GB, which share one set of figures.
struct v100_sxm2 : detail::volta {
  static constexpr std::string_view name = "v100_sxm2";
  static constexpr std::array<std::string_view, 3> aliases{"Tesla V100-SXM2-32GB", "Tesla V100-SXM2-16GB", "v100"};
  static constexpr figure<frequency> clock{MHz(1530), basis::vendor, "NVIDIA: Volta white paper"};
  static constexpr figure<bandwidth> link_total{GBps(300), basis::vendor, "NVIDIA: NVLink, 6 links of 50 GB/s"};
  static constexpr auto peaks = with_ratios(rates(basis::vendor, sheet, {
      {matrix_fp16, 125}, {vector_fp64, 7.8}, {vector_fp32, 15.7}}),
      vector_fp32, {{vector_fp16, 2}}, halves);
};

/// The same chip on a card, at a lower clock.
struct v100_pcie : detail::volta {
  static constexpr std::string_view name = "v100_pcie";
  static constexpr std::array<std::string_view, 2> aliases{"Tesla V100-PCIE-32GB", "Tesla V100-PCIE-16GB"};
  static constexpr figure<frequency> clock{MHz(1380), basis::derived, "NVIDIA: V100 data sheet, over 80 SMs"};
  static constexpr auto peaks = with_ratios(rates(basis::vendor, sheet, {
      {matrix_fp16, 112}, {vector_fp64, 7}, {vector_fp32, 14}}),
      vector_fp32, {{vector_fp16, 2}}, halves);
};

/// The card with faster memory and clocks.
struct v100s_pcie : detail::volta {
  static constexpr std::string_view name = "v100s_pcie";
  static constexpr std::array<std::string_view, 1> aliases{"Tesla V100S-PCIE-32GB"};
  static constexpr figure<frequency> clock{MHz(1597), basis::derived, "NVIDIA: V100 data sheet, FP32 over 80 SMs"};
  static constexpr figure<bandwidth> dram{GBps(1134), basis::vendor, sheet};
  static constexpr auto peaks = with_ratios(rates(basis::vendor, sheet, {
      {matrix_fp16, 130}, {vector_fp64, 8.2}, {vector_fp32, 16.4}}),
      vector_fp32, {{vector_fp16, 2}}, halves);
};

/// Half of an A100's chip, on a card.
struct a30 : detail::nvidia {
  static constexpr std::string_view name = "a30";
  static constexpr std::string_view architecture = "sm_80";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA A30"};
  static constexpr const char* sheet = "NVIDIA: A30 data sheet";
  static constexpr figure<int> cores{56, basis::derived, "NVIDIA: A30 data sheet, FP32 at 1440 MHz"};
  static constexpr figure<frequency> clock{MHz(1440), basis::vendor, "NVIDIA: A30 product brief"};
  static constexpr figure<bandwidth> dram{GBps(933), basis::vendor, sheet};
  static constexpr figure<byte_count> memory{GB(24), basis::vendor, sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(24), basis::vendor, "NVIDIA: L2"};
  static constexpr figure<bandwidth> link{GBps(100), basis::derived, "NVIDIA: NVLink bridge, half of 200 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(200), basis::vendor, "NVIDIA: NVLink bridge"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "NVIDIA: PCIe 4.0 x16"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_0, basis::vendor, sheet, {
      {matrix_fp64, 10.3}, {matrix_tf32, 82}, {matrix_fp16, 165}, {matrix_bf16, 165}, {matrix_int8, 330},
      {vector_fp64, 5.2}, {vector_fp32, 10.3}});
};

/// A100 with 40 GB, on an SXM board or a card, which share memory and peak figures.
struct a100_40gb : detail::ampere {
  static constexpr std::string_view name = "a100_40gb";
  static constexpr std::array<std::string_view, 5> aliases{"NVIDIA A100-SXM4-40GB", "NVIDIA A100-PCIE-40GB",
                                                           "A100-SXM4-40GB", "A100-PCIE-40GB",
                                                           "NVIDIA A100-PG509-200"};
  static constexpr figure<bandwidth> dram{GBps(1555), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> achievable_dram{GBps(1503), basis::measured, "GPUB: write; triad 1360"};
  static constexpr figure<byte_count> memory{GB(40), basis::vendor, detail::nvidia_sheet};
};

/// Also used for any A100 not specified further.
struct a100_80gb_sxm : detail::ampere {
  static constexpr std::string_view name = "a100_80gb_sxm";
  static constexpr std::array<std::string_view, 6> aliases{"NVIDIA A100-SXM4-80GB", "A100-SXM4-80GB",
                                                           "NVIDIA A100-SXM-80GB", "A100-SXM-80GB", "a100",
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

/// A100s for China: identical except for the links.
struct a800_80gb_sxm : a100_80gb_sxm {
  static constexpr std::string_view name = "a800_80gb_sxm";
  static constexpr std::array<std::string_view, 3> aliases{"NVIDIA A800-SXM4-80GB", "A800-SXM4-80GB", "a800"};
  static constexpr figure<bandwidth> link{GBps(200), basis::derived, "NVIDIA: NVLink, half of 400 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(400), basis::doubtful, "NVIDIA: A800, as carried by others"};
};
struct a800_80gb_pcie : a100_80gb_pcie {
  static constexpr std::string_view name = "a800_80gb_pcie";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA A800 80GB PCIe", "A800 80GB PCIe"};
  static constexpr figure<bandwidth> link{GBps(200), basis::derived, "NVIDIA: NVLink bridge, half of 400 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(400), basis::doubtful, "NVIDIA: A800, as carried by others"};
};

struct h100_pcie : detail::hopper {
  static constexpr std::string_view name = "h100_pcie";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA H100 PCIe"};
  static constexpr figure<int> cores{114, basis::vendor, detail::nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1755), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(2000), basis::vendor, detail::nvidia_sheet};
  // GPUB's write kernel reaches 2016, above the rounded 2000 published by NVIDIA, so the triad is used here.
  static constexpr figure<bandwidth> achievable_dram{GBps(1832), basis::measured, "GPUB: triad"};
  static constexpr figure<byte_count> memory{GB(80), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::vendor, "NVIDIA: Hopper tuning guide, L2"};
  static constexpr figure<bandwidth> link{GBps(300), basis::derived, "NVIDIA: NVLink bridge, half of 600 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(600), basis::vendor, "NVIDIA: NVLink bridge"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_9_0, basis::vendor, detail::nvidia_sheet, {
      {matrix_fp64, 51}, {matrix_tf32, 378, 1620}, {matrix_fp16, 756, 1620}, {matrix_bf16, 756, 1620},
      {matrix_fp8, 1513, 1620}, {matrix_int8, 1513, 1620}, {vector_fp64, 26}, {vector_fp32, 51}});
};

/// Also used for any H100 not specified further.
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

/// Also used for any H200 not specified further. NVIDIA states 50 MB of L2; a measured curve bends near 60 MB [GPUB].
struct h200_sxm : detail::hopper_sxm {
  static constexpr std::string_view name = "h200_sxm";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA H200", "h200"};
  static constexpr figure<bandwidth> dram{GBps(4800), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> achievable_dram{GBps(3890), basis::measured, "GPUB: write; triad 3534"};
  static constexpr figure<byte_count> memory{GB(141), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::doubtful, "NVIDIA: L2; GPUB measures 60"};
};

/// A bridge joins two or four cards; the bandwidth to one peer depends on which, so no `link` is given.
struct h200_nvl : detail::hopper_nvl {
  static constexpr std::string_view name = "h200_nvl";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA H200 NVL"};
  static constexpr figure<frequency> clock{MHz(1785), basis::doubtful, "NVIDIA: as H100 NVL"};
  static constexpr figure<bandwidth> dram{GBps(4800), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(141), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::doubtful, "NVIDIA: L2; GPUB measures 60"};
  static constexpr figure<bandwidth> link_total{GBps(900), basis::vendor, "NVIDIA: NVLink bridge"};
};

/// H100 SXM for China: identical except for less NVLink and almost no FP64.
struct h800_sxm : detail::hopper {
  static constexpr std::string_view name = "h800_sxm";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA H800", "h800"};
  static constexpr const char* sheet = "NVIDIA: H800 data sheet, as carried by others";
  static constexpr figure<int> cores{132, basis::doubtful, "as H100 SXM"};
  static constexpr figure<frequency> clock{MHz(1980), basis::doubtful, "as H100 SXM"};
  static constexpr figure<bandwidth> dram{GBps(3350), basis::doubtful, sheet};
  static constexpr figure<byte_count> memory{GB(80), basis::doubtful, sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::doubtful, "as H100 SXM"};
  static constexpr figure<bandwidth> link{GBps(200), basis::derived, "NVIDIA: NVLink by switch, half of 400 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(400), basis::doubtful, sheet};
  static constexpr auto peaks = detail::rates_with(detail::cuda_9_0, basis::doubtful, sheet, {
      {matrix_fp64, 1}, {matrix_tf32, 494.7, 1830}, {matrix_fp16, 989.4, 1830}, {matrix_bf16, 989.4, 1830},
      {matrix_fp8, 1979, 1830}, {matrix_int8, 1979, 1830}, {vector_fp64, 1}, {vector_fp32, 67}});
};

/// Hopper for China: 78 SMs with a large memory, at an eighth of the tensor rates of as many SMs on an H100. No clock
/// is published, and 44 TFLOP/s of FP32 would need 2203 MHz.
struct h20 : detail::hopper {
  static constexpr std::string_view name = "h20";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA H20"};
  static constexpr const char* sheet = "NVIDIA: H20 data sheet, as carried by others";
  static constexpr figure<int> cores{78, basis::doubtful, "as drivers report it"};
  static constexpr figure<bandwidth> dram{GBps(4000), basis::doubtful, sheet};
  static constexpr figure<byte_count> memory{GB(96), basis::doubtful, sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(60), basis::doubtful, sheet};
  static constexpr figure<bandwidth> link{GBps(450), basis::derived, "NVIDIA: NVLink by switch, half of 900 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(900), basis::doubtful, sheet};
  static constexpr auto peaks = detail::rates_with(detail::cuda_9_0, basis::doubtful, sheet, {
      {matrix_tf32, 74}, {matrix_fp16, 148}, {matrix_bf16, 148}, {matrix_fp8, 296}, {matrix_int8, 296},
      {vector_fp64, 1}, {vector_fp32, 44}});
};

/// The same with HBM3e.
struct h20_3e : h20 {
  static constexpr std::string_view name = "h20_3e";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA H20-3e", "H20-3e"};
  static constexpr const char* sheet = "NVIDIA: H20 data sheet, 141 GB, as carried by others";
  static constexpr figure<bandwidth> dram{GBps(4800), basis::doubtful, sheet};
  static constexpr figure<byte_count> memory{GB(141), basis::doubtful, sheet};
};

/// As on an HGX board. NVIDIA's figures vary: the later HGX table gives 180 GB at 7.7 TB/s and 37, 75 and 1125 TFLOP/s
/// of FP64, FP32 and TF32; other sheets give 8 TB/s, 40, 80 and 1100.
struct b200 : detail::blackwell {
  static constexpr std::string_view name = "b200";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA B200"};
  static constexpr figure<int> cores{148, basis::vendor, detail::nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1965), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(7700), basis::doubtful, "NVIDIA: HGX B200; the DGX sheet says 8000"};
  static constexpr figure<byte_count> memory{GB(180), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "NVIDIA: PCIe 5.0 x16"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_9_0, basis::vendor, detail::nvidia_sheet, {
      {matrix_fp64, 37}, {matrix_tf32, 1125, 1856}, {matrix_fp16, 2250, 1856}, {matrix_bf16, 2250, 1856},
      {matrix_fp8, 4500, 1856}, {matrix_fp6, 4500, 1856}, {matrix_fp4, 9000, 1856}, {matrix_int8, 4500, 1856},
      {vector_fp64, 37}, {vector_fp32, 75}});
  static constexpr auto achievable = rates(basis::measured, "MLE: B200 SXM", {{matrix_bf16, 1745}, {matrix_fp8, 3433}});
};

/// One GPU of a GB200. The data sheet gives no SM count; there may be up to 152. Earlier sheets give 45 and 90 TFLOP/s
/// of FP64 and FP32.
struct gb200 : detail::blackwell {
  static constexpr std::string_view name = "gb200";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GB200"};
  static constexpr figure<int> cores{148, basis::doubtful, "as B200; not on the data sheet"};
  static constexpr figure<frequency> clock{MHz(2062), basis::derived, "NVIDIA: data sheet, over 148 SMs"};
  static constexpr figure<bandwidth> dram{GBps(8000), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(186), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> host_link{GBps(450), basis::derived, "NVIDIA: NVLink-C2C, half of 900 GB/s"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_9_0, basis::vendor, detail::nvidia_sheet, {
      {matrix_fp64, 40}, {matrix_tf32, 1250}, {matrix_fp16, 2500}, {matrix_bf16, 2500}, {matrix_fp8, 5000},
      {matrix_fp6, 5000}, {matrix_fp4, 10000}, {matrix_int8, 5000}, {vector_fp64, 40}, {vector_fp32, 80}});
  static constexpr auto achievable = rates(basis::measured, "MLE", {{matrix_bf16, 1822}, {matrix_fp8, 3616}});
};

/// Blackwell Ultra on an HGX board: a B200 with more FP4 and memory and almost no FP64. INT8 is omitted: it is a small
/// fraction of the B200's, and sources disagree. The HGX page gives 108 PFLOP/s of dense FP4 for eight; an earlier one
/// gave 105.
struct b300 : detail::nvidia {
  static constexpr std::string_view name = "b300";
  static constexpr std::string_view architecture = "sm_103";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA B300", "NVIDIA B300 SXM6 AC"};
  static constexpr const char* page = "ULTRA: HGX B300, over 8 GPUs";
  static constexpr figure<int> cores{148, basis::doubtful, "as B200; 160 in a whole chip"};
  static constexpr figure<bandwidth> dram{GBps(8000), basis::vendor, "ULTRA"};
  static constexpr figure<byte_count> memory{GB(288), basis::vendor, "ULTRA; drivers show 268 to 275"};
  static constexpr figure<byte_count> last_level_cache{MiB(126), basis::doubtful, "as B200"};
  static constexpr figure<bandwidth> link{GBps(900), basis::derived, "NVIDIA: NVLink by switch, half of 1800 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(1800), basis::vendor, "ULTRA: NVLink"};
  static constexpr figure<bandwidth> host_link{GBps(128), basis::vendor, "ULTRA: PCIe 6.0 x16"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_9_0, basis::doubtful, page, {
      {matrix_fp64, 1.25}, {matrix_tf32, 1125}, {matrix_fp16, 2250}, {matrix_bf16, 2250}, {matrix_fp8, 4500},
      {matrix_fp6, 4500}, {matrix_fp4, 13500}, {vector_fp64, 1.25}, {vector_fp32, 75}});
};

/// One GPU of a GB300: Blackwell Ultra at the clocks of a GB200.
struct gb300 : detail::nvidia {
  static constexpr std::string_view name = "gb300";
  static constexpr std::string_view architecture = "sm_103";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GB300"};
  static constexpr const char* page = "ULTRA: GB300 NVL72, over 72 GPUs";
  static constexpr figure<int> cores{148, basis::doubtful, "as GB200; 160 in a whole chip"};
  static constexpr figure<bandwidth> dram{GBps(8000), basis::vendor, "ULTRA"};
  static constexpr figure<byte_count> memory{GB(288), basis::vendor, "ULTRA"};
  static constexpr figure<byte_count> last_level_cache{MiB(126), basis::doubtful, "as GB200"};
  static constexpr figure<bandwidth> link{GBps(900), basis::derived, "NVIDIA: NVLink by switch, half of 1800 GB/s"};
  static constexpr figure<bandwidth> link_total{GBps(1800), basis::vendor, "ULTRA: NVLink"};
  static constexpr figure<bandwidth> host_link{GBps(450), basis::derived, "NVIDIA: NVLink-C2C, half of 900 GB/s"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_9_0, basis::doubtful, page, {
      {matrix_fp64, 1.3}, {matrix_tf32, 1250}, {matrix_fp16, 2500}, {matrix_bf16, 2500}, {matrix_fp8, 5000},
      {matrix_fp6, 5000}, {matrix_fp4, 15000}, {vector_fp64, 1.3}, {vector_fp32, 80}});
};

/// Only FP16 and BF16 are quoted below the boost clock.
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
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_sheet, {
      {matrix_tf32, 183}, {matrix_fp16, 362, 2490}, {matrix_bf16, 362, 2490}, {matrix_fp8, 733}, {matrix_int8, 733},
      {vector_fp64, 1.4}, {vector_fp32, 91.6}});
};

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_NVIDIA_HPP
