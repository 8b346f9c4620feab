#ifndef RIDGELINE_TT_OP_ROOF_HPP
#define RIDGELINE_TT_OP_ROOF_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/hw/device.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/record/op_detail.hpp>

/// The least time that ops of Tenstorrent reports can take: what they compute, move to and from DRAM and send over
/// Ethernet, each once, over what the chip can do.
namespace ridgeline {

/// What an op cannot be faster than.
enum class tt_limit : std::uint8_t { none, compute, dram, ethernet };
constexpr std::string_view name_of(tt_limit l) {
  constexpr std::array<std::string_view, 4> names{"", "compute", "DRAM", "Ethernet"};
  return names[static_cast<std::size_t>(l)];
}

/// What a model says of an op. Parts that it does not know are unknown, and do not count.
struct tt_roof {
  std::string_view model{};                      ///< `matmul`; empty: none describes the op
  std::string_view lacks{};                      ///< what the record lacks for a roof; empty: nothing
  flop_count flops = missing<flop_count>;
  byte_count dram = missing<byte_count>;         ///< of all tensors in DRAM, each moved once
  byte_count link = missing<byte_count>;         ///< that must pass the busiest link in one direction
  time_quantity compute = missing<time_quantity>, memory = missing<time_quantity>, ethernet = missing<time_quantity>;

  /// The largest of the parts; unknown where none is known, or all are zero.
  constexpr time_quantity ideal() const {
    time_quantity most = missing<time_quantity>;
    for (const time_quantity t : {compute, memory, ethernet})
      if (t.base() > 0 && !(most >= t)) most = t;
    return most;
  }
  constexpr tt_limit limit() const {
    const time_quantity most = ideal();
    if (!known(most)) return tt_limit::none;
    return most == compute ? tt_limit::compute : most == memory ? tt_limit::dram : tt_limit::ethernet;
  }
};

/// What one Ethernet link carries in one direction. Wormhole: 100 Gb/s [TT-DOC: Galaxy, 16 x 100 GbE an ASIC].
/// Blackhole: 400 Gb/s, for a QSFP-DD 800G port [TT-DOC] is two channels [issue 38237 of tenstorrent/tt-metal: four
/// are up between cards that two cables join]. Unknown for others.
constexpr bandwidth tt_ethernet_link(std::string_view architecture) {
  if (architecture == "wormhole") return 12.5 * GBps;
  return architecture == "blackhole" ? 50 * GBps : missing<bandwidth>;
}

namespace tt_detail {

/// Bytes that a ring or line of `devices` sends over its busiest link for a collective of `whole` bytes: everything
/// but a device's own share, once. In a ring both directions carry half of it.
constexpr byte_count collective_bytes(byte_count whole, double devices, bool ring) {
  return whole * ((devices - 1) / devices / (ring ? 2 : 1));
}
static_assert(collective_bytes(800 * B, 4, false) == 600 * B);  // 3 of 4 shares of 200 bytes
static_assert(collective_bytes(800 * B, 4, true) == 300 * B);

/// FLOP of attention: scores of `queries` x `keys` pairs in dimensions `d`, then as many times `dv`.
constexpr flop_count attention_flops(double heads, double pairs, double d, double dv) {
  return 2 * heads * pairs * (d + dv) * FLOP;
}
static_assert(attention_flops(2, 12, 8, 4) == 576 * FLOP);  // 2 * 2 * 12 * (8 + 4)

/// Pairs of queries and keys that a causal mask leaves where the queries are the last of the keys.
constexpr double causal_pairs(double queries, double keys) { return queries * (keys - queries / 2); }
static_assert(causal_pairs(4, 4) == 8);    // half of 16
static_assert(causal_pairs(2, 10) == 18);  // 2 * 8 earlier ones, and half of 2 * 2

}  // namespace tt_detail

/// The roof of an op on a chip of which it could use `cores` workers. Models: matmuls, convolutions, attention
/// (prefill, joint, ring; decode where the cached lengths are recorded), norms, softmax, elementwise ops, reductions,
/// embeddings, cache updates, data movement, and all-gather, reduce-scatter and all-reduce. Without a chip there are
/// counts only.
tt_roof tt_roof_of(const tt_op& op, const tt_op_detail& detail, const hw::device* chip, double cores);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_ROOF_HPP
