#ifndef RIDGELINE_MODEL_TORCH_CATEGORY_HPP
#define RIDGELINE_MODEL_TORCH_CATEGORY_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/name_index.hpp>

namespace ridgeline {

/// An op and what kind of work it does, as reports group it.
struct torch_category_of {
  std::string_view name;
  std::string_view category;
};

/// Each name stands once.
inline constexpr std::array<torch_category_of, 292> torch_category_table{{
    {"aten::mm", "GEMM"}, {"aten::addmm", "GEMM"}, {"aten::_scaled_mm", "GEMM"}, {"trtllm::cublas_scaled_mm", "GEMM"},
    {"bitsandbytes::int8_linear_matmul", "GEMM"}, {"aten::bmm", "GEMM"}, {"aten::baddbmm", "GEMM"},
    {"vllm::gemm_with_dynamic_quant", "GEMM"}, {"tex_ts::te_gemm_ts", "GEMM"}, {"_Linear_yfwd_mm", "GEMM"},
    {"_LinearBackward_xgrad_mm", "GEMM"}, {"_LinearBackward_wgrad_mm", "GEMM"}, {"_LayerNormLinear_yfwd_mm", "GEMM"},
    {"_LayerNormLinearBackward_xgrad_mm", "GEMM"}, {"_LayerNormLinearBackward_wgrad_mm", "GEMM"},
    {"primus_turbo_cpp_extension::hipblaslt_gemm_fp8", "GEMM"}, {"primus_turbo::hipblaslt_gemm_fp8", "GEMM"},
    {"primus_turbo_cpp_extension::hipblaslt_gemm_fp4", "GEMM"}, {"primus_turbo::hipblaslt_gemm_fp4", "GEMM"},
    {"aiter::gemm_a4w4", "GEMM"}, {"aiter::_gemm_a4w4_asm", "GEMM"}, {"aiter::batched_gemm_a16wfp4_", "GEMM"},
    {"sglang_profiler::batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tens"
     "or_quant_batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant", "GEMM"},
    {"sglang_profiler::fp8_utils_gemm_a8w8_blockscale", "GEMM"},
    {"sglang_profiler::gemm_a8w8_blockscale_gemm_a8w8_blockscale", "GEMM"},
    {"vllm::rocm_aiter_triton_gemm_a8w8_blockscale", "GEMM"},
    {"vllm::_rocm_aiter_preshuffled_per_token_w8a8_gemm", "GEMM"}, {"aiter::gemm_a8w8_blockscale_ck", "GEMM"},
    {"aiter::gemm_a8w8_blockscale_cktile", "GEMM"}, {"aiter::gemm_a8w8_blockscale_bpreshuffle_ck", "GEMM"},
    {"aiter::gemm_a8w8_blockscale_bpreshuffle_cktile", "GEMM"},
    {"aiter::_gemm_a8w8_blockscale_bpreshuffle_asm", "GEMM"}, {"aiter::flatmm_a8w8_blockscale_asm", "GEMM"},
    {"aiter::gfx950_a8w8_blockscale_asm", "GEMM"}, {"aiter::gemm_a8w8_ck", "GEMM"},
    {"aiter::gemm_a8w8_bpreshuffle_ck", "GEMM"}, {"aiter::gemm_a8w8_bpreshuffle", "GEMM"},
    {"vllm::rocm_unquantized_gemm", "GEMM"}, {"aiter::gemm_a16w16_atomic_", "GEMM"},
    {"sglang_profiler::gemm_kernels_flydsl_hgemm", "GEMM"}, {"aiter::gemm_a16w16", "GEMM"},
    {"aiter::_gemm_a16w16_asm", "GEMM"}, {"aiter::gemm_afp4wfp4_", "GEMM"},
    {"primus_turbo::grouped_gemm", "GroupedGEMM_fwd"}, {"primus_turbo::grouped_gemm_impl", "GroupedGEMM_fwd"},
    {"primus_turbo_cpp_extension::grouped_gemm", "GroupedGEMM_fwd"},
    {"primus_turbo_cpp_extension::ck_grouped_gemm", "GroupedGEMM_fwd"},
    {"primus_turbo::grouped_gemm_variable_k", "GroupedGEMM_fwd"},
    {"primus_turbo::grouped_gemm_variable_k_impl", "GroupedGEMM_fwd"},
    {"primus_turbo_cpp_extension::grouped_gemm_variable_k", "GroupedGEMM_fwd"},
    {"primus_turbo_cpp_extension::ck_grouped_gemm_variable_k", "GroupedGEMM_fwd"}, {"aten::convolution", "CONV_fwd"},
    {"ConvBias_", "CONV_fwd"}, {"ConvBiasReLU_", "CONV_fwd"}, {"aten::convolution_backward", "CONV_bwd"},
    {"ConvBias_Backward", "CONV_bwd"}, {"ConvBiasReLU_Backward", "CONV_bwd"}, {"FlashAttnFunc", "SDPA_fwd"},
    {"flash_attn::_flash_attn_forward", "SDPA_fwd"}, {"flash_attn::_flash_attn_varlen_forward", "SDPA_fwd"},
    {"aten::_scaled_dot_product_cudnn_attention", "SDPA_fwd"},
    {"aten::_scaled_dot_product_efficient_attention", "SDPA_fwd"},
    {"aten::_scaled_dot_product_flash_attention", "SDPA_fwd"}, {"aiter::_flash_attn_forward", "SDPA_fwd"},
    {"aiter::mha_fwd", "SDPA_fwd"}, {"aiter::fmha_v3_fwd", "SDPA_fwd"}, {"aiter::wrapper_fmha_v3_fwd", "SDPA_fwd"},
    {"flash_attn_3::fwd", "SDPA_fwd"}, {"EvoformerAttention", "SDPA_fwd"},
    {"flash_attn::_flash_attn_backward", "SDPA_bwd"}, {"flash_attn::_flash_attn_varlen_backward", "SDPA_bwd"},
    {"aiter::_flash_attn_backward", "SDPA_bwd"}, {"aiter::wrapper_fmha_v3_bwd", "SDPA_bwd"},
    {"aiter::mha_bwd", "SDPA_bwd"}, {"aten::copy", "elementwise"}, {"aten::copy_", "elementwise"},
    {"aten::clamp_min", "elementwise"}, {"aten::clamp_min_", "elementwise"}, {"aten::clamp_max", "elementwise"},
    {"aten::clamp_max_", "elementwise"}, {"aten::sigmoid", "elementwise"}, {"aten::rsqrt", "elementwise"},
    {"aten::silu", "elementwise"}, {"aten::neg", "elementwise"}, {"aten::pow", "elementwise"},
    {"aten::replication_pad1d", "elementwise"}, {"aten::replication_pad2d", "elementwise"},
    {"aten::replication_pad3d", "elementwise"}, {"aten::upsample_nearest1d", "elementwise"},
    {"aten::upsample_nearest2d", "elementwise"}, {"aten::upsample_nearest3d", "elementwise"},
    {"primus_turbo_cpp_extension::quantize_fp8_tensorwise", "elementwise"},
    {"primus_turbo::quantize_fp8_tensorwise", "elementwise"},
    {"primus_turbo_cpp_extension::quantize_mxfp4_dual", "elementwise"},
    {"primus_turbo::quantize_mxfp4_dual", "elementwise"}, {"primus::quantize_mxfp4_dual", "elementwise"},
    {"aiter::silu_and_mul", "elementwise"}, {"_C::silu_and_mul", "elementwise"},
    {"sgl_kernel::silu_and_mul", "elementwise"}, {"aiter::gelu_and_mul", "elementwise"},
    {"aiter::gelu_tanh_and_mul", "elementwise"}, {"aten::div", "elementwise"}, {"aten::div_", "elementwise"},
    {"aten::mul", "elementwise"}, {"aten::mul_", "elementwise"}, {"aten::add", "elementwise"},
    {"aten::add_", "elementwise"}, {"aten::sigmoid_backward", "elementwise"},
    {"aten::threshold_backward", "elementwise"}, {"LigerSiLUMulFunction", "elementwise"},
    {"aiter::mixed_sample_outer_exponential", "elementwise"}, {"aiter::dynamic_per_token_scaled_quant", "GroupQuant"},
    {"aiter::dynamic_per_group_scaled_quant", "GroupQuant"}, {"aiter::dynamic_per_tensor_quant", "GroupQuant"},
    {"vllm::triton_per_token_group_quant_fp8", "GroupQuant"},
    {"sglang_profiler::fused_mxfp4_quant_fused_flatten_mxfp4_quant", "GroupQuant"},
    {"sglang_profiler::quant_dynamic_mxfp4_quant", "GroupQuant"},
    {"aiter::dynamic_per_group_scaled_quant_fp4", "GroupQuant"},
    {"aiter::fused_dynamic_mx_quant_moe_sort_hip", "GroupQuant"},
    {"aiter::fused_dynamic_mxfp4_quant_moe_sort_hip", "MoE_aux"}, {"aten::sum", "reduce"}, {"aten::mean", "reduce"},
    {"aten::max", "reduce"}, {"aten::min", "reduce"}, {"aten::norm", "reduce"}, {"aten::linalg_norm", "reduce"},
    {"aten::std", "reduce"}, {"aten::var", "reduce"}, {"aten::logsumexp", "reduce"}, {"aten::cumsum", "reduce"},
    {"aten::cumprod", "reduce"}, {"aten::amin", "reduce"}, {"aten::amax", "reduce"}, {"aten::batch_norm", "NORM_fwd"},
    {"aten::native_batch_norm", "NORM_fwd"}, {"aten::miopen_batch_norm", "NORM_fwd"},
    {"aten::cudnn_batch_norm", "NORM_fwd"}, {"aten::layer_norm", "NORM_fwd"}, {"aten::native_layer_norm", "NORM_fwd"},
    {"aten::miopen_layer_norm", "NORM_fwd"}, {"aten::cudnn_layer_norm", "NORM_fwd"}, {"aten::group_norm", "NORM_fwd"},
    {"aten::native_group_norm", "NORM_fwd"}, {"aten::miopen_group_norm", "NORM_fwd"},
    {"aten::cudnn_group_norm", "NORM_fwd"}, {"aiter::_groupnorm_run", "NORM_fwd"}, {"aten::instance_norm", "NORM_fwd"},
    {"aten::native_instance_norm", "NORM_fwd"}, {"aten::miopen_instance_norm", "NORM_fwd"},
    {"aten::cudnn_instance_norm", "NORM_fwd"}, {"aten::_fused_rms_norm", "NORM_fwd"},
    {"primus::fused_ln_modulate", "NORM_fwd"}, {"aten::batch_norm_backward", "NORM_bwd"},
    {"aten::native_batch_norm_backward", "NORM_bwd"}, {"aten::miopen_batch_norm_backward", "NORM_bwd"},
    {"aten::cudnn_batch_norm_backward", "NORM_bwd"}, {"aten::layer_norm_backward", "NORM_bwd"},
    {"aten::native_layer_norm_backward", "NORM_bwd"}, {"aten::miopen_layer_norm_backward", "NORM_bwd"},
    {"aten::cudnn_layer_norm_backward", "NORM_bwd"}, {"aten::group_norm_backward", "NORM_bwd"},
    {"aten::native_group_norm_backward", "NORM_bwd"}, {"aten::miopen_group_norm_backward", "NORM_bwd"},
    {"aten::cudnn_group_norm_backward", "NORM_bwd"}, {"aten::rms_norm_backward", "NORM_bwd"},
    {"aten::native_rms_norm_backward", "NORM_bwd"}, {"aten::miopen_rms_norm_backward", "NORM_bwd"},
    {"aten::cudnn_rms_norm_backward", "NORM_bwd"}, {"aten::_fused_rms_norm_backward", "NORM_bwd"},
    {"aten::instance_norm_backward", "NORM_bwd"}, {"aten::native_instance_norm_backward", "NORM_bwd"},
    {"aten::miopen_instance_norm_backward", "NORM_bwd"}, {"aten::cudnn_instance_norm_backward", "NORM_bwd"},
    {"primus::fused_ln_modulate_backward", "NORM_bwd"}, {"aiter::rms_norm", "RMSNorm"},
    {"aiter::rmsnorm2d_fwd_ck", "RMSNorm"}, {"aiter::rmsnorm", "RMSNorm"},
    {"aiter::rmsnorm2d_fwd_with_add_ck", "RMSNorm"}, {"aiter::add_rmsnorm", "RMSNorm"},
    {"aiter::rmsnorm2d_fwd_with_dynamicquant_ck", "RMSNorm"}, {"aiter::rmsnorm_quant", "RMSNorm"},
    {"vllm::rocm_aiter_rmsnorm_fp8_group_quant", "RMSNorm"},
    {"vllm::rocm_aiter_rmsnorm_with_add_fp8_group_quant", "RMSNorm"},
    {"vllm::rocm_aiter_triton_add_rmsnorm_pad", "RMSNorm"}, {"aiter::fused_add_rmsnorm_pad_", "RMSNorm"},
    {"sglang_profiler::fused_mxfp4_quant_fused_rms_mxfp4_quant", "RMSNorm"},
    {"aiter::_fuse_rmsnorm_fp4_quant", "RMSNorm"}, {"vllm::unified_attention_with_output", "InferenceAttention"},
    {"aiter::mha_varlen_fwd", "InferenceAttention"}, {"pseudo_mla_decode_fwd", "InferenceAttention"},
    {"aiter::fmha_v3_varlen_fwd", "InferenceAttention"}, {"aiter::mha_batch_prefill", "InferenceAttention"},
    {"pseudo_mla_prefill_fwd", "InferenceAttention"},
    {"sglang_profiler::tilelang_kernel_tilelang_sparse_fwd", "InferenceAttention"},
    {"sglang_profiler::attention_paged_attention_ragged", "InferenceAttention"},
    {"aiter::pa_decode_gluon", "InferenceAttention"}, {"pseudo_v4_paged_decode_swa", "InferenceAttention"},
    {"pseudo_v4_paged_decode_csa", "InferenceAttention"}, {"pseudo_v4_paged_decode_hca", "InferenceAttention"},
    {"aiter::pa_sparse_prefill_opus_fwd", "InferenceAttention"}, {"vllm::gdn_attention_core", "InferenceAttention"},
    {"aiter::linear_attention_with_output_base", "InferenceAttention"}, {"sglang::store_cache", "InferenceAttention"},
    {"pseudo_op::moe_aiter_fused_1stage", "MoE_fused"}, {"aiter::fmoe_fp8_blockscale_g1u1", "MoE_fused"},
    {"aiter::fmoe_g1u1", "MoE_fused"}, {"aiter::moe_cktile2stages_gemm1_ck", "MoE_unfused"},
    {"aiter::moe_cktile2stages_gemm2_ck", "MoE_unfused"}, {"aiter::ck_moe_stage1", "MoE_unfused"},
    {"aiter::ck_moe_stage2", "MoE_unfused"}, {"pseudo_op::moe_flydsl_stage1", "MoE_unfused"},
    {"pseudo_op::moe_flydsl_stage2", "MoE_unfused"}, {"pseudo_op::moe_triton_unfused_up", "MoE_unfused"},
    {"pseudo_op::moe_triton_unfused_down", "MoE_unfused"}, {"pseudo_op::moe_gptq_awq_up", "MoE_unfused"},
    {"pseudo_op::moe_gptq_awq_down", "MoE_unfused"},
    {"sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel", "MoE_unfused"},
    {"MoEDispatch", "MoE_comm_fwd"}, {"MoECombine", "MoE_comm_fwd"}, {"aiter::biased_grouped_topk_hip", "MoE_aux"},
    {"aiter::moe_sorting_fwd", "MoE_aux"}, {"aiter::mxfp4_moe_sort_hip", "MoE_aux"},
    {"sglang_profiler::fused_moe_triton_kernels_fused_append_shared_experts", "MoE_aux"},
    {"aiter::topk_softplus", "MoE_aux"}, {"DaoAILab::_causal_conv1d_fwd_cpp", "SSM_fwd"},
    {"MambaSplitConv1dScanCombinedFn", "SSM_fwd"}, {"FusedRoPEFunc", "RoPE_fwd"},
    {"aiter::rope_cached_positions_2c_fwd_impl", "RoPE_fwd"}, {"sgl_kernel::rotary_embedding", "RoPE_fwd"},
    {"aiter::fused_qk_rope_cat_and_cache_mla", "RoPE_fwd"}, {"aiter::fused_qk_rope_concat_and_cache_mla", "RoPE_fwd"},
    {"CrossEntropyFunction", "CrossEntropy_fwd"}, {"aiter::fused_allreduce_rmsnorm", "CustomCollective"},
    {"aiter::fused_allreduce_rmsnorm_", "CustomCollective"}, {"_C_custom_ar::all_reduce", "CustomCollective"},
    {"sgl_kernel::all_reduce_reg", "CustomCollective"}, {"sgl_kernel::qr_all_reduce", "CustomCollective"},
    {"_C_custom_ar::qr_all_reduce", "CustomCollective"}, {"aiter::reduce_scatter", "CustomCollective"},
    {"aiter::all_gather_reg", "CustomCollective"}, {"sglang::reg_all_gather_into_tensor", "CustomCollective"},
    {"aiter::mhc_post", "mHC"}, {"aiter::mhc_pre_gemm_sqrsum", "mHC"}, {"aiter::mhc_pre_big_fuse_rmsnorm", "mHC"},
    {"aiter::mhc_fused_post_pre_gemm_sqrsum", "mHC"}, {"aten::miopen_convolution", "CONV_fwd"},
    {"aten::cudnn_convolution", "CONV_fwd"}, {"aten::_efficient_attention_forward", "SDPA_fwd"},
    {"FlashAttnFuncBackward", "SDPA_bwd"}, {"FusedAttnFuncBackward", "SDPA_bwd"},
    {"aten::_scaled_dot_product_cudnn_attention_backward", "SDPA_bwd"},
    {"aten::_scaled_dot_product_efficient_attention_backward", "SDPA_bwd"},
    {"aten::_scaled_dot_product_flash_attention_backward", "SDPA_bwd"},
    {"aten::_efficient_attention_backward", "SDPA_bwd"}, {"MambaSplitConv1dScanCombinedFnBackward", "SSM_bwd"},
    {"DaoAILab::_causal_conv1d_bwd_cpp", "SSM_bwd"}, {"TokenPermuteMaskMap", "MoE_comm_fwd"},
    {"_OperationFuserAutogradFunction", "MoE_comm_fwd"}, {"MoEDispatchBackward", "MoE_comm_bwd"},
    {"MoECombineBackward", "MoE_comm_bwd"}, {"TokenPermuteMaskMapBackward", "MoE_comm_bwd"},
    {"_OperationFuserAutogradFunctionBackward", "MoE_comm_bwd"}, {"FusedRoPEFuncBackward", "RoPE_bwd"},
    {"CrossEntropyFunctionBackward", "CrossEntropy_bwd"}, {"aiter::moe_sorting_opus_fwd", "MoE_aux"},
    {"aiter::moe_align_block_size", "MoE_aux"}, {"_moe_C::moe_align_block_size", "MoE_aux"},
    {"aiter::moe_sum", "MoE_aux"}, {"aiter::topk_softmax", "MoE_aux"}, {"aiter::topk_softmax_asm", "MoE_aux"},
    {"aiter::topk_sigmoid", "MoE_aux"}, {"aiter::grouped_topk", "MoE_aux"}, {"aiter::moe_fused_gate", "MoE_aux"},
    {"aiter::fused_moe_->_fused_dynamic_mxfp4_quant_moe_sort_kernel (Synthetic Op)", "MoE_aux"},
    {"_C_cache_ops::reshape_and_cache_flash", "InferenceAttention"},
    {"_C_cache_ops::concat_and_cache_mla", "InferenceAttention"}, {"aiter::get_mla_metadata_v1", "InferenceAttention"},
    {"aiter::indexer_score_topk", "InferenceAttention"},
    {"hipModuleLaunchKernel->kv_indices_generate_kernel (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->_update_compressor_states_kernel (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->_swa_write_kernel (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->fused_compress_attn_D512_RD64_R4_OVL_SS8_KB32_r"
     "msbf16_pf_flydsl (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->fused_compress_attn_D128_RD64_R4_OVL_SS8_KB32_Q"
     "_ue8m0_psh_rmsbf16_pf_flydsl (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->hca_compress_forward_D512_R128_NW4_SL256_S128_f"
     "lydsl (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->hca_compress_forward_D512_R128_NW8_SL128_S128_f"
     "lydsl (Synthetic Op)", "InferenceAttention"},
    {"aiter::unified_attention_with_output_base->_fused_qk_rope_reshape_and_cache_kernel (Synthetic Op)", "FusedRoPE"},
    {"aiter::v4_attention_with_output->_inverse_rope_gptj_kernel (Synthetic Op)", "FusedRoPE"},
    {"aiter::v4_attention_with_output->qk_norm_rope_H32_D512_RD64_flydsl (Synthetic Op)", "FusedRoPE"},
    {"aiter::v4_attention_with_output->qk_norm_rope_H64_D512_RD64_flydsl (Synthetic Op)", "FusedRoPE"},
    {"aiter::v4_attention_with_output->hca_norm_rope_scatter_D512_RD64_R128_KB1_rmsbf1"
     "6_flydsl (Synthetic Op)", "FusedRoPE"},
    {"aiter::allgather_lastdim<std::bfloat16_t, 2>(aiter::RankData*, aiter::RankSignal"
     "s, aiter::Signal*, std::bfloat16_t*, int, int, int) (Synthetic Op)", "CustomCollective"},
    {"aiter::allgather_lastdim<std::bfloat16_t, 4>(aiter::RankData*, aiter::RankSignal"
     "s, aiter::Signal*, std::bfloat16_t*, int, int, int) (Synthetic Op)", "CustomCollective"},
}};

namespace detail {
constexpr auto torch_category_names() {
  std::array<std::string_view, torch_category_table.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = torch_category_table[i].name;
  return names;
}
inline constexpr name_index torch_category_index{torch_category_names()};
static_assert(torch_category_index.repeated() == torch_category_index.missing, "an op stands twice in the table");
}  // namespace detail

/// The category of an op that is known by its name alone; empty for any other.
constexpr std::string_view torch_named_category(std::string_view op_name) {
  const std::size_t at = detail::torch_category_index.find(op_name);
  return at == detail::torch_category_index.missing ? std::string_view() : torch_category_table[at].category;
}

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_CATEGORY_HPP
