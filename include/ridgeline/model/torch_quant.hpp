#ifndef RIDGELINE_MODEL_TORCH_QUANT_HPP
#define RIDGELINE_MODEL_TORCH_QUANT_HPP

#include <array>
#include <string_view>

#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/whole.hpp>

/// Models of quantisers, and of sampling, which reads as they do.
namespace ridgeline {

/// Primus-Turbo's quantisers of a whole tensor.
struct torch_tensor_quant {
  struct row { std::string_view name; std::string_view to; };
  static constexpr std::string_view category = "elementwise", sheet = "UnaryElementwise";
  static constexpr std::string_view fp8 = "c10::Float8_e4m3fnuz", fp4 = "c10::Float4_e2m1fn_x2";
  static constexpr std::array rows{row{"primus_turbo_cpp_extension::quantize_fp8_tensorwise", fp8},
                                   row{"primus_turbo::quantize_fp8_tensorwise", fp8},
                                   row{"primus_turbo_cpp_extension::quantize_mxfp4_dual", fp4},
                                   row{"primus_turbo::quantize_mxfp4_dual", fp4},
                                   row{"primus::quantize_mxfp4_dual", fp4}};
  struct call : op::quantisation { std::string_view to{}; };

  static constexpr call from(const torch_call& c, const row& r) {
    const torch_shape x = c.shape(0);
    const double n = x.size();
    if (r.to == fp8) return {{n, 1, c.size(0), n * B}, r.to};
    // rows and columns, each in pairs with a scale for 32 elements
    const double written = 2 * op::floor_div(n + 1, 2) + x[0] * op::ceil_div(x[1], 32) + x[1] * op::ceil_div(x[0], 32);
    return {{x.rank() == 2 ? n : unknown_ratio, 1, c.size(0), written * B}, r.to};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& q) {
    out.tuple("op_shape", c.dims_text(0)).tuple("dtype_in_out", torch_parameters::json({c.type(0), q.to}))
        .tuple("stride_input", c.stride(0)).none("stride_output");
  }
};

/// Quantisers with scales that are computed on the way: result, activation, scales.
struct torch_scaled_quant {
  struct row { std::string_view name; };
  static constexpr std::string_view category = "GroupQuant", sheet = "BinaryElementwise";
  static constexpr std::array rows{row{"aiter::dynamic_per_token_scaled_quant"},
                                   row{"aiter::dynamic_per_group_scaled_quant"},
                                   row{"aiter::dynamic_per_tensor_quant"}};

  static constexpr op::binary from(const torch_call& c, const row&) {
    return {c.shape(1).size(), c.shape(2).size(), c.shape(0).size(), c.size(1), c.size(2), c.size(0), 2.59375};
  }
  static std::string_view compute_type(const torch_call& c, const op::binary&) { return c.type(1); }
  static void parameters(torch_parameters& out, const torch_call& c, const op::binary&) {
    out.tuple("shape_in1", c.dims_text(1)).tuple("shape_in2", c.dims_text(2)).tuple("shape_out", c.dims_text(0))
        .tuple("dtype_in1_in2_out", torch_parameters::json({c.type(1), c.type(2), c.type(0)}))
        .tuple("stride_input1", c.stride(1)).tuple("stride_input2", c.stride(2)).tuple("stride_output", c.stride(0));
  }
};

struct torch_token_group_quant {
  static constexpr std::string_view name = "vllm::triton_per_token_group_quant_fp8";
  static constexpr std::string_view category = "GroupQuant", sheet = "BinaryElementwise";
  struct call : op::quantisation { double m = 0, n = 0, group = 128, groups = 1; };

  static constexpr call from(const torch_call& c) {
    call q;
    q.m = c.extent(0, 0), q.n = c.extent(0, 1);
    if (c.number(1) > 0) q.group = c.number(1);
    q.groups = op::ceil_div(q.n, q.group) > 1 ? op::ceil_div(q.n, q.group) : 1;
    q.elements = q.m * q.n, q.each = 6, q.in = c.size(0), q.written = (q.elements + 4 * q.m * q.groups) * B;
    return q;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& q) {
    out.whole("M", q.m).whole("N", q.n).whole("group_size", q.group).whole("num_groups", q.groups)
        .tuple("shape_x", c.dims_text(0)).text("dtype_x", c.type(0)).tuple("shape_in1", c.dims_text(0))
        .tuple("shape_in2", "[]").tuple("shape_out", c.dims_text(0))
        .tuple("dtype_in1_in2_out", torch_parameters::json({c.type(0), {}, "c10::float8_e4m3fn"}));
    for (const std::string_view stride : {"stride_input1", "stride_input2", "stride_output"}) out.none(stride);
  }
};

/// Quantisers to FP4 with a scale for 32 elements.
struct torch_mxfp4_row {
  std::string_view name;
  int x;  ///< argument with the activation
  bool shows_stride;
  std::string_view category = "GroupQuant";
};
struct torch_mxfp4_quant {
  using row = torch_mxfp4_row;
  static constexpr std::string_view sheet = "GroupQuant";
  static constexpr std::array rows{row{"sglang_profiler::fused_mxfp4_quant_fused_flatten_mxfp4_quant", 0, true},
                                   row{"sglang_profiler::quant_dynamic_mxfp4_quant", 0, false},
                                   row{"aiter::dynamic_per_group_scaled_quant_fp4", 1, false},
                                   row{"aiter::fused_dynamic_mx_quant_moe_sort_hip", 2, true},
                                   row{"aiter::fused_dynamic_mxfp4_quant_moe_sort_hip", 2, false, "MoE_aux"}};
  struct call : op::quantisation { row at{}; };

  static constexpr call from(const torch_call& c, const row& r) {
    const double n = c.shape(r.x).size();
    return {{n, 2, c.size(r.x), (0.5 * n + op::floor_div(n, 32)) * B}, r};
  }
  static std::string_view compute_type(const torch_call& c, const call& q) { return c.type(q.at.x); }
  static void parameters(torch_parameters& out, const torch_call& c, const call& q) {
    out.tuple("op_shape", c.dims_text(q.at.x))
        .tuple("dtype_in_out", torch_parameters::json({c.type(q.at.x), c.type(q.at.x)}))
        .tuple("stride_input", q.at.shows_stride ? c.stride(q.at.x) : std::string_view()).none("stride_output");
  }
};

/// Choice of a token: logits against exponential noise.
struct torch_mixed_sample {
  static constexpr std::string_view name = "aiter::mixed_sample_outer_exponential", category = "elementwise";
  struct call : op::quantisation { double tokens = 0, words = 0; };

  static constexpr call from(const torch_call& c) {
    const double t = c.extent(1, 0), v = c.extent(1, 1);
    return {{t * v, 2, c.size(1) + c.size(2), 4 * t * B}, t, v};
  }
  static std::string_view compute_type(const torch_call& c, const call&) { return c.type(1); }
  static void parameters(torch_parameters& out, const torch_call& c, const call& q) {
    out.whole("T", q.tokens).whole("V", q.words).text("dtype_logits", c.type(1)).text("dtype_noise", c.type(2));
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_QUANT_HPP
