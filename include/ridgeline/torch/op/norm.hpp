#ifndef RIDGELINE_TORCH_OP_NORM_HPP
#define RIDGELINE_TORCH_OP_NORM_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/norm.hpp>

/// Models of normalisations.
namespace ridgeline {

namespace torch_detail {
/// A flag of a model, which the original considers set whenever it was recorded at all.
constexpr bool slot_is_on(const torch_call& c, int at) {
  return c.faults.norm_training_by_slot ? !c.value(at).empty() : c.flag(at);
}
/// Whether it is recorded if the norm is in training mode: a flag, or none.
constexpr bool says_training(const torch_call& c, int at) {
  if (c.faults.norm_training_by_slot || c.faults.empty_is_usual) return true;
  return c.has_value(at) && (c.value(at).empty() || c.flag(at) || c.is_false(at));
}
/// The number of channels: from a list of sizes, else an extent of the input.
constexpr double channels_of(const torch_call& c, int sizes, const torch_shape& x) {
  return sizes < 0 ? x[1] : c.numbers(sizes).size();
}
}  // namespace torch_detail

/// Report columns of norms with individual flags.
template <class Shape, auto Channels = &Shape::channels>
inline constexpr torch_shown torch_norm_columns{
    "op_shape=D0 dtype_in_out=(T0,-) stride_input=S0 stride_output=- num_channels has_bias is_affine is_training",
    Channels, &Shape::bias, &Shape::affine, &Shape::training};
/// Report columns of RMS norms, which have weights but no bias.
template <class Shape>
inline constexpr torch_shown torch_rms_columns{
    "op_shape=D0 dtype_in_out=(T0,-) stride_input=S0 stride_output=- num_channels has_bias=false is_affine "
    "is_training=false", &Shape::channels, &Shape::weight};

struct torch_norm_row {
  std::string_view names;
  int training = -1;     ///< argument; -1: always
  int sizes = -1;        ///< argument with the normalised shape; -1: channels are the input's second extent
  int weight = 1;        ///< followed by the bias
};
struct torch_norm : torch_family<"NORM_fwd", "Normalization"> {
  using row = torch_norm_row;
  static constexpr std::array rows{
      row{"aten::batch_norm aten::native_batch_norm aten::miopen_batch_norm aten::cudnn_batch_norm "
          "aten::instance_norm aten::native_instance_norm aten::miopen_instance_norm aten::cudnn_instance_norm", 5},
      row{"aten::layer_norm aten::native_layer_norm aten::miopen_layer_norm aten::cudnn_layer_norm", -1, 1, 2},
      row{"aten::group_norm", -1, -1, 2},
      row{"aten::native_group_norm aten::miopen_group_norm aten::cudnn_group_norm aiter::_groupnorm_run"}};

  static constexpr op::norm from(const torch_call& c, const row& r) {
    op::norm n;
    const torch_shape x = c.shape(0);
    n.elements = x.size(), n.element = c.size(0), n.channels = torch_detail::channels_of(c, r.sizes, x);
    if (r.training >= 0) n.training = torch_detail::slot_is_on(c, r.training);
    if (r.training >= 0 && !torch_detail::says_training(c, r.training)) n.elements = missing<double>;
    if (!c.faults.norm_weights_by_slot) n.affine = c.tensor(r.weight), n.bias = c.tensor(r.weight + 1);
    return n;
  }
  static constexpr torch_shown parameters = torch_norm_columns<op::norm>;
};

struct torch_norm_backward_row {
  std::string_view names;
  int argument = 1;        ///< argument with the input
  int training = -1;    ///< argument; -1: always; -2: always, but not in the original
  int mask = -1;        ///< mask of requested gradients: input, weight, bias; -1: the input's
  int sizes = -1;       ///< argument with the normalised shape
  int divisor = -1;     ///< argument that divides the second extent of the input (groups)
  int unread_mask = -1; ///< the mask, if the original ignores it
};
struct torch_norm_backward : torch_family<"NORM_bwd", "Normalization"> {
  using row = torch_norm_backward_row;
  static constexpr std::array rows{
      row{.names = "aten::batch_norm_backward aten::native_batch_norm_backward", .training = 7, .unread_mask = 9},
      row{"aten::miopen_batch_norm_backward aten::cudnn_batch_norm_backward", 0, -2},
      row{"aten::layer_norm_backward aten::native_layer_norm_backward aten::miopen_layer_norm_backward "
          "aten::cudnn_layer_norm_backward", 1, -1, 7, 2},
      row{"aten::group_norm_backward aten::native_group_norm_backward aten::miopen_group_norm_backward "
          "aten::cudnn_group_norm_backward", 1, -1, 9, -1, 8}};
  struct call : torch_from<op::norm_backward> {
    row at{};
    /// A quotient is shown as a real number.
    torch_value shown_channels() const {
      return at.divisor < 0 ? torch_value::of(channels) : torch_value::real(channels);
    }
  };

