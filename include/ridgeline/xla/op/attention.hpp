#ifndef RIDGELINE_XLA_OP_ATTENTION_HPP
#define RIDGELINE_XLA_OP_ATTENTION_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/op/attention.hpp>
#include <ridgeline/xla/op/model.hpp>

namespace ridgeline {

/// A fused-attention call of Transformer Engine or cuDNN, forward or backward. The backward pass recomputes the
/// scores.
struct xla_attention : op::attention {
  bool backward = false;
  bool causal = false;    ///< each query sees the keys up to its own position: half of them
  hlo_type type = hlo_type::bf16;
  std::string bias{};     ///< the shape of the fourth operand

  flop_count flops() const { return backward ? gradient_flops() : op::attention::flops(); }
  byte_count bytes() const { return backward ? gradient_bytes() : op::attention::bytes(); }

  static bool matches(const xla_call& call);
  /// Whether the fourth operand is a bias; with cuDNN it may also be sequence lengths, or further inputs of a
  /// gradient.
  static bool has_bias(const xla_call& call);
  static std::optional<xla_attention> from(const xla_call& call, const xla_faults& faults);
  void describe(xla_parameters& to) const;
  math peak() const { return {engine::matrix, facts_of(type).format}; }
  /// Queries, keys and values, including the case that one operand contains all three.
  std::vector<xla_tensor> inputs() const;

 private:
  bool read_config(std::string_view config);
  bool read_operands(const xla_call& call);
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_ATTENTION_HPP
