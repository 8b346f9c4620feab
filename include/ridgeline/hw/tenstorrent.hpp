#ifndef RIDGELINE_HW_TENSTORRENT_HPP
#define RIDGELINE_HW_TENSTORRENT_HPP

#include <ridgeline/hw/device.hpp>

/// Tenstorrent chips. A board with several ASICs appears as that many devices; a descriptor is one ASIC. Sources:
/// [TT-DOC] docs.tenstorrent.com board pages, [TT-ISA] tenstorrent/tt-isa-documentation, [TT-GEMM] tt-metal
/// tech_reports/GEMM_FLOPS, [TT-MLIR] tt-mlir TTNNCollectPerfMetrics.cpp, [TT-FW] tt-system-firmware, Blackhole board
/// configuration, [TT-GALAXY] Tenstorrent's launch of Galaxy Blackhole (April 2026), [TTPR] tt-perf-report 1.2.4,
/// [TTM-47885] and [TTM-54921] issues of tenstorrent/tt-metal, [TTM] its source.
namespace ridgeline::hw {

namespace detail {

/// The matrix unit multiplies 8x16 by 16x16 per clock and pass: 8 * 16 * 16 * 2 = 4096 FLOP [TT-ISA]. A fidelity with n
/// passes divides that by n; the number format does not matter.
inline constexpr flops_per_cycle tensix_pass = 4096 * FLOPpcycle;

constexpr std::array<peak, 4> tensix_peaks(int cores, frequency clock) {
  const flop_rate one_pass = tensix_pass * clock * cores;
  return {{{lofi, one_pass, basis::derived, "TT-ISA: 4096 FLOP/clk, 1 pass"},
           {hifi2, one_pass / 2, basis::derived, "TT-ISA: 4096 FLOP/clk, 2 passes"},
           {hifi3, one_pass / 3, basis::derived, "TT-ISA: 4096 FLOP/clk, 3 passes"},
           {hifi4, one_pass / 4, basis::derived, "TT-ISA: 4096 FLOP/clk, 4 passes"}}};
}

/// Common to all chips with per-core peaks: cores visible to ops, clock, and the resulting peaks.
template <int Cores, int MHz>
struct tensix_grid {
  static constexpr std::string_view vendor = "Tenstorrent";
  static constexpr int cores = Cores;
  static constexpr frequency clock = MHz * ridgeline::MHz;
  static constexpr bool peaks_per_core = true;
  static constexpr std::array<peak, 4> peaks = tensix_peaks(Cores, clock);
};

/// The LoFi rate of a Wormhole core according to the board pages [TT-DOC]: 262 TFLOP/s over 72 cores, and 466 over 128.
/// The matrix unit could reach 4.096 at 1 GHz; the two figures are never mixed.
inline constexpr flop_rate wormhole_lofi_of_vendor = 262.0 / 72 * TFLOPps;
static_assert(466.0 / 128 * TFLOPps / wormhole_lofi_of_vendor > 0.999);  // 3.641 and 3.639
static_assert(466.0 / 128 * TFLOPps / wormhole_lofi_of_vendor < 1.001);
static_assert(tensix_pass * (1000 * MHz) > wormhole_lofi_of_vendor);     // 4.096

/// 8 x 8 workers [TT-GEMM]. An ASIC has more Tensix cores (72 on n150, 64 on n300), but the others are not available to
/// ops. If dispatch takes a row of Tensix cores, 8 x 7 workers remain; the trace reports how many.
struct wormhole_asic : tensix_grid<64, 1000> {
  static constexpr std::string_view architecture = "wormhole";
  static constexpr int dram_banks = 12;  // 12 channels of 24 GB/s [TT-ISA]
  static constexpr figure<bandwidth> dram{GBps(288), basis::vendor, "TT-DOC: 192 bit at 12 GT/s"};
  static constexpr figure<bandwidth> achievable_dram{GBps(267.5), basis::measured, "TT-ISA: cores beside the banks"};
  static constexpr figure<byte_count> memory{GB(12), basis::vendor, "TT-DOC: GDDR6"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "TT-DOC: PCIe 4.0 x16"};
};

/// 11 x 10 workers [TTPR, TTM-54921]. Boards sold before 2026 have 140 Tensix cores, not 120, and 13 x 10 workers.
struct blackhole_asic : tensix_grid<110, 1350> {
  static constexpr std::string_view architecture = "blackhole";
};

struct blackhole_of_32gb : blackhole_asic {
  static constexpr int dram_banks = 8;  // 8 banks of 64 GB/s [TT-ISA]
  static constexpr figure<bandwidth> dram{GBps(512), basis::vendor, "TT-DOC: 256 bit at 16 GT/s"};
  static constexpr figure<bandwidth> achievable_dram{GBps(500), basis::measured, "TTM-47885"};
  static constexpr figure<byte_count> memory{GB(32), basis::vendor, "TT-DOC: GDDR6"};
};

}  // namespace detail

/// Any Wormhole whose board is unknown: 64 workers, as on n150 and n300.
struct wormhole : detail::wormhole_asic {
  static constexpr std::string_view name = "wormhole";
  static constexpr std::array<std::string_view, 1> aliases{"wormhole_b0"};
};
struct n150 : detail::wormhole_asic {
  static constexpr std::string_view name = "n150";
  static constexpr std::array<std::string_view, 2> aliases{"n150d", "n150s"};
  static constexpr figure<bandwidth> link{GBps(25), basis::doubtful, "TT-DOC: QSFP-DD 200G; an older page says 400G"};
  static constexpr figure<bandwidth> link_total{GBps(150), basis::doubtful, "TT-DOC: 2 QSFP-DD 200G, 2 Warp 100"};
};
/// One of the two ASICs of an n300; the host link is that of the board. The two share the ports to other boards.
struct n300 : detail::wormhole_asic {
  static constexpr std::string_view name = "n300";
  static constexpr std::array<std::string_view, 2> aliases{"n300d", "n300s"};
  static constexpr figure<bandwidth> link{GBps(25), basis::vendor, "TT-DOC: 200G to the other ASIC"};
};
/// One of the 32 ASICs of a Wormhole Galaxy: 8 x 10 Tensix cores, of which the system may reserve some rows.
struct wormhole_galaxy : detail::tensix_grid<80, 1000> {
  static constexpr std::string_view name = "wormhole_galaxy";
  static constexpr std::string_view architecture = "wormhole";
  static constexpr int dram_banks = 12;
  static constexpr figure<bandwidth> dram{GBps(336), basis::vendor, "TT-MLIR: 192 bit at 14 GT/s"};
  static constexpr figure<byte_count> memory{GB(12), basis::vendor, "TT-DOC: GDDR6"};
  static constexpr figure<bandwidth> link_total{GBps(400), basis::vendor, "TT-DOC: 16 x 100 GbE"};
};

/// Any Blackhole whose board is unknown: 110 workers and the memory of a p150.
struct blackhole : detail::blackhole_of_32gb {
  static constexpr std::string_view name = "blackhole";
};
struct p100a : detail::blackhole_asic {
  static constexpr std::string_view name = "p100a";
  static constexpr std::array<std::string_view, 1> aliases{"p100"};
  static constexpr int dram_banks = 7;  // 28 GB in banks of 4 GB
  static constexpr figure<bandwidth> dram{GBps(448), basis::vendor, "TT-DOC: 28 GB at 16 GT/s"};
  static constexpr figure<byte_count> memory{GB(28), basis::vendor, "TT-DOC: GDDR6"};
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "TT-DOC: PCIe 5.0 x16"};
};
struct p150 : detail::blackhole_of_32gb {
  static constexpr std::string_view name = "p150";
  static constexpr std::array<std::string_view, 2> aliases{"p150a", "p150b"};
  static constexpr figure<bandwidth> link{GBps(100), basis::vendor, "TT-DOC: QSFP-DD 800G"};
  static constexpr figure<bandwidth> link_total{GBps(800), basis::vendor, "TT-DOC: 4 QSFP-DD 800G"};
  static constexpr figure<bandwidth> host_link{GBps(64), basis::vendor, "TT-DOC: PCIe 5.0 x16"};
};
/// A p150 variant missing from the board page; clock and board type are from [TT-FW], memory and workers as for p150.
struct p150c : detail::blackhole_asic {
  static constexpr std::string_view name = "p150c";
  static constexpr int dram_banks = 8;
  static constexpr figure<bandwidth> dram{GBps(512), basis::doubtful, "as p150"};
  static constexpr figure<byte_count> memory{GB(32), basis::doubtful, "as p150"};
};
/// One of the two ASICs of a p300a [TT-FW: P300A_L and P300A_R, 1350 MHz]; the rest as for p300c.
struct p300a : detail::blackhole_asic {
  static constexpr std::string_view name = "p300a";
  static constexpr int dram_banks = 8;
  static constexpr figure<bandwidth> dram{GBps(512), basis::doubtful, "as p300c"};
  static constexpr figure<byte_count> memory{GB(32), basis::doubtful, "as p300c"};
};
/// One of the 32 ASICs of a Blackhole Galaxy. 23 PFLOP/s of BLOCKFP8 over 32 ASICs at 5.53 TFLOP/s per core (LoFi)
/// imply 130 Tensix cores, as do 6.2 GB of SRAM over 32 ASICs at 1.5 MB per core. Ops are assumed to see 12 x 10 of
/// these, 10 fewer than exist, as on every other Blackhole; the trace reports how many.
struct blackhole_galaxy : detail::tensix_grid<120, 1350> {
  static constexpr std::string_view name = "blackhole_galaxy";
  static constexpr std::string_view architecture = "blackhole";
  static constexpr int dram_banks = 8;
  static constexpr figure<bandwidth> dram{GBps(512), basis::derived, "TT-GALAXY: 16 TB/s over 32 ASICs"};
  static constexpr figure<byte_count> memory{GB(32), basis::derived, "TT-GALAXY: 1 TB over 32 ASICs"};
};
/// One of the two ASICs of a p300c. The board page gives no clock; 1350 MHz is from [TTM-54921].
struct p300c : detail::blackhole_of_32gb {
  static constexpr std::string_view name = "p300c";
  static constexpr std::array<std::string_view, 1> aliases{"p300"};
};
/// An emulated Blackhole with 20 workers; known only from [TTPR].
struct bh20 : detail::tensix_grid<20, 1350> {
  static constexpr std::string_view name = "bh20";
  static constexpr std::string_view architecture = "blackhole";
  static constexpr int dram_banks = 8;
  static constexpr figure<bandwidth> dram{GBps(512), basis::doubtful, "TTPR"};
};
/// 20 workers at 650 MHz; known only from [TTPR].
struct n1 : detail::tensix_grid<20, 650> {
  static constexpr std::string_view name = "n1";
  static constexpr std::string_view architecture = "n1";
  static constexpr figure<bandwidth> dram{GBps(120), basis::doubtful, "TTPR"};
};

