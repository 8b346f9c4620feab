#ifndef RIDGELINE_HW_NVIDIA_CARDS_HPP
#define RIDGELINE_HW_NVIDIA_CARDS_HPP

#include <ridgeline/hw/nvidia.hpp>

/// NVIDIA cards for inference, workstations and desktops, P100, GB10 and GH200. Sources: [NVIDIA] data sheets of P100,
/// T4, L4, L40, A10, A10G, A40, RTX PRO 6000, DGX Spark and GH200, and the white papers "NVIDIA Turing GPU
/// Architecture", "NVIDIA Ampere GA102 GPU Architecture", "NVIDIA Ada GPU Architecture" and "NVIDIA RTX Blackwell GPU
/// Architecture"; [CUDA] as in nvidia.hpp. Rates are dense. GeForce cards run FP16 matrix math at half rate when
/// accumulating in FP32, as PyTorch does; those are the figures used here.
namespace ridgeline::hw {

namespace detail {

inline constexpr const char* nvidia_paper = "NVIDIA: white paper";
inline constexpr const char* cuda_7_5 = "CUDA: 128 (FP16) results/clk/SM, FP32 64";

/// P100, which has no tensor cores.
struct pascal : nvidia {
  static constexpr std::string_view architecture = "sm_60";
  static constexpr const char* sheet = "NVIDIA: P100 data sheet";
  static constexpr figure<int> cores{56, basis::vendor, "NVIDIA: Pascal white paper"};
  static constexpr figure<bandwidth> dram{GBps(732), basis::vendor, sheet};
  static constexpr figure<byte_count> memory{GB(16), basis::vendor, sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(4), basis::vendor, "NVIDIA: Pascal white paper, L2"};
  static constexpr figure<bandwidth> host_link{GBps(16), basis::vendor, "NVIDIA: PCIe 3.0 x16"};
};

struct card : nvidia {
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "NVIDIA: PCIe 4.0 x16"};
};
/// Turing has no BF16 and no TF32.
struct turing_card : nvidia {
  static constexpr std::string_view architecture = "sm_75";
  static constexpr figure<bandwidth> host_link{GBps(16), basis::vendor, "NVIDIA: PCIe 3.0 x16"};
};
/// The chip GA102 of the Ampere generation.
struct ga102_card : card {
  static constexpr std::string_view architecture = "sm_86";
  static constexpr figure<byte_count> last_level_cache{MiB(6), basis::vendor, "NVIDIA: L2"};
};
struct ada_card : card {
  static constexpr std::string_view architecture = "sm_89";
};
struct blackwell_card : nvidia {
  static constexpr std::string_view architecture = "sm_120";
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "NVIDIA: PCIe 5.0 x16"};
};

}  // namespace detail

struct p100_pcie : detail::pascal {
  static constexpr std::string_view name = "p100_pcie";
  static constexpr std::array<std::string_view, 1> aliases{"Tesla P100-PCIE-16GB"};
  static constexpr figure<frequency> clock{MHz(1303), basis::derived, "NVIDIA: P100 data sheet, FP32 over 56 SMs"};
  static constexpr auto peaks = rates(basis::vendor, sheet, {
      {vector_fp64, 4.7}, {vector_fp32, 9.3}, {vector_fp16, 18.7}});
};
struct p100_sxm2 : detail::pascal {
  static constexpr std::string_view name = "p100_sxm2";
  static constexpr std::array<std::string_view, 1> aliases{"Tesla P100-SXM2-16GB"};
  static constexpr figure<frequency> clock{MHz(1480), basis::vendor, "NVIDIA: Pascal white paper"};
  static constexpr auto peaks = rates(basis::vendor, sheet, {
      {vector_fp64, 5.3}, {vector_fp32, 10.6}, {vector_fp16, 21.2}});
};

