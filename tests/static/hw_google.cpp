#include "within.hpp"

#include <ridgeline/hw/catalog.hpp>

using namespace ridgeline;

namespace test_hw_google {

using namespace ridgeline::hw;

// One 128x128 unit: 128 * 128 multiply-adds = 32768 FLOP per clock; four of them a core.
constexpr double four_units = 4 * 128 * 128 * 2;
static_assert(rebuilds<tpu_v4, matrix_bf16>(four_units, 1050, 0.5));   // 131072 * 2 * 1050e6 = 275.3
static_assert(rebuilds<tpu_v5e, matrix_bf16>(four_units, 1500, 0.5));  // 131072 * 1 * 1500e6 = 196.6
static_assert(rebuilds<tpu_v5p, matrix_bf16>(four_units, 1750, 0.5));  // 131072 * 2 * 1750e6 = 458.8
static_assert(tpu_v4::clock == 1050 * MHz && tpu_v5e::clock == 1500 * MHz && tpu_v5p::clock == 1750 * MHz);
// v6e: two 256x256 units would need 918e12 / (2 * 65536 * 2) = 3.5 GHz, so no clock is given.
static_assert(prints<tpu_v6e, matrix_bf16>(918) && !known(image<tpu_v6e>().clock));

static_assert(prints<tpu_v4, matrix_int8>(275) && prints<tpu_v5e, matrix_int8>(393));
static_assert(prints<tpu_v5p, matrix_int8>(918) && prints<tpu_v6e, matrix_int8>(1836));
static_assert(prints<tpu_v5p, matrix_fp8>(459) && prints<tpu_v6e, matrix_fp8>(918));
static_assert(!publishes_peak<tpu_v4, matrix_fp8> && !publishes_peak<tpu_v5e, matrix_fp8>);
// JAX's device is one of the two chiplets: 2307 / 2, 7380 / 2 and 192 / 2.
static_assert(prints<tpu_v7x, matrix_bf16>(2307) && google_chips::find("TPU7x")->name == "tpu_v7x_chiplet");
static_assert(prints<tpu_v7x_chiplet, matrix_bf16>(1153.5) && 2 * tpu_v7x_chiplet::dram.value == tpu_v7x::dram.value);
static_assert(!publishes_peak<tpu_v6e, matrix_fp32> && !publishes_peak<tpu_v6e, vector_fp32>);

static_assert(tpu_v4::dram == 1200 * GBps && tpu_v5e::dram == 819 * GBps && tpu_v5p::dram == 2765 * GBps);
static_assert(tpu_v6e::dram == 1638 * GBps && tpu_v5p::memory == 95 * GB && tpu_v6e::memory == 32 * GB);
// ICI, both directions of all links: v4 6 * 90 = 540 by the documentation; the others as the pages print them.
static_assert(tpu_v4::link_total == 6 * 90 * GBps && tpu_v4::link_total.basis == basis::doubtful);
static_assert(tpu_v5e::link_total == 400 * GBps && tpu_v5p::link_total == 1200 * GBps);
static_assert(tpu_v6e::link_total == 800 * GBps);
static_assert(tpu_v5e::link == 45 * GBps && tpu_v6e::link == 90 * GBps);
static_assert(tpu_v5e::host_link.basis == basis::doubtful && tpu_v5p::host_link.basis == basis::doubtful);

// As JAX names them.
static_assert(google_chips::find("TPU v4")->name == "tpu_v4" && google_chips::find("TPU v5 lite")->name == "tpu_v5e");
static_assert(google_chips::find("TPU v5")->name == "tpu_v5p" && google_chips::find("TPU v5p")->name == "tpu_v5p");
static_assert(google_chips::find("TPU v6 Lite")->name == "tpu_v6e" && google_chips::find("TPU v6e")->name == "tpu_v6e");
static_assert(nothing_beats_its_peak<google_chips>() && peaks_are_sound<google_chips>());

int nothing;

}  // namespace test_hw_google
