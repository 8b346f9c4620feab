#ifndef RIDGELINE_OP_ELEMENTWISE_HPP
#define RIDGELINE_OP_ELEMENTWISE_HPP

#include <ridgeline/op/model.hpp>

namespace ridgeline::op {

/// One input tensor, one output tensor.
struct unary {
  double inputs = 0, outputs = 0;  ///< elements
  byte_count in{}, out{};          ///< bytes per element
  double per_element = 1;                 ///< FLOP per output element

  constexpr flop_count flops() const { return per_element * outputs * FLOP; }
  constexpr byte_count bytes() const { return inputs * in + outputs * out; }
};

/// Two input tensors, one output tensor; the inputs may be broadcast.
struct binary {
  double first = 0, second = 0, outputs = 0;
  byte_count in1{}, in2{}, out{};
  double per_element = 1;

  constexpr flop_count flops() const { return per_element * outputs * FLOP; }
  constexpr byte_count bytes() const { return first * in1 + second * in2 + outputs * out; }
};

/// Operations that process each element of a tensor independently: quantisers, samplers, gates.
struct mapping {
  double elements = 0;
  double per_element = 1;        ///< FLOP per element
  byte_count moved{};     ///< bytes per element
  byte_count other{};     ///< total bytes of everything else: scales, results of a different size

  constexpr flop_count flops() const { return per_element * elements * FLOP; }
  constexpr byte_count bytes() const { return elements * moved + other; }
};

/// Sums, means, minima and maxima, running sums.
struct reduce {
  double inputs = 0, outputs = 1;
  byte_count element{};

  constexpr flop_count flops() const { return inputs * FLOP; }
  constexpr byte_count bytes() const { return (inputs + outputs) * element; }
};

/// An operation that moves bytes and does no computation worth counting.
constexpr mapping transfer(byte_count moved) { return {.other = moved}; }

/// Classification loss computed from logits.
struct cross_entropy {
  double rows = 0, classes = 0, logits = 0;
  byte_count element{};

  /// Five per logit: maximum, difference, exponential, sum, logarithm.
  constexpr flop_count flops() const { return 5 * rows * classes * FLOP; }
  constexpr byte_count bytes() const { return logits * element + 12 * rows * B; }  // 8 for the target, 4 for the loss
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_ELEMENTWISE_HPP
