#ifndef RIDGELINE_TT_OP_ROOF_HPP
#define RIDGELINE_TT_OP_ROOF_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/hw/device.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/record/op_detail.hpp>

/// The minimum time of ops in Tenstorrent reports: their computation, their DRAM traffic and the data they send over
/// Ethernet, each counted once, divided by the chip's rates.
namespace ridgeline {

/// The resource that limits an op.
enum class tt_limit : std::uint8_t { none, compute, dram, ethernet };
constexpr std::string_view name_of(tt_limit l) {
  constexpr std::array<std::string_view, 4> names{"", "compute", "DRAM", "Ethernet"};
  return names[static_cast<std::size_t>(l)];
}

/// What the record of attention over a paged cache lacks when the number of its keys is in a tensor.
inline constexpr std::string_view tt_lacks_cached_length = "the cached length (it is in a tensor)";
/// What the record of attention to some of the keys lacks: a tensor says which, or where its windows end.
inline constexpr std::string_view tt_lacks_keys = "which keys each query attends to";

/// The result of a model for an op. Unknown parts are missing and do not count.
struct tt_roof {
  std::string_view model{};                      ///< `matmul`; empty: no model describes the op
  std::string_view lacks{};                      ///< what the record lacks for a roof; empty: nothing
  flop_count flops = missing<flop_count>;
  byte_count dram = missing<byte_count>;         ///< bytes of all tensors in DRAM, each moved once
  byte_count link = missing<byte_count>;         ///< bytes that must pass the busiest link in one direction
  time_quantity compute = missing<time_quantity>, memory = missing<time_quantity>, ethernet = missing<time_quantity>;

  /// The largest of the parts; missing if none is known, or all are zero.
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

/// The bandwidth of one Ethernet link in one direction. Wormhole: 100 Gb/s [TT-DOC: Galaxy, 16 x 100 GbE per ASIC].
/// Blackhole: 400 Gb/s, since a QSFP-DD 800G port [TT-DOC] is two channels [issue 38237 of tenstorrent/tt-metal:
/// four are up between cards joined by two cables]. Missing for others.
constexpr bandwidth tt_ethernet_link(std::string_view architecture) {
  if (architecture == "wormhole") return 12.5 * GBps;
  return architecture == "blackhole" ? 50 * GBps : missing<bandwidth>;
}

namespace tt_detail {

/// Bytes that a ring or line of `devices` sends over its busiest link for a collective of `whole` bytes: everything
/// except a device's own share, once. In a ring each direction carries half of it.
constexpr byte_count collective_bytes(byte_count whole, double devices, bool ring) {
  return whole * ((devices - 1) / devices / (ring ? 2 : 1));
}
static_assert(collective_bytes(800 * B, 4, false) == 600 * B);  // 3 of 4 shares of 200 bytes
static_assert(collective_bytes(800 * B, 4, true) == 300 * B);

/// FLOP of attention: scores of `pairs` query-key pairs in dimension `d`, then the same number of products in
/// dimension `dv`.
constexpr flop_count attention_flops(double heads, double pairs, double d, double dv) {
  return 2 * heads * pairs * (d + dv) * FLOP;
}
static_assert(attention_flops(2, 12, 8, 4) == 576 * FLOP);  // 2 * 2 * 12 * (8 + 4)

}  // namespace tt_detail

/// The roof of an op on a chip of which it could use `cores` workers. Models: matmuls, convolutions, attention
/// (prefill, joint, ring; decode if the cached lengths are recorded), norms, softmax, elementwise ops, reductions,
/// embeddings, cache updates, data movement, and all-gather, reduce-scatter and all-reduce. Without a chip there are
/// only counts.
tt_roof tt_roof_of(const tt_op& op, const tt_op_detail& detail, const hw::device* chip, double cores);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_ROOF_HPP
