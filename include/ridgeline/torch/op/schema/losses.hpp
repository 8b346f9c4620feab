#ifndef RIDGELINE_TORCH_OP_SCHEMA_LOSSES_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_LOSSES_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/schema/words.hpp>

namespace ridgeline {

/// Losses and their gradients: a difference, what the loss makes of it, a sum of all.
struct torch_eager_losses : torch_schema_words {
  static constexpr std::string_view pair = "self, target, reduction";
  static constexpr std::string_view weighted = "self, target, weight, reduction";
  static constexpr std::string_view gradient = "grad_output, self, target, reduction";
  static constexpr std::array rows{
      binary_row("aten::mse_loss", "n0*(2+min(1,c2))", of_loss, pair),
      binary_row("aten::smooth_l1_loss aten::huber_loss", "n0*(4+min(1,c2))", of_loss, pair),
      binary_row("aten::binary_cross_entropy", "n0*(13+t2?1+min(1,c3))", of_weighted_loss, weighted),
      binary_row("aten::mse_loss_backward", "3*n1", to_gradient, gradient),
      binary_row("aten::smooth_l1_loss_backward aten::huber_loss_backward", "4*n1", to_gradient, gradient),
      binary_row("aten::binary_cross_entropy_backward", "6*n1", "n0*e0+2*n1*e1+n2*e2+t3?(n3*e3)",
          "grad_output, self, target, weight, reduction"),
      binary_row("aten::nll_loss_backward", "n2", "n0*e0+n1*e1+n2*(e1+e2)+t3?(n3*e3)",
          "grad_output, self (N,C), target, weight, ...; all is zeroed, one of each row written"),
      binary_row("aten::nll_loss2d_forward", "n1", "n1*(e0+e1)+2*e0+t2?(min(n2,n1)*e2)",
          "self (N,C,H,W), target, weight, reduction, ignore_index"),
      binary_row("aten::nll_loss2d_backward", "n2", "n0*e0+n1*e1+n2*(e1+e2)+t3?(n3*e3)",
          "grad_output, self (N,C,H,W), target, weight, ...")};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_LOSSES_HPP
