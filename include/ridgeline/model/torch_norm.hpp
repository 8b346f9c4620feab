#ifndef RIDGELINE_MODEL_TORCH_NORM_HPP
#define RIDGELINE_MODEL_TORCH_NORM_HPP

#include <array>
#include <string_view>

#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/norm.hpp>

/// Models of normalisations.
namespace ridgeline {

/// How a norm counts channels: an extent of the input, or the product of a list of sizes.
enum class torch_norm_kind : unsigned char { batch, layer, group, instance };

struct torch_norm_row {
  std::string_view name;
  torch_norm_kind kind;
  int x = 0;
  int weight = 1;        ///< bias stands behind it
  int training = -1;     ///< argument; -1: always
  int sizes = 1;         ///< layer: argument with the normalised shape
};

/// A norm as reports show it.
struct torch_norm_call : op::norm {
  int x = 0;
};

namespace detail {
/// A model's flag that the original takes for set when it was recorded at all.
constexpr bool slot_is_on(const torch_call& c, int at) {
  return c.faults.norm_training_by_slot ? !c.value(at).empty() : c.flag(at);
}
inline void norm_parameters(torch_parameters& out, const torch_call& c, int x, double channels, bool whole, bool bias,
                            bool affine, bool training) {
  out.tuple("op_shape", c.dims_text(x)).tuple("dtype_in_out", torch_parameters::json({c.type(x), {}}))
      .tuple("stride_input", c.stride(x)).none("stride_output");
  if (whole) out.whole("num_channels", channels);
  else out.real("num_channels", channels);
  out.flag("has_bias", bias).flag("is_affine", affine).flag("is_training", training);
}
}  // namespace detail

struct torch_norm {
  using row = torch_norm_row;
  using kind = torch_norm_kind;
  static constexpr std::string_view category = "NORM_fwd", sheet = "Normalization";
  static constexpr std::array rows{
      row{"aten::batch_norm", kind::batch, 0, 1, 5}, row{"aten::native_batch_norm", kind::batch, 0, 1, 5},
      row{"aten::miopen_batch_norm", kind::batch, 0, 1, 5}, row{"aten::cudnn_batch_norm", kind::batch, 0, 1, 5},
      row{"aten::layer_norm", kind::layer, 0, 2}, row{"aten::native_layer_norm", kind::layer, 0, 2},
      row{"aten::miopen_layer_norm", kind::layer, 0, 2}, row{"aten::cudnn_layer_norm", kind::layer, 0, 2},
      row{"aten::group_norm", kind::group, 0, 2}, row{"aten::native_group_norm", kind::group},
      row{"aten::miopen_group_norm", kind::group}, row{"aten::cudnn_group_norm", kind::group},
      row{"aiter::_groupnorm_run", kind::group},
      row{"aten::instance_norm", kind::instance, 0, 1, 5}, row{"aten::native_instance_norm", kind::instance, 0, 1, 5},
      row{"aten::miopen_instance_norm", kind::instance, 0, 1, 5},
      row{"aten::cudnn_instance_norm", kind::instance, 0, 1, 5}};

  static constexpr torch_norm_call from(const torch_call& c, const row& r) {
    torch_norm_call n;
    const torch_shape x = c.shape(r.x);
    n.x = r.x, n.elements = x.size(), n.element = c.size(r.x);
    n.channels = r.kind == kind::layer ? c.numbers(r.sizes).size() : x[1];
    if (r.training >= 0) n.training = detail::slot_is_on(c, r.training);
    if (!c.faults.norm_weights_by_slot) n.affine = c.tensor(r.weight), n.bias = c.tensor(r.weight + 1);
    return n;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_norm_call& n) {
    detail::norm_parameters(out, c, n.x, n.channels, true, n.bias, n.affine, n.training);
  }
};

struct torch_norm_backward_row {
  std::string_view name;
  torch_norm_kind kind;
  int x = 1;
  int training = -1;    ///< argument; -1: always; -2: never
  int mask = -1;        ///< which gradients are wanted: input, weight, bias; -1: the input's
  int sizes = 2;        ///< layer: argument with the normalised shape; group: with the channels' divisor
};
struct torch_norm_backward {
  using row = torch_norm_backward_row;
  using kind = torch_norm_kind;
  static constexpr std::string_view category = "NORM_bwd", sheet = "Normalization";
  static constexpr std::array rows{
      row{"aten::batch_norm_backward", kind::batch, 1, 7}, row{"aten::native_batch_norm_backward", kind::batch, 1, 7},
      row{"aten::miopen_batch_norm_backward", kind::batch, 0, -2},
      row{"aten::cudnn_batch_norm_backward", kind::batch, 0, -2},
      row{"aten::layer_norm_backward", kind::layer, 1, -1, 7},
      row{"aten::native_layer_norm_backward", kind::layer, 1, -1, 7},
      row{"aten::miopen_layer_norm_backward", kind::layer, 1, -1, 7},
      row{"aten::cudnn_layer_norm_backward", kind::layer, 1, -1, 7},
      row{"aten::group_norm_backward", kind::group, 1, -1, 9, 8},
      row{"aten::native_group_norm_backward", kind::group, 1, -1, 9, 8},
      row{"aten::miopen_group_norm_backward", kind::group, 1, -1, 9, 8},
      row{"aten::cudnn_group_norm_backward", kind::group, 1, -1, 9, 8}};
  struct call : op::norm_backward { row at{}; };

