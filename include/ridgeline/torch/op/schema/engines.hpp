#ifndef RIDGELINE_TORCH_OP_SCHEMA_ENGINES_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_ENGINES_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/schema/row.hpp>
#include <ridgeline/torch/op/sequence.hpp>

/// Ops of serving engines on vector engines: norms, activations, quantisers, rotary embeddings, caches, the choice of
/// experts and of tokens. The engines register them in: vllm csrc/torch_bindings.cpp, csrc/libtorch_stable/
/// torch_bindings.cpp, csrc/moe/torch_bindings.cpp; sglang sgl-kernel/csrc/common_extension.cc; flashinfer norm,
/// rope.py, sampling.py; TensorRT-LLM cpp/tensorrt_llm/thop.
namespace ridgeline {

namespace torch_detail {
inline constexpr torch_columns<0> norm_of_0{
    "op_shape=D0 dtype_in_out=(T0,-) stride_input=S0 stride_output=- num_channels=D2[0] has_bias=false is_affine=true "
    "is_training=false"};
inline constexpr torch_columns<0> norm_of_1{
    "op_shape=D1 dtype_in_out=(T1,-) stride_input=S1 stride_output=- num_channels=D2[0] has_bias=false is_affine=true "
    "is_training=false"};
inline constexpr torch_columns<0> norm_of_1_by_3{
    "op_shape=D1 dtype_in_out=(T1,-) stride_input=S1 stride_output=- num_channels=D3[0] has_bias=false is_affine=true "
    "is_training=false"};
inline constexpr torch_columns<0> from_1_to_0{"op_shape=D1 dtype_in_out=(T1,T0) stride_input=S1 stride_output=S0"};
inline constexpr torch_columns<0> from_0_to_1{"op_shape=D0 dtype_in_out=(T0,T1) stride_input=S0 stride_output=S1"};
inline constexpr torch_columns<0> from_2_to_0{"op_shape=D2 dtype_in_out=(T2,T0) stride_input=S2 stride_output=S0"};
inline constexpr torch_columns<0> within_0{"op_shape=D0 dtype_in_out=(T0,T0) stride_input=S0 stride_output=S0"};

// An RMS norm has 2c + 2 FLOP a row of c elements, and 2 more an element behind the root.
inline constexpr std::string_view norm_1 = "4*n1+2*n1/d2[0]", norm_0 = "4*n0+2*n0/d2[0]";
inline constexpr std::string_view norm_1_bytes = "2*n1*e1+n2*e2", norm_0_add = "5*n0+2*n0/d2[0]";
inline constexpr std::string_view norm_0_add_bytes = "4*n0*e0+n2*e2", gated_bytes = "n1*e1+n0*e0";
inline constexpr std::string_view gated_half = "3*n0*e0/2";
inline constexpr std::string_view rotated = "3*((n0+n1)/d0[-1])*d4[1]";
inline constexpr std::string_view rotated_bytes = "(n0+n1)*e0+(n2+n3)*e2+d5[0]*d4[1]*e4+n5*e5";
inline constexpr std::string_view fp4_experts = "n2*e2+n0*e0+n2/16+4*n3", fp4_experts_schema =
    "vllm, sglang: out (pairs), block scales (of 16, with room), input, scales of experts, offsets, ...";
inline constexpr std::string_view scaled_groups = "n0*e0+n1*e1+n2*e2", grouped = "input, output_q, output_s, ...";

constexpr torch_schema_row rms_of_1(std::string_view name, std::string_view schema) {
  return {name, "RMSNorm", "RMSNorm", norm_1, norm_1_bytes, norm_of_1, schema, 1};
}
constexpr torch_schema_row added_rms(std::string_view name, std::string_view schema) {
  return {name, "RMSNorm", "RMSNorm", norm_0_add, norm_0_add_bytes, norm_of_0, schema};
}
constexpr torch_schema_row unary(std::string_view name, std::string_view flops, std::string_view schema,
                                 std::string_view bytes = gated_bytes) {
  return {name, "elementwise", "UnaryElementwise", flops, bytes, from_1_to_0, schema, 1};
}
constexpr torch_schema_row group_quantiser(std::string_view name) {
  return {name, "elementwise", "UnaryElementwise", "3*n0", scaled_groups, from_0_to_1, grouped};
}
constexpr torch_schema_row sampling(std::string_view name, std::string_view bytes = "n0*e0+n1*e1",
                                    std::string_view schema = "probabilities or logits (B,V), result, ...") {
  return {name, "elementwise", "elementwise", "2*n0", bytes, "T=D0[0] V=D0[1] dtype_logits=T0", schema};
}
}  // namespace torch_detail

struct torch_engine_norms : torch_schema_model {
  static constexpr std::array rows{
      torch_detail::rms_of_1("_C::rms_norm", "vllm: out, x, weight, eps"),
      torch_detail::rms_of_1("sgl_kernel::rmsnorm", "sglang: output, input, weight, eps, enable_pdl"),
      torch_detail::rms_of_1("sgl_kernel::gemma_rmsnorm", "sglang: output, input, weight, eps, enable_pdl"),
      torch_detail::rms_of_1("flashinfer::rmsnorm", "flashinfer: out, input, weight, eps, enable_pdl"),
      torch_detail::added_rms("_C::fused_add_rms_norm", "vllm: input (in place), residual (in place), weight, eps"),
      torch_detail::added_rms("sgl_kernel::fused_add_rmsnorm", "sglang: input, residual, weight, eps, enable_pdl"),
      torch_detail::added_rms("sgl_kernel::gemma_fused_add_rmsnorm",
          "sglang: input, residual, weight, eps, enable_pdl"),
      torch_detail::added_rms("flashinfer::fused_add_rmsnorm", "flashinfer: input, residual, weight, eps, enable_pdl"),
      torch_detail::added_rms("trtllm::flashinfer_fused_add_rmsnorm", "TensorRT-LLM: input, residual, weight, eps"),
      torch_detail::added_rms("trtllm::flashinfer_gemma_fused_add_rmsnorm",
          "TensorRT-LLM: input, residual, weight, eps"),
      row{"_C::rms_norm_static_fp8_quant", "RMSNorm", "RMSNorm", "6*n1+2*n1/d2[0]", "n1*e1+n0*e0+n2*e2",
          torch_detail::norm_of_1, "vllm: out, input, weight, scale, eps", 1},
      row{"flashinfer::rmsnorm_quant", "RMSNorm", "RMSNorm", "6*n1+2*n1/d2[0]", "n1*e1+n0*e0+n2*e2",
          torch_detail::norm_of_1, "flashinfer: out, input, weight, scale, eps, enable_pdl", 1},
      row{"_C::fused_add_rms_norm_static_fp8_quant", "RMSNorm", "RMSNorm", "7*n1+2*n1/d3[0]", "3*n1*e1+n0*e0+n3*e3",
          torch_detail::norm_of_1_by_3, "vllm: out, input, residual (in place), weight, scale, eps", 1},
      row{"_C::rms_norm_dynamic_per_token_quant", "RMSNorm", "RMSNorm", "7*n1+2*n1/d2[0]+t6?n1",
          "n1*e1+n0*e0+n2*e2+4*n1/d2[0]+t6?(2*n6*e6)", torch_detail::norm_of_1,
          "vllm: out, input, weight, scale, eps, scale_ub, residual", 1},
      row{"_C::rms_norm_per_block_quant", "RMSNorm", "RMSNorm", "7*n1+2*n1/d2[0]+t6?n1",
          "n1*e1+n0*e0+n2*e2+n3*e3+t6?(2*n6*e6)", torch_detail::norm_of_1,
          "vllm: out, input, weight, scales (written), eps, scale_ub, residual, group size, ...", 1}};
};

/// Of an input that is not overwritten; the weight is behind it.
struct torch_engine_norms_of_0 : torch_schema_model {
  static constexpr std::string_view work = "4*n0+2*n0/d1[0]", moved = "2*n0*e0+n1*e1";
  static constexpr torch_columns<0> shown{
      "op_shape=D0 dtype_in_out=(T0,-) stride_input=S0 stride_output=- num_channels=D1[0] has_bias=false "
      "is_affine=true is_training=false"};
  static constexpr std::array rows{
      row{"trtllm::flashinfer_rmsnorm", "RMSNorm", "RMSNorm", work, moved, shown, "TensorRT-LLM: input, weight, eps"},
      row{"trtllm::flashinfer_gemma_rmsnorm", "RMSNorm", "RMSNorm", work, moved, shown,
          "TensorRT-LLM: input, weight, eps"},
      row{"npu::npu_rms_norm", "RMSNorm", "RMSNorm", work, "2*n0*e0+n1*e1+4*n0/d1[0]", shown,
          "torch_npu: self, gamma, epsilon; the result, and for each row the reciprocal of its root"},
      row{"aiter::_fused_qk_rmsnorm_kernel", "RMSNorm", "RMSNorm", "4*n0+2*n0/d1[0]+4*n3+2*n3/d4[0]",
          "2*n0*e0+d1[0]*e1+2*n3*e3+d4[0]*e4", shown, "aiter: q, its weight, eps, k, its weight, eps, ..."}};
};

/// AITER's all-reduce with a norm behind it, as vLLM registers it.
struct torch_engine_all_reduce_norm : torch_all_reduce_norm {
  struct row { std::string_view name, schema; };
  static constexpr std::array rows{row{"vllm::rocm_aiter_fused_allreduce_rmsnorm",
                                       "vllm _aiter_ops.py: input, residual, weight, epsilon"}};
  static constexpr call from(const torch_call& c, const row&) { return torch_all_reduce_norm::from(c, {"", 0, 2}); }
};

struct torch_engine_activations : torch_schema_model {
  static constexpr std::array rows{
      torch_detail::unary("_C::gelu_and_mul", "8*n0", "vllm: out, input (.., 2d)"),
      torch_detail::unary("_C::gelu_tanh_and_mul", "10*n0", "vllm: out, input (.., 2d)"),
      torch_detail::unary("sgl_kernel::gelu_and_mul", "8*n0", "sglang: out, input (.., 2d)"),
      torch_detail::unary("sgl_kernel::gelu_tanh_and_mul", "10*n0", "sglang: out, input (.., 2d)"),
      torch_detail::unary("flashinfer::silu_and_mul", "5*n0", "flashinfer: out, input (.., 2d), enable_pdl"),
      torch_detail::unary("flashinfer::gelu_and_mul", "8*n0", "flashinfer: out, input (.., 2d), enable_pdl"),
      torch_detail::unary("flashinfer::gelu_tanh_and_mul", "10*n0", "flashinfer: out, input (.., 2d), enable_pdl"),
      row{"trtllm::flashinfer_silu_and_mul", "elementwise", "UnaryElementwise", "5*n0/2", torch_detail::gated_half,
          torch_detail::within_0, "TensorRT-LLM: x (.., 2d)"},
      row{"trtllm::flashinfer_gelu_tanh_and_mul", "elementwise", "UnaryElementwise", "10*n0/2",
          torch_detail::gated_half, torch_detail::within_0, "TensorRT-LLM: x (.., 2d)"},
      row{"npu::npu_swiglu", "elementwise", "UnaryElementwise", "5*n0/2", torch_detail::gated_half,
          torch_detail::within_0, "torch_npu: self (2d along dim), dim"},
      torch_detail::unary("_C::mul_and_silu", "5*n0", "vllm: out, input (.., 2d)"),
      torch_detail::unary("_C::swigluoai_and_mul", "9*n0", "vllm: out, input (.., 2d), alpha, limit"),
      torch_detail::unary("_C::fatrelu_and_mul", "2*n0", "vllm: out, input (.., 2d), threshold"),
      torch_detail::unary("_C::gelu_new", "10*n1", "vllm: out, input"),
      torch_detail::unary("_C::gelu_fast", "10*n1", "vllm: out, input"),
      torch_detail::unary("_C::gelu_quick", "6*n1", "vllm: out, input"),
      torch_detail::unary("sgl_kernel::gelu_quick", "6*n1", "sglang: out, input"),
      torch_detail::unary("_C::silu_and_mul_quant", "7*n0", "vllm: out, input (.., 2d), scale"),
      torch_detail::unary("_C::silu_and_mul_with_clamp", "8*n0", "vllm: out, input (.., 2d), limit; three bounds"),
      torch_detail::unary("_C::silu_and_mul_per_block_quant", "8*n0",
          "vllm: out, input (.., 2d), scales (written), group size, ...", "n1*e1+n0*e0+n2*e2"),
      row{"_C::silu_and_mul_nvfp4_quant", "elementwise", "UnaryElementwise", "4*n2", "n2*e2+n0*e0+n1*e1+4",
          torch_detail::from_2_to_0, "vllm: out, block scales, input (.., 2d), global scale", 2}};
};

struct torch_engine_quantisers : torch_schema_model {
  static constexpr auto unary = torch_detail::unary;
  static constexpr std::array rows{
      unary("_C::static_scaled_fp8_quant", "2*n1", "vllm: out, input, scale, [group shape]", "n1*e1+n0*e0+4*n2"),
      unary("_C::dynamic_scaled_fp8_quant", "3*n1", "vllm: out, input, scale (written); the maximum is a pass before",
          "2*n1*e1+n0*e0+4"),
      unary("_C::dynamic_per_token_scaled_fp8_quant", "3*n1", "vllm: out, input, scale, scale_ub", "n1*e1+n0*e0+4*n2"),
      unary("_C::static_scaled_int8_quant", "2*n1", "vllm: out, input, scale, azp", "n1*e1+n1+4*n2+t3?(4*n3)"),
      unary("_C::dynamic_scaled_int8_quant", "3*n1", "vllm: out, input, scale, azp", "n1*e1+n1+4*n2+t3?(4*n3)"),
      unary("sgl_kernel::scaled_fp4_quant", "3*n1", "sglang: out (pairs), input, block scales, input scale",
          "n1*e1+n0*e0+n2*e2+4"),
      torch_detail::group_quantiser("_C::per_token_group_fp8_quant"),
      torch_detail::group_quantiser("_C::per_token_group_fp8_quant_packed"),
      torch_detail::group_quantiser("_C::per_token_group_quant_int8"),
      torch_detail::group_quantiser("sgl_kernel::sgl_per_token_group_quant_8bit"),
      row{"sgl_kernel::sgl_per_token_group_quant_8bit_v2", "elementwise", "UnaryElementwise",
          "3*n0*(1-f8)+8*n1*f8+t9?n63", "n0*e0+n1*e1+n2*e2+t9?n63", torch_detail::from_0_to_1,
          "sglang: input, output_q, output_s, group_size, eps, min, max, ue8m0, fuse_silu_and_mul (input of 2d), "
          "masked_m (which rows are there)"},
      torch_detail::group_quantiser("sgl_kernel::sgl_per_token_group_quant_fp8"),
      torch_detail::group_quantiser("sgl_kernel::sgl_per_token_group_quant_int8"),
      torch_detail::group_quantiser("sgl_kernel::sgl_per_token_quant_fp8"),
      row{"sgl_kernel::sgl_per_tensor_quant_fp8", "elementwise", "UnaryElementwise", "n0*(3-f3)",
          "n0*e0*(2-f3)+n1*e1+4", torch_detail::from_0_to_1,
          "sglang: input, output_q, output_s, is_static; else the maximum is a pass before"},
      row{"_C::scaled_fp4_experts_quant", "elementwise", "UnaryElementwise", "3*n2", torch_detail::fp4_experts,
          torch_detail::from_2_to_0, torch_detail::fp4_experts_schema, 2},
      row{"sgl_kernel::scaled_fp4_experts_quant", "elementwise", "UnaryElementwise", "3*n2", torch_detail::fp4_experts,
          torch_detail::from_2_to_0, torch_detail::fp4_experts_schema, 2},
      row{"_C::silu_and_mul_scaled_fp4_experts_quant", "elementwise", "UnaryElementwise", "4*n2",
          "n2*e2+n0*e0+n2/32+4*n3", torch_detail::from_2_to_0, "vllm: as scaled_fp4_experts_quant, input (.., 2d)", 2},
      row{"trtllm::fp8_quantize_1x128", "elementwise", "UnaryElementwise", "3*n0",
          "n0*e0+n0+4*d0[0]*up(d0[1],128)", torch_detail::within_0, "TensorRT-LLM: input (M,K), use_ue8m0"},
      row{"trtllm::fp4_quantize", "elementwise", "UnaryElementwise", "3*n0", "n0*e0+n0/2+n0/c2",
          torch_detail::within_0, "TensorRT-LLM: input, global scale, elements a scale, ..."}};
};

/// Results and scales are in front, and since 2026 behind the input and its scale, or not among the arguments.
struct torch_engine_fp4_quantiser : torch_schema_model {
  static constexpr std::array rows{
      row{"_C::scaled_fp4_quant", "elementwise", "UnaryElementwise", "t2?(3*n1)+u2?(3*n0)",
          "t2?(n1*e1+n0*e0+n2*e2)+u2?(n0*e0+t3?(n3*e3+n4*e4)+u3?(n0/2+n0/16))+4", torch_detail::from_1_to_0,
          "vllm: out (pairs), input, block scales, input scale, ...; or input, input scale, swizzled, [out, block "
          "scales]"}};
  static constexpr int input(const torch_call& c) { return c.tensor(2) ? 1 : 0; }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_schema_work&) {
    return c.type(input(c));
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_schema_work& w) {
    if (input(c) == 1) return torch_schema_model::parameters(out, c, w);
    out.show(c, "op_shape=D0 dtype_in_out=(T0,T3?) stride_input=S0 stride_output=S3?");
  }
};

