#ifndef RIDGELINE_TORCH_OP_SCHEMA_ENGINES_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_ENGINES_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/schema/words.hpp>
#include <ridgeline/torch/op/sequence.hpp>

/// Ops of serving engines on vector engines: norms, activations, quantisers, rotary embeddings, caches, the choice of
/// experts and of tokens. The engines register them in: vllm csrc/torch_bindings.cpp, csrc/libtorch_stable/
/// torch_bindings.cpp, csrc/moe/torch_bindings.cpp; sglang sgl-kernel/csrc/common_extension.cc; flashinfer norm,
/// rope.py, sampling.py; TensorRT-LLM cpp/tensorrt_llm/thop.
namespace ridgeline {

struct torch_engine_words : torch_schema_words {
  static constexpr torch_columns<0> norm_of_0{
      "op_shape=D0 dtype_in_out=(T0,-) stride_input=S0 stride_output=- num_channels=D2[0] has_bias=false "
      "is_affine=true is_training=false"};
  static constexpr torch_columns<0> norm_of_1{
      "op_shape=D1 dtype_in_out=(T1,-) stride_input=S1 stride_output=- num_channels=D2[0] has_bias=false "
      "is_affine=true is_training=false"};
  static constexpr torch_columns<0> norm_of_1_by_3{
      "op_shape=D1 dtype_in_out=(T1,-) stride_input=S1 stride_output=- num_channels=D3[0] has_bias=false "
      "is_affine=true is_training=false"};
  static constexpr torch_columns<0> from_1_to_0{"op_shape=D1 dtype_in_out=(T1,T0) stride_input=S1 stride_output=S0"};
  static constexpr torch_columns<0> from_0_to_1{"op_shape=D0 dtype_in_out=(T0,T1) stride_input=S0 stride_output=S1"};
  static constexpr torch_columns<0> from_2_to_0{"op_shape=D2 dtype_in_out=(T2,T0) stride_input=S2 stride_output=S0"};
  static constexpr torch_columns<0> within_0{"op_shape=D0 dtype_in_out=(T0,T0) stride_input=S0 stride_output=S0"};

  // An RMS norm has 2c + 2 FLOP a row of c elements, and 2 more an element behind the root.
  static constexpr text norm_1 = "4*n1+2*n1/d2[0]", norm_0 = "4*n0+2*n0/d2[0]";
  static constexpr text norm_1_bytes = "2*n1*e1+n2*e2", norm_0_add = "5*n0+2*n0/d2[0]";
  static constexpr text norm_0_add_bytes = "4*n0*e0+n2*e2", gated_bytes = "n1*e1+n0*e0", gated_half = "3*n0*e0/2";
  static constexpr text rotated = "3*((n0+n1)/d0[-1])*d4[1]";
  static constexpr text rotated_bytes = "(n0+n1)*e0+(n2+n3)*e2+d5[0]*d4[1]*e4+n5*e5";
  static constexpr text fp4_experts = "n2*e2+n0*e0+n2/16+4*n3", fp4_experts_schema =
      "out (pairs), block scales (of 16, with room), input, scales of experts, offsets, ...";
  static constexpr text scaled_groups = "n0*e0+n1*e1+n2*e2";

