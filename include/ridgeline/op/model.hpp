#ifndef RIDGELINE_OP_MODEL_HPP
#define RIDGELINE_OP_MODEL_HPP

#include <concepts>

#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// What an operation costs. The default asks the op itself; specialise it for a type that you cannot edit.
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

/// An operation whose work and memory traffic can be counted; all that a roofline needs.
template <class Op>
concept op_model = counts_flops<Op> && counts_bytes<Op>;

/// Floating point operations of `op`; a multiply-add counts two.
template <counts_flops Op>
constexpr flop_count flops(const Op& op) {
  return op_traits<Op>::flops(op);
}

/// Bytes that `op` must move between the chip and its memory at least.
template <counts_bytes Op>
constexpr byte_count bytes(const Op& op) {
  return op_traits<Op>::bytes(op);
}

/// FLOP per byte moved.
template <op_model Op>
constexpr intensity operational_intensity(const Op& op) {
  return flops(op) / bytes(op);
}

/// An operation that also tells what its backward pass costs.
template <class Op>
concept counts_gradients = requires(const Op& op) {
  { op.gradient_flops() } -> std::convertible_to<flop_count>;
  { op.gradient_bytes() } -> std::convertible_to<byte_count>;
};

/// The backward pass of `Op` as an operation of its own; it has none itself.
template <class Op>
struct gradients_of : Op {
  constexpr flop_count flops() const { return Op::gradient_flops(); }
  constexpr byte_count bytes() const { return Op::gradient_bytes(); }
  flop_count gradient_flops() const = delete;
  byte_count gradient_bytes() const = delete;
};

/// A model that knows which records of a trace it describes, and how to read itself off one.
template <class Op, class Record>
concept reads_record = requires(const Record& r) {
  { Op::matches(r) } -> std::convertible_to<bool>;
  { Op::from(r) } -> std::same_as<Op>;
};

}  // namespace ridgeline

#endif  // RIDGELINE_OP_MODEL_HPP