struct t4 : detail::turing_card {
  static constexpr std::string_view name = "t4";
  static constexpr std::array<std::string_view, 2> aliases{"Tesla T4", "NVIDIA T4"};
  static constexpr figure<int> cores{40, basis::vendor, detail::nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1590), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(320), basis::vendor, "NVIDIA: data sheet; the product page says 300"};
  static constexpr figure<byte_count> memory{GB(16), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(4), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = with_ratios(rates(basis::vendor, detail::nvidia_sheet, {
      {matrix_fp16, 65}, {matrix_int8, 130}, {vector_fp32, 8.1}}),
      vector_fp32, {{vector_fp16, 2}}, detail::cuda_7_5);
};

/// With the clock of the reference card; NVIDIA's own runs at 1635 MHz.
struct rtx_2080_ti : detail::turing_card {
  static constexpr std::string_view name = "rtx_2080_ti";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA GeForce RTX 2080 Ti", "GeForce RTX 2080 Ti"};
  static constexpr figure<int> cores{68, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(1545), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(616), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(11), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(5.5), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = with_ratios(rates(basis::vendor, detail::nvidia_paper, {
      {matrix_fp16, 53.8}, {matrix_int8, 215.2}, {vector_fp32, 13.4}}),
      vector_fp32, {{vector_fp16, 2}}, detail::cuda_7_5);
};

struct quadro_rtx_6000 : detail::turing_card {
  static constexpr std::string_view name = "quadro_rtx_6000";
  static constexpr std::array<std::string_view, 2> aliases{"Quadro RTX 6000", "NVIDIA Quadro RTX 6000"};
  static constexpr figure<int> cores{72, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(1770), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(672), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(24), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(6), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = with_ratios(rates(basis::vendor, detail::nvidia_paper, {
      {matrix_fp16, 130.5}, {matrix_int8, 261}, {vector_fp32, 16.3}}),
      vector_fp32, {{vector_fp16, 2}}, detail::cuda_7_5);
};
struct quadro_rtx_8000 : quadro_rtx_6000 {
  static constexpr std::string_view name = "quadro_rtx_8000";
  static constexpr std::array<std::string_view, 2> aliases{"Quadro RTX 8000", "NVIDIA Quadro RTX 8000"};
  static constexpr figure<byte_count> memory{GB(48), basis::vendor, detail::nvidia_sheet};
};

struct a10 : detail::ga102_card {
  static constexpr std::string_view name = "a10";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA A10"};
  static constexpr figure<int> cores{72, basis::vendor, detail::nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1695), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(600), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(24), basis::vendor, detail::nvidia_sheet};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_sheet, {
      {matrix_tf32, 62.5}, {matrix_fp16, 125}, {matrix_bf16, 125}, {matrix_int8, 250}, {vector_fp32, 31.2}});
};

/// Amazon's: more of the chip than an A10, with tensor cores at half of its rate.
struct a10g : detail::ga102_card {
  static constexpr std::string_view name = "a10g";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA A10G"};
  static constexpr const char* sheet = "NVIDIA: A10G data sheet, published by Amazon";
  static constexpr figure<int> cores{80, basis::derived, "NVIDIA: A10G data sheet, 80 RT cores, one an SM"};
  static constexpr figure<frequency> clock{MHz(1710), basis::derived, "NVIDIA: A10G data sheet, FP32 over 80 SMs"};
  static constexpr figure<bandwidth> dram{GBps(600), basis::vendor, sheet};
  static constexpr figure<byte_count> memory{GB(24), basis::vendor, sheet};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, sheet, {
      {matrix_tf32, 35}, {matrix_fp16, 70}, {matrix_bf16, 70}, {matrix_int8, 140}, {vector_fp32, 35}});
};

struct a40 : detail::ga102_card {
  static constexpr std::string_view name = "a40";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA A40"};
  static constexpr figure<int> cores{84, basis::vendor, detail::nvidia_sheet};
  static constexpr figure<frequency> clock{MHz(1740), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(696), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(48), basis::vendor, detail::nvidia_sheet};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_sheet, {
      {matrix_tf32, 74.8}, {matrix_fp16, 149.7}, {matrix_bf16, 149.7}, {matrix_int8, 299.3}, {vector_fp32, 37.4}});
};

