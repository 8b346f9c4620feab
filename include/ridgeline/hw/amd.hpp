#ifndef RIDGELINE_HW_AMD_HPP
#define RIDGELINE_HW_AMD_HPP

#include <ridgeline/hw/device.hpp>

/// AMD Instinct accelerators; a core is a compute unit (CU). Sources: AMD product pages, [XPROF-AMD] openxla/xprof
/// rocm_type_utils.cc (FLOP per clock and CU, from the CDNA white papers; consistent with the product pages),
/// [ROCM-SPEC] ROCm "GPU hardware specifications", [AMD-MAF] AMD's blog on max-achievable FLOPs as quoted in [TL-ARCH]
/// TraceLens' arch files, [MLE] stas00/ml-engineering, [GPUB] te42kyfo/gpu-benches, [MSLK-513] meta-pytorch/MSLK#513,
/// [ISA] AMD's instruction set documents of CDNA2, CDNA3 and CDNA4, [HIPBLASLT] ROCm/hipBLASLt, whose kernels for the
/// MI308X are listed under gfx942_80cu.
///
/// A gfx target is an `architecture`, not an alias, because each is shared by several chips.
namespace ridgeline::hw {

namespace detail {

inline constexpr const char* amd_page = "AMD: product page";

// The vector units have no BF16 arithmetic [ISA]: BF16 is widened, computed in FP32 and rounded. FP16 is packed, two
// per lane (V_PK_FMA_F16): 64 lanes x 2 x 2 = 256 FLOP/clk/CU; FP32 has 128 on CDNA2, 256 on CDNA3 and CDNA4.
inline constexpr vector_rates cdna2_vector{2, 1, "ISA: BF16 as FP32, 128 FLOP/clk/CU; FP16 packed, 256"};
inline constexpr vector_rates cdna3_vector{1, 1, "ISA: BF16 as FP32, 256 FLOP/clk/CU; FP16 packed, 256"};

struct instinct {
  static constexpr std::string_view vendor = "AMD";
};

struct cdna2 : instinct {
  static constexpr std::string_view architecture = "gfx90a";
  static constexpr figure<frequency> clock{MHz(1700), basis::vendor, amd_page};
  static constexpr figure<bandwidth> link{GBps(50), basis::vendor, "AMD: Infinity Fabric, 100 GB/s both directions"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "AMD: PCIe 4.0 x16"};
};

struct cdna3 : instinct {
  static constexpr std::string_view architecture = "gfx942";
  static constexpr figure<frequency> clock{MHz(2100), basis::vendor, amd_page};
  static constexpr figure<byte_count> last_level_cache{MiB(256), basis::vendor, "ROCM-SPEC: Infinity Cache"};
  static constexpr figure<bandwidth> link{GBps(64), basis::vendor, "AMD: Infinity Fabric, 128 GB/s both directions"};
};

/// MI300X and MI325X: the same chip with different memory. FP8 is the FNUZ kind. The FP32 vector figure counts packed
/// or dual-issued instructions; plain fused multiply-adds reach half of it.
struct cdna3_of_304 : cdna3 {
  static constexpr figure<int> cores{304, basis::vendor, "ROCM-SPEC"};
  static constexpr figure<bandwidth> link_total{GBps(896), basis::vendor, "AMD: 7 links of 128 GB/s"};
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "AMD: PCIe 5.0 x16"};
  static constexpr auto peaks = rates_with(cdna3_vector, basis::vendor, amd_page, {
      {matrix_fp64, 163.4}, {matrix_fp32, 163.4}, {matrix_tf32, 653.7}, {matrix_fp16, 1307.4}, {matrix_bf16, 1307.4},
      {matrix_fp8, 2614.9}, {matrix_int8, 2614.9}, {vector_fp64, 81.7}, {vector_fp32, 163.4}});
};

/// MI350X and MI355X: the same chip at different clocks. FP8 is the OCP kind, FP6 and FP4 are MX formats. FP64 matrix
/// math runs at the vector rate, and there is no TF32 instruction.
struct cdna4 : instinct {
  static constexpr std::string_view architecture = "gfx950";
  static constexpr figure<int> cores{256, basis::vendor, "ROCM-SPEC"};
  static constexpr figure<bandwidth> dram{GBps(8000), basis::vendor, amd_page};
  static constexpr figure<byte_count> memory{GB(288), basis::vendor, amd_page};
  static constexpr figure<byte_count> last_level_cache{MiB(256), basis::vendor, "ROCM-SPEC: Infinity Cache"};
  static constexpr figure<bandwidth> link{GBps(76.8), basis::derived, "AMD: 153.6 GB/s both directions"};
  static constexpr figure<bandwidth> link_total{GBps(1075.2), basis::vendor, "AMD: 7 links of 153.6 GB/s"};
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "AMD: PCIe 5.0 x16"};
};

}  // namespace detail