  static constexpr call from(const torch_call& c, const row& r) {
    call n{{{}, r.argument}, r};
    const torch_shape x = c.shape(r.argument);
    n.elements = x.size(), n.element = c.size(r.argument), n.channels = torch_detail::channels_of(c, r.sizes, x);
    if (r.divisor >= 0) n.channels = op::divide(x[1], c.number(r.divisor));
    if (r.training >= 0) n.training = torch_detail::slot_is_on(c, r.training);
    if (r.training == -2) n.training = !c.faults.norm_training_by_slot;  // outside of training PyTorch takes its own
    if (r.training >= 0 && !torch_detail::says_training(c, r.training)) n.elements = missing<double>;
    const bool all = n.two_tensors = c.faults.gradients_always_all;
    const int mask = r.mask < 0 && !all ? r.unread_mask : r.mask;
    if (mask < 0) return n;
    n.input_gradient = c.wants(mask, 0);
    if (r.sizes >= 0 || !all) n.affine = c.wants(mask, 1), n.bias = c.wants(mask, 2);
    n.sums = all || n.affine || n.bias || (n.input_gradient && n.training);
    if (json_list(c.value(mask)).size() == 0) n.sums = true, n.elements = missing<double>;
    return n;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& n) {
    torch_norm_columns<call, &call::shown_channels>(out, c, n);
    out.add("output_mask", torch_value::python_list(n.at.mask < 0 ? "[True]" : c.value(n.at.mask)));
  }
};

/// Gradients of instance norms have no model, because the batch norm below them has one.
struct torch_instance_norm_backward : torch_family<"NORM_bwd", "Normalization"> {
  static constexpr std::string_view names[] = {"aten::instance_norm_backward", "aten::native_instance_norm_backward",
                                               "aten::miopen_instance_norm_backward",
                                               "aten::cudnn_instance_norm_backward"};
  static constexpr op::norm_backward from(const torch_call&) { return {}; }
  static constexpr bool undefined(const op::norm_backward&) { return true; }
};

/// PyTorch's own RMS norms.
struct torch_rms_norm : torch_family<"NORM_fwd", "Normalization"> {
  static constexpr std::string_view name = "aten::_fused_rms_norm";
  static constexpr op::rms_norm from(const torch_call& c) {
    return {.elements = c.shape(0).size(), .channels = c.numbers(1).size(), .element = c.size(0),
            .weight = c.faults.norm_weights_by_slot || c.tensor(2)};
  }
  static constexpr torch_shown parameters = torch_rms_columns<op::rms_norm>;
};
struct torch_rms_norm_backward : torch_family<"NORM_bwd", "Normalization"> {
  static constexpr std::string_view names[] = {
      "aten::rms_norm_backward", "aten::native_rms_norm_backward", "aten::miopen_rms_norm_backward",
      "aten::cudnn_rms_norm_backward", "aten::_fused_rms_norm_backward"};
  using call = torch_from<op::rms_norm_backward>;

