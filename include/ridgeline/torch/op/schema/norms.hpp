#ifndef RIDGELINE_TORCH_OP_SCHEMA_NORMS_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_NORMS_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/norm.hpp>
#include <ridgeline/torch/op/schema/words.hpp>

/// Norms that TraceLens has no model of: batch norms of PyTorch, autograd functions of other libraries.
namespace ridgeline {

/// Batch norms under other names, which count as `native_batch_norm` does. Those without running statistics have two
/// arguments fewer.
struct torch_eager_norm_row : torch_norm_row {
  std::string_view schema;
  bool in_training = true;        ///< if no argument says so
  int training_without = -1;      ///< that argument if there are no running statistics
};
struct torch_eager_batch_norm : torch_family<"NORM_fwd", "Normalization"> {
  using row = torch_eager_norm_row;
  static constexpr std::string_view updating =
      "input, weight, bias, running_mean, running_var, momentum, eps";
  static constexpr std::string_view known_means =
      "input, weight, bias, running_mean, running_var, training, momentum, eps; no_stats: input, weight, bias, "
      "training, momentum, eps";
  static constexpr std::array rows{
      row{{"aten::_batch_norm_with_update"}, updating}, row{{"aten::_batch_norm_with_update_functional"}, updating},
      row{{"aten::_batch_norm_no_update"}, updating, false},
      row{{"aten::_native_batch_norm_legit", 5}, known_means, true, 3},
      row{{"aten::_native_batch_norm_legit_functional", 5}, known_means},
      row{{"aten::_native_batch_norm_legit_no_training"}, updating, false}};

  static constexpr op::norm from(const torch_call& c, const row& r) {
    torch_norm_row at = r;
    if (!c.is_flag(at.training) && c.is_flag(r.training_without)) at.training = r.training_without;
    op::norm n = torch_norm::from(c, at);
    if (!r.in_training) n.training = false;
    return n;
  }
  static constexpr torch_shown parameters = torch_norm::parameters;
};

/// The parts of a batch norm whose statistics are those of all ranks. Together they count what a batch norm of one rank
/// does: 3 an element for the statistics, 2 for the result and 6 a channel; of gradients 4 for the sums and 5 for that
/// of the input. Between them, statistics of each rank are merged: 4 for a variance, 12 for the sums, 3 for the count;
/// 4 a channel for the root, 3 and 5 for the running statistics. Statistics of small floats are `float`.
struct torch_synchronised_norm : torch_schema_words {
  static constexpr torch_columns<0> shown{
      "op_shape=D0 dtype_in_out=(T0,-) stride_input=S0 stride_output=- num_channels=D0[1]"};
  static constexpr torch_columns<0> shown_gradient{
      "op_shape=D1 dtype_in_out=(T1,-) stride_input=S1 stride_output=- num_channels=D1[1]"};
  static constexpr std::string_view forward = "NORM_fwd", backward = "NORM_bwd", sheet = "Normalization";
  static constexpr std::string_view merged = "19*n1+4*d1[-1]+t3?(3*n3)+t4?(5*n4)";
  static constexpr std::string_view merged_bytes =
      "n1*e1+n2*e2+t7?(n7*e7)+2*d1[-1]*e1+t3?(2*n3*e3)+t4?(2*n4*e4)";
  static constexpr std::array rows{
      row{"aten::batch_norm_stats", forward, sheet, "3*n0", "n0*e0+2*d0[1]*max(e0,4)", shown, "input, eps"},
      row{"aten::batch_norm_update_stats", forward, sheet, "3*n0", "n0*e0+2*d0[1]*max(e0,4)+t1?(2*n1*e1)+t2?(2*n2*e2)",
          shown, "input, running_mean, running_var, momentum"},
      row{"aten::batch_norm_gather_stats", forward, sheet, merged, merged_bytes, shown,
          "input, mean (ranks,C), invstd (ranks,C), running_mean, running_var, momentum, eps, count (a number)", 1},
      row{"aten::batch_norm_gather_stats_with_counts", forward, sheet, merged, merged_bytes, shown,
          "input, mean (ranks,C), invstd (ranks,C), running_mean, running_var, momentum, eps, counts (ranks)", 1},
      row{"aten::batch_norm_elemt", forward, sheet, "2*n0+6*n3", "2*n0*e0+t1?(n1*e1)+t2?(n2*e2)+n3*e3+n4*e4", shown,
          "input, weight, bias, mean, invstd, eps, [out]"},
      row{"aten::batch_norm_backward_reduce", backward, sheet, "4*n0",
          "n0*e0+n1*e1+n2*e2+n3*e3+2*f5*n2*e2+t4?((f6+f7)*n4*e4)", shown_gradient,
          "grad_out, input, mean, invstd, weight, input_g, weight_g, bias_g; the sums are written if input_g", 1},
      row{"aten::batch_norm_backward_elemt", backward, sheet, "5*n0",
          "n0*e0+2*n1*e1+n2*e2+n3*e3+t4?(n4*e4)+n5*e5+n6*e6+t7?(n7*e7)", shown_gradient,
          "grad_out, input, mean, invstd, weight, sum_dy, sum_dy_xmu, count", 1}};

  static constexpr bool describes_op(std::string_view name) {
    for (const row& r : rows)
      if (r.names == name) return true;
    return false;
  }
};

/// Layer norms of Apex, Liger-Kernel, Unsloth and Transformer Engine 1, counted as `native_layer_norm` is. What they
/// normalise over is a `torch.Size`, which profilers do not record, but is that of the weight.
struct torch_layer_norm_function : torch_family<"NORM_fwd", "Normalization"> {
  struct row { std::string_view names, schema; };
  static constexpr bool own_work = true;
  static constexpr std::string_view schema = "input, weight, [bias], ...";
  static constexpr std::array rows{
      row{"FusedLayerNormAffineFunction FusedLayerNormAffineMixedDtypesFunction apex::fused_layer_norm_affine_fwd "
          "FastLayerNormFN LigerLayerNormFunction Fast_Layernorm _LayerNorm", schema}};

  /// Unknown where what follows the input is not a weight: functions of that name are easily written.
  static constexpr double channels(const torch_call& c) {
    return c.extent(1, -1) == c.extent(0, -1) ? c.shape(1).size() : missing<double>;
  }
  static constexpr op::norm from(const torch_call& c, const row&) {
    return {.elements = c.shape(0).size(), .channels = channels(c), .bias = c.tensor(2), .element = c.size(0)};
  }
  static constexpr op::norm_backward backward(const op::norm& n) {
    return {.elements = n.elements, .channels = n.channels, .bias = n.bias, .element = n.element};
  }
  static constexpr torch_shown parameters = torch_norm::parameters;
};
struct torch_rms_norm_function : torch_layer_norm_function {
  struct call : op::rms_norm { bool weight_gradient = true; };
  static constexpr std::array rows{
      row{"FusedRMSNormAffineFunction FusedRMSNormAffineMixedDtypesFunction apex::fused_rms_norm_affine_fwd "
          "LigerRMSNormFunction _RMSNorm", schema},
      row{"Fast_RMS_Layernorm", "X, W (frozen), ..."}};

  static constexpr call from(const torch_call& c, const row& r) {
    return {{.elements = c.shape(0).size(), .channels = channels(c), .element = c.size(0)}, r.schema == schema};
  }
  static constexpr op::rms_norm_backward backward(const call& n) {
    return {.elements = n.elements, .channels = n.channels, .weight_gradient = n.weight_gradient, .element = n.element};
  }
  static constexpr torch_shown parameters = torch_rms_columns<call>;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_NORMS_HPP