namespace detail {

/// Grayskull's figures are published per number format only, and the effect of math fidelity is undocumented. Its peaks
/// are therefore those of the whole board, for any fidelity and any number of cores. The page gives FP8 as 4 times
/// FP16, which no other generation confirms; it lists BF16 as a format but gives no figure.
struct grayskull_asic {
  static constexpr std::string_view vendor = "Tenstorrent";
  static constexpr std::string_view architecture = "grayskull";
  static constexpr int dram_banks = 8;  // 256 bit in 8 channels [TT-DOC, TTM]
  static constexpr figure<byte_count> memory{GB(8), basis::vendor, "TT-DOC: LPDDR4"};
  static constexpr figure<bandwidth> host_link{GBps(32), basis::vendor, "TT-DOC: PCIe 4.0 x16"};
};

constexpr std::array<peak, 4> grayskull_peaks(double fp16, double fp8) {
  return {{{matrix_fp16, fp16 * TFLOPps, basis::vendor, "TT-DOC: FP16"},
           {matrix_bf16, fp16 * TFLOPps, basis::doubtful, "TT-DOC: taken to be as FP16"},
           {{engine::matrix, dtype::bfp8}, fp16 * TFLOPps, basis::vendor, "TT-DOC: BLOCKFP8"},
           {matrix_fp8, fp8 * TFLOPps, basis::doubtful, "TT-DOC: FP8"}}};
}

}  // namespace detail

