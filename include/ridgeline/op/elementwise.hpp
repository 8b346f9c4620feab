#ifndef RIDGELINE_OP_ELEMENTWISE_HPP
#define RIDGELINE_OP_ELEMENTWISE_HPP

#include <ridgeline/op/model.hpp>

namespace ridgeline::op {

/// One input tensor, one output tensor.
struct unary {
  double inputs = missing<double>, outputs = missing<double>;      ///< elements
  byte_count in = missing<byte_count>, out = missing<byte_count>;  ///< bytes per element
  double per_element = 1;                                          ///< FLOP per output element

  constexpr flop_count flops() const { return per_element * outputs * FLOP; }
  constexpr byte_count bytes() const { return inputs * in + outputs * out; }
};

/// Two input tensors, one output tensor; the inputs may be broadcast.
struct binary {
  double first = missing<double>, second = missing<double>, outputs = missing<double>;
  byte_count in1 = missing<byte_count>, in2 = missing<byte_count>, out = missing<byte_count>;
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
  double inputs = missing<double>, outputs = 1;
  byte_count element = missing<byte_count>;

  constexpr flop_count flops() const { return inputs * FLOP; }
  constexpr byte_count bytes() const { return (inputs + outputs) * element; }
};

/// An operation that moves bytes and does no computation worth counting.
constexpr mapping transfer(byte_count moved) { return {.other = moved}; }

/// Classification loss computed from logits.
struct cross_entropy {
  double rows = missing<double>, classes = missing<double>, logits = missing<double>;
  byte_count element = missing<byte_count>;

  /// Five per logit: maximum, difference, exponential, sum, logarithm.
  constexpr flop_count flops() const { return 5 * rows * classes * FLOP; }
  constexpr byte_count bytes() const { return logits * element + 12 * rows * B; }  // 8 for the target, 4 for the loss
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_ELEMENTWISE_HPP