  static constexpr row norm_row(text names, text flops, text bytes, torch_columns<0> shown, text schema, int by = 0) {
    return {names, "RMSNorm", "RMSNorm", flops, bytes, shown, schema, by};
  }
  static constexpr row cache_row(text names, text flops, text bytes, torch_columns<0> shown, text schema, int by = 0) {
    return {names, "InferenceAttention", "InferenceAttention", flops, bytes, shown, schema, by};
  }
  static constexpr row moe_row(text names, text flops, text bytes, torch_columns<0> shown, text schema, int by = 0) {
    return {names, "MoE_aux", "MoE_aux", flops, bytes, shown, schema, by};
  }
};

struct torch_engine_norms : torch_engine_words {
  static constexpr std::array rows{
      norm_row("_C::rms_norm sgl_kernel::rmsnorm sgl_kernel::gemma_rmsnorm flashinfer::rmsnorm", norm_1, norm_1_bytes,
          norm_of_1, "out, input, weight, eps, [enable_pdl]", 1),
      norm_row("_C::fused_add_rms_norm sgl_kernel::fused_add_rmsnorm sgl_kernel::gemma_fused_add_rmsnorm "
          "flashinfer::fused_add_rmsnorm trtllm::flashinfer_fused_add_rmsnorm "
          "trtllm::flashinfer_gemma_fused_add_rmsnorm", norm_0_add, norm_0_add_bytes, norm_of_0,
          "input (in place), residual (in place), weight, eps, [enable_pdl]"),
      norm_row("_C::rms_norm_static_fp8_quant flashinfer::rmsnorm_quant", "6*n1+2*n1/d2[0]", "n1*e1+n0*e0+n2*e2",
          norm_of_1, "out, input, weight, scale, eps, [enable_pdl]", 1),
      norm_row("_C::fused_add_rms_norm_static_fp8_quant", "7*n1+2*n1/d3[0]", "3*n1*e1+n0*e0+n3*e3", norm_of_1_by_3,
          "out, input, residual (in place), weight, scale, eps", 1),
      norm_row("_C::rms_norm_dynamic_per_token_quant", "7*n1+2*n1/d2[0]+t6?n1",
          "n1*e1+n0*e0+n2*e2+4*n1/d2[0]+t6?(2*n6*e6)", norm_of_1, "out, input, weight, scale, eps, scale_ub, residual",
          1),
      norm_row("_C::rms_norm_per_block_quant", "7*n1+2*n1/d2[0]+t6?n1", "n1*e1+n0*e0+n2*e2+n3*e3+t6?(2*n6*e6)",
          norm_of_1, "out, input, weight, scales (written), eps, scale_ub, residual, group size, ...", 1)};
};

/// Of an input that is not overwritten; the weight is behind it.
struct torch_engine_norms_of_0 : torch_engine_words {
  static constexpr std::string_view work = "4*n0+2*n0/d1[0]", moved = "2*n0*e0+n1*e1";
  static constexpr torch_columns<0> shown{
      "op_shape=D0 dtype_in_out=(T0,-) stride_input=S0 stride_output=- num_channels=D1[0] has_bias=false "
      "is_affine=true is_training=false"};
  static constexpr std::array rows{
      norm_row("trtllm::flashinfer_rmsnorm trtllm::flashinfer_gemma_rmsnorm", work, moved, shown, "input, weight, eps"),
      norm_row("npu::npu_rms_norm", work, "2*n0*e0+n1*e1+4*n0/d1[0]", shown,
          "self, gamma, epsilon; the result, and for each row the reciprocal of its root"),
      norm_row("aiter::_fused_qk_rmsnorm_kernel", "4*n0+2*n0/d1[0]+4*n3+2*n3/d4[0]",
          "2*n0*e0+d1[0]*e1+2*n3*e3+d4[0]*e4", shown, "q, its weight, eps, k, its weight, eps, ...")};
};

/// AITER's all-reduce with a norm behind it, as vLLM registers it.
struct torch_engine_all_reduce_norm : torch_all_reduce_norm {
  static constexpr std::array rows{row{"vllm::rocm_aiter_fused_allreduce_rmsnorm", 0, 2}};
  static constexpr std::string_view schema = "input, residual, weight, epsilon";
};

struct torch_engine_activations : torch_engine_words {
  static constexpr std::array rows{
      elementwise_row("_C::gelu_and_mul sgl_kernel::gelu_and_mul flashinfer::gelu_and_mul", "8*n0", gated_bytes,
          from_1_to_0, "out, input (.., 2d), [enable_pdl]", 1),
      elementwise_row("_C::gelu_tanh_and_mul sgl_kernel::gelu_tanh_and_mul flashinfer::gelu_tanh_and_mul", "10*n0",
          gated_bytes, from_1_to_0, "out, input (.., 2d), [enable_pdl]", 1),
      elementwise_row("flashinfer::silu_and_mul _C::mul_and_silu", "5*n0", gated_bytes, from_1_to_0,
          "out, input (.., 2d), [enable_pdl]", 1),
      elementwise_row("trtllm::flashinfer_silu_and_mul npu::npu_swiglu", "5*n0/2", gated_half, within_0,
          "input (.., 2d), [dim]"),
      elementwise_row("trtllm::flashinfer_gelu_tanh_and_mul", "10*n0/2", gated_half, within_0, "input (.., 2d), [dim]"),
      elementwise_row("_C::swigluoai_and_mul", "9*n0", gated_bytes, from_1_to_0, "out, input (.., 2d), alpha, limit",
          1),
      elementwise_row("_C::fatrelu_and_mul", "2*n0", gated_bytes, from_1_to_0, "out, input (.., 2d), threshold", 1),
      elementwise_row("_C::gelu_new _C::gelu_fast", "10*n1", gated_bytes, from_1_to_0, "out, input", 1),
      elementwise_row("_C::gelu_quick sgl_kernel::gelu_quick", "6*n1", gated_bytes, from_1_to_0, "out, input", 1),
      elementwise_row("_C::silu_and_mul_quant", "7*n0", gated_bytes, from_1_to_0, "out, input (.., 2d), scale", 1),
      elementwise_row("_C::silu_and_mul_with_clamp", "8*n0", gated_bytes, from_1_to_0,
          "out, input (.., 2d), limit; a bound of the gate, two of the rest", 1),
      elementwise_row("_C::silu_and_mul_per_block_quant", "8*n0", "n1*e1+n0*e0+n2*e2", from_1_to_0,
          "out, input (.., 2d), scales (written), group size, ...", 1),
      elementwise_row("_C::silu_and_mul_nvfp4_quant", "4*n2", "n2*e2+n0*e0+n1*e1+4", from_2_to_0,
          "out, block scales, input (.., 2d), global scale", 2)};
};

struct torch_engine_quantisers : torch_engine_words {
  static constexpr std::array rows{
      elementwise_row("_C::static_scaled_fp8_quant", "2*n1", "n1*e1+n0*e0+4*n2", from_1_to_0,
          "out, input, scale, [group shape]", 1),
      elementwise_row("_C::dynamic_scaled_fp8_quant", "3*n1", "2*n1*e1+n0*e0+4", from_1_to_0,
          "out, input, scale (written); the maximum is a pass before", 1),
      elementwise_row("_C::dynamic_per_token_scaled_fp8_quant", "3*n1", "n1*e1+n0*e0+4*n2", from_1_to_0,
          "out, input, scale, scale_ub", 1),
      elementwise_row("_C::static_scaled_int8_quant", "2*n1", "n1*e1+n1+4*n2+t3?(4*n3)", from_1_to_0,
          "out, input, scale, azp", 1),
      elementwise_row("_C::dynamic_scaled_int8_quant", "3*n1", "n1*e1+n1+4*n2+t3?(4*n3)", from_1_to_0,
          "out, input, scale, azp", 1),
      elementwise_row("sgl_kernel::scaled_fp4_quant", "3*n1", "n1*e1+n0*e0+n2*e2+4", from_1_to_0,
          "out (pairs), input, block scales, input scale", 1),
      elementwise_row("_C::per_token_group_fp8_quant _C::per_token_group_quant_int8 "
          "_C::per_token_group_fp8_quant_packed sgl_kernel::sgl_per_token_group_quant_8bit "
          "sgl_kernel::sgl_per_token_group_quant_fp8 sgl_kernel::sgl_per_token_group_quant_int8 "
          "sgl_kernel::sgl_per_token_quant_fp8", "3*n0", scaled_groups, from_0_to_1,
          "input, output_q, output_s (or packed), [group_size, ...]"),
      elementwise_row("sgl_kernel::sgl_per_token_group_quant_8bit_v2", "3*n0*(1-f8)+8*n1*f8+t9?n63",
          "n0*e0+n1*e1+n2*e2+t9?n63", from_0_to_1, "input, output_q, output_s, group_size, eps, min, max, ue8m0, "
          "fuse_silu_and_mul (input of 2d), masked_m (which rows are there)"),
      elementwise_row("sgl_kernel::sgl_per_tensor_quant_fp8", "n0*(3-f3)", "n0*e0*(2-f3)+n1*e1+4", from_0_to_1,
          "input, output_q, output_s, is_static; else the maximum is a pass before"),
      elementwise_row("_C::scaled_fp4_experts_quant sgl_kernel::scaled_fp4_experts_quant", "3*n2", fp4_experts,
          from_2_to_0, fp4_experts_schema, 2),
      elementwise_row("_C::silu_and_mul_scaled_fp4_experts_quant", "4*n2", "n2*e2+n0*e0+n2/32+4*n3", from_2_to_0,
          "as scaled_fp4_experts_quant, input (.., 2d)", 2),
      elementwise_row("trtllm::fp8_quantize_1x128", "3*n0", "n0*e0+n0+4*d0[0]*up(d0[1],128)", within_0,
          "input (M,K), use_ue8m0"),
      elementwise_row("trtllm::fp4_quantize", "3*n0", "n0*e0+n0/2+n0/c2", within_0,
          "input, global scale, elements a scale, ...")};
};

/// Results and scales are in front, and since 2026 behind the input and its scale, or not among the arguments.
struct torch_engine_fp4_quantiser : torch_engine_words {
  static constexpr std::array rows{
      elementwise_row("_C::scaled_fp4_quant", "t2?(3*n1)+u2?(3*n0)",
          "t2?(n1*e1+n0*e0+n2*e2)+u2?(n0*e0+t3?(n3*e3+n4*e4)+u3?(n0/2+n0/16))+4", from_1_to_0,
          "out (pairs), input, block scales, input scale, ...; or input, input scale, swizzled, [out, block scales]")};
  static constexpr int input(const torch_call& c) { return c.tensor(2) ? 1 : 0; }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_schema_work&) {
    return c.type(input(c));
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_schema_work& w) {
    if (input(c) == 1) return torch_schema_model::parameters(out, c, w);
    out.show(c, "op_shape=D0 dtype_in_out=(T0,T3?) stride_input=S0 stride_output=S3?");
  }
};

