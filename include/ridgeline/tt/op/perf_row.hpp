#ifndef RIDGELINE_TT_OP_PERF_ROW_HPP
#define RIDGELINE_TT_OP_PERF_ROW_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/units.hpp>
#include <ridgeline/tt/op/fidelity.hpp>
#include <ridgeline/tt/record/op.hpp>

namespace ridgeline {

/// What limits an op: `dram` and `flop` at 65 % of the peak or more, `slow` below both, `host` for fallbacks.
enum class tt_bound : std::uint8_t { none, dram, flop, both, slow, host };

constexpr std::string_view name_of(tt_bound b) {
  constexpr std::array<std::string_view, 6> names{"", "DRAM", "FLOP", "BOTH", "SLOW", "HOST"};
  return names[static_cast<std::size_t>(b)];
}

/// The model that described a row; `modelled` is a user-defined one.
enum class tt_row_kind : std::uint8_t { other, matmul, conv, modelled };

/// A record as a row of the report: measured values next to possible ones.
struct tt_perf_row {
  const tt_op* op = nullptr;
  std::string_view label{};                       ///< op code with sizes; lives in the report's pool
  time_quantity time = missing<time_quantity>;            ///< on the device; unknown for host ops and signposts
  time_quantity gap = missing<time_quantity>;             ///< before the op; unknown for the first of the window
  double share = missing<double>;                   ///< fraction of time and gap over all rows
  bandwidth dram = missing<bandwidth>;          ///< achieved; missing if the op touches no DRAM
  double dram_share = missing<double>;              ///< fraction of the chip's peak
  flop_rate flops = missing<flop_rate>;         ///< achieved
  std::string_view findings{};                    ///< findings that name it, `tt_few_cores, tt_host_gaps`
  std::string_view region{};                      ///< name of the signpost before it
  double flops_share = missing<double>;             ///< fraction of the peak of the cores used, at the op's fidelity
  std::int32_t cores = -1;
  std::int32_t in0_block_w = -1, subblock_h = -1, subblock_w = -1;  ///< from the program config; -1: unknown
  std::uint32_t hints = 0;                        ///< one bit per tt_hint
  tt_bound bound = tt_bound::none;
  tt_row_kind kind = tt_row_kind::other;
  fidelity_verdict fidelity = fidelity_verdict::none;
  bool dram_sharded = false;
  bool touches_dram = false;
  bool judged = false;                            ///< its fidelity was judged
  bool muted = false;                             ///< its share is below the reader's threshold
  bool tells_findings = false;                    ///< its advice is `findings` instead of its hints
  bool on_host = false;                           ///< ran on the host instead of the device
  bool beyond_peak = false;                       ///< a rate is above its peak: a shape, a time or the chip is wrong
  bool captured = false;                          ///< into a trace: it did not run; its replays have their own rows
  bool stale_start = false;    ///< the recorded start is from an earlier run: time and gap unknown
  bool all_cores = false;                         ///< uses every worker of the chip

  bool has(tt_hint h) const { return (hints >> static_cast<unsigned>(h) & 1u) != 0; }
  /// Device time and the gap before it; unknown parts count as zero.
  time_quantity total() const { return (known(time) ? time : time_quantity{}) + (known(gap) ? gap : time_quantity{}); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_PERF_ROW_HPP