struct rtx_a6000 : detail::ga102_card {
  static constexpr std::string_view name = "rtx_a6000";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA RTX A6000", "RTX A6000"};
  static constexpr figure<int> cores{84, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(1800), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(768), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(48), basis::vendor, detail::nvidia_paper};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 77.4}, {matrix_fp16, 154.8}, {matrix_bf16, 154.8}, {matrix_int8, 309.7}, {vector_fp32, 38.7}});
};

struct rtx_3090 : detail::ga102_card {
  static constexpr std::string_view name = "rtx_3090";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA GeForce RTX 3090", "GeForce RTX 3090"};
  static constexpr figure<int> cores{82, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(1695), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(936), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(24), basis::vendor, detail::nvidia_paper};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 35.6}, {matrix_fp16, 71}, {matrix_bf16, 71}, {matrix_int8, 284}, {vector_fp32, 35.6}});
};

/// With 10 GB; the later one with 12 GB has two SMs more and a wider bus.
struct rtx_3080 : detail::ga102_card {
  static constexpr std::string_view name = "rtx_3080";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA GeForce RTX 3080", "GeForce RTX 3080"};
  static constexpr figure<int> cores{68, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(1710), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(760), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(10), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(5), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 29.8}, {matrix_fp16, 59.5}, {matrix_bf16, 59.5}, {matrix_int8, 238}, {vector_fp32, 29.8}});
};

struct rtx_3070 : detail::ga102_card {  // GA104, of the same generation
  static constexpr std::string_view name = "rtx_3070";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA GeForce RTX 3070", "GeForce RTX 3070"};
  static constexpr figure<int> cores{46, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(1725), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(448), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(8), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(4), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 20.3}, {matrix_fp16, 40.6}, {matrix_bf16, 40.6}, {matrix_int8, 162.6}, {vector_fp32, 20.3}});
};

struct l4 : detail::ada_card {
  static constexpr std::string_view name = "l4";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA L4"};
  static constexpr figure<int> cores{58, basis::derived, "NVIDIA: 7424 CUDA cores, 128 an SM"};
  static constexpr figure<frequency> clock{MHz(2040), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(300), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(24), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(48), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_sheet, {
      {matrix_tf32, 60}, {matrix_fp16, 121}, {matrix_bf16, 121}, {matrix_fp8, 242.5}, {matrix_int8, 242.5},
      {vector_fp32, 30.3}});
};

/// Tensor rates are half those of an L40S.
struct l40 : detail::ada_card {
  static constexpr std::string_view name = "l40";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA L40"};
  static constexpr figure<int> cores{142, basis::derived, "NVIDIA: 18176 CUDA cores, 128 an SM"};
  static constexpr figure<frequency> clock{MHz(2490), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<bandwidth> dram{GBps(864), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(48), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(96), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_sheet, {
      {matrix_tf32, 90.5}, {matrix_fp16, 181.05}, {matrix_bf16, 181.05}, {matrix_fp8, 362}, {matrix_int8, 362},
      {vector_fp32, 90.5}});
};

struct rtx_6000_ada : detail::ada_card {
  static constexpr std::string_view name = "rtx_6000_ada";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA RTX 6000 Ada Generation"};
  static constexpr figure<int> cores{142, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(2505), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(960), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(48), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(96), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 182.1}, {matrix_fp16, 364.2}, {matrix_bf16, 364.2}, {matrix_fp8, 728.5}, {matrix_int8, 728.5},
      {vector_fp32, 91.1}});
};

struct rtx_4090 : detail::ada_card {
  static constexpr std::string_view name = "rtx_4090";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GeForce RTX 4090"};
  static constexpr figure<int> cores{128, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(2520), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(1008), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(24), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(72), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 82.6}, {matrix_fp16, 165.2}, {matrix_bf16, 165.2}, {matrix_fp8, 330.3}, {matrix_int8, 660.6},
      {vector_fp64, 1.29}, {vector_fp32, 82.6}});
};