struct torch_engine_rotations : torch_engine_words {
  static constexpr std::array rows{
      row{"_C::rotary_embedding", "RoPE_fwd", "RoPE", "3*((n1+t2?n2)/c3)*d4[1]",
          "2*((n1+t2?n2)/c3)*d4[1]*e1+n0*d4[1]*e4+8*n0", "num_elements=D1",
          "positions, query (in place), key (in place, may be None), head size, cos and sin, neox", 1},
      row{"trtllm::flashinfer_apply_rope_with_cos_sin_cache_inplace", "RoPE_fwd", "RoPE", "3*((n1+n2)/c3)*d4[1]",
          "2*((n1+n2)/c3)*d4[1]*e1+n0*d4[1]*e4+n0*e0", "num_elements=D1",
          "positions, query, key (in place), head size, cos and sin, neox", 1},
      row{"npu::npu_rotary_mul", "RoPE_fwd", "RoPE", "3*n0", "2*n0*e0+n1*e1+n2*e2", "num_elements=D0",
          "self, cosines, sines, ..."},
      row{"_C::fused_qk_norm_rope", "RoPE_fwd", "FusedRoPE", "7*d0[0]*(c1+c2)*c4",
          "2*d0[0]*(c1+c2)*c4*e0+(n6+n7)*e6+d0[0]*d8[1]*e8", "T=D0[0] dtype_in=T0",
          "qkv (in place), heads of q, k, v, head size, eps, weights of q, k, cos and sin, neox, positions"},
      row{"sgl_kernel::apply_rope_pos_ids_cos_sin_cache", "RoPE_fwd", "RoPE", rotated,
          "(n0+n1)*e0+(n2+n3)*e2+d5[0]*d4[1]*e4+n5*e5+t9?(n9*e9+n9*e11+n1*e10)", "x_shape=D0 y_shape=D1",
          "q, k, q_rope, k_rope (T, heads, size), cos and sin, positions, interleave, enable_pdl, stream, [v, k "
          "buffer, v buffer, slots]"},
      row{"flashinfer::apply_rope_pos_ids_cos_sin_cache", "RoPE_fwd", "RoPE", rotated, rotated_bytes,
          "x_shape=D0 y_shape=D1", "q, k, q_rope, k_rope (T, heads, size), cos and sin, positions, interleave"}};
};

