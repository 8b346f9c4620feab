#ifndef RIDGELINE_XLA_OP_CONV_HPP
#define RIDGELINE_XLA_OP_CONV_HPP

#include <optional>

#include <ridgeline/op/convolution.hpp>
#include <ridgeline/xla/op/model.hpp>

namespace ridgeline {

/// An XLA convolution, or one of its gradients, which performs the same multiplications; input, filter and output
/// are those of the forward pass.
struct xla_conv : op::convolution {
  xla_tensor x{}, kernel{}, y{};     ///< input, filter and output
  bool adds_bias = false;
  bool both_gradients = false;       ///< the original counts both gradients for each of them
  byte_count moved = missing<byte_count>;  ///< all arrays of the call by their own types

  flop_count flops() const { return both_gradients ? gradient_flops() : op::convolution::flops(); }
  byte_count bytes() const {
    return both_gradients ? gradient_bytes() : known(moved) ? moved : op::convolution::bytes();
  }

  static bool matches(const xla_call& call);
  static std::optional<xla_conv> from(const xla_call& call, const xla_faults& faults);
  void describe(xla_parameters& to) const;
  math peak() const { return {engine::matrix, facts_of(x.type).format}; }
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_CONV_HPP
