#ifndef RIDGELINE_OP_MODEL_HPP
#define RIDGELINE_OP_MODEL_HPP

#include <concepts>
#include <type_traits>

#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// The cost of an operation. By default the op itself provides it; specialise this for a type you cannot edit.
template <class Op>
struct op_traits {
  static constexpr flop_count flops(const Op& op)
    requires requires { { op.flops() } -> std::convertible_to<flop_count>; }
  {
    return op.flops();
  }
  static constexpr byte_count bytes(const Op& op)
    requires requires { { op.bytes() } -> std::convertible_to<byte_count>; }
  {
    return op.bytes();
  }
};

template <class Op>
concept counts_flops = requires(const Op& op) { op_traits<Op>::flops(op); };
template <class Op>
concept counts_bytes = requires(const Op& op) { op_traits<Op>::bytes(op); };

/// An operation with countable work and memory traffic, which is all a roofline needs.
template <class Op>
concept op_model = counts_flops<Op> && counts_bytes<Op>;

namespace op_detail {
/// A count as it is, or unknown if it is below zero or infinite, which no op can cost.
template <class Count>
constexpr Count possible(Count n) {
  return n.base() >= 0 && n.base() <= __DBL_MAX__ ? n : missing<Count>;
}
/// A function, with or without an object: another member may well have the name of an optional part of a model.
template <class Pointer>
concept is_function = std::is_member_function_pointer_v<Pointer> || std::is_function_v<std::remove_pointer_t<Pointer>>;
}  // namespace op_detail

/// Floating-point operations of `op`; a multiply-add counts as two. Unknown if the model counts fewer than none.
template <counts_flops Op>
constexpr flop_count flops(const Op& op) {
  return op_detail::possible(flop_count(op_traits<Op>::flops(op)));
}

/// The minimum number of bytes `op` must move between the chip and its memory. Unknown if the model counts fewer than
/// none.
template <counts_bytes Op>
constexpr byte_count bytes(const Op& op) {
  return op_detail::possible(byte_count(op_traits<Op>::bytes(op)));
}

/// FLOP per byte moved. Unknown when either count is.
template <op_model Op>
constexpr intensity operational_intensity(const Op& op) {
  return flops(op) / bytes(op);
}

/// An operation that also provides the cost of its backward pass.
template <class Op>
concept counts_gradients = requires(const Op& op) {
  { op.gradient_flops() } -> std::convertible_to<flop_count>;
  { op.gradient_bytes() } -> std::convertible_to<byte_count>;
};

/// The backward pass of `Op` as an operation in its own right, which has no backward pass itself.
template <class Op>
struct gradients_of : Op {
  constexpr flop_count flops() const { return Op::gradient_flops(); }
  constexpr byte_count bytes() const { return Op::gradient_bytes(); }
  flop_count gradient_flops() const = delete;
  byte_count gradient_bytes() const = delete;
};

/// A model that recognises the trace records it describes and can be constructed from one.
template <class Op, class Record>
concept reads_record = requires(const Record& r) {
  { Op::matches(r) } -> std::convertible_to<bool>;
  { Op::from(r) } -> std::same_as<Op>;
};

}  // namespace ridgeline

#endif  // RIDGELINE_OP_MODEL_HPP