  static constexpr call from(const torch_call& c, const row& r) {
    call n{{}, r};
    const torch_shape x = c.shape(r.x);
    n.elements = x.size(), n.element = c.size(r.x);
    n.channels = r.kind == kind::layer   ? c.numbers(r.sizes).size()
                 : r.kind == kind::group ? op::divide(x[1], c.number(r.sizes))
                                         : x[1];
    if (r.training != -1) n.training = r.training >= 0 && detail::slot_is_on(c, r.training);
    if (r.mask >= 0) {
      n.input_gradient = wanted(c, r.mask, 0);
      if (r.kind == kind::layer) n.affine = wanted(c, r.mask, 1), n.bias = wanted(c, r.mask, 2);
      if (json_list(c.value(r.mask)).size() == 0) n.elements = unknown_ratio;
    }
    return n;
  }
  static constexpr bool wanted(const torch_call& c, int mask, std::size_t which) {
    return detail::same_letters(json_list(c.value(mask))[which], "true");
  }
  static std::string_view compute_type(const torch_call& c, const call& n) { return c.type(n.at.x); }
  static void parameters(torch_parameters& out, const torch_call& c, const call& n) {
    detail::norm_parameters(out, c, n.at.x, n.channels, n.at.kind != kind::group, n.bias, n.affine, n.training);
    append_mask(out, n.at.mask < 0 ? "[true]" : c.value(n.at.mask));
  }
  static void append_mask(torch_parameters& out, std::string_view mask) {
    std::string text(mask);
    for (char& ch : text)
      if (ch == 'T' || ch == 'F') ch = static_cast<char>(ch - 'A' + 'a');
    out.list("output_mask", text);
  }
};

/// Gradients of instance norms have no model: the batch norm below them does.
struct torch_instance_norm_backward {
  using row = torch_norm_row;
  static constexpr std::string_view category = "NORM_bwd", sheet = "Normalization";
  static constexpr std::array rows{row{"aten::instance_norm_backward", torch_norm_kind::instance},
                                   row{"aten::native_instance_norm_backward", torch_norm_kind::instance},
                                   row{"aten::miopen_instance_norm_backward", torch_norm_kind::instance},
                                   row{"aten::cudnn_instance_norm_backward", torch_norm_kind::instance}};
  static constexpr op::norm_backward from(const torch_call&, const row&) { return {}; }
  static constexpr bool undefined(const op::norm_backward&) { return true; }
};

/// RMS norms of PyTorch itself.
struct torch_rms_norm {
  static constexpr std::string_view name = "aten::_fused_rms_norm", category = "NORM_fwd", sheet = "Normalization";
  static constexpr op::rms_norm from(const torch_call& c) {
    return {.elements = c.shape(0).size(), .channels = c.numbers(1).size(), .element = c.size(0)};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::rms_norm& n) {
    detail::norm_parameters(out, c, 0, n.channels, true, false, true, false);
  }
};
struct torch_rms_norm_backward {
  struct row { std::string_view name; };
  static constexpr std::string_view category = "NORM_bwd", sheet = "Normalization";
  static constexpr std::array rows{row{"aten::rms_norm_backward"}, row{"aten::native_rms_norm_backward"},
                                   row{"aten::miopen_rms_norm_backward"}, row{"aten::cudnn_rms_norm_backward"},
                                   row{"aten::_fused_rms_norm_backward"}};
  static constexpr op::rms_norm_backward from(const torch_call& c, const row&) {
    return {c.shape(1).size(), c.numbers(2).size(), torch_norm_backward::wanted(c, 5, 0),
            torch_norm_backward::wanted(c, 5, 1), c.size(1)};
  }
  static std::string_view compute_type(const torch_call& c, const op::rms_norm_backward&) { return c.type(1); }
  static void parameters(torch_parameters& out, const torch_call& c, const op::rms_norm_backward& n) {
    detail::norm_parameters(out, c, 1, n.channels, true, false, true, false);
    torch_norm_backward::append_mask(out, c.value(5));
  }
};

/// Layer norm with modulation, of [tokens, batch, hidden].
struct torch_modulated_norm {
  struct row { std::string_view name, category; bool backward; };
  static constexpr std::string_view sheet = "Normalization";
  static constexpr std::array rows{row{"primus::fused_ln_modulate", "NORM_fwd", false},
                                   row{"primus::fused_ln_modulate_backward", "NORM_bwd", true}};
  static constexpr op::modulated_norm from(const torch_call& c, const row& r) {
    const torch_shape x = c.shape(0);
    return {x[0], x[1], x[2], r.backward, c.size(0)};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::modulated_norm& n) {
    detail::norm_parameters(out, c, 0, n.hidden, true, true, true, true);
    if (n.backward) torch_norm_backward::append_mask(out, "[true,true,true]");
  }
};

/// What serving engines fuse with an RMS norm.
enum class torch_rms_fusion : unsigned char { none, quant, group_quant, pad, fp4 };
struct torch_serving_rms_row {
  std::string_view name;
  int x, weight;
  double each = 2;              ///< FLOP for one element, see op::rms_norm
  double tensors = 2;           ///< that are read or written in the input's format
  torch_rms_fusion fuses = torch_rms_fusion::none;
  int group = -1;               ///< argument with the size of a group or of padding
};
struct torch_serving_rms_norm {
  using row = torch_serving_rms_row;
  using fusion = torch_rms_fusion;
  static constexpr std::string_view category = "RMSNorm";
  static constexpr std::array rows{
      row{"aiter::rms_norm", 0, 1}, row{"aiter::rmsnorm2d_fwd_ck", 0, 1}, row{"aiter::rmsnorm", 1, 2},
      row{"aiter::rmsnorm2d_fwd_with_add_ck", 1, 4, 3, 4}, row{"aiter::add_rmsnorm", 1, 4, 3, 4},
      row{"aiter::rmsnorm2d_fwd_with_dynamicquant_ck", 1, 3, 4, 1, fusion::quant},
      row{"aiter::rmsnorm_quant", 1, 3, 4, 1, fusion::group_quant, 5},
      row{"vllm::rocm_aiter_rmsnorm_fp8_group_quant", 0, 1, 4, 1, fusion::group_quant, 3},
      row{"vllm::rocm_aiter_rmsnorm_with_add_fp8_group_quant", 0, 2, 5, 3, fusion::group_quant, 4},
      row{"vllm::rocm_aiter_triton_add_rmsnorm_pad", 0, 1, 3, 3, fusion::pad, 4},
      row{"aiter::fused_add_rmsnorm_pad_", 0, 1, 3, 3, fusion::pad, 4},
      row{"sglang_profiler::fused_mxfp4_quant_fused_rms_mxfp4_quant", 0, 1, 4, 1, fusion::fp4},
      row{"aiter::_fuse_rmsnorm_fp4_quant", 0, 1, 4, 1, fusion::fp4}};
  /// `second`: FLOP of a second norm of the same call.
  struct call : op::rms_norm {
    int x = 0;
    double second = 0;
    constexpr flop_count flops() const { return op::rms_norm::flops() + op::floor(second) * FLOP; }
  };

