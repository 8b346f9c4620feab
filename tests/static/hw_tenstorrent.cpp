#include "within.hpp"

#include <ridgeline/hw/catalog.hpp>

using namespace ridgeline;

namespace test_hw_tenstorrent {

using namespace ridgeline::hw;

// A Tensix multiplies 8x16 by 16x16 per clock: 8 * 16 * 16 multiply-adds = 4096 FLOP; n passes divide it by n.
static_assert(hw::detail::tensix_pass == 2.0 * 8 * 16 * 16 * FLOPpcycle);

// Wormhole, 64 workers at 1 GHz: 4096 * 64 * 1e9 = 262.144 TF; / 2 = 131.072; / 3 = 87.381; / 4 = 65.536.
static_assert(within(peak_of<wormhole, lofi>.in(TFLOPps), 262.144, 1e-9));
static_assert(within(peak_of<wormhole, hifi2>.in(TFLOPps), 131.072, 1e-9));
static_assert(within(peak_of<wormhole, hifi3>.in(TFLOPps), 87.3813, 1e-4));
static_assert(within(peak_of<wormhole, hifi4>.in(TFLOPps), 65.536, 1e-9));
// The number format does not matter, the fidelity does.
static_assert(peak_of<n150, math{engine::matrix, dtype::bf16, fidelity::hifi4}> == peak_of<n150, hifi4>);
static_assert(peak_of<n150, math{engine::matrix, dtype::bfp8, fidelity::hifi2}> == peak_of<n150, hifi2>);
static_assert(!publishes_peak<n150, matrix_bf16>);  // no fidelity given, none guessed
// As many workers as the trace names: 56 when dispatch takes a row, 72 for the board's figure.
// 4096 * 56 / 1000 = 229.376; 72 at HiFi4 = 73.728 (the page prints 74), at HiFi2 = 147.456 (148).
static_assert(within(peak_rate(image<n300>().with_cores(56), lofi).in(TFLOPps), 229.376, 1e-9));
static_assert(within(peak_rate(image<n150>().with_cores(72), hifi4).in(TFLOPps), 73.728, 1e-9));
static_assert(within(peak_rate(image<n150>().with_cores(72), hifi2).in(TFLOPps), 147.456, 1e-9));
// An op on 8 of them: 4.096 * 8 = 32.768.
static_assert(within(peak_rate(image<n150>(), lofi, 8).in(TFLOPps), 32.768, 1e-9));
// At half the clock, half.
static_assert(within(peak_rate(image<n150>().with_clock(500 * MHz), lofi).in(TFLOPps), 131.072, 1e-9));

// 192 bit at 12 GT/s: 24 B * 12 = 288 GB/s; twelve channels of 24. Each ASIC of an n300 has its own.
static_assert(wormhole::dram == 24 * 12 * GBps && n300::dram == 288 * GBps && n300::memory == 12 * GB);
static_assert(wormhole::dram_banks * 24 * GBps == bandwidth(wormhole::dram));
static_assert(within(image<n150>().achievable_dram / image<n150>().dram, 0.929, 0.0005));  // 267.5 / 288
static_assert(wormhole_galaxy::dram == 24 * 14 * GBps);                                     // 14 GT/s
static_assert(within(peak_of<wormhole_galaxy, lofi>.in(TFLOPps), 327.68, 1e-9));            // 80 workers
// Two QSFP-DD of 200 Gbit/s and two bridges of 100: 2 * 25 + 2 * 12.5 = 75 GB/s one way.
static_assert(n150::link_total == 2 * 75 * GBps && n150::link_total.basis == basis::doubtful);
static_assert(n300::link == 25 * GBps);

// Blackhole, 110 workers at 1.35 GHz: 4096 * 1.35 = 5529.6 GF a core; * 110 = 608.256 TF; / 2, / 3, / 4.
static_assert(within(peak_of<blackhole, lofi>.in(TFLOPps), 608.256, 1e-9));
static_assert(within(peak_of<blackhole, hifi2>.in(TFLOPps), 304.128, 1e-9));
static_assert(within(peak_of<blackhole, hifi3>.in(TFLOPps), 202.752, 1e-9));
static_assert(within(peak_of<blackhole, hifi4>.in(TFLOPps), 152.064, 1e-9));
// Boards from before 2026 name 130 workers in their traces: 5.5296 * 130 = 718.848.
static_assert(within(peak_rate(image<p150>().with_cores(130), lofi).in(TFLOPps), 718.848, 1e-9));
// 256 bit at 16 GT/s: 32 B * 16 = 512 GB/s, eight banks of 64; a p100a has seven: 448.
static_assert(p150::dram == 32 * 16 * GBps && p150::dram_banks * 64 * GBps == bandwidth(p150::dram));
static_assert(p100a::dram == 7 * 64 * GBps && p100a::dram_banks == 7 && p100a::memory == 28 * GB);
static_assert(p300c::dram == 512 * GBps && p300c::cores == 110);  // one of two ASICs
static_assert(p150::link_total == 2 * 4 * 100 * GBps && p150::link == 100 * GBps);  // 800 Gbit/s are 100 GB/s
// An older name judged every Blackhole by 512 GB/s; a p100a is not compared with that here.
static_assert(!known(image<p100a>().achievable_dram) && image<p150>().achievable_dram == 500 * GBps);

// Boards missing from the board pages: figures of similar boards, marked as such.
static_assert(p150c::dram == bandwidth(p150::dram) && p150c::dram.basis == basis::doubtful && p150c::cores == 110);
static_assert(p300a::dram == bandwidth(p300c::dram) && p300a::memory.basis == basis::doubtful);
// Blackhole Galaxy, 32 ASICs: 23 PFLOP/s = 32 x 130 x 4096 x 1.35e9 = 23003e12; 6.2 GB of SRAM = 32 x 130 x 1.5 MB;
// 16 TB/s over 32 are 500, 512 where a TB is 1024 GB; 1 TB is 32 of 32 GB. 12 x 10 workers: 120 x 4096 x 1.35 = 663.6.
static_assert(within(32 * 130 * 4096 * 1.35e9 / 1e15, 23.0, 0.01) && within(32 * 130 * 1.5 / 1000, 6.2, 0.05));
static_assert(blackhole_galaxy::cores == 12 * 10 && blackhole_galaxy::dram == 16 * 1024.0 / 32 * GBps);
static_assert(within(peak_of<blackhole_galaxy, lofi>.in(TFLOPps), 663.552, 1e-9));
static_assert(within(peak_of<blackhole_galaxy, hifi4>.in(TFLOPps), 165.888, 1e-9));
static_assert(tenstorrent_chips::find("p150c")->name == "p150c" && tenstorrent_chips::find("P300A")->name == "p300a");

// Known from only one tool.
static_assert(bh20::dram.basis == basis::doubtful && n1::dram.basis == basis::doubtful && n1::dram == 120 * GBps);
static_assert(within(peak_of<n1, lofi>.in(TFLOPps), 53.248, 1e-9));  // 4096 * 0.65 * 20 / 1000

// Grayskull: as published, for any fidelity; the whole board's, however many cores an op uses.
static_assert(prints<e75, matrix_fp16>(55) && prints<e150, matrix_fp16>(83) && prints<e150, matrix_fp8>(332));
static_assert(peak_of<e150, math{engine::matrix, dtype::bfp8, fidelity::hifi2}> == 83 * TFLOPps);
static_assert(find_peak(e75::peaks, matrix_fp8)->basis == basis::doubtful && prints<e75, matrix_fp8>(221));
static_assert(find_peak(e150::peaks, matrix_bf16)->basis == basis::doubtful);
static_assert(!publishes_peak<e150, lofi> && peak_rate(image<e150>(), matrix_fp16, 1) == 83 * TFLOPps);
static_assert(e75::cores == 11 * 8 && e150::cores == 12 * 9 && e75::dram == 102 * GBps && e150::dram == 118 * GBps);

// As traces name them.
static_assert(tenstorrent_chips::find("wormhole_b0")->name == "wormhole");
static_assert(tenstorrent_chips::find("WORMHOLE")->name == "wormhole");
static_assert(tenstorrent_chips::find("n300d")->name == "n300");
static_assert(tenstorrent_chips::find("blackhole")->dram_banks == 8);
static_assert(tenstorrent_chips::find("p100")->dram_banks == 7);
static_assert(tenstorrent_chips::find("grayskull")->name == "e150");
static_assert(nothing_beats_its_peak<tenstorrent_chips>() && peaks_are_sound<tenstorrent_chips>());

int nothing;

}  // namespace test_hw_tenstorrent
