#ifndef RIDGELINE_TORCH_OP_QUANT_HPP
#define RIDGELINE_TORCH_OP_QUANT_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/rounding.hpp>

/// Models of quantisers, and of sampling, which has the same kind of arguments.
namespace ridgeline {

/// Primus-Turbo's quantisers for a whole tensor.
struct torch_tensor_quant : torch_family<"elementwise", "UnaryElementwise"> {
  static constexpr std::string_view fp8 = "c10::Float8_e4m3fnuz", fp4 = "c10::Float4_e2m1fn_x2";
  struct row { std::string_view names, to; };
  static constexpr std::array rows{
      row{"primus_turbo_cpp_extension::quantize_fp8_tensorwise primus_turbo::quantize_fp8_tensorwise", fp8},
      row{"primus_turbo_cpp_extension::quantize_mxfp4_dual primus_turbo::quantize_mxfp4_dual "
          "primus::quantize_mxfp4_dual", fp4}};
  struct call : op::mapping { std::string_view to{}; };

  static constexpr call from(const torch_call& c, const row& r) {
    const torch_shape x = c.shape(0);
    const double n = x.size();
    if (r.to == fp8) return {{n, 1, c.size(0), n * B}, r.to};
    // rows and columns, each packed in pairs with one scale per 32 elements
    const double written = 2 * op::floor_div(n + 1, 2) + x[0] * op::ceil_div(x[1], 32) + x[1] * op::ceil_div(x[0], 32);
    return {{x.rank() == 2 ? n : missing<double>, 1, c.size(0), written * B}, r.to};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& q) {
    out.show(c, "op_shape=D0 dtype_in_out stride_input=S0 stride_output=-",
             torch_value::tuple(std::array{c.type(0), q.to}));
  }
};

/// Quantisers that compute scales on the fly: result, activation, scales.
struct torch_scaled_quant : torch_family<"GroupQuant", "BinaryElementwise"> {
  static constexpr std::string_view names[] = {"aiter::dynamic_per_token_scaled_quant",
                                               "aiter::dynamic_per_group_scaled_quant",
                                               "aiter::dynamic_per_tensor_quant"};
  static constexpr int computes = 1;

  static constexpr op::binary from(const torch_call& c) {
    return {c.shape(1).size(), c.shape(2).size(), c.shape(0).size(), c.size(1), c.size(2), c.size(0), 2.59375};
  }
  static constexpr torch_shown parameters{"shape_in1=D1 shape_in2=D2 shape_out=D0 dtype_in1_in2_out=(T1,T2,T0) "
                                          "stride_input1=S1 stride_input2=S2 stride_output=S0"};
};

struct torch_token_group_quant : torch_family<"GroupQuant", "BinaryElementwise"> {
  static constexpr std::string_view name = "vllm::triton_per_token_group_quant_fp8";
  struct call : op::mapping { double group = 128, groups = 1, rows = 1, columns = 1; };

  static constexpr call from(const torch_call& c) {
    const torch_shape x = c.shape(0);
    const bool padded = c.faults.empty_is_usual && x.rank() < 2;  // with ones in front
    const double rows = padded ? 1 : x[0], columns = padded ? (x.rank() == 1 ? x[0] : 1) : x[1], n = rows * columns;
    const double group = c.number(1) > 0 ? c.number(1) : 128, groups = op::ceil_div(columns, group);
    const bool recorded = c.has_values() || c.faults.empty_is_usual;
    const double scales = recorded ? rows * (groups > 1 ? groups : 1) : missing<double>;
    return {{n, 6, c.size(0), (n + 4 * scales) * B}, group, groups > 1 ? groups : 1, rows, columns};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& q) {
    const torch_value none = torch_value::tuple("[]");
    const torch_value shape = c.arguments() > 0 ? torch_value::tuple(c.dims_text(0)) : none;
    const std::string_view type = c.type(0).data() == nullptr ? "" : c.type(0);
    out.show(c, "M N group_size num_groups shape_x dtype_x shape_in1 shape_in2 shape_out dtype_in1_in2_out "
                "stride_input1=- stride_input2=- stride_output=-",
             q.rows, q.columns, q.group, q.groups, shape, type, shape, none, shape,
             torch_value::tuple(std::array<std::string_view, 3>{type, {}, "c10::float8_e4m3fn"}));
  }
};

/// Quantisers to FP4 with one scale per 32 elements.
struct torch_mxfp4_row {
  std::string_view name;
  int argument;  ///< argument with the activation
  bool shows_stride;
  std::string_view category = "GroupQuant";
};
struct torch_mxfp4_quant : torch_family<"", "GroupQuant"> {
  using row = torch_mxfp4_row;
  static constexpr std::array rows{row{"sglang_profiler::fused_mxfp4_quant_fused_flatten_mxfp4_quant", 0, true},
                                   row{"sglang_profiler::quant_dynamic_mxfp4_quant", 0, false},
                                   row{"aiter::dynamic_per_group_scaled_quant_fp4", 1, false},
                                   row{"aiter::fused_dynamic_mx_quant_moe_sort_hip", 2, true},
                                   row{"aiter::fused_dynamic_mxfp4_quant_moe_sort_hip", 2, false, "MoE_aux"}};
  struct call : op::mapping { int argument = 0; bool shows_stride = false; };

  static constexpr call from(const torch_call& c, const row& r) {
    const double n = c.shape(r.argument).size();
    return {{n, 2, c.size(r.argument), (0.5 * n + op::floor_div(n, 32)) * B}, r.argument, r.shows_stride};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& q) {
    out.show(c.from_argument(q.argument), "op_shape=D0 dtype_in_out=(T0,T0) stride_input stride_output=-",
             q.shows_stride ? torch_value::tuple(c.stride(q.argument)) : torch_value());
  }
};

/// Sampling of a token: logits compared with exponential noise.
struct torch_mixed_sample : torch_family<"elementwise"> {
  static constexpr std::string_view name = "aiter::mixed_sample_outer_exponential";
  static constexpr int computes = 1;

  static constexpr op::mapping from(const torch_call& c) {
    const double tokens = c.extent(1, 0), words = c.extent(1, 1);
    return {tokens * words, 2, c.size(1) + c.size(2), 4 * tokens * B};
  }
  static constexpr torch_shown parameters{"T=D1[0] V=D1[1] dtype_logits=T1 dtype_noise=T2"};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_QUANT_HPP