struct rtx_4080 : detail::ada_card {
  static constexpr std::string_view name = "rtx_4080";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GeForce RTX 4080"};
  static constexpr figure<int> cores{76, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(2505), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(716.8), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(16), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(64), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 48.7}, {matrix_fp16, 97.5}, {matrix_bf16, 97.5}, {matrix_fp8, 194.9}, {matrix_int8, 389.9},
      {vector_fp32, 48.7}});
};

struct rtx_4070_ti : detail::ada_card {
  static constexpr std::string_view name = "rtx_4070_ti";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GeForce RTX 4070 Ti"};
  static constexpr figure<int> cores{60, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(2610), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(504), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(12), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(48), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 40.1}, {matrix_fp16, 80.2}, {matrix_bf16, 80.2}, {matrix_fp8, 160.4}, {matrix_int8, 320.7},
      {vector_fp32, 40.1}});
};

struct rtx_5070 : detail::blackwell_card {
  static constexpr std::string_view name = "rtx_5070";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GeForce RTX 5070"};
  static constexpr figure<int> cores{48, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(2512), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(672), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(12), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(48), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 30.9}, {matrix_fp16, 61.7}, {matrix_bf16, 61.7}, {matrix_fp8, 123.5}, {matrix_fp4, 493.9},
      {matrix_int8, 246.9}, {vector_fp32, 30.9}});
};

struct rtx_5070_ti : detail::blackwell_card {
  static constexpr std::string_view name = "rtx_5070_ti";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GeForce RTX 5070 Ti"};
  static constexpr figure<int> cores{70, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(2452), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(896), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(16), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(48), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 43.9}, {matrix_fp16, 87.9}, {matrix_bf16, 87.9}, {matrix_fp8, 175.8}, {matrix_fp4, 703},
      {matrix_int8, 351.5}, {vector_fp32, 43.9}});
};

struct rtx_5080 : detail::blackwell_card {
  static constexpr std::string_view name = "rtx_5080";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GeForce RTX 5080"};
  static constexpr figure<int> cores{84, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(2617), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(960), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(16), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(64), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 56.3}, {matrix_fp16, 112.6}, {matrix_bf16, 112.6}, {matrix_fp8, 225.1}, {matrix_fp4, 900.4},
      {matrix_int8, 450.2}, {vector_fp32, 56.3}});
};

struct rtx_5090 : detail::blackwell_card {
  static constexpr std::string_view name = "rtx_5090";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GeForce RTX 5090"};
  static constexpr figure<int> cores{170, basis::vendor, detail::nvidia_paper};
  static constexpr figure<frequency> clock{MHz(2407), basis::vendor, detail::nvidia_paper};
  static constexpr figure<bandwidth> dram{GBps(1792), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> memory{GB(32), basis::vendor, detail::nvidia_paper};
  static constexpr figure<byte_count> last_level_cache{MiB(96), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::vendor, detail::nvidia_paper, {
      {matrix_tf32, 104.8}, {matrix_fp16, 209.5}, {matrix_bf16, 209.5}, {matrix_fp8, 419}, {matrix_fp4, 1676},
      {matrix_int8, 838}, {vector_fp32, 104.8}});
};

/// The chip of the RTX 5090 with more of it in use, and tensor cores that accumulate in FP32 at their full rate. Its
/// data sheet gives FP32 and 4000 TOP/s of sparse FP4 alone, which is 4096 FLOP per clock and SM at the same clock; the
/// other rates follow from that one.
struct rtx_pro_6000 : detail::blackwell_card {
  static constexpr std::string_view name = "rtx_pro_6000";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
                                                           "NVIDIA RTX PRO 6000 Blackwell"};
  static constexpr figure<int> cores{188, basis::derived, "NVIDIA: 24064 CUDA cores, 128 an SM"};
  static constexpr figure<frequency> clock{MHz(2597), basis::derived, "NVIDIA: data sheet, over 188 SMs"};
  static constexpr figure<bandwidth> dram{GBps(1792), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> memory{GB(96), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(128), basis::vendor, "NVIDIA: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::derived,
                                                   "NVIDIA: data sheet, FP32 and FP4; see above", {
      {matrix_tf32, 250}, {matrix_fp16, 500}, {matrix_bf16, 500}, {matrix_fp8, 1000}, {matrix_fp4, 2000},
      {matrix_int8, 1000}, {vector_fp32, 125}});
};
/// The same without fans, at lower clocks.
struct rtx_pro_6000_server : rtx_pro_6000 {
  static constexpr std::string_view name = "rtx_pro_6000_server";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA RTX PRO 6000 Blackwell Server Edition"};
  static constexpr const char* carried = "NVIDIA: data sheet, as carried by others";
  static constexpr figure<frequency> clock{MHz(2493), basis::doubtful, "NVIDIA: data sheet, over 188 SMs"};
  static constexpr figure<bandwidth> dram{GBps(1597), basis::doubtful, carried};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::doubtful, carried, {
      {matrix_tf32, 240}, {matrix_fp16, 480}, {matrix_bf16, 480}, {matrix_fp8, 960}, {matrix_fp4, 1920},
      {matrix_int8, 960}, {vector_fp32, 120}});
};