/// What is written to a cache: rows that have a slot.
struct torch_engine_caches : torch_engine_words {
  static constexpr std::string_view keys_and_values = "min(d0[0],d4[0])*((n0+n1)/d0[0])*(e0+e2)+8*n4";
  static constexpr std::array rows{
      cache_row("_C_cache_ops::reshape_and_cache_flash _C_cache_ops::reshape_and_cache", "0", keys_and_values,
          "op_shape=D0 dtype=T0", "key (T,H,d), value, key cache, value cache, slots, type, scales"),
      cache_row("_C_cache_ops::concat_and_cache_mla", "0", "min(d0[0],d3[0])*((n0+n1)/d0[0])*(e0+e2)+8*n3",
          "op_shape=D0 dtype=T0", "kv_c, k_pe, cache, slots, type, scale"),
      cache_row("sgl_kernel::store_kv_cache", "0", "(n3+n4)*(e3+e0)+n2*e2", "op_shape=D3 dtype=T3",
          "k cache, v cache, slots, k, v", 3),
      cache_row("sgl_kernel::concat_mla_k", "0", "n0*e0+n1*e1+n2*e2", "op_shape=D0 dtype=T0",
          "k (written), k_nope, k_rope"),
      cache_row("sgl_kernel::merge_state_v2 sgl_kernel::merge_state", "3*n0+19*n1",
          "n0*e0+n1*e1+n2*e2+n3*e3+n4*e4+n5*e5", "op_shape=D0 dtype=T0",
          "v_a (T,H,d), s_a (T,H), v_b, s_b, v_merged, s_merged; two products and a sum an element; of a row "
          "maximum, two differences, exponentials and quotients, sum, logarithm, sum"),
      cache_row("_C_cache_ops::concat_mla_q", "0", "n0*e0+n1*e1+n2*e2", "op_shape=D2 dtype=T2", "ql_nope, q_pe, q_out",
          2),
      cache_row("_C::merge_attn_states", "3*n0+14*n3+t1?(5*n3)", "n0*e0+t1?(n1*e1)+n2*e2+n3*e3+n4*e4+n5*e5",
          "op_shape=D0 dtype=T0",
          "output (T,H,d), output_lse, prefix_output, prefix_lse (H,T), suffix_output, suffix_lse; as merge_state_v2")};
};

