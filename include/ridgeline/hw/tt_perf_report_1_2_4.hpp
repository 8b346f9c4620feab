#ifndef RIDGELINE_HW_TT_PERF_REPORT_1_2_4_HPP
#define RIDGELINE_HW_TT_PERF_REPORT_1_2_4_HPP

#include <ridgeline/hw/set.hpp>

/// The chip constants of tt-perf-report 1.2.4, used only by `--parity`. Its Wormhole rates are chip figures for 72
/// cores; its LoFi figure is one for 64 cores, published as one for 72.
namespace ridgeline::hw::tt_perf_report_1_2_4 {

namespace detail {
inline constexpr const char* source = "tt-perf-report 1.2.4";

/// `hifi4`, `hifi2` and `lofi` rates per core, times the number of cores.
template <int Cores>
constexpr std::array<peak, 3> peaks(flop_rate hifi4_core, flop_rate hifi2_core, flop_rate lofi_core) {
  return {{{hifi4, hifi4_core * Cores, basis::doubtful, source},
           {hifi2, hifi2_core * Cores, basis::doubtful, source},
           {lofi, lofi_core * Cores, basis::doubtful, source}}};
}

struct chip {
  static constexpr std::string_view vendor = "Tenstorrent";
  static constexpr bool peaks_per_core = true;
  static constexpr int dram_banks = 12;  // used for every chip
};
}  // namespace detail

struct wormhole : detail::chip {
  static constexpr std::string_view name = "wormhole";
  static constexpr std::string_view architecture = "wormhole";
  static constexpr std::array<std::string_view, 1> aliases{"wormhole_b0"};
  static constexpr int cores = 64;
  static constexpr bandwidth dram = 288 * GBps;
  static constexpr std::array peaks =
      detail::peaks<cores>(74 * TFLOPps / 72, 148 * TFLOPps / 72, 262 * TFLOPps / 72);
};
struct blackhole : detail::chip {
  static constexpr std::string_view name = "blackhole";
  static constexpr std::string_view architecture = "blackhole";
  static constexpr int cores = 130;
  static constexpr bandwidth dram = 512 * GBps;
  static constexpr std::array peaks =
      detail::peaks<cores>(1.3824 * TFLOPps, 2.7648 * TFLOPps, 5.5296 * TFLOPps);  // 4096 * 1.35 / 4000, / 2000, / 1000
};
struct bh20 : blackhole {
  static constexpr std::string_view name = "bh20";
  static constexpr std::string_view architecture = "bh20";
  static constexpr int cores = 20;
  static constexpr std::array peaks =
      detail::peaks<cores>(1.3824 * TFLOPps, 2.7648 * TFLOPps, 5.5296 * TFLOPps);
};
struct n1 : detail::chip {
  static constexpr std::string_view name = "n1";
  static constexpr std::string_view architecture = "n1";
  static constexpr int cores = 20;
  static constexpr bandwidth dram = 120 * GBps;
  static constexpr std::array peaks =
      detail::peaks<cores>(0.6656 * TFLOPps, 1.3312 * TFLOPps, 2.6624 * TFLOPps);  // at 0.65 GHz
};

using chips = chip_set<wormhole, blackhole, bh20, n1>;

}  // namespace ridgeline::hw::tt_perf_report_1_2_4

#endif  // RIDGELINE_HW_TT_PERF_REPORT_1_2_4_HPP