  static constexpr call from(const torch_call& c, const row& r) {
    call n;
    n.x = r.x, n.elements = c.shape(r.x).size(), n.channels = c.extent(r.weight, 0), n.element = c.size(r.x);
    n.each = r.each, n.tensors = r.tensors;
    const double tokens = op::floor_div(n.elements, n.channels);
    const double given = r.group < 0 ? unknown_ratio : c.number(r.group);
    const double group = given > 0 ? given : n.channels;
    switch (r.fuses) {
      case fusion::none: break;
      case fusion::quant: n.other = (n.elements + 4 * tokens) * B; break;
      case fusion::group_quant: n.other = (n.elements + 4 * tokens * op::ceil_div(n.channels, group)) * B; break;
      case fusion::pad:
        n.other = tokens * (given > 0 ? op::ceil_div(n.channels, group) * group : n.channels) * n.element;
        break;
      case fusion::fp4: add_fp4(n, c, tokens); break;
    }
    return n;
  }
  static std::string_view compute_type(const torch_call& c, const call& n) { return c.type(n.x); }
  static void parameters(torch_parameters& out, const torch_call& c, const call& n) {
    detail::norm_parameters(out, c, n.x, n.channels, true, false, true, false);
  }

 private:
  static constexpr void add_fp4(call& n, const torch_call& c, double tokens) {
    n.other = (0.5 * n.elements + op::floor_div(n.elements, 32)) * B;
    if (c.shape(6).rank() == 2) n.each += 1, n.tensors += 2;  // a residual is added and kept
    const torch_shape other = c.shape(3);
    if (other.rank() != 2) return;
    const double elements = tokens * other[1], norm = op::divide(n.elements, n.channels) * (2 * n.channels + 2) +
                                                    2 * n.elements;
    n.second = norm * elements / n.elements;
    n.other += (2 * elements + other[1]) * n.element;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_NORM_HPP