struct torch_engine_rotations : torch_schema_model {
  static constexpr std::array rows{
      row{"_C::rotary_embedding", "RoPE_fwd", "RoPE", "3*((n1+t2?n2)/c3)*d4[1]",
          "2*((n1+t2?n2)/c3)*d4[1]*e1+n0*d4[1]*e4+8*n0", "num_elements=D1",
          "vllm: positions, query (in place), key (in place, may be None), head size, cos and sin, neox", 1},
      row{"trtllm::flashinfer_apply_rope_with_cos_sin_cache_inplace", "RoPE_fwd", "RoPE", "3*((n1+n2)/c3)*d4[1]",
          "2*((n1+n2)/c3)*d4[1]*e1+n0*d4[1]*e4+n0*e0", "num_elements=D1",
          "TensorRT-LLM: positions, query, key (in place), head size, cos and sin, neox", 1},
      row{"npu::npu_rotary_mul", "RoPE_fwd", "RoPE", "3*n0", "2*n0*e0+n1*e1+n2*e2", "num_elements=D0",
          "torch_npu: self, cosines, sines, ..."},
      row{"_C::fused_qk_norm_rope", "RoPE_fwd", "FusedRoPE", "7*d0[0]*(c1+c2)*c4",
          "2*d0[0]*(c1+c2)*c4*e0+(n6+n7)*e6+d0[0]*d8[1]*e8", "T=D0[0] dtype_in=T0",
          "vllm: qkv (in place), heads of q, k, v, head size, eps, weights of q, k, cos and sin, neox, positions"},
      row{"sgl_kernel::apply_rope_pos_ids_cos_sin_cache", "RoPE_fwd", "RoPE", torch_detail::rotated,
          "(n0+n1)*e0+(n2+n3)*e2+d5[0]*d4[1]*e4+n5*e5+t9?(n9*e9+n9*e11+n1*e10)", "x_shape=D0 y_shape=D1",
          "sglang: q, k, q_rope, k_rope (T, heads, size), cos and sin, positions, interleave, enable_pdl, stream, [v, "
          "k buffer, v buffer, slots]"},
      row{"flashinfer::apply_rope_pos_ids_cos_sin_cache", "RoPE_fwd", "RoPE", torch_detail::rotated,
          torch_detail::rotated_bytes, "x_shape=D0 y_shape=D1",
          "flashinfer: q, k, q_rope, k_rope (T, heads, size), cos and sin, positions, interleave"}};
};

