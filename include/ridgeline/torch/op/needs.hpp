#ifndef RIDGELINE_TORCH_OP_NEEDS_HPP
#define RIDGELINE_TORCH_OP_NEEDS_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/torch/op/call.hpp>

namespace ridgeline {

/// What TraceLens' model of an op takes from a call without asking whether it is there: a call that lacks any of it
/// has no figures in TraceLens. A text of words, each a letter and the number of an argument:
///
///     D1 T1 S1 C1    `Input Dims`, `Input type`, `Input Strides`, `Concrete Inputs` have an entry of that argument;
///                    without a number: were recorded
///     s1 t1          the same, unless the list was not recorded at all
///     X1             argument 1 has an extent
///     O1             if it has one, its type and its strides are there
///     V1 N1 L1       its value is not empty; is a number; is a list with entries
///     n1             its value is a number, empty, or not there
///     l1             its value is there, and is empty or a list with entries
///     B1             its type has a known size
///     b1             the same, if types were recorded up to it
class torch_needs {
 public:
  constexpr torch_needs() = default;
  constexpr explicit torch_needs(std::string_view text) : text_(text) {}

  constexpr std::string_view text() const { return text_; }

  /// Whether the arguments that are needed were recorded.
  constexpr bool arguments_are_there(const torch_call& c) const { return all(c, false); }
  /// Whether the types whose size is needed have a known one.
  constexpr bool sizes_are_known(const torch_call& c) const { return all(c, true); }

 private:
  constexpr bool all(const torch_call& c, bool sizes) const {
    for (std::string_view rest = text_; !rest.empty();) {
      const std::size_t end = rest.find(' ');
      const std::string_view word = rest.substr(0, end);
      const bool of_size = word.front() == 'B' || word.front() == 'b';
      if (of_size == sizes && !is_met(c, word.front(), number_in(word.substr(1)))) return false;
      rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    }
    return true;
  }
  static constexpr bool is_met(const torch_call& c, char kind, int i) {
    const std::string_view value = core_detail::unquoted(entry(c.concrete, i));
    switch (kind) {
      case 'D': return has(c.dims, i);
      case 'T': return has(c.types, i);
      case 't': return c.types.empty() || has(c.types, i);
      case 'S': return has(c.strides, i);
      case 's': return c.strides.empty() || has(c.strides, i);
      case 'C': return has(c.concrete, i);
      case 'X': return c.tensor(i);
      case 'O': return !c.tensor(i) || (has(c.types, i) && has(c.strides, i));
      case 'V': return !value.empty();
      case 'N': return is_number(value);
      case 'n': return value.empty() || is_number(value);
      case 'L': return json_list(value).size() > 0;
      case 'l': return has(c.concrete, i) && (value.empty() || json_list(value).size() > 0);
      case 'B': return known(c.size(i));
      case 'b': return !has(c.types, i) || known(c.size(i));
      default: return false;
    }
  }
  /// -1 if there is none.
  static constexpr int number_in(std::string_view text) {
    int n = text.empty() ? -1 : 0;
    for (const char digit : text) n = n * 10 + (digit - '0');
    return n;
  }
  static constexpr std::string_view entry(std::string_view list, int i) {
    return i < 0 ? std::string_view() : json_list(list)[static_cast<std::size_t>(i)];
  }
  static constexpr bool has(std::string_view list, int i) {
    return i < 0 ? !list.empty() : json_list(list).size() > static_cast<std::size_t>(i);
  }
  /// As Python reads one: `1e-05`, `-1`, `inf`.
  static constexpr bool is_number(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() && ((text.front() >= '0' && text.front() <= '9') || text.front() == '.' || text == "inf" ||
                             text == "nan");
  }

