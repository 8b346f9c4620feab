#ifndef RIDGELINE_OP_ELEMENTWISE_HPP
#define RIDGELINE_OP_ELEMENTWISE_HPP

#include <ridgeline/op/model.hpp>

namespace ridgeline::op {

/// One tensor in, one out.
struct unary {
  double inputs = 0, outputs = 0;  ///< elements
  byte_count in{}, out{};          ///< bytes of one element
  double per_element = 1;                 ///< FLOP for one output

  constexpr flop_count flops() const { return per_element * outputs * FLOP; }
  constexpr byte_count bytes() const { return inputs * in + outputs * out; }
};

/// Two tensors in, one out; the inputs may be broadcast.
struct binary {
  double first = 0, second = 0, outputs = 0;
  byte_count in1{}, in2{}, out{};
  double per_element = 1;

  constexpr flop_count flops() const { return per_element * outputs * FLOP; }
  constexpr byte_count bytes() const { return first * in1 + second * in2 + outputs * out; }
};

/// A tensor of which each element is worked on alone: quantisers, samplers, gates.
struct mapping {
  double elements = 0;
  double per_element = 1;        ///< FLOP for one element
  byte_count moved{};     ///< for one element
  byte_count other{};     ///< in all beside these: scales, results of another size

  constexpr flop_count flops() const { return per_element * elements * FLOP; }
  constexpr byte_count bytes() const { return elements * moved + other; }
};

/// Sums, means, extremes, running sums.
struct reduce {
  double inputs = 0, outputs = 1;
  byte_count element{};

  constexpr flop_count flops() const { return inputs * FLOP; }
  constexpr byte_count bytes() const { return (inputs + outputs) * element; }
};

/// Moves bytes and computes nothing worth counting.
constexpr mapping transfer(byte_count moved) { return {.other = moved}; }

/// The loss of a classifier over its logits.
struct cross_entropy {
  double rows = 0, classes = 0, logits = 0;
  byte_count element{};

  /// Maximum, difference, exponential, sum, logarithm.
  constexpr flop_count flops() const { return 5 * rows * classes * FLOP; }
  constexpr byte_count bytes() const { return logits * element + 12 * rows * B; }  // target 8, loss 4
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_ELEMENTWISE_HPP
