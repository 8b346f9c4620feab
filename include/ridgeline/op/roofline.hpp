#ifndef RIDGELINE_OP_ROOFLINE_HPP
#define RIDGELINE_OP_ROOFLINE_HPP

#include <type_traits>

#include <ridgeline/hw/device.hpp>
#include <ridgeline/op/model.hpp>

namespace ridgeline {

/// The two lower bounds on the time of an op on a chip.
struct roof {
  time_quantity compute;  ///< all its FLOP at the peak rate
  time_quantity memory;   ///< all its bytes at the peak bandwidth

  /// The minimum time the chip allows: the larger bound, or the known one if only one is known.
  constexpr time_quantity time() const {
    if (!known(compute)) return memory;
    if (!known(memory)) return compute;
    return compute > memory ? compute : memory;
  }
  constexpr bool memory_bound() const { return memory > compute; }
  constexpr bool compute_bound() const { return compute >= memory; }
  /// The fraction of the roof that a measured time reaches; 1 is as fast as the chip allows. Missing for a time of
  /// zero.
  constexpr double share(time_quantity measured) const {
    return measured.base() > 0 ? time() / measured : missing<double>;
  }
};

/// The roof of `op` on chip `H` with math `M`, at compile time.
template <hardware H, math M, class Op>
  requires(bool{publishes_peak<H, M>} && (counts_flops<Op> || counts_bytes<Op>))  // `bool{}`: not explained at length
constexpr roof roofline(const Op& op) {
  constexpr bool has_flops = counts_flops<Op>, has_bytes = counts_bytes<Op>;
  static_assert(has_flops, "counts_flops: an op model needs `constexpr flop_count flops() const`");
  static_assert(has_bytes, "counts_bytes: an op model needs `constexpr byte_count bytes() const`");
  if constexpr (has_flops && has_bytes) return {flops(op) / peak_of<H, M>, bytes(op) / bandwidth(H::dram)};
  else return {};
}

/// The same at run time, using `used` cores of the device (0: all). A bound without a published peak is unknown.
template <op_model Op>
constexpr roof roofline(const Op& op, const hw::device& on, math m, double used = 0,
                        hw::roof_kind kind = hw::roof_kind::peak) {
  const bandwidth memory = kind == hw::roof_kind::achievable ? on.achievable_dram : on.dram;
  return {flops(op) / hw::peak_rate(on, m, used, kind), bytes(op) / memory};
}

namespace op_detail {
struct roof_arguments {
  template <op_model Op>
  roof_arguments(const Op&, const hw::device&, math, double = 0, hw::roof_kind = hw::roof_kind::peak);
};
template <class H, auto M>
consteval bool has_peak() {
  if constexpr (std::is_same_v<const decltype(M), const math>) return publishes_peak<H, M>;
  else return false;
}
template <class... Arguments>
inline constexpr bool are_one_op = false;
template <class Op>
inline constexpr bool are_one_op<Op> = counts_flops<Op> || counts_bytes<Op>;  // half an op has sentences of its own
}  // namespace op_detail

/// Anything else is refused with a sentence.
template <class H, auto M = math{}, class... Arguments>
  requires(!op_detail::has_peak<H, M>() || !op_detail::are_one_op<Arguments...>)
constexpr roof roofline(const Arguments&...) {
  constexpr bool has_peak = op_detail::has_peak<H, M>();
  static_assert(has_peak, "publishes_peak: the chip has no published peak for this math; see its `peaks`, and write "
                          "roofline<hw::h100_sxm, matrix_bf16>(op)");
  static_assert(!has_peak || op_detail::are_one_op<Arguments...>,
                "roofline<hw::h100_sxm, matrix_bf16>(op) takes one op, with `constexpr flop_count flops() const` and "
                "`constexpr byte_count bytes() const`");
  return {};
}
template <math M, class H, class Op>
constexpr roof roofline(const Op&) {
  static_assert(!std::is_same_v<Op, Op>, "the chip comes before the math: roofline<hw::h100_sxm, matrix_bf16>(op)");
  return {};
}
template <class... Arguments>
  requires(!std::is_constructible_v<op_detail::roof_arguments, const Arguments&...>)
constexpr roof roofline(const Arguments&...) {
  static_assert(std::is_constructible_v<op_detail::roof_arguments, const Arguments&...>,
                "roofline takes an op that counts FLOP and bytes, a chip and a math: roofline(op, *chip, matrix_bf16) "
                "with what hw::chips::find gives, or roofline<hw::h100_sxm, matrix_bf16>(op)");
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_OP_ROOFLINE_HPP