  std::string_view text_{};
};

/// Names of ops, separated by blanks, and what TraceLens' models of them need.
struct torch_needs_row {
  std::string_view names, needs;
};

inline constexpr std::array torch_needs_table{
    // matrix products
    torch_needs_row{"aten::mm aten::bmm _Linear_yfwd_mm _LinearBackward_xgrad_mm _LinearBackward_wgrad_mm "
                    "_LayerNormLinear_yfwd_mm _LayerNormLinearBackward_xgrad_mm _LayerNormLinearBackward_wgrad_mm",
                    "D1 T1 s1"},
    torch_needs_row{"aten::addmm aten::baddbmm", "D2 T2 s2"},
    torch_needs_row{"aten::_scaled_mm trtllm::cublas_scaled_mm bitsandbytes::int8_linear_matmul", "D1 T1 s1 B0 B1"},
    torch_needs_row{"vllm::gemm_with_dynamic_quant", "D1 T0 s1"},
    torch_needs_row{"tex_ts::te_gemm_ts", "D10 T18 C14 s5"},
    torch_needs_row{"primus_turbo_cpp_extension::hipblaslt_gemm_fp8 primus_turbo::hipblaslt_gemm_fp8",
                    "D2 T2 B0 B2"},
    torch_needs_row{"primus_turbo_cpp_extension::hipblaslt_gemm_fp4 primus_turbo::hipblaslt_gemm_fp4",
                    "D2 T3 B0 B2"},
    torch_needs_row{"aiter::gemm_a4w4 aiter::_gemm_a4w4_asm", "D1 T3 B0 B1"},
    torch_needs_row{"aiter::gemm_a16w16_atomic_ sglang_profiler::gemm_kernels_flydsl_hgemm aiter::gemm_a16w16 "
                    "aiter::_gemm_a16w16_asm vllm::rocm_unquantized_gemm aiter::gemm_afp4wfp4_ "
                    "aiter::batched_gemm_a16wfp4_ sglang_profiler::batched_gemm_a8w8_a_per_token_group_prequant_w_per_"
                    "batched_tensor_quant_batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant",
                    "D1 T1"},
    torch_needs_row{"sglang_profiler::fp8_utils_gemm_a8w8_blockscale "
                    "sglang_profiler::gemm_a8w8_blockscale_gemm_a8w8_blockscale "
                    "vllm::rocm_aiter_triton_gemm_a8w8_blockscale vllm::_rocm_aiter_preshuffled_per_token_w8a8_gemm "
                    "aiter::gemm_a8w8_blockscale_ck aiter::gemm_a8w8_blockscale_cktile "
                    "aiter::gemm_a8w8_blockscale_bpreshuffle_ck aiter::gemm_a8w8_blockscale_bpreshuffle_cktile "
                    "aiter::_gemm_a8w8_blockscale_bpreshuffle_asm aiter::flatmm_a8w8_blockscale_asm "
                    "aiter::gfx950_a8w8_blockscale_asm aiter::gemm_a8w8_ck aiter::gemm_a8w8_bpreshuffle_ck "
                    "aiter::gemm_a8w8_bpreshuffle",
                    "D1"},
    torch_needs_row{"primus_turbo::grouped_gemm primus_turbo::grouped_gemm_impl "
                    "primus_turbo_cpp_extension::grouped_gemm primus_turbo_cpp_extension::ck_grouped_gemm",
                    "D1 B0 b1"},
    torch_needs_row{"primus_turbo::grouped_gemm_variable_k primus_turbo::grouped_gemm_variable_k_impl "
                    "primus_turbo_cpp_extension::grouped_gemm_variable_k "
                    "primus_turbo_cpp_extension::ck_grouped_gemm_variable_k",
                    "D1"},
    // convolutions; an empty value is usual, but for the flag and the groups
    torch_needs_row{"aten::convolution", "D1 T1 s1 l3 l4 l5 V6 l7 N8"},
    torch_needs_row{"aten::convolution_backward", "D2 T2 s2 l4 l5 l6 V7 l8 N9"},
    torch_needs_row{"ConvBias_ ConvBiasReLU_ ConvBias_Backward ConvBiasReLU_Backward", "D1 T1 C n3 n4"},
    // attention
    torch_needs_row{"FlashAttnFunc flash_attn::_flash_attn_forward", "D2 T0 S2 N3 V5"},
    torch_needs_row{"flash_attn::_flash_attn_backward", "D3 T0 S3 n8 B0"},
    torch_needs_row{"flash_attn::_flash_attn_varlen_forward", "D4 T0 S2 X3 X4 N5 N6 N7 V9"},
    torch_needs_row{"flash_attn::_flash_attn_varlen_backward", "D10 T0 S3 X9 X10 N11 N12 N13 V15"},
    torch_needs_row{"aten::_scaled_dot_product_cudnn_attention aten::_scaled_dot_product_efficient_attention",
                    "D2 T0 C6"},
    torch_needs_row{"aten::_scaled_dot_product_flash_attention", "D2 T0 C4"},
    torch_needs_row{"aiter::_flash_attn_forward aiter::mha_fwd aiter::fmha_v3_fwd", "D2 C5"},
    torch_needs_row{"aiter::_flash_attn_backward", "D2 C12"},
    torch_needs_row{"aiter::wrapper_fmha_v3_fwd", "D3 C6"},
    torch_needs_row{"aiter::wrapper_fmha_v3_bwd", "D3 C9"},
    torch_needs_row{"aiter::mha_bwd", "D3 C8"},
    torch_needs_row{"flash_attn_3::fwd", "D2 C24"},
    torch_needs_row{"EvoformerAttention", "D0"},
    torch_needs_row{"vllm::unified_attention_with_output pseudo_mla_decode_fwd "
                    "sglang_profiler::tilelang_kernel_tilelang_sparse_fwd",
                    "D1 T0"},
    torch_needs_row{"aiter::mha_varlen_fwd aiter::fmha_v3_varlen_fwd aiter::mha_batch_prefill pseudo_mla_prefill_fwd",
                    "D2 T0"},
    torch_needs_row{"sglang_profiler::attention_paged_attention_ragged", "D4 T2"},
    torch_needs_row{"aiter::pa_decode_gluon", "D2 T2"},
    torch_needs_row{"aiter::pa_sparse_prefill_opus_fwd", "D5 T1"},
    torch_needs_row{"vllm::gdn_attention_core aiter::linear_attention_with_output_base", "D3 T0"},
    torch_needs_row{"sglang::store_cache", "D0 T0"},
    // elementwise ops and quantisers
    torch_needs_row{"aten::copy aten::copy_ aten::clamp_min aten::clamp_min_ aten::clamp_max aten::clamp_max_ "
                    "aten::sigmoid aten::rsqrt aten::silu aten::neg aten::pow",
                    "D0 T0 S0 O1"},
    torch_needs_row{"aten::div aten::div_ aten::mul aten::mul_ aten::add aten::add_ aten::sigmoid_backward "
                    "aten::threshold_backward",
                    "D1 T1 S1 O2"},
    torch_needs_row{"LigerSiLUMulFunction", "D1 T1 S1"},
    torch_needs_row{"aten::replication_pad1d aten::replication_pad2d aten::replication_pad3d", "X0 T0 S0 L1"},
    torch_needs_row{"aten::upsample_nearest1d aten::upsample_nearest2d aten::upsample_nearest3d", "D0 T0 S0 L1"},
    torch_needs_row{"primus_turbo_cpp_extension::quantize_fp8_tensorwise primus_turbo::quantize_fp8_tensorwise "
                    "primus_turbo_cpp_extension::quantize_mxfp4_dual primus_turbo::quantize_mxfp4_dual "
                    "primus::quantize_mxfp4_dual",
                    "D0 T0"},
    torch_needs_row{"aiter::silu_and_mul _C::silu_and_mul sgl_kernel::silu_and_mul aiter::gelu_and_mul "
                    "aiter::gelu_tanh_and_mul",
                    "D0 T1 S1 B0 B1"},
    torch_needs_row{"aiter::dynamic_per_token_scaled_quant aiter::dynamic_per_group_scaled_quant "
                    "aiter::dynamic_per_tensor_quant",
                    "D2 T2 S2 B0 B1 B2"},
    torch_needs_row{"sglang_profiler::fused_mxfp4_quant_fused_flatten_mxfp4_quant", "D0 T0 S0"},
    torch_needs_row{"sglang_profiler::quant_dynamic_mxfp4_quant", "D0 T0"},
    torch_needs_row{"aiter::dynamic_per_group_scaled_quant_fp4", "D1 T1"},
    torch_needs_row{"aiter::fused_dynamic_mx_quant_moe_sort_hip", "D2 T2 S2"},
    torch_needs_row{"aiter::fused_dynamic_mxfp4_quant_moe_sort_hip", "D2 T2"},
    torch_needs_row{"aiter::mixed_sample_outer_exponential", "D1"},
    torch_needs_row{"CrossEntropyFunction", "D0"},
    // norms
    torch_needs_row{"aten::batch_norm aten::native_batch_norm aten::miopen_batch_norm aten::cudnn_batch_norm "
                    "aten::instance_norm aten::native_instance_norm aten::miopen_instance_norm "
                    "aten::cudnn_instance_norm",
                    "D2 T0 S0 C5 B0"},
    torch_needs_row{"aten::layer_norm aten::native_layer_norm aten::miopen_layer_norm aten::cudnn_layer_norm",
                    "D3 T0 S0 L1 B0"},
    torch_needs_row{"aten::group_norm aten::native_group_norm aten::miopen_group_norm aten::cudnn_group_norm "
                    "aiter::_groupnorm_run",
                    "D2 T0 S0 B0"},
    torch_needs_row{"aten::batch_norm_backward aten::native_batch_norm_backward", "D2 T1 S1 C7 B1"},
    torch_needs_row{"aten::miopen_batch_norm_backward aten::cudnn_batch_norm_backward", "D2 T0 S0 B0"},
    torch_needs_row{"aten::layer_norm_backward aten::native_layer_norm_backward aten::miopen_layer_norm_backward "
                    "aten::cudnn_layer_norm_backward",
                    "D1 T1 S1 L2 L7 B1"},
    torch_needs_row{"aten::group_norm_backward aten::native_group_norm_backward aten::miopen_group_norm_backward "
                    "aten::cudnn_group_norm_backward",
                    "D5 T1 S1 N8 L9 B1"},
    torch_needs_row{"aten::_fused_rms_norm", "D2 T0 S0 L1 B0"},
    torch_needs_row{"aten::rms_norm_backward aten::native_rms_norm_backward aten::miopen_rms_norm_backward "
                    "aten::cudnn_rms_norm_backward aten::_fused_rms_norm_backward",
                    "D4 T1 S1 L2 L5 B1"},
    torch_needs_row{"primus::fused_ln_modulate primus::fused_ln_modulate_backward", "D0 T0 B0"},
    torch_needs_row{"aiter::rms_norm aiter::rmsnorm2d_fwd_ck vllm::rocm_aiter_rmsnorm_fp8_group_quant "
                    "vllm::rocm_aiter_triton_add_rmsnorm_pad aiter::fused_add_rmsnorm_pad_ "
                    "sglang_profiler::fused_mxfp4_quant_fused_rms_mxfp4_quant aiter::_fuse_rmsnorm_fp4_quant",
                    "D1 T0 S0 B0"},
    torch_needs_row{"vllm::rocm_aiter_rmsnorm_with_add_fp8_group_quant", "D2 T0 S0 B0"},
    torch_needs_row{"aiter::rmsnorm", "D2 T1 S1 B1"},
    torch_needs_row{"aiter::rmsnorm2d_fwd_with_dynamicquant_ck aiter::rmsnorm_quant", "D3 T1 S1 B1"},
    torch_needs_row{"aiter::rmsnorm2d_fwd_with_add_ck aiter::add_rmsnorm", "D4 T1 S1 B1"},
    // experts
    torch_needs_row{"pseudo_op::moe_aiter_fused_1stage pseudo_op::moe_flydsl_stage1 pseudo_op::moe_flydsl_stage2",
                    "D3 T1"},
    torch_needs_row{"aiter::fmoe_fp8_blockscale_g1u1 aiter::fmoe_g1u1", "D3 T2 N8"},
    torch_needs_row{"aiter::ck_moe_stage1", "D6 T1"},
    torch_needs_row{"aiter::ck_moe_stage2 aiter::moe_cktile2stages_gemm1_ck", "D2 T2"},
    torch_needs_row{"aiter::moe_cktile2stages_gemm2_ck", "D1 T2"},
    torch_needs_row{"pseudo_op::moe_triton_unfused_up pseudo_op::moe_triton_unfused_down pseudo_op::moe_gptq_awq_up",
                    "D1 T0"},
    torch_needs_row{"pseudo_op::moe_gptq_awq_down", "D2 T0"},
    torch_needs_row{"sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel", "D8 T1"},
    torch_needs_row{"sglang_profiler::fused_moe_triton_kernels_fused_append_shared_experts", "D1 T1"},
    torch_needs_row{"aiter::topk_softplus", "X0 D2 T2"},
    // rotations, state spaces, collectives, hyper-connections
    torch_needs_row{"FusedRoPEFunc", "X0"},
    torch_needs_row{"aiter::rope_cached_positions_2c_fwd_impl", "D3"},
    torch_needs_row{"sgl_kernel::rotary_embedding", "D2 T1"},
    torch_needs_row{"aiter::fused_qk_rope_cat_and_cache_mla", "D2 T0"},
    torch_needs_row{"aiter::fused_qk_rope_concat_and_cache_mla", "D1 T0"},
    torch_needs_row{"DaoAILab::_causal_conv1d_fwd_cpp", "X0 D1 t0"},
    torch_needs_row{"MambaSplitConv1dScanCombinedFn", "D3 n6 n15 n16"},
    torch_needs_row{"_C_custom_ar::all_reduce sgl_kernel::all_reduce_reg sgl_kernel::qr_all_reduce "
                    "_C_custom_ar::qr_all_reduce",
                    "D1 T1 S1 B1"},
    torch_needs_row{"aiter::reduce_scatter aiter::all_gather_reg", "D2 T1 S1 B1"},
    torch_needs_row{"sglang::reg_all_gather_into_tensor", "D1 T1 B1"},
    torch_needs_row{"aiter::fused_allreduce_rmsnorm", "D6 T2 S2 B2"},
    torch_needs_row{"aiter::fused_allreduce_rmsnorm_", "D2 T0 S0 B0"},
    torch_needs_row{"aiter::mhc_post", "D1"},
    torch_needs_row{"aiter::mhc_pre_gemm_sqrsum", "D3"},
    torch_needs_row{"aiter::mhc_pre_big_fuse_rmsnorm", "D6"},
    torch_needs_row{"aiter::mhc_fused_post_pre_gemm_sqrsum", "D7"},
    // these ask, or take nothing from the arguments
    torch_needs_row{"aten::sum aten::mean aten::max aten::min aten::norm aten::linalg_norm aten::std aten::var "
                    "aten::logsumexp aten::cumsum aten::cumprod aten::amax aten::amin MoEDispatch MoECombine "
                    "vllm::triton_per_token_group_quant_fp8 aiter::biased_grouped_topk_hip aiter::moe_sorting_fwd "
                    "aiter::mxfp4_moe_sort_hip pseudo_v4_paged_decode_swa pseudo_v4_paged_decode_csa "
                    "pseudo_v4_paged_decode_hca aten::instance_norm_backward aten::native_instance_norm_backward "
                    "aten::miopen_instance_norm_backward aten::cudnn_instance_norm_backward triton_poi_ triton_red_ "
                    "triton_per_",
                    ""}};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_NEEDS_HPP