/// What is written to a cache: rows that have a slot.
struct torch_engine_caches : torch_schema_model {
  static constexpr std::string_view keys_and_values = "min(d0[0],d4[0])*((n0+n1)/d0[0])*(e0+e2)+8*n4";
  static constexpr std::array rows{
      row{"_C_cache_ops::reshape_and_cache_flash", "InferenceAttention", "InferenceAttention", "0", keys_and_values,
          "op_shape=D0 dtype=T0", "vllm: key (T,H,d), value, key cache, value cache, slots, type, scales"},
      row{"_C_cache_ops::reshape_and_cache", "InferenceAttention", "InferenceAttention", "0", keys_and_values,
          "op_shape=D0 dtype=T0", "vllm: key (T,H,d), value, key cache, value cache, slots, type, scales"},
      row{"_C_cache_ops::concat_and_cache_mla", "InferenceAttention", "InferenceAttention", "0",
          "min(d0[0],d3[0])*((n0+n1)/d0[0])*(e0+e2)+8*n3", "op_shape=D0 dtype=T0",
          "vllm: kv_c, k_pe, cache, slots, type, scale"},
      row{"sgl_kernel::store_kv_cache", "InferenceAttention", "InferenceAttention", "0", "(n3+n4)*(e3+e0)+n2*e2",
          "op_shape=D3 dtype=T3", "sglang: k cache, v cache, slots, k, v", 3},
      row{"sgl_kernel::concat_mla_k", "InferenceAttention", "InferenceAttention", "0", "n0*e0+n1*e1+n2*e2",
          "op_shape=D0 dtype=T0", "sglang: k (written), k_nope, k_rope"},
      row{"sgl_kernel::merge_state_v2", "InferenceAttention", "InferenceAttention", "3*n0+19*n1",
          "n0*e0+n1*e1+n2*e2+n3*e3+n4*e4+n5*e5", "op_shape=D0 dtype=T0",
          "sglang: v_a (T,H,d), s_a (T,H), v_b, s_b, v_merged, s_merged; two products and a sum an element; of a row "
          "maximum, two differences, exponentials and quotients, sum, logarithm, sum"},
      row{"sgl_kernel::merge_state", "InferenceAttention", "InferenceAttention", "3*n0+19*n1",
          "n0*e0+n1*e1+n2*e2+n3*e3+n4*e4+n5*e5", "op_shape=D0 dtype=T0", "sglang: as merge_state_v2"},
      row{"_C_cache_ops::concat_mla_q", "InferenceAttention", "InferenceAttention", "0", "n0*e0+n1*e1+n2*e2",
          "op_shape=D2 dtype=T2", "vllm: ql_nope, q_pe, q_out", 2},
      row{"_C::merge_attn_states", "InferenceAttention", "InferenceAttention", "3*n0+14*n3+t1?(5*n3)",
          "n0*e0+t1?(n1*e1)+n2*e2+n3*e3+n4*e4+n5*e5", "op_shape=D0 dtype=T0",
          "vllm: output (T,H,d), output_lse, prefix_output, prefix_lse (H,T), suffix_output, suffix_lse; as "
          "merge_state_v2"}};
};

