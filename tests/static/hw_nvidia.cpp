#include "within.hpp"

#include <ridgeline/hw/catalog.hpp>

using namespace ridgeline;

namespace test_hw_nvidia {

using namespace ridgeline::hw;

// A100, 8.0: 108 SMs at 1410 MHz: 152.28e9; x 64 = 9.75, x 128 = 19.49, x 1024 = 155.9, x 2048 = 311.9, x 4096 = 623.7.
static_assert(rebuilds<a100_40gb, vector_fp64>(64, 1410, 0.05) && rebuilds<a100_40gb, matrix_fp64>(128, 1410, 0.05));
static_assert(rebuilds<a100_40gb, vector_fp32>(128, 1410, 0.05) && rebuilds<a100_40gb, matrix_tf32>(1024, 1410, 0.5));
static_assert(rebuilds<a100_40gb, matrix_fp16>(2048, 1410, 0.5) && rebuilds<a100_40gb, matrix_bf16>(2048, 1410, 0.5));
static_assert(rebuilds<a100_40gb, matrix_int8>(4096, 1410, 0.5) && !publishes_peak<a100_40gb, matrix_fp8>);
static_assert(a100_40gb::dram == 1555 * GBps && a100_80gb_sxm::dram == 2039 * GBps);
static_assert(a100_80gb_pcie::dram == 1935 * GBps);
static_assert(a100_80gb_sxm::link == 300 * GBps && a100_80gb_sxm::link_total == 600 * GBps);
// 271 of 312 is 87 %, 253 is 81 %.
static_assert(within(271.0 / 312, 0.87, 0.005));
static_assert(find_peak(a100_80gb_sxm::achievable, matrix_bf16)->rate == 271 * TFLOPps);
static_assert(within(253.0 / 312, 0.81, 0.005));
static_assert(find_peak(a100_80gb_pcie::achievable, matrix_bf16)->rate == 253 * TFLOPps);

// H100, 9.0: FP64 and FP32 at the boost clock, tensor rows at a lower one. One clock cannot rebuild both.
// SXM, 132 SMs: 1980 MHz: 261.36e9 x 128 = 33.5, x 256 = 66.9. 1830 MHz: 241.56e9 x 2048 = 494.7, x 4096 = 989.4,
// x 8192 = 1978.9.
static_assert(rebuilds<h100_sxm, vector_fp64>(128, 1980, 0.6) && rebuilds<h100_sxm, matrix_fp64>(256, 1980, 0.5));
static_assert(rebuilds<h100_sxm, vector_fp32>(256, 1980, 0.5) && rebuilds<h100_sxm, matrix_tf32>(2048, 1830, 0.05));
static_assert(rebuilds<h100_sxm, matrix_fp16>(4096, 1830, 0.05) && rebuilds<h100_sxm, matrix_bf16>(4096, 1830, 0.05));
static_assert(rebuilds<h100_sxm, matrix_fp8>(8192, 1830, 0.5) && rebuilds<h100_sxm, matrix_int8>(8192, 1830, 0.5));
static_assert(!rebuilds<h100_sxm, matrix_bf16>(4096, 1980, 50));  // that would be 1070
static_assert(find_peak(h100_sxm::peaks, matrix_bf16)->clock == 1830 * MHz && h100_sxm::clock == 1980 * MHz);
// PCIe, 114 SMs: 1755 MHz: 200.07e9: 25.6, 51.2. 1620 MHz: 184.68e9: 378.2, 756.4, 1512.9.
static_assert(rebuilds<h100_pcie, vector_fp64>(128, 1755, 0.5) && rebuilds<h100_pcie, vector_fp32>(256, 1755, 0.5));
static_assert(rebuilds<h100_pcie, matrix_fp64>(256, 1755, 0.5) && rebuilds<h100_pcie, matrix_tf32>(2048, 1620, 0.5));
static_assert(rebuilds<h100_pcie, matrix_bf16>(4096, 1620, 0.5) && rebuilds<h100_pcie, matrix_fp8>(8192, 1620, 0.5));
// NVL, 132 SMs: 1785 MHz: 235.62e9: 30.2, 60.3. 1545 MHz: 203.94e9: 417.7, 835.3, 1670.7.
static_assert(rebuilds<h100_nvl, vector_fp64>(128, 1785, 0.5) && rebuilds<h100_nvl, vector_fp32>(256, 1785, 0.5));
static_assert(rebuilds<h100_nvl, matrix_tf32>(2048, 1545, 0.5) && rebuilds<h100_nvl, matrix_bf16>(4096, 1545, 0.5));
static_assert(rebuilds<h100_nvl, matrix_fp8>(8192, 1545, 0.5) && rebuilds<h200_nvl, matrix_int8>(8192, 1545, 0.5));
// H200 is an H100 with different memory.
static_assert(peak_of<h200_sxm, matrix_fp8> == peak_of<h100_sxm, matrix_fp8> && h200_sxm::dram == 4800 * GBps);
static_assert(h200_sxm::memory == 141 * GB && h100_nvl::memory == 94 * GB && h100_nvl::dram == 3900 * GBps);
static_assert(h100_sxm::link == 450 * GBps && 2 * bandwidth(h100_sxm::link) == bandwidth(h100_sxm::link_total));

// B200, 10.0: 148 SMs: 1965 MHz: 290.82e9 x 128 = 37.2, x 256 = 74.4. 1856 MHz: 274.688e9 x 4096 = 1125.1,
// x 8192 = 2250.2, x 16384 = 4500.5, x 32768 = 9001.0.
static_assert(rebuilds<b200, vector_fp64>(128, 1965, 0.5) && rebuilds<b200, matrix_fp64>(128, 1965, 0.5));
static_assert(rebuilds<b200, vector_fp32>(256, 1965, 0.6) && rebuilds<b200, matrix_tf32>(4096, 1856, 0.5));
static_assert(rebuilds<b200, matrix_fp16>(8192, 1856, 0.5) && rebuilds<b200, matrix_bf16>(8192, 1856, 0.5));
static_assert(rebuilds<b200, matrix_fp8>(16384, 1856, 0.5) && rebuilds<b200, matrix_fp6>(16384, 1856, 0.5));
static_assert(rebuilds<b200, matrix_int8>(16384, 1856, 0.5) && rebuilds<b200, matrix_fp4>(32768, 1856, 1.1));
// GB200 at 2062 MHz: 148 x 2062e6 = 305.176e9 x 8192 = 2500.0, x 32768 = 10000.0.
static_assert(rebuilds<gb200, matrix_bf16>(8192, 2062, 0.5) && rebuilds<gb200, matrix_fp4>(32768, 2062, 0.5));
static_assert(rebuilds<gb200, matrix_tf32>(4096, 2062, 0.5) && rebuilds<gb200, matrix_fp8>(16384, 2062, 0.5));
static_assert(b200::dram == 7700 * GBps && b200::memory == 180 * GB && gb200::dram == 8000 * GBps);

// L40S, 8.9: 142 SMs: 2520 MHz: 357.84e9 x 256 = 91.6, x 512 = 183.2, x 2048 = 732.9.
// 2490 MHz: 353.58e9 x 1024 = 362.1.
static_assert(rebuilds<l40s, vector_fp32>(256, 2520, 0.05) && rebuilds<l40s, matrix_tf32>(512, 2520, 0.5));
static_assert(rebuilds<l40s, matrix_fp16>(1024, 2490, 0.5) && rebuilds<l40s, matrix_bf16>(1024, 2490, 0.5));
static_assert(rebuilds<l40s, matrix_fp8>(2048, 2520, 0.5) && rebuilds<l40s, matrix_int8>(2048, 2520, 0.5));
static_assert(!known(image<l40s>().link) && !publishes_peak<l40s, matrix_fp64>);

// Vector FP16 and BF16, from the results per clock and SM of the programming guide: results x 2 FLOP x SMs x clock.
// A100: 256 x 2 x 108 x 1410e6 = 77.97, 128 x 2: 38.98; its white paper prints 78 and 39 (non-tensor).
static_assert(rebuilds<a100_40gb, vector_fp16>(512, 1410, 0.05) && rebuilds<a100_40gb, vector_bf16>(256, 1410, 0.05));
static_assert(prints<a100_80gb_sxm, vector_fp16>(4 * 19.5) && prints<a100_80gb_sxm, vector_bf16>(2 * 19.5));
// H100 SXM: 256 x 2 x 132 x 1980e6 = 133.8, as its white paper; PCIe: 512 x 114 x 1755e6 = 102.4; NVL: 120.6.
static_assert(rebuilds<h100_sxm, vector_bf16>(512, 1980, 0.5) && rebuilds<h100_pcie, vector_fp16>(512, 1755, 0.5));
static_assert(rebuilds<h100_nvl, vector_bf16>(512, 1785, 0.7) && rebuilds<h200_sxm, vector_fp16>(512, 1980, 0.5));
// B200: 512 x 148 x 1965e6 = 148.9, and 2 x the printed 75 is 150. L40S: 128 x 2 x 142 x 2520e6 = 91.6.
static_assert(rebuilds<b200, vector_bf16>(512, 1965, 1.2) && prints<gb200, vector_bf16>(160));
static_assert(rebuilds<l40s, vector_bf16>(256, 2520, 0.05) && rebuilds<l40s, vector_fp16>(256, 2520, 0.05));
static_assert(find_peak(h100_sxm::peaks, vector_bf16)->basis == basis::architecture);
static_assert(find_peak(h100_sxm::peaks, vector_fp32)->basis == basis::vendor);

// V100: 80 SMs at 1530 MHz: 122.4e9 x 1024 = 125.3, x 128 = 15.67, x 64 = 7.83; FP16 128 x 2 results: 31.3.
static_assert(rebuilds<v100_sxm2, matrix_fp16>(1024, 1530, 0.5) && rebuilds<v100_sxm2, vector_fp32>(128, 1530, 0.05));
static_assert(rebuilds<v100_sxm2, vector_fp64>(64, 1530, 0.05) && rebuilds<v100_sxm2, vector_fp16>(256, 1530, 0.1));
static_assert(!publishes_peak<v100_sxm2, vector_bf16> && !publishes_peak<v100_sxm2, matrix_bf16>);
// H800 is an H100 except for NVLink, 400 of 900 GB/s, and FP64, 1 TFLOP/s.
static_assert(peak_of<h800_sxm, matrix_bf16> == peak_of<h100_sxm, matrix_bf16> && prints<h800_sxm, vector_fp64>(1));
static_assert(h800_sxm::link_total == 400 * GBps && 2 * bandwidth(h800_sxm::link) == bandwidth(h800_sxm::link_total));
// H20: each halving of the width doubles the rate: 74, 148, 296. 44 TFLOP/s over 78 x 256 would be 2203 MHz.
static_assert(prints<h20, matrix_tf32>(74) && prints<h20, matrix_bf16>(148) && prints<h20, matrix_fp8>(296));
static_assert(rebuilds<h20, vector_fp32>(256, 2203.5, 0.05) && !known(image<h20>().clock) && h20::dram == 4000 * GBps);
static_assert(peak_of<h20_3e, matrix_fp8> == peak_of<h20, matrix_fp8> && h20_3e::dram == 4800 * GBps);
static_assert(h20_3e::memory == 141 * GB && h20_3e::dram.basis == basis::doubtful);
// Blackwell Ultra: FP4 is 1.5 times Blackwell's, 9000 and 10000; the other tensor rates are the same.
static_assert(prints<b300, matrix_fp4>(13500) && prints<gb300, matrix_fp4>(15000));
static_assert(within(13500.0, 108e3 / 8, 1e-9));  // 108 PFLOP/s over 8 GPUs
static_assert(peak_of<b300, matrix_fp8> == peak_of<b200, matrix_fp8> && prints<b300, vector_fp64>(1.25));
static_assert(peak_of<gb300, matrix_bf16> == peak_of<gb200, matrix_bf16> && !publishes_peak<b300, matrix_int8>);
static_assert(b300::memory == 288 * GB && b300::dram == 8000 * GBps && b300::cores.basis == basis::doubtful);

// Another clock scales each row from its own: at 1830 MHz BF16 is as printed and FP32 is 67 * 1830 / 1980 = 61.92.
constexpr hw::device slower = image<h100_sxm>().with_clock(1830 * MHz);
static_assert(within(peak_rate(slower, matrix_bf16).in(TFLOPps), 989.4, 1e-9));
static_assert(within(peak_rate(slower, vector_fp32).in(TFLOPps), 61.924, 0.001));
static_assert(peak_rate(image<h100_sxm>(), matrix_bf16) == 989.4 * TFLOPps);

// Names as drivers and PyTorch print them; the short ones mean the SXM boards.
static_assert(nvidia_chips::find("NVIDIA H100 80GB HBM3")->name == "h100_sxm");
static_assert(nvidia_chips::find("NVIDIA H100 PCIe")->name == "h100_pcie");
static_assert(nvidia_chips::find("NVIDIA H100 NVL")->name == "h100_nvl");
static_assert(nvidia_chips::find("NVIDIA H200")->name == "h200_sxm");
static_assert(nvidia_chips::find("NVIDIA H200 NVL")->name == "h200_nvl");
static_assert(nvidia_chips::find("NVIDIA A100-SXM4-40GB")->name == "a100_40gb");
static_assert(nvidia_chips::find("NVIDIA A100-SXM4-80GB")->name == "a100_80gb_sxm");
static_assert(nvidia_chips::find("NVIDIA A100-SXM-80GB")->name == "a100_80gb_sxm");  // of older drivers
static_assert(nvidia_chips::find("NVIDIA H20-3e")->name == "h20_3e");
static_assert(nvidia_chips::find("NVIDIA A100 80GB PCIe")->name == "a100_80gb_pcie");
static_assert(nvidia_chips::find("NVIDIA A800-SXM4-80GB")->name == "a800_80gb_sxm");
static_assert(nvidia_chips::find("NVIDIA A800 80GB PCIe")->name == "a800_80gb_pcie");
static_assert(peak_of<a800_80gb_sxm, matrix_bf16> == 312 * TFLOPps && a800_80gb_sxm::dram == a100_80gb_sxm::dram);
static_assert(a800_80gb_sxm::link_total == 400 * GBps && 2 * bandwidth(a800_80gb_sxm::link) == 400 * GBps);
static_assert(nvidia_chips::find("NVIDIA B200")->name == "b200" && nvidia_chips::find("NVIDIA GB200")->name == "gb200");
static_assert(nvidia_chips::find("NVIDIA L40S")->name == "l40s");
static_assert(nvidia_chips::find("NVIDIA H800")->name == "h800_sxm" && nvidia_chips::find("NVIDIA H20")->name == "h20");
static_assert(nvidia_chips::find("NVIDIA B300 SXM6 AC")->name == "b300");
static_assert(nvidia_chips::find("gb300")->name == "gb300");
static_assert(nvidia_chips::find("NVIDIA A100-PG509-200")->name == "a100_40gb");  // from a trace, of 42.3e9 bytes
static_assert(nvidia_chips::find("Tesla V100-SXM2-32GB")->name == "v100_sxm2");
static_assert(nvidia_chips::find("h100")->name == "h100_sxm" && nvidia_chips::find("H200")->name == "h200_sxm");
static_assert(nvidia_chips::find("h100-pcie")->name == "h100_pcie");
static_assert(nvidia_chips::find("A100")->name == "a100_80gb_sxm");

// Figures that the tables mark as unconfirmed say so.
static_assert(b200::dram.basis == basis::doubtful && gb200::cores.basis == basis::doubtful);
static_assert(h200_sxm::last_level_cache.basis == basis::doubtful && h200_nvl::clock.basis == basis::doubtful);
static_assert(nothing_beats_its_peak<nvidia_chips>() && peaks_are_sound<nvidia_chips>());

int nothing;

}  // namespace test_hw_nvidia