/// 96 Tensix cores, of which 11 x 8 are workers.
struct e75 : detail::grayskull_asic {
  static constexpr std::string_view name = "e75";
  static constexpr figure<int> cores{88, basis::vendor, "TTM: core descriptor, 11 x 8"};
  static constexpr figure<frequency> clock{MHz(1000), basis::vendor, "TT-DOC"};
  static constexpr figure<bandwidth> dram{GBps(102), basis::vendor, "TT-DOC: LPDDR4 at 3.2 GT/s"};
  static constexpr std::array<peak, 4> peaks = detail::grayskull_peaks(55, 221);
};
/// 120 Tensix cores, of which 12 x 9 are workers. Also used for any Grayskull whose board is unknown.
struct e150 : detail::grayskull_asic {
  static constexpr std::string_view name = "e150";
  static constexpr std::array<std::string_view, 1> aliases{"grayskull"};
  static constexpr figure<int> cores{108, basis::vendor, "TTM: core descriptor, 12 x 9"};
  static constexpr figure<frequency> clock{MHz(1200), basis::vendor, "TT-DOC"};
  static constexpr figure<bandwidth> dram{GBps(118), basis::vendor, "TT-DOC: LPDDR4 at 3.7 GT/s"};
  static constexpr std::array<peak, 4> peaks = detail::grayskull_peaks(83, 332);
};

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_TENSTORRENT_HPP
