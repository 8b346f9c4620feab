#ifndef RIDGELINE_HW_TENSTORRENT_HPP
#define RIDGELINE_HW_TENSTORRENT_HPP

#include <ridgeline/hw/device.hpp>

/// Tenstorrent chips. A board with several ASICs shows as that many devices; a descriptor is one ASIC of it.
/// Sources: [TT-DOC] docs.tenstorrent.com board pages, [TT-ISA] tenstorrent/tt-isa-documentation,
/// [TT-GEMM] tt-metal tech_reports/GEMM_FLOPS, [TT-MLIR] tt-mlir TTNNCollectPerfMetrics.cpp,
/// [TTPR] tt-perf-report 1.2.4, [TTM-47885] tenstorrent/tt-metal#47885.
namespace ridgeline::hw {

namespace detail {

/// The matrix unit multiplies 8x16 by 16x16 per clock and pass: 8 * 16 * 16 * 2 = 4096 FLOP [TT-ISA]. A fidelity of
/// n passes divides that by n; the number format does not matter.
inline constexpr flops_per_cycle tensix_pass = 4096 * FLOPpcycle;

template <int Cores, int MHz>
inline constexpr std::array<peak, 4> tensix_peaks{
    peak{lofi, tensix_pass * (MHz * ridgeline::MHz) * Cores, basis::derived, "TT-ISA: 4096 FLOP/clk, 1 pass"},
    peak{hifi2, tensix_pass * (MHz * ridgeline::MHz) * Cores / 2, basis::derived, "TT-ISA: 4096 FLOP/clk, 2 passes"},
    peak{hifi3, tensix_pass * (MHz * ridgeline::MHz) * Cores / 3, basis::derived, "TT-ISA: 4096 FLOP/clk, 3 passes"},
    peak{hifi4, tensix_pass * (MHz * ridgeline::MHz) * Cores / 4, basis::derived, "TT-ISA: 4096 FLOP/clk, 4 passes"}};

/// What all chips with per-core peaks share: cores that ops see, clock, and the peaks that follow from them.
template <int Cores, int MHz>
struct tensix_grid {
  static constexpr std::string_view vendor = "Tenstorrent";
  static constexpr int cores = Cores;
  static constexpr frequency clock = MHz * ridgeline::MHz;
  static constexpr bool peaks_per_core = true;
  static constexpr const std::array<peak, 4>& peaks = tensix_peaks<Cores, MHz>;
};

struct wormhole_asic : tensix_grid<64, 1000> {
  static constexpr std::string_view architecture = "wormhole";
  static constexpr int dram_banks = 12;  // 12 channels of 24 GB/s [TT-ISA]
  static constexpr figure<bandwidth> dram{288 * GBps, basis::vendor, "TT-DOC: 192 bit at 12 GT/s"};
  static constexpr figure<bandwidth> achievable_dram{267.5 * GBps, basis::measured, "TT-ISA: cores beside the banks"};
  static constexpr byte_count memory = 12 * GB;
};

struct blackhole_asic : tensix_grid<110, 1350> {
  static constexpr std::string_view architecture = "blackhole";
  static constexpr int dram_banks = 8;  // 8 banks of 64 GB/s [TT-ISA]
  static constexpr figure<bandwidth> dram{512 * GBps, basis::vendor, "TT-DOC: 256 bit at 16 GT/s"};
  static constexpr figure<bandwidth> achievable_dram{500 * GBps, basis::measured, "TTM-47885"};
  static constexpr byte_count memory = 32 * GB;
};

}  // namespace detail

/// Any Wormhole whose board is not named: 64 workers, as on n150 and n300.
struct wormhole : detail::wormhole_asic {
  static constexpr std::string_view name = "wormhole";
  static constexpr std::array<std::string_view, 1> aliases{"wormhole_b0"};
};
struct n150 : detail::wormhole_asic {
  static constexpr std::string_view name = "n150";
  static constexpr std::array<std::string_view, 2> aliases{"n150d", "n150s"};
};
/// One of the two ASICs of an n300.
struct n300 : detail::wormhole_asic {
  static constexpr std::string_view name = "n300";
  static constexpr std::array<std::string_view, 2> aliases{"n300d", "n300s"};
};
/// One of the 32 ASICs of a Wormhole Galaxy.
struct wormhole_galaxy : detail::tensix_grid<80, 1000> {
  static constexpr std::string_view name = "wormhole_galaxy";
  static constexpr std::string_view architecture = "wormhole";
  static constexpr int dram_banks = 12;
  static constexpr figure<bandwidth> dram{336 * GBps, basis::vendor, "TT-MLIR: 14 GT/s"};
  static constexpr byte_count memory = 12 * GB;
};

/// Any Blackhole whose board is not named: 110 workers and the memory of a p150.
struct blackhole : detail::blackhole_asic {
  static constexpr std::string_view name = "blackhole";
};
struct p100a : detail::tensix_grid<110, 1350> {
  static constexpr std::string_view name = "p100a";
  static constexpr std::string_view architecture = "blackhole";
  static constexpr std::array<std::string_view, 1> aliases{"p100"};
  static constexpr int dram_banks = 7;  // 28 GB of 4 GB banks
  static constexpr figure<bandwidth> dram{448 * GBps, basis::vendor, "TT-DOC: 28 GB at 16 GT/s"};
  static constexpr byte_count memory = 28 * GB;
};
struct p150 : detail::blackhole_asic {
  static constexpr std::string_view name = "p150";
  static constexpr std::array<std::string_view, 2> aliases{"p150a", "p150b"};
};
/// One of the two ASICs of a p300c.
struct p300c : detail::blackhole_asic {
  static constexpr std::string_view name = "p300c";
  static constexpr std::array<std::string_view, 1> aliases{"p300"};
};
/// A Blackhole of 20 workers, as emulated; known from [TTPR] only.
struct bh20 : detail::tensix_grid<20, 1350> {
  static constexpr std::string_view name = "bh20";
  static constexpr std::string_view architecture = "blackhole";
  static constexpr int dram_banks = 8;
  static constexpr figure<bandwidth> dram{512 * GBps, basis::doubtful, "TTPR"};
};
/// 20 workers at 650 MHz; known from [TTPR] only.
struct n1 : detail::tensix_grid<20, 650> {
  static constexpr std::string_view name = "n1";
  static constexpr std::string_view architecture = "n1";
  static constexpr figure<bandwidth> dram{120 * GBps, basis::doubtful, "TTPR"};
};

/// Grayskull has published figures per number format only; what a math fidelity gives is not documented anywhere, so
/// its peaks are the board's, for any fidelity and however many cores an op uses.
struct e75 {
  static constexpr std::string_view name = "e75";
  static constexpr std::string_view vendor = "Tenstorrent";
  static constexpr std::string_view architecture = "grayskull";
  static constexpr int cores = 96;
  static constexpr int dram_banks = 8;
  static constexpr frequency clock = 1000 * MHz;
  static constexpr figure<bandwidth> dram{102 * GBps, basis::vendor, "TT-DOC: LPDDR4 at 3.2 GT/s"};
  static constexpr byte_count memory = 8 * GB;
  static constexpr std::array peaks{
      peak{matrix_fp16, 55 * TFLOPps, basis::vendor, "TT-DOC: FP16"},
      peak{matrix_bf16, 55 * TFLOPps, basis::vendor, "TT-DOC: FP16"},
      peak{{engine::matrix, dtype::bfp8}, 55 * TFLOPps, basis::vendor, "TT-DOC: BLOCKFP8"},
      peak{matrix_fp8, 221 * TFLOPps, basis::doubtful, "TT-DOC: FP8"}};
};
struct e150 {
  static constexpr std::string_view name = "e150";
  static constexpr std::string_view vendor = "Tenstorrent";
  static constexpr std::string_view architecture = "grayskull";
  static constexpr std::array<std::string_view, 1> aliases{"grayskull"};
  static constexpr int cores = 120;
  static constexpr int dram_banks = 8;
  static constexpr frequency clock = 1200 * MHz;
  static constexpr figure<bandwidth> dram{118 * GBps, basis::vendor, "TT-DOC: LPDDR4 at 3.7 GT/s"};
  static constexpr byte_count memory = 8 * GB;
  static constexpr std::array peaks{
      peak{matrix_fp16, 83 * TFLOPps, basis::vendor, "TT-DOC: FP16"},
      peak{matrix_bf16, 83 * TFLOPps, basis::vendor, "TT-DOC: FP16"},
      peak{{engine::matrix, dtype::bfp8}, 83 * TFLOPps, basis::vendor, "TT-DOC: BLOCKFP8"},
      peak{matrix_fp8, 332 * TFLOPps, basis::doubtful, "TT-DOC: FP8"}};
};

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_TENSTORRENT_HPP
