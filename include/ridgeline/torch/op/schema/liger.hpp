#ifndef RIDGELINE_TORCH_OP_SCHEMA_LIGER_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_LIGER_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/elementwise.hpp>
#include <ridgeline/torch/op/schema/words.hpp>

/// Autograd functions of Liger-Kernel, whose names profilers record as those of ops: Liger-Kernel src/liger_kernel/ops.
/// Its norms are in norms.hpp.
namespace ridgeline {

struct torch_liger : torch_schema_words {
  static constexpr std::array rows{
      row{"LigerGELUMulFunction", "elementwise", "BinaryElementwise", "10*n0", "2*n0*e0+n1*e1", shown_binary,
          "geglu.py: a, b; the form with tanh"},
      row{"LigerRopeFunction", "RoPE_fwd", "RoPE", "3*(n0+n1)", "2*(n0*e0+n1*e1)+n2*e2+n3*e3", "x_shape=D0 y_shape=D1",
          "rope.py: q (B,heads,T,size), k, cos, sin, position_ids, ..."}};
};

/// The kernel of which `CrossEntropyFunction` has a copy.
struct torch_liger_cross_entropy : torch_cross_entropy {
  static constexpr std::string_view name = "LigerCrossEntropyFunction";
  static constexpr std::string_view schema = "cross_entropy.py: logits (rows, classes), target, ...";
  static constexpr op::cross_entropy from(const torch_call& c) { return torch_cross_entropy::from(c); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_LIGER_HPP