struct torch_engine_routing : torch_engine_words {
  static constexpr std::array rows{
      moe_row("pseudo_op::moe_triton_unfused_finalize_matmul_scatter", "n0*k", "n0*k*e0+n0*e0+4*d0[0]*k",
          "M=D0[0] C=D0[1] dtype_in=T0", "x (M,K), router logits; experts a token as of TopK"),
      moe_row("TopK", "n0+5*d0[0]*c1", "n0*e0+d0[0]*c1*(e0+2)", "M=D0[0] E=D0[1] dtype_in=T0",
          "triton_kernels topk.py: logits (M,E), k"),
      moe_row("SortTokens", "0", "2*(n0*e0+4*n1)", "M=D0[0] topk=D0[1] dtype_in=T0",
          "triton_kernels routing.py: weights (M,k), ids (M,k), experts"),
      moe_row("_moe_C::topk_softmax", "6*n3", "n3*e3+n0*e0+n1*e1+n2*e2", "M=D3[0] E=D3[1] topk=D0[1] dtype_in=T3",
          "weights (M,k), ids, token of each expert, gating (M,E), renormalize; maximum and 5 of the softmax", 3),
      moe_row("_moe_C::topk_sigmoid", "5*n3+t5?n3", "n3*e3+n0*e0+n1*e1+n2*e2+t5?(n5*e5)",
          "M=D3[0] E=D3[1] topk=D0[1] dtype_in=T3", "as topk_softmax, bias (E) behind it; sigmoid, comparison, sum", 3),
      moe_row("_moe_C::grouped_topk", "6*n0", "n0*e0+t1?(n1*e1+8*d0[0]*c4)+u1?(n6*e6+8*d0[0]*c3)",
          "M=D0[0] E=D0[1] dtype_in=T0", "scores (M,E), groups, topk_group, topk, renormalize, factor, bias (E), "
          "...; or scores, scores with bias, groups, topk_group, topk, ...; as moe_fused_gate"),
      moe_row("_moe_C::moe_permute", "0", "t6?(2*n6*e6+n2*e2)+u6?(n1*e1+t7?(2*n7*e7)+u7?(2*n8*e8))",
          "M=D0[0] C=D0[1] topk=D1[1] dtype_in=T0", "input (M,K), ids (M,k), token of each expert, expert map, "
          "experts, experts here, k, [block], rows; until 0.9 input, weights (M,k), ids, token of each expert, "
          "experts, k, rows"),
      moe_row("sgl_kernel::moe_fused_gate", "6*n0", "n0*e0+n1*e1+8*d0[0]*c4", "M=D0[0] E=D0[1] topk=C4 dtype_in=T0",
          "gating (M,E), bias (E), groups, topk_group, topk, ...; sigmoid, sum, comparison; weights and ids"),
      moe_row("sgl_kernel::kimi_k2_moe_fused_gate", "6*n0", "n0*e0+n1*e1+8*d0[0]*c2",
          "M=D0[0] E=D0[1] topk=C2 dtype_in=T0", "gating (M,E), bias (E), topk, ...; as moe_fused_gate"),
      moe_row("_moe_C::moe_sum sgl_kernel::moe_sum", "n0-n1", "n0*e0+n1*e1", "M=D0[0] C=D0[2] dtype_in=T0",
          "input (M,k,K), output (M,K)"),
      moe_row("sgl_kernel::moe_sum_reduce", "n0", "n0*e0+n1*e1", "M=D0[0] C=D0[2] dtype_in=T0",
          "input (M,k,K), output (M,K), factor of the sum")};
};