  static constexpr call from(const torch_call& c) {
    const bool unknown = json_list(c.value(5)).size() == 0 && !c.faults.empty_is_usual;
    return {{.elements = unknown ? missing<double> : c.shape(1).size(), .channels = c.numbers(2).size(),
             .input_gradient = c.wants(5, 0), .weight_gradient = c.wants(5, 1),
             .writes_all = c.faults.gradients_always_all, .element = c.size(1),
             .weight = c.faults.norm_weights_by_slot || c.tensor(4)}, 1};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& n) {
    torch_rms_columns<call>(out, c, n);
    out.show(c, "output_mask=C5");
  }
};

/// Layer norm of [tokens, batch, hidden] and modulation by a shift and a scale per batch, as in diffusion
/// transformers.
struct torch_modulated_norm : torch_family<"", "Normalization"> {
  struct row { std::string_view name, category; double per_element, tensors; };
  static constexpr std::array rows{row{"primus::fused_ln_modulate", "NORM_fwd", 12, 2},
                                   row{"primus::fused_ln_modulate_backward", "NORM_bwd", 15, 3}};
  static constexpr op::mapping from(const torch_call& c, const row& r) {
    const torch_shape x = c.shape(0);
    const byte_count vectors = r.tensors * x[1] * x[2] * c.size(0);
    return {x[0] * x[1] * x[2], r.per_element, r.tensors * c.size(0), vectors + 8 * x[0] * x[1] * B};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::mapping& n) {
    out.show(c, "op_shape=D0 dtype_in_out=(T0,-) stride_input=S0 stride_output=- num_channels=D0[2] has_bias=true "
                "is_affine=true is_training=true");
    if (n.per_element == 15) out.add("output_mask", torch_value::list("[true,true,true]"));
  }
};

/// Operations that serving engines fuse with an RMS norm.
enum class torch_rms_fusion : unsigned char { none, quant, pad, fp4 };
struct torch_serving_rms_row {
  std::string_view names;
  int argument, weight;
  double per_element = 2;              ///< FLOP per element, see op::rms_norm
  double tensors = 2;           ///< tensors read or written in the input's format
  torch_rms_fusion fuses = torch_rms_fusion::none;
  int group = -1;               ///< argument with the size of a group or of padding; -1: one group per row of channels
};
struct torch_serving_rms_norm : torch_family<"RMSNorm"> {
  using row = torch_serving_rms_row;
  using fusion = torch_rms_fusion;
  static constexpr std::array rows{
      row{"aiter::rms_norm aiter::rmsnorm2d_fwd_ck", 0, 1}, row{"aiter::rmsnorm", 1, 2},
      row{"aiter::rmsnorm2d_fwd_with_add_ck aiter::add_rmsnorm", 1, 4, 3, 4},
      row{"aiter::rmsnorm2d_fwd_with_dynamicquant_ck", 1, 3, 4, 1, fusion::quant},
      row{"aiter::rmsnorm_quant", 1, 3, 4, 1, fusion::quant, 5},
      row{"vllm::rocm_aiter_rmsnorm_fp8_group_quant", 0, 1, 4, 1, fusion::quant, 3},
      row{"vllm::rocm_aiter_rmsnorm_with_add_fp8_group_quant", 0, 2, 5, 3, fusion::quant, 4},
      row{"vllm::rocm_aiter_triton_add_rmsnorm_pad aiter::fused_add_rmsnorm_pad_", 0, 1, 3, 3, fusion::pad, 4},
      row{"sglang_profiler::fused_mxfp4_quant_fused_rms_mxfp4_quant aiter::_fuse_rmsnorm_fp4_quant", 0, 1, 4, 1,
          fusion::fp4}};
  struct call : torch_from<op::rms_norm> {
    double second = 0;  ///< FLOP of a second norm in the same call
    constexpr flop_count flops() const { return op::rms_norm::flops() + op::floor(second) * FLOP; }
  };

  static constexpr call from(const torch_call& c, const row& r) {
    call n;
    n.argument = r.argument, n.elements = c.shape(r.argument).size(), n.channels = c.extent(r.weight, 0);
    n.element = c.size(r.argument), n.per_element = r.per_element, n.tensors = r.tensors;
    const double tokens = op::floor_div(n.elements, n.channels), given = r.group < 0 ? 0 : c.number(r.group);
    const double group = given > 0 ? given : n.channels, groups = op::ceil_div(n.channels, group);
    if (r.group >= 0 && !c.has_values() && !c.faults.empty_is_usual) {
      n.other = missing<byte_count>;
      return n;
    }
    if (r.fuses == fusion::quant) n.other = (n.elements + 4 * tokens * groups) * B;
    if (r.fuses == fusion::pad) n.other = tokens * groups * group * n.element;
    if (r.fuses == fusion::fp4) add_fp4(n, c, tokens);
    return n;
  }
  static constexpr torch_shown parameters = torch_rms_columns<call>;

 private:
  static constexpr void add_fp4(call& n, const torch_call& c, double tokens) {
    n.other = (0.5 * n.elements + op::floor_div(n.elements, 32)) * B;
    if (c.shape(6).rank() == 2) n.per_element += 1, n.tensors += 2;  // a residual is added and stored
    const torch_shape other = c.shape(3);
    if (other.rank() != 2) return;
    const double elements = tokens * other[1];
    const double norm = op::divide(n.elements, n.channels) * (2 * n.channels + 2) + 2 * n.elements;
    n.second = norm * elements / n.elements;
    n.other += (2 * elements + other[1]) * n.element;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_NORM_HPP
