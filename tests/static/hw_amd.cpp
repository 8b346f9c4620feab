#include "within.hpp"

#include <ridgeline/hw/catalog.hpp>

using namespace ridgeline;

namespace test_hw_amd {

using namespace ridgeline::hw;

// FLOP per clock and CU (CDNA white papers), times CUs, times the engine clock; pages print one decimal.
constexpr double rounding = 0.051;

// CDNA2: 104 CUs at 1700 MHz: 104 * 1700e6 = 176.8e9; x 128 = 22.63, x 256 = 45.26, x 1024 = 181.04 TF.
static_assert(rebuilds<mi210, vector_fp64>(128, 1700, rounding) && prints<mi210, vector_fp64>(22.6));
static_assert(rebuilds<mi210, vector_fp32>(128, 1700, rounding) && prints<mi210, vector_fp32>(22.6));
static_assert(rebuilds<mi210, matrix_fp64>(256, 1700, rounding) && prints<mi210, matrix_fp64>(45.3));
static_assert(rebuilds<mi210, matrix_fp32>(256, 1700, rounding) && prints<mi210, matrix_fp32>(45.3));
static_assert(rebuilds<mi210, matrix_fp16>(1024, 1700, rounding) && prints<mi210, matrix_fp16>(181));
static_assert(rebuilds<mi210, matrix_bf16>(1024, 1700, rounding) && prints<mi210, matrix_bf16>(181));
static_assert(rebuilds<mi210, matrix_int8>(1024, 1700, rounding) && prints<mi210, matrix_int8>(181));
static_assert(!publishes_peak<mi210, matrix_fp8> && !publishes_peak<mi210, matrix_tf32>);

// 220 CUs: 374e9; x 128 = 47.87, x 256 = 95.74, x 1024 = 382.98 TF.
static_assert(rebuilds<mi250x, vector_fp64>(128, 1700, rounding) && rebuilds<mi250x, vector_fp32>(128, 1700, rounding));
static_assert(rebuilds<mi250x, matrix_fp64>(256, 1700, rounding) && rebuilds<mi250x, matrix_fp32>(256, 1700, rounding));
static_assert(rebuilds<mi250x, matrix_fp16>(1024, 1700, rounding) && prints<mi250x, matrix_bf16>(383));
// One die is half: 110 CUs, 191.5 TF of BF16, 1638 of 3277 GB/s, 64 of 128 GB, 8 of 16 MiB, 400 of 800 GB/s of links.
static_assert(mi250x_gcd::cores == 110 && 2 * mi250x_gcd::cores == mi250x::cores);
static_assert(rebuilds<mi250x_gcd, matrix_bf16>(1024, 1700, rounding) && prints<mi250x_gcd, matrix_bf16>(191.5));
static_assert(2 * peak_of<mi250x_gcd, vector_fp64> == peak_of<mi250x, vector_fp64>);
static_assert(find_peak(mi250x_gcd::peaks, matrix_bf16)->basis == basis::derived);
static_assert(mi250x_gcd::dram == 1638 * GBps && mi250x::dram == 3277 * GBps);
static_assert(mi250x_gcd::memory == 64 * GB && mi250x_gcd::last_level_cache == 8 * MiB);
static_assert(mi250x_gcd::link_total == 400 * GBps && mi250x_gcd::link == 50 * GBps);
// MI250: 104 CUs a die: half of 362.1 is 181.05. MI100: 120 at 1502 MHz: 180.24e9 x 128 = 23.1, x 256 = 46.1,
// x 512 = 92.3, x 1024 = 184.6. RX 7900 XTX: 48 pairs at 2500: 120e9 x 512 = 61.4, x 1024 = 122.9.
static_assert(rebuilds<mi250_gcd, matrix_bf16>(1024, 1700, rounding) && rebuilds<mi250_gcd, vector_fp32>(128, 1700, rounding));
static_assert(rebuilds<mi100, vector_fp32>(128, 1502, rounding) && rebuilds<mi100, matrix_fp32>(256, 1502, rounding));
static_assert(rebuilds<mi100, matrix_bf16>(512, 1502, rounding) && rebuilds<mi100, matrix_fp16>(1024, 1502, rounding));
static_assert(rebuilds<rx_7900_xtx, vector_fp32>(512, 2500, rounding));
static_assert(rebuilds<rx_7900_xtx, matrix_bf16>(1024, 2500, 0.1));
static_assert(amd_chips::find("AMD Instinct MI250")->name == "mi250_gcd");
// A trace names the die, not the module.
static_assert(amd_chips::find("AMD Instinct MI250X")->name == "mi250x_gcd");
static_assert(amd_chips::find("AMD Instinct MI250X/MI250")->name == "mi250x_gcd");
static_assert(amd_chips::find("mi250x")->cores == 220);

// CDNA3: 228 CUs at 2100 MHz: 478.8e9; x 128 = 61.29, x 256 = 122.57, x 1024 = 490.29, x 2048 = 980.58,
// x 4096 = 1961.16 TF.
static_assert(rebuilds<mi300a, vector_fp64>(128, 2100, rounding) && rebuilds<mi300a, vector_fp32>(256, 2100, rounding));
static_assert(rebuilds<mi300a, matrix_fp64>(256, 2100, rounding) && rebuilds<mi300a, matrix_fp32>(256, 2100, rounding));
static_assert(rebuilds<mi300a, matrix_tf32>(1024, 2100, rounding) && prints<mi300a, matrix_tf32>(490.3));
static_assert(rebuilds<mi300a, matrix_bf16>(2048, 2100, rounding) && prints<mi300a, matrix_bf16>(980.6));
static_assert(rebuilds<mi300a, matrix_fp8>(4096, 2100, rounding) && prints<mi300a, matrix_int8>(1961.2));
static_assert(!known(image<mi300a>().host_link));  // one memory for host and accelerator

// 304 CUs: 638.4e9; x 128 = 81.72, x 256 = 163.43, x 1024 = 653.72, x 2048 = 1307.44, x 4096 = 2614.89 TF.
static_assert(rebuilds<mi300x, vector_fp64>(128, 2100, rounding) && prints<mi300x, vector_fp64>(81.7));
static_assert(rebuilds<mi300x, vector_fp32>(256, 2100, rounding) && prints<mi300x, vector_fp32>(163.4));
static_assert(rebuilds<mi300x, matrix_fp64>(256, 2100, rounding) && prints<mi300x, matrix_fp64>(163.4));
static_assert(rebuilds<mi300x, matrix_fp32>(256, 2100, rounding) && prints<mi300x, matrix_fp32>(163.4));
static_assert(rebuilds<mi300x, matrix_tf32>(1024, 2100, rounding) && prints<mi300x, matrix_tf32>(653.7));
static_assert(rebuilds<mi300x, matrix_fp16>(2048, 2100, rounding) && prints<mi300x, matrix_fp16>(1307.4));
static_assert(rebuilds<mi300x, matrix_bf16>(2048, 2100, rounding) && prints<mi300x, matrix_bf16>(1307.4));
static_assert(rebuilds<mi300x, matrix_fp8>(4096, 2100, rounding) && prints<mi300x, matrix_fp8>(2614.9));
static_assert(rebuilds<mi300x, matrix_int8>(4096, 2100, rounding) && prints<mi300x, matrix_int8>(2614.9));
static_assert(mi300x::dram == 5300 * GBps && mi300x::memory == 192 * GB && mi300x::last_level_cache == 256 * MiB);
static_assert(mi300x::link == 64 * GBps && mi300x::link_total == 7 * 128 * GBps);  // 7 peers, 64 each way
// The measured roof is 708 of 1307.4 TF in BF16: 54 %.
static_assert(within(find_peak(mi300x::achievable, matrix_bf16)->rate / peak_of<mi300x, matrix_bf16>, 0.54, 0.005));
// MI325X: the same peaks, another memory.
static_assert(mi325x::dram == 6000 * GBps && mi325x::memory == 256 * GB && mi325x::cores == 304);
static_assert(peak_of<mi325x, matrix_int8> == peak_of<mi300x, matrix_int8>);
static_assert(find_peak(mi325x::achievable, matrix_fp8)->rate == 1519 * TFLOPps);

// CDNA4: 256 CUs at 2200 MHz: 563.2e9; x 128 = 72.09, x 256 = 144.18, x 4096 = 2306.87, x 8192 = 4613.73,
// x 16384 = 9227.47 TF. At 2400 MHz: 614.4e9: 78.64, 157.29, 2516.58, 5033.16, 10066.33.
static_assert(rebuilds<mi350x, vector_fp64>(128, 2200, rounding) && rebuilds<mi350x, matrix_fp64>(128, 2200, rounding));
static_assert(rebuilds<mi350x, vector_fp32>(256, 2200, rounding) && rebuilds<mi350x, matrix_fp32>(256, 2200, rounding));
static_assert(rebuilds<mi350x, matrix_bf16>(4096, 2200, rounding) && prints<mi350x, matrix_bf16>(2306.9));
static_assert(rebuilds<mi350x, matrix_fp8>(8192, 2200, rounding));
static_assert(rebuilds<mi350x, matrix_int8>(8192, 2200, rounding));
static_assert(rebuilds<mi350x, matrix_fp4>(16384, 2200, rounding));
static_assert(rebuilds<mi350x, matrix_fp6>(16384, 2200, rounding));
static_assert(rebuilds<mi355x, vector_fp64>(128, 2400, rounding) && rebuilds<mi355x, matrix_fp64>(128, 2400, rounding));
static_assert(rebuilds<mi355x, vector_fp32>(256, 2400, rounding) && rebuilds<mi355x, matrix_fp32>(256, 2400, rounding));
static_assert(rebuilds<mi355x, matrix_bf16>(4096, 2400, rounding) && prints<mi355x, matrix_bf16>(2516.6));
static_assert(rebuilds<mi355x, matrix_fp8>(8192, 2400, rounding));
static_assert(rebuilds<mi355x, matrix_int8>(8192, 2400, rounding));
static_assert(rebuilds<mi355x, matrix_fp4>(16384, 2400, rounding));
static_assert(rebuilds<mi355x, matrix_fp6>(16384, 2400, rounding));
static_assert(!publishes_peak<mi350x, matrix_tf32>);                             // CDNA4 dropped it
static_assert(peak_of<mi355x, matrix_fp64> < peak_of<mi300x, matrix_fp64> / 2);  // 78.6 against 163.4
// 153.6 GB/s both directions is 76.8 one way; seven of them are 1075.2.
static_assert(2 * bandwidth(mi355x::link) == 153.6 * GBps);
static_assert(within(7 * 153.6, bandwidth(mi355x::link_total).in(GBps), 1e-9));
// No measured FP8 figure for MI350X: the one that is public is doubtful.
static_assert(image<mi350x>().achievable.empty() && image<mi350x>().achievable_dram == 6168 * GBps);

// Figures that the tables mark as unconfirmed say so.
static_assert(mi210::link_total.basis == basis::doubtful && mi300a::link_total.basis == basis::doubtful);
static_assert(mi300x::link_total.basis == basis::vendor);
// A gfx target stands for several chips, so it names none of them.
static_assert(amd_chips::find("gfx942") == nullptr && image<mi300x>().architecture == "gfx942");
static_assert(amd_chips::find("AMD Instinct MI300X")->name == "mi300x" && amd_chips::find("MI300X")->name == "mi300x");
static_assert(nothing_beats_its_peak<amd_chips>() && peaks_are_sound<amd_chips>());

// MI308X: 80 CUs at 1800 MHz: 144e9; x 128 = 18.43, x 256 = 36.86, x 1024 = 147.5, x 2048 = 294.9, x 4096 = 589.8.
static_assert(rebuilds<mi308x, vector_fp64>(128, 1800, rounding) && rebuilds<mi308x, vector_fp32>(256, 1800, rounding));
static_assert(rebuilds<mi308x, matrix_fp64>(256, 1800, rounding));
static_assert(rebuilds<mi308x, matrix_tf32>(1024, 1800, rounding));
static_assert(rebuilds<mi308x, matrix_bf16>(2048, 1800, rounding));
static_assert(rebuilds<mi308x, matrix_fp8>(4096, 1800, rounding));
static_assert(mi308x::dram == 5300 * GBps && mi308x::clock.basis == basis::doubtful);
static_assert(amd_chips::find("AMD Instinct MI308X")->name == "mi308x");

// Vector BF16 is computed in FP32, FP16 packed: 256 FLOP/clk/CU. MI300X: 304 x 256 x 2100e6 = 163.4;
// MI210: 104 x 256 x 1700e6 = 45.3 and, in FP32, 104 x 128 x 1700e6 = 22.6; MI355X: 256 x 256 x 2400e6 = 157.3.
static_assert(rebuilds<mi300x, vector_bf16>(256, 2100, rounding) && rebuilds<mi300x, vector_fp16>(256, 2100, rounding));
static_assert(rebuilds<mi210, vector_bf16>(128, 1700, rounding) && rebuilds<mi210, vector_fp16>(256, 1700, 0.1));
static_assert(rebuilds<mi355x, vector_bf16>(256, 2400, rounding) && rebuilds<mi350x, vector_fp16>(256, 2200, rounding));
static_assert(2 * peak_of<mi250x_gcd, vector_fp16> == peak_of<mi250x, vector_fp16>);
static_assert(find_peak(mi300x::peaks, vector_bf16)->basis == basis::architecture);

int nothing;

}  // namespace test_hw_amd
