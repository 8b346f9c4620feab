#include "within.hpp"

#include <ridgeline/hw/catalog.hpp>

using namespace ridgeline;

namespace test_hw_intel {

using namespace ridgeline::hw;

// Max 1100: 56 Xe cores at 1550 MHz: 86.8e9; x 256 = 22.2, x 2048 = 177.8, x 4096 = 355.5, x 8192 = 711.1 TF.
static_assert(rebuilds<max_1100, vector_fp64>(256, 1550, 0.05) && rebuilds<max_1100, vector_fp32>(256, 1550, 0.05));
static_assert(rebuilds<max_1100, matrix_tf32>(2048, 1550, 0.5) && rebuilds<max_1100, matrix_fp16>(4096, 1550, 0.6));
static_assert(rebuilds<max_1100, matrix_bf16>(4096, 1550, 0.6) && rebuilds<max_1100, matrix_int8>(8192, 1550, 0.5));
// Max 1550: 128 at 1600 MHz: 204.8e9; x 256 = 52.4, x 2048 = 419.4, x 4096 = 838.9, x 8192 = 1677.7 TF.
static_assert(rebuilds<max_1550, vector_fp64>(256, 1600, 0.05) && rebuilds<max_1550, vector_fp32>(256, 1600, 0.05));
static_assert(rebuilds<max_1550, matrix_tf32>(2048, 1600, 0.5) && rebuilds<max_1550, matrix_fp16>(4096, 1600, 0.5));
static_assert(rebuilds<max_1550, matrix_bf16>(4096, 1600, 0.5) && rebuilds<max_1550, matrix_int8>(8192, 1600, 0.5));
static_assert(!publishes_peak<max_1550, matrix_fp64> && !publishes_peak<max_1550, matrix_fp8>);
// One stack is half, and is what traces name.
static_assert(2 * max_1550_stack::cores == max_1550::cores && prints<max_1550_stack, matrix_bf16>(419.5));
static_assert(2 * bandwidth(max_1550_stack::dram) == max_1550::dram && max_1550_stack::memory == 64 * GB);
static_assert(max_1550_stack::last_level_cache == 204 * MiB && max_1550::last_level_cache == 408 * MiB);
static_assert(intel_chips::find("Intel(R) Data Center GPU Max 1550")->name == "max_1550_stack");
static_assert(intel_chips::find("max_1550")->cores == 128 && intel_chips::find("Max-1100")->cores == 56);
// 256 of 419.5 TF is 61 %; 1000 of 1638.5 GB/s as well.
constexpr flop_rate stack_reaches = find_peak(max_1550_stack::achievable, matrix_bf16)->rate;
static_assert(within(stack_reaches / peak_of<max_1550_stack, matrix_bf16>, 0.61, 0.005));
static_assert(within(image<max_1550_stack>().achievable_dram / image<max_1550_stack>().dram, 0.61, 0.005));
static_assert(!known(image<max_1550>().link_total));  // 16 Xe Links without a published speed

static_assert(prints<gaudi2, matrix_bf16>(432) && prints<gaudi2, matrix_fp8>(865) && gaudi2::dram == 2460 * GBps);
// 24 ports of 100 Gbit/s: 24 * 12.5 = 300 GB/s one way, 600 both; three ports to a peer are 37.5.
static_assert(gaudi2::link_total == 2 * 24 * 12.5 * GBps && gaudi2::link == 3 * 12.5 * GBps);
static_assert(gaudi3::link_total == 2 * 24 * 25 * GBps && gaudi3::dram == 3670 * GBps && gaudi3::memory == 128 * GB);
// The white paper's 1835 TF is at 1750 MHz; at 1600 it is 1835 * 1600 / 1750 = 1677.7. TF32 is quoted at 1600 already.
static_assert(prints<gaudi3, matrix_bf16>(1835) && prints<gaudi3, matrix_fp8>(1835));
static_assert(prints<gaudi3, vector_bf16>(28.7));
constexpr hw::device shipped = image<gaudi3>().with_clock(1600 * MHz);
static_assert(within(peak_rate(shipped, matrix_bf16).in(TFLOPps), 1677.7, 0.05));
static_assert(within(peak_rate(shipped, matrix_tf32).in(TFLOPps), 459, 1e-9));
static_assert(find_peak(gaudi3::peaks, matrix_tf32)->basis == basis::doubtful);
static_assert(find_peak(gaudi3::peaks, matrix_fp16)->basis == basis::doubtful);
// 1243 of 1677.7 is 74 %.
static_assert(within(find_peak(gaudi3::achievable, matrix_bf16)->rate / peak_rate(shipped, matrix_bf16), 0.74, 0.005));
static_assert(intel_chips::find("GAUDI2")->name == "gaudi2" && intel_chips::find("GAUDI3")->name == "gaudi3");
static_assert(nothing_beats_its_peak<intel_chips>() && peaks_are_sound<intel_chips>());

int nothing;

}  // namespace test_hw_intel