struct torch_engine_routing : torch_schema_model {
  static constexpr std::array rows{
      row{"pseudo_op::moe_triton_unfused_finalize_matmul_scatter", "MoE_aux", "MoE_aux", "n0*k",
          "n0*k*e0+n0*e0+4*d0[0]*k",
          "M=D0[0] C=D0[1] dtype_in=T0", "vllm layer.py: x (M,K), router logits; experts a token as of TopK"},
      row{"TopK", "MoE_aux", "MoE_aux", "n0+5*d0[0]*c1", "n0*e0+d0[0]*c1*(e0+2)", "M=D0[0] E=D0[1] dtype_in=T0",
          "triton_kernels topk.py: logits (M,E), k"},
      row{"SortTokens", "MoE_aux", "MoE_aux", "0", "2*(n0*e0+4*n1)", "M=D0[0] topk=D0[1] dtype_in=T0",
          "triton_kernels routing.py: weights (M,k), ids (M,k), experts"},
      row{"_moe_C::topk_softmax", "MoE_aux", "MoE_aux", "6*n3", "n3*e3+n0*e0+n1*e1+n2*e2",
          "M=D3[0] E=D3[1] topk=D0[1] dtype_in=T3",
          "vllm: weights (M,k), ids, token of each expert, gating (M,E), renormalize; maximum and 5 of the softmax", 3},
      row{"_moe_C::topk_sigmoid", "MoE_aux", "MoE_aux", "5*n3+t5?n3", "n3*e3+n0*e0+n1*e1+n2*e2+t5?(n5*e5)",
          "M=D3[0] E=D3[1] topk=D0[1] dtype_in=T3",
          "vllm: as topk_softmax, bias (E) behind it; sigmoid, comparison, sum", 3},
      row{"_moe_C::grouped_topk", "MoE_aux", "MoE_aux", "6*n0",
          "n0*e0+t1?(n1*e1+8*d0[0]*c4)+u1?(n6*e6+8*d0[0]*c3)", "M=D0[0] E=D0[1] dtype_in=T0",
          "vllm: scores (M,E), groups, topk_group, topk, renormalize, factor, bias (E), ...; or scores, scores with "
          "bias, groups, topk_group, topk, ...; as moe_fused_gate"},
      row{"_moe_C::moe_permute", "MoE_aux", "MoE_aux", "0", "t6?(2*n6*e6+n2*e2)+u6?(n1*e1+t7?(2*n7*e7)+u7?(2*n8*e8))",
          "M=D0[0] C=D0[1] topk=D1[1] dtype_in=T0",
          "vllm: input (M,K), ids (M,k), token of each expert, expert map, experts, experts here, k, [block], rows; "
          "until 0.9 input, weights (M,k), ids, token of each expert, experts, k, rows"},
      row{"sgl_kernel::moe_fused_gate", "MoE_aux", "MoE_aux", "6*n0", "n0*e0+n1*e1+8*d0[0]*c4",
          "M=D0[0] E=D0[1] topk=C4 dtype_in=T0",
          "sglang: gating (M,E), bias (E), groups, topk_group, topk, ...; sigmoid, sum, comparison; weights and ids"},
      row{"sgl_kernel::kimi_k2_moe_fused_gate", "MoE_aux", "MoE_aux", "6*n0", "n0*e0+n1*e1+8*d0[0]*c2",
          "M=D0[0] E=D0[1] topk=C2 dtype_in=T0", "sglang: gating (M,E), bias (E), topk, ...; as moe_fused_gate"},
      row{"_moe_C::moe_sum", "MoE_aux", "MoE_aux", "n0-n1", "n0*e0+n1*e1", "M=D0[0] C=D0[2] dtype_in=T0",
          "vllm: input (M,k,K), output (M,K)"},
      row{"sgl_kernel::moe_sum", "MoE_aux", "MoE_aux", "n0-n1", "n0*e0+n1*e1", "M=D0[0] C=D0[2] dtype_in=T0",
          "sglang: input (M,k,K), output (M,K)"},
      row{"sgl_kernel::moe_sum_reduce", "MoE_aux", "MoE_aux", "n0", "n0*e0+n1*e1", "M=D0[0] C=D0[2] dtype_in=T0",
          "sglang: input (M,k,K), output (M,K), factor of the sum"}};
};