/// Until 2025 the gating of SGLang is behind a token of each expert.
struct torch_engine_gate : torch_engine_words {
  static constexpr std::array rows{
      moe_row("sgl_kernel::topk_softmax", "t3?(6*n3)+u3?(6*n2)", "n0*e0+n1*e1+n2*e2+t3?(n3*e3)", "topk=D0[1]",
          "weights (M,k), ids, [token of each expert], gating (M,E), renormalize, ...")};
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
struct torch_engine_sampling : torch_engine_words {
  static constexpr std::string_view one_pass = "n0*e0+n1*e1", tokens = "n0*e0+4*d0[0]";
  static constexpr torch_columns<0> shown{"T=D0[0] V=D0[1] dtype_logits=T0"};
  static constexpr std::array rows{
      row{"sgl_kernel::min_p_sampling_from_probs sgl_kernel::top_p_sampling_from_probs "
          "sgl_kernel::top_k_top_p_sampling_from_probs", "elementwise", "elementwise", "2*n0", one_pass, shown,
          "probabilities (B,V), output, ..."},
      row{"sgl_kernel::top_k_renorm_probs sgl_kernel::top_p_renorm_probs", "elementwise", "elementwise", "2*n0",
          one_pass, shown, "probabilities (B,V), the same behind it, ..."},
      row{"sgl_kernel::top_k_mask_logits", "elementwise", "elementwise", "2*n0", one_pass, shown,
          "logits (B,V), the same behind it, ..."},
      row{"flashinfer::top_k_sampling_from_probs flashinfer::top_p_sampling_from_probs", "elementwise", "elementwise",
          "2*n0", tokens, shown, "probabilities (B,V), ...; a token of 4 bytes each"},
      row{"_C::apply_repetition_penalties_", "elementwise", "elementwise", "2*n0", "2*n0*e0+n1*e1+n2*e2+n3*e3", shown,
          "logits (in place), prompt mask, output mask, penalties"}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_ENGINES_HPP