/// The GPU of a DGX Spark, which shares its memory with the CPU. NVIDIA publishes 1000 TFLOP/s of sparse FP4 and the
/// number of CUDA cores; the other rates follow from the FP4 of other chips of this generation, 4096 FLOP per clock and
/// SM. Tensor cores accumulate in FP32 at their full rate: users measured 188 TFLOP/s of FP8 (topic 359960 of NVIDIA's
/// forum), and half the rate would be 125.
struct gb10 : detail::nvidia {
  static constexpr std::string_view name = "gb10";
  static constexpr std::string_view architecture = "sm_121";
  static constexpr std::array<std::string_view, 1> aliases{"NVIDIA GB10"};
  static constexpr const char* page = "NVIDIA: DGX Spark";
  static constexpr const char* rate = "NVIDIA: DGX Spark, FP4; see above";
  static constexpr figure<int> cores{48, basis::derived, "NVIDIA: 6144 CUDA cores, 128 an SM"};
  static constexpr figure<frequency> clock{MHz(2543), basis::derived, "NVIDIA: DGX Spark, FP4 over 48 SMs"};
  static constexpr figure<bandwidth> dram{GBps(273), basis::vendor, page};
  static constexpr figure<byte_count> memory{GB(128), basis::vendor, page};
  static constexpr figure<byte_count> last_level_cache{MiB(24), basis::doubtful, "L2 as drivers report it"};
  static constexpr auto peaks = detail::rates_with(detail::cuda_8_9, basis::derived, rate, {
      {matrix_tf32, 62.5}, {matrix_fp16, 125}, {matrix_bf16, 125}, {matrix_fp8, 250}, {matrix_fp4, 500},
      {matrix_int8, 250}, {vector_fp32, 31.25}});
};

/// The Hopper GPU of a Grace Hopper Superchip with HBM3; traces name it after the memory of its CPU.
struct gh200 : detail::hopper_sxm {
  static constexpr std::string_view name = "gh200";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA GH200 480GB", "NVIDIA GH200 120GB"};
  static constexpr figure<bandwidth> dram{GBps(4000), basis::vendor, "NVIDIA: data sheet, up to 4 TB/s"};
  static constexpr figure<byte_count> memory{GB(96), basis::vendor, detail::nvidia_sheet};
  static constexpr figure<byte_count> last_level_cache{MiB(50), basis::derived, "as H100 SXM"};
  static constexpr figure<bandwidth> host_link{GBps(450), basis::derived, "NVIDIA: NVLink-C2C, half of 900 GB/s"};
};

/// The same with HBM3e.
struct gh200_144gb : gh200 {
  static constexpr std::string_view name = "gh200_144gb";
  static constexpr std::array<std::string_view, 2> aliases{"NVIDIA GH200 144G HBM3e", "NVIDIA GH200 144GB HBM3e"};
  static constexpr figure<bandwidth> dram{GBps(4900), basis::vendor, "NVIDIA: data sheet, up to 4.9 TB/s"};
  static constexpr figure<byte_count> memory{GB(144), basis::vendor, detail::nvidia_sheet};
};

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_NVIDIA_CARDS_HPP