/// Until 2025 the gating of SGLang is behind a token of each expert.
struct torch_engine_gate : torch_schema_model {
  static constexpr std::array rows{
      row{"sgl_kernel::topk_softmax", "MoE_aux", "MoE_aux", "t3?(6*n3)+u3?(6*n2)", "n0*e0+n1*e1+n2*e2+t3?(n3*e3)",
          "topk=D0[1]",
          "sglang: weights (M,k), ids, [token of each expert], gating (M,E), renormalize, ..."}};
  static constexpr int gating(const torch_call& c) { return c.tensor(3) ? 3 : 2; }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_schema_work&) {
    return c.type(gating(c));
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_schema_work&) {
    const int i = gating(c);
    out.show(c, "M E topk=D0[1] dtype_in", c.extent(i, 0), c.extent(i, 1), c.type(i));
  }
};

/// Choice of a token: at least one pass that compares and adds.
struct torch_engine_sampling : torch_schema_model {
  static constexpr std::string_view tokens = "n0*e0+4*d0[0]";  // of 4 bytes each
  static constexpr std::array rows{
      torch_detail::sampling("sgl_kernel::min_p_sampling_from_probs"),
      torch_detail::sampling("sgl_kernel::top_p_sampling_from_probs"),
      torch_detail::sampling("sgl_kernel::top_k_top_p_sampling_from_probs"),
      torch_detail::sampling("sgl_kernel::top_k_renorm_probs"),
      torch_detail::sampling("sgl_kernel::top_p_renorm_probs"),
      torch_detail::sampling("sgl_kernel::top_k_mask_logits"),
      torch_detail::sampling("flashinfer::top_k_sampling_from_probs", tokens, "probabilities (B,V), ..."),
      torch_detail::sampling("flashinfer::top_p_sampling_from_probs", tokens, "probabilities (B,V), ..."),
      torch_detail::sampling("_C::apply_repetition_penalties_", "2*n0*e0+n1*e1+n2*e2+n3*e3",
          "vllm: logits (in place), prompt mask, output mask, penalties")};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_ENGINES_HPP
