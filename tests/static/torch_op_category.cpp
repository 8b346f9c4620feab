#include <ridgeline/torch/op/built_in_models.hpp>
#include <ridgeline/torch/run/category_table.hpp>

using namespace ridgeline;

namespace test_torch_op_category {

namespace {

constexpr bool all_are(std::string_view category, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (torch_detail::named_category(name, torch_built_in_set::table) != category) return false;
  return true;
}

static_assert(all_are("GEMM", {"aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm", "aten::_scaled_mm",
                               "tex_ts::te_gemm_ts", "aiter::gemm_a4w4", "aiter::gemm_a8w8_bpreshuffle",
                               "_LayerNormLinearBackward_wgrad_mm", "vllm::rocm_unquantized_gemm"}));
static_assert(all_are("GroupedGEMM_fwd", {"primus_turbo::grouped_gemm_impl",
                                          "primus_turbo_cpp_extension::ck_grouped_gemm_variable_k"}));
static_assert(all_are("CONV_fwd", {"aten::convolution", "ConvBiasReLU_", "aten::miopen_convolution"}));
static_assert(all_are("CONV_bwd", {"aten::convolution_backward", "ConvBias_Backward"}));
static_assert(all_are("SDPA_fwd", {"FlashAttnFunc", "aten::_scaled_dot_product_flash_attention", "flash_attn_3::fwd",
                                   "EvoformerAttention", "aten::_efficient_attention_forward"}));
static_assert(all_are("SDPA_bwd", {"flash_attn::_flash_attn_backward", "aiter::mha_bwd", "FlashAttnFuncBackward",
                                   "aten::_scaled_dot_product_cudnn_attention_backward"}));
static_assert(all_are("elementwise", {"aten::copy_", "aten::upsample_nearest2d", "aten::add", "LigerSiLUMulFunction",
                                      "aiter::mixed_sample_outer_exponential", "primus::quantize_mxfp4_dual"}));
static_assert(all_are("reduce", {"aten::sum", "aten::amax", "aten::cumprod"}));
static_assert(all_are("NORM_fwd", {"aten::layer_norm", "aten::native_batch_norm", "aten::miopen_group_norm",
                                   "aten::cudnn_instance_norm", "aten::_fused_rms_norm", "primus::fused_ln_modulate"}));
static_assert(all_are("NORM_bwd", {"aten::native_layer_norm_backward", "aten::cudnn_rms_norm_backward",
                                   "aten::instance_norm_backward", "primus::fused_ln_modulate_backward"}));
static_assert(all_are("RMSNorm", {"aiter::rms_norm", "aiter::_fuse_rmsnorm_fp4_quant"}));
static_assert(all_are("GroupQuant", {"aiter::dynamic_per_tensor_quant", "vllm::triton_per_token_group_quant_fp8",
                                     "aiter::dynamic_per_group_scaled_quant_fp4"}));
static_assert(all_are("MoE_fused", {"aiter::fmoe_g1u1", "pseudo_op::moe_aiter_fused_1stage"}));
static_assert(all_are("MoE_unfused", {"aiter::ck_moe_stage2", "pseudo_op::moe_gptq_awq_down"}));
static_assert(all_are("MoE_comm_fwd", {"MoEDispatch", "TokenPermuteMaskMap"}));
static_assert(all_are("MoE_comm_bwd", {"MoEDispatchBackward", "_OperationFuserAutogradFunctionBackward"}));
// of the quantisers that sort, one counts as MoE_aux
static_assert(all_are("MoE_aux", {"aiter::topk_softplus", "aiter::moe_sum",
                                  "aiter::fused_dynamic_mxfp4_quant_moe_sort_hip"}));
static_assert(all_are("InferenceAttention", {"vllm::unified_attention_with_output", "sglang::store_cache",
                                             "_C_cache_ops::reshape_and_cache_flash",
                                             "aiter::v4_attention_with_output->_swa_write_kernel (Synthetic Op)",
                                             "aiter::v4_attention_with_output->hca_compress_forward_D512_R128_NW4_SL256_S128_"
                                             "flydsl (Synthetic Op)"}));
static_assert(all_are("SSM_fwd", {"MambaSplitConv1dScanCombinedFn"}));
static_assert(all_are("SSM_bwd", {"DaoAILab::_causal_conv1d_bwd_cpp"}));
static_assert(all_are("RoPE_fwd", {"FusedRoPEFunc", "aiter::fused_qk_rope_concat_and_cache_mla"}));
static_assert(all_are("RoPE_bwd", {"FusedRoPEFuncBackward"}));
static_assert(all_are("FusedRoPE", {"aiter::v4_attention_with_output->_inverse_rope_gptj_kernel (Synthetic Op)"}));
static_assert(all_are("CrossEntropy_fwd", {"CrossEntropyFunction"}));
static_assert(all_are("CrossEntropy_bwd", {"CrossEntropyFunctionBackward"}));
static_assert(all_are("CustomCollective", {"_C_custom_ar::all_reduce", "aiter::reduce_scatter",
                                           "aiter::allgather_lastdim<std::bfloat16_t, 4>(aiter::RankData*, "
                                           "aiter::RankSignals, aiter::Signal*, std::bfloat16_t*, int, int, int) "
                                           "(Synthetic Op)"}));
static_assert(all_are("mHC", {"aiter::mhc_post", "aiter::mhc_fused_post_pre_gemm_sqrsum"}));

constexpr bool no_model_has_a_row() {
  for (const torch_op_category& row : torch_op_category_table)
    if (torch_built_in_set::find_exact(row.name) != nullptr) return false;
  return true;
}
static_assert(no_model_has_a_row(), "an op of the table has a model, which names its category");

// An unlisted name has no category here: the ops below it are counted instead.
static_assert(all_are("", {"", "aten::linear", "aten::matmul", "aten::mm_", "aten::m", "aten::relu", "triton_poi_fused_0"}));

// 245 names with a model, 3 fronts of names of compiled kernels, 47 names without one

// words in the names of ops and kernels that are in no table
constexpr bool words_say(std::string_view category, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (torch_detail::category_by_words(name) != category) return false;
  return true;
}
static_assert(words_say("attention", {"vllm::linear_attention", "_linear_attn_decode_kernel",
                                      "void fmha_cutlassF_bf16_aligned<x>()", "aiter::pa_fwd_asm",
                                      "void cutlass::device_kernel<cutlass::fmha::kernel::X<cutlass::gemm::Y>>",
                                      "flashinfer::batch_decode_with_paged_kv_cache_run", "kernel_mha",
                                      "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_6",
                                      "void deep_gemm::sm90_fp8_paged_mqa_logits<64>",
                                      "mla_dec_stage1_bf16_a16w16_subQ16_mqa16",
                                      "chunk_gated_delta_rule_fwd_kernel_h_blockdim64", "_fwd_grouped_kernel_stage1",
                                      "_fwd_grouped_kernel_stage1_rope", "_fwd_kernel_stage2", "_bwd_kernel_dkdv",
                                      "bwd_kernel_dk_dv", "bwd_kernel_dq", "_ZN5aiter41mla_a16w16_qh16_m16x4_n16x1E",
                                      "aiter::mla_a8w8_qh16_qseqlen1_gqaratio16", "aiter::mla_reduce_v1",
                                      "void kn_mla_reduce_v1<MlaReduceKernelV1Traits<512, 16, 1>, float>",
                                      "_ZN5aiter39mla_pfl_bf16_a16w16_causal_subQ128_mqa16E"}));
static_assert(words_say("GEMM", {"nvjet_tst_128x256_64x4_1x2_h_bz_coopA_TNT", "aiter::gemm_a8w8", "deep_gemm::fp8_gemm_nt",
                                 "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x256x64", "ampere_sgemm_128x64_tn",
                                 "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x128_32x5_tn>",
                                 "void gemv2T_kernel_val<int, int, float>", "QuantBatchMatmulV3", "attn_out_gemm",
                                 "bmm_Bfloat16_E2m1E2m1_Fp32_t128x8x512u2_s6", "void gemmk1_kernel<int, float, 256>",
                                 "void marlin::Marlin<__nv_bfloat16, 1125899906843648l, 256, 4, 8, 8, true>",
                                 "void marlin_moe_wna16::Marlin<__nv_bfloat16>", "void marlin_24::Marlin_24<4, 256>",
                                 "_ZN6marlin6MarlinI13__nv_bfloat16Ll1125899906843648E", "_rocm_C::wvSplitKQ",
                                 "void wvSplitK_hf_sml_<__hip_bfloat16, 64, 2>", "wvSplitKrc_", "fused_moe_kernel",
                                 "void cublasLt::splitKreduce_kernel<32, 16, int, float>",
                                 "fused_moe_kernel_gptq_awq", "aiter::fmoe_fp8_blockscale_g1u1_novs",
                                 "triton_tem_fused_mm_3", "triton_tem_fused__to_copy_addmm_gelu_5"}));
static_assert(words_say("attention", {"triton_tem_fused_flex_attention_0"}));
static_assert(words_say("", {"triton_tem_fused_add_convolution_1", "triton_red_fused_mm_0"}));
static_assert(words_say("", {"void precomputed_convolve_sgemm<float, 1024, 5, 5>", "attn_qkv_linear", "igemm_fwd_gtcx35_nhwc_bf16_bx0_ex0", "sm80_xmma_fprop_implicit_gemm_bf16bf16_bf16f32", "aten::relu", "",
                             "fbgemm::permute_pooled_embs", "void fbgemm_gpu::permute_2D_data_kernel<int>",
                             "deep_gemm::transpose_fp32", "void gemma_fused_add_rms<x>", "vllm::gemma3_mlp",
                             "void marlin::gptq_marlin_repack_kernel<256, 4>", "chunk_fwd_kernel_o", "_fwd_kernel",
                             "void marlin::permute_cols_kernel(int4 const*, int const*, int4*, int, int, int, int)",
                             "ck::kernel_grouped_conv_fwd_xdl<Gemm>"}));
static_assert(torch_built_in_set::entries.size() == 245 + 3 && torch_op_category_table.size() == 47);

}  // namespace

int nothing;

}  // namespace test_torch_op_category