/// CDNA, the first of its kind.
struct mi100 : detail::instinct {
  static constexpr std::string_view name = "mi100";
  static constexpr std::string_view architecture = "gfx908";
  static constexpr std::array<std::string_view, 1> aliases{"AMD Instinct MI100"};
  static constexpr figure<int> cores{120, basis::vendor, "ROCM-SPEC"};
  static constexpr figure<frequency> clock{MHz(1502), basis::vendor, detail::amd_page};
  static constexpr figure<bandwidth> dram{GBps(1228.8), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> memory{GB(32), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> last_level_cache{MiB(8), basis::vendor, "ROCM-SPEC: L2"};
  static constexpr figure<bandwidth> link_total{GBps(276), basis::vendor, "AMD: 3 links of 92 GB/s"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "AMD: PCIe 4.0 x16"};
  static constexpr auto peaks = detail::rates_with(detail::cdna2_vector, basis::vendor, detail::amd_page, {
      {matrix_fp32, 46.1}, {matrix_fp16, 184.6}, {matrix_bf16, 92.3}, {matrix_int8, 184.6}, {vector_fp64, 11.5},
      {vector_fp32, 23.1}});
};

struct mi210 : detail::cdna2 {
  static constexpr std::string_view name = "mi210";
  static constexpr std::array<std::string_view, 1> aliases{"AMD Instinct MI210"};
  static constexpr figure<int> cores{104, basis::vendor, "ROCM-SPEC"};
  static constexpr figure<bandwidth> dram{GBps(1638), basis::vendor, detail::amd_page};
  static constexpr figure<bandwidth> achievable_dram{GBps(1526), basis::measured, "GPUB: write; triad 1248"};
  static constexpr figure<byte_count> memory{GB(64), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> last_level_cache{MiB(8), basis::vendor, "ROCM-SPEC: L2"};
  static constexpr figure<bandwidth> link_total{GBps(300), basis::doubtful, "AMD: 3 links of 100 GB/s"};
  static constexpr auto peaks = detail::rates_with(detail::cdna2_vector, basis::vendor, detail::amd_page, {
      {matrix_fp64, 45.3}, {matrix_fp32, 45.3}, {matrix_fp16, 181.0}, {matrix_bf16, 181.0}, {matrix_int8, 181.0},
      {vector_fp64, 22.6}, {vector_fp32, 22.6}});  // packed FP32: 45.3, not confirmed
};

/// The whole module. Software sees its two dies as two devices; traces contain `mi250x_gcd`.
struct mi250x : detail::cdna2 {
  static constexpr std::string_view name = "mi250x";
  static constexpr figure<int> cores{220, basis::vendor, "ROCM-SPEC: 2 x 110"};
  static constexpr figure<bandwidth> dram{GBps(3277), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> memory{GB(128), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> last_level_cache{MiB(16), basis::vendor, "ROCM-SPEC: L2, 8 per die"};
  static constexpr figure<bandwidth> link_total{GBps(800), basis::vendor, "AMD: 8 links of 100 GB/s"};
  static constexpr auto peaks = detail::rates_with(detail::cdna2_vector, basis::vendor, detail::amd_page, {
      {matrix_fp64, 95.7}, {matrix_fp32, 95.7}, {matrix_fp16, 383.0}, {matrix_bf16, 383.0}, {matrix_int8, 383.0},
      {vector_fp64, 47.9}, {vector_fp32, 47.9}});  // packed FP32: 95.7, not confirmed
};

/// One of the two dies (GCD) of an MI250X, the device a kernel runs on: half of every figure of the module.
struct mi250x_gcd : detail::cdna2 {
  static constexpr std::string_view name = "mi250x_gcd";
  static constexpr std::array<std::string_view, 2> aliases{"AMD Instinct MI250X", "AMD Instinct MI250X/MI250"};
  static constexpr const char* half = "AMD: product page of the MI250X, halved";
  static constexpr figure<int> cores{110, basis::vendor, "ROCM-SPEC"};
  static constexpr figure<bandwidth> dram{GBps(1638), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> memory{GB(64), basis::derived, half};
  static constexpr figure<byte_count> last_level_cache{MiB(8), basis::vendor, "ROCM-SPEC: L2"};
  static constexpr figure<bandwidth> link_total{GBps(400), basis::derived, half};
  static constexpr auto peaks = detail::rates_with(detail::cdna2_vector, basis::derived, half, {
      {matrix_fp64, 95.7 / 2}, {matrix_fp32, 95.7 / 2}, {matrix_fp16, 383.0 / 2}, {matrix_bf16, 383.0 / 2},
      {matrix_int8, 383.0 / 2}, {vector_fp64, 47.9 / 2}, {vector_fp32, 47.9 / 2}});
};

/// One of the two dies of an MI250, which has fewer compute units than an MI250X; drivers may name both models at once.
struct mi250_gcd : detail::cdna2 {
  static constexpr std::string_view name = "mi250_gcd";
  static constexpr std::array<std::string_view, 1> aliases{"AMD Instinct MI250"};
  static constexpr const char* half = "AMD: product page of the MI250, halved";
  static constexpr figure<int> cores{104, basis::vendor, "ROCM-SPEC"};
  static constexpr figure<bandwidth> dram{GBps(1638), basis::derived, half};
  static constexpr figure<byte_count> memory{GB(64), basis::derived, half};
  static constexpr figure<byte_count> last_level_cache{MiB(8), basis::vendor, "ROCM-SPEC: L2"};
  static constexpr auto peaks = detail::rates_with(detail::cdna2_vector, basis::derived, half, {
      {matrix_fp64, 90.5 / 2}, {matrix_fp32, 90.5 / 2}, {matrix_fp16, 362.1 / 2}, {matrix_bf16, 362.1 / 2},
      {matrix_int8, 362.1 / 2}, {vector_fp64, 45.3 / 2}, {vector_fp32, 45.3 / 2}});
};

/// Host and accelerator share one memory, so there is no host link.
struct mi300a : detail::cdna3 {
  static constexpr std::string_view name = "mi300a";
  static constexpr std::array<std::string_view, 1> aliases{"AMD Instinct MI300A"};
  static constexpr figure<int> cores{228, basis::vendor, "ROCM-SPEC"};
  static constexpr figure<bandwidth> dram{GBps(5300), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> memory{GB(128), basis::vendor, detail::amd_page};
  static constexpr figure<bandwidth> link_total{GBps(1024), basis::doubtful, "AMD: 8 links of 128 GB/s"};
  static constexpr auto peaks = detail::rates_with(detail::cdna3_vector, basis::vendor, detail::amd_page, {
      {matrix_fp64, 122.6}, {matrix_fp32, 122.6}, {matrix_tf32, 490.3}, {matrix_fp16, 980.6}, {matrix_bf16, 980.6},
      {matrix_fp8, 1961.2}, {matrix_int8, 1961.2}, {vector_fp64, 61.3}, {vector_fp32, 122.6}});
};

struct mi300x : detail::cdna3_of_304 {
  static constexpr std::string_view name = "mi300x";
  static constexpr std::array<std::string_view, 2> aliases{"AMD Instinct MI300X", "AMD Instinct MI300X VF"};
  static constexpr figure<bandwidth> dram{GBps(5300), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> memory{GB(192), basis::vendor, detail::amd_page};
  static constexpr auto achievable = rates(basis::measured, "AMD-MAF", {
      {matrix_fp16, 654}, {matrix_bf16, 708}, {matrix_fp8, 1273}});  // [MLE] reaches 668 in BF16
};

struct mi325x : detail::cdna3_of_304 {
  static constexpr std::string_view name = "mi325x";
  static constexpr std::array<std::string_view, 2> aliases{"AMD Instinct MI325X", "AMD Instinct MI325X VF"};
  static constexpr figure<bandwidth> dram{GBps(6000), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> memory{GB(256), basis::vendor, detail::amd_page};
  static constexpr auto achievable = rates(basis::measured, "AMD-MAF", {
      {matrix_fp16, 794}, {matrix_bf16, 843}, {matrix_fp8, 1519}});  // [MLE] reaches 785 in BF16
};

/// MI300X for China: 80 CUs in 4 XCDs, with the same memory. AMD publishes no page. The clock is inferred from export
/// rules: at 1800 MHz the FP8 peak, 80 x 4096 x 1800e6 = 589.8 TFLOP/s, times 8 bits is 4718, below the limit of 4800.
struct mi308x : detail::cdna3 {
  static constexpr std::string_view name = "mi308x";
  static constexpr std::array<std::string_view, 2> aliases{"AMD Instinct MI308X", "AMD Instinct MI308X VF"};
  static constexpr const char* rate = "XPROF-AMD: CDNA3 per clock and CU x 80 x 1800 MHz";
  static constexpr figure<int> cores{80, basis::vendor, "HIPBLASLT: gfx942_80cu"};
  static constexpr figure<frequency> clock{MHz(1800), basis::doubtful, "not published; see above"};
  static constexpr figure<bandwidth> dram{GBps(5300), basis::doubtful, "as MI300X"};
  static constexpr figure<byte_count> memory{GB(192), basis::doubtful, "as MI300X"};
  static constexpr figure<bandwidth> link_total{GBps(896), basis::doubtful, "as MI300X"};
  static constexpr figure<bandwidth> host_link{GBps(64), basis::doubtful, "as MI300X"};
  static constexpr auto peaks = detail::rates_with(detail::cdna3_vector, basis::doubtful, rate, {
      {matrix_fp64, 36.9}, {matrix_fp32, 36.9}, {matrix_tf32, 147.5}, {matrix_fp16, 294.9}, {matrix_bf16, 294.9},
      {matrix_fp8, 589.8}, {matrix_int8, 589.8}, {vector_fp64, 18.4}, {vector_fp32, 36.9}});
};

/// The measured FP8 figure in [MSLK-513] is omitted: it is below half the peak and may not refer to the scaled
/// instruction.
struct mi350x : detail::cdna4 {
  static constexpr std::string_view name = "mi350x";
  static constexpr std::array<std::string_view, 2> aliases{"AMD Instinct MI350X", "AMD Instinct MI350X VF"};
  static constexpr figure<frequency> clock{MHz(2200), basis::vendor, detail::amd_page};
  static constexpr figure<bandwidth> achievable_dram{GBps(6168), basis::measured, "MSLK-513"};
  static constexpr auto peaks = detail::rates_with(detail::cdna3_vector, basis::vendor, detail::amd_page, {
      {matrix_fp64, 72.1}, {matrix_fp32, 144.2}, {matrix_fp16, 2306.9}, {matrix_bf16, 2306.9}, {matrix_fp8, 4613.7},
      {matrix_fp6, 9227.5}, {matrix_fp4, 9227.5}, {matrix_int8, 4613.7}, {vector_fp64, 72.1}, {vector_fp32, 144.2}});
};

struct mi355x : detail::cdna4 {
  static constexpr std::string_view name = "mi355x";
  static constexpr std::array<std::string_view, 2> aliases{"AMD Instinct MI355X", "AMD Instinct MI355X VF"};
  static constexpr figure<frequency> clock{MHz(2400), basis::vendor, detail::amd_page};
  static constexpr auto peaks = detail::rates_with(detail::cdna3_vector, basis::vendor, detail::amd_page, {
      {matrix_fp64, 78.6}, {matrix_fp32, 157.3}, {matrix_fp16, 2516.6}, {matrix_bf16, 2516.6}, {matrix_fp8, 5033.2},
      {matrix_fp6, 10066.3}, {matrix_fp4, 10066.3}, {matrix_int8, 5033.2}, {vector_fp64, 78.6}, {vector_fp32, 157.3}});
  static constexpr auto achievable = rates(basis::measured, "MLE", {{matrix_bf16, 1565}});
};

/// A card for desktops. A core is a pair of compute units, which ROCm counts as one multiprocessor.
struct rx_7900_xtx : detail::instinct {
  static constexpr std::string_view name = "rx_7900_xtx";
  static constexpr std::string_view architecture = "gfx1100";
  static constexpr std::array<std::string_view, 2> aliases{"AMD Radeon RX 7900 XTX", "Radeon RX 7900 XTX"};
  static constexpr const char* wmma = "GPUOpen: WMMA on RDNA 3, 512 FLOP/clk/CU, over FP32's 256";
  static constexpr figure<int> cores{48, basis::derived, "AMD: product page, 96 CUs"};
  static constexpr figure<frequency> clock{MHz(2500), basis::vendor, detail::amd_page};
  static constexpr figure<bandwidth> dram{GBps(960), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> memory{GB(24), basis::vendor, detail::amd_page};
  static constexpr figure<byte_count> last_level_cache{MiB(96), basis::vendor, "AMD: product page, Infinity Cache"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "AMD: PCIe 4.0 x16"};
  static constexpr auto peaks = with_ratios(rates(basis::vendor, detail::amd_page, {
      {vector_fp32, 61.4}, {vector_fp16, 122.8}}),
      vector_fp32, {{matrix_fp16, 2}, {matrix_bf16, 2}, {matrix_int8, 2}, {vector_bf16, 1}}, wmma);
};

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_AMD_HPP
