#ifndef RIDGELINE_TORCH_OP_NEEDS_HPP
#define RIDGELINE_TORCH_OP_NEEDS_HPP

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include <ridgeline/torch/op/call.hpp>

namespace ridgeline {

/// One thing that TraceLens' model of an op takes from an argument of a call without asking whether it is there.
struct torch_need {
  enum class kind : unsigned char {
    dims, type, strides, concrete,  ///< `Input Dims`, `Input type`, ... have an entry of the argument
    type_if_any, strides_if_any,    ///< the same, unless the list was not recorded at all
    any_concrete,                   ///< `Concrete Inputs` were recorded, of whatever argument
    extent,                         ///< the argument has an extent
    described_if_tensor,            ///< if it has one, its type and its strides are there
    value, number, list,            ///< its value is not empty; is a number; is a list with entries
    number_or_none,                 ///< its value is a number, empty, or not there
    list_or_empty,                  ///< its value is there, and is empty or a list with entries
    size,                           ///< its type has a known size
    size_if_typed                   ///< the same, if types were recorded up to it
  };
  kind is = kind::dims;
  unsigned char argument = 0;

  constexpr bool is_of_size() const { return is == kind::size || is == kind::size_if_typed; }
  constexpr bool is_met(const torch_call& c) const {
    switch (is) {
      case kind::dims: return has(c.dims);
      case kind::type: return has(c.types);
      case kind::type_if_any: return c.types.empty() || has(c.types);
      case kind::strides: return has(c.strides);
      case kind::strides_if_any: return c.strides.empty() || has(c.strides);
      case kind::concrete: return has(c.concrete);
      case kind::any_concrete: return !c.concrete.empty();
      case kind::extent: return c.tensor(argument);
      case kind::described_if_tensor: return !c.tensor(argument) || (has(c.types) && has(c.strides));
      case kind::value: return !given(c).empty();
      case kind::number: return is_number(given(c));
      case kind::number_or_none: return given(c).empty() || is_number(given(c));
      case kind::list: return json_list(given(c)).size() > 0;
      case kind::list_or_empty: return has(c.concrete) && (given(c).empty() || json_list(given(c)).size() > 0);
      case kind::size: return known(c.size(argument));
      case kind::size_if_typed: return !has(c.types) || known(c.size(argument));
    }
    return false;
  }

 private:
  constexpr bool has(std::string_view list) const { return json_list(list).size() > argument; }
  constexpr std::string_view given(const torch_call& c) const {
    return core_detail::unquoted(json_list(c.concrete)[argument]);
  }
  /// As Python reads one: `1e-05`, `-1`, `inf`.
  static constexpr bool is_number(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() && ((text.front() >= '0' && text.front() <= '9') || text.front() == '.' || text == "inf" ||
                             text == "nan");
  }
};

/// All that a model needs: a call that lacks any of it has no figures in TraceLens.
class torch_needs {
 public:
  constexpr torch_needs() = default;
  constexpr torch_needs(std::initializer_list<torch_need> needs) {
    for (const torch_need& n : needs) all_[count_++] = n;  // one too many is no constant expression
  }

  /// Whether the arguments that are needed were recorded.
  constexpr bool arguments_are_there(const torch_call& c) const { return are_met(c, false); }
  /// Whether the types whose size is needed have a known one.
  constexpr bool sizes_are_known(const torch_call& c) const { return are_met(c, true); }

 private:
  constexpr bool are_met(const torch_call& c, bool sizes) const {
    for (std::size_t i = 0; i < count_; ++i)
      if (all_[i].is_of_size() == sizes && !all_[i].is_met(c)) return false;
    return true;
  }

  std::array<torch_need, 9> all_{};
  std::size_t count_ = 0;
};

/// Names of ops, separated by blanks, and what TraceLens' models of them need.
struct torch_needs_row {
  std::string_view names;
  torch_needs needs;
};

namespace torch_detail::needed {

using enum torch_need::kind;

inline constexpr auto torch_needs_table = std::to_array<torch_needs_row>({
    // matrix products
    {"aten::mm aten::bmm _Linear_yfwd_mm _LinearBackward_xgrad_mm _LinearBackward_wgrad_mm _LayerNormLinear_yfwd_mm "
     "_LayerNormLinearBackward_xgrad_mm _LayerNormLinearBackward_wgrad_mm",
     {{dims, 1}, {type, 1}, {strides_if_any, 1}}},
    {"aten::addmm aten::baddbmm", {{dims, 2}, {type, 2}, {strides_if_any, 2}}},
    {"aten::_scaled_mm trtllm::cublas_scaled_mm bitsandbytes::int8_linear_matmul",
     {{dims, 1}, {type, 1}, {strides_if_any, 1}, {size, 0}, {size, 1}}},
    {"vllm::gemm_with_dynamic_quant", {{dims, 1}, {type, 0}, {strides_if_any, 1}}},
    {"tex_ts::te_gemm_ts", {{dims, 10}, {type, 18}, {concrete, 14}, {strides_if_any, 5}}},
    {"primus_turbo_cpp_extension::hipblaslt_gemm_fp8 primus_turbo::hipblaslt_gemm_fp8",
     {{dims, 2}, {type, 2}, {size, 0}, {size, 2}}},
    {"primus_turbo_cpp_extension::hipblaslt_gemm_fp4 primus_turbo::hipblaslt_gemm_fp4",
     {{dims, 2}, {type, 3}, {size, 0}, {size, 2}}},
    {"aiter::gemm_a4w4 aiter::_gemm_a4w4_asm", {{dims, 1}, {type, 3}, {size, 0}, {size, 1}}},
    {"aiter::gemm_a16w16_atomic_ sglang_profiler::gemm_kernels_flydsl_hgemm aiter::gemm_a16w16 aiter::_gemm_a16w16_asm "
     "vllm::rocm_unquantized_gemm aiter::gemm_afp4wfp4_ aiter::batched_gemm_a16wfp4_ "
     "sglang_profiler::batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant_batched_gemm_a8w8_a_per_"
     "token_group_prequant_w_per_batched_tensor_quant", {{dims, 1}, {type, 1}}},
    {"sglang_profiler::fp8_utils_gemm_a8w8_blockscale sglang_profiler::gemm_a8w8_blockscale_gemm_a8w8_blockscale "
     "vllm::rocm_aiter_triton_gemm_a8w8_blockscale vllm::_rocm_aiter_preshuffled_per_token_w8a8_gemm "
     "aiter::gemm_a8w8_blockscale_ck aiter::gemm_a8w8_blockscale_cktile aiter::gemm_a8w8_blockscale_bpreshuffle_ck "
     "aiter::gemm_a8w8_blockscale_bpreshuffle_cktile aiter::_gemm_a8w8_blockscale_bpreshuffle_asm "
     "aiter::flatmm_a8w8_blockscale_asm aiter::gfx950_a8w8_blockscale_asm aiter::gemm_a8w8_ck "
     "aiter::gemm_a8w8_bpreshuffle_ck aiter::gemm_a8w8_bpreshuffle", {{dims, 1}}},
    {"primus_turbo::grouped_gemm primus_turbo::grouped_gemm_impl primus_turbo_cpp_extension::grouped_gemm "
     "primus_turbo_cpp_extension::ck_grouped_gemm", {{dims, 1}, {size, 0}, {size_if_typed, 1}}},
    {"primus_turbo::grouped_gemm_variable_k primus_turbo::grouped_gemm_variable_k_impl "
     "primus_turbo_cpp_extension::grouped_gemm_variable_k primus_turbo_cpp_extension::ck_grouped_gemm_variable_k",
     {{dims, 1}}},
    // convolutions; an empty value is usual, but for the flag and the groups
    {"aten::convolution",
     {{dims, 1}, {type, 1}, {strides_if_any, 1}, {list_or_empty, 3}, {list_or_empty, 4}, {list_or_empty, 5},
      {value, 6}, {list_or_empty, 7}, {number, 8}}},
    {"aten::convolution_backward",
     {{dims, 2}, {type, 2}, {strides_if_any, 2}, {list_or_empty, 4}, {list_or_empty, 5}, {list_or_empty, 6},
      {value, 7}, {list_or_empty, 8}, {number, 9}}},
    {"ConvBias_ ConvBiasReLU_ ConvBias_Backward ConvBiasReLU_Backward",
     {{dims, 1}, {type, 1}, {any_concrete}, {number_or_none, 3}, {number_or_none, 4}}},
    // attention
    {"FlashAttnFunc flash_attn::_flash_attn_forward", {{dims, 2}, {type, 0}, {strides, 2}, {number, 3}, {value, 5}}},
    {"flash_attn::_flash_attn_backward", {{dims, 3}, {type, 0}, {strides, 3}, {number_or_none, 8}, {size, 0}}},
    {"flash_attn::_flash_attn_varlen_forward",
     {{dims, 4}, {type, 0}, {strides, 2}, {extent, 3}, {extent, 4}, {number, 5}, {number, 6}, {number, 7}, {value, 9}}},
    {"flash_attn::_flash_attn_varlen_backward",
     {{dims, 10}, {type, 0}, {strides, 3}, {extent, 9}, {extent, 10}, {number, 11}, {number, 12}, {number, 13},
      {value, 15}}},
    {"aten::_scaled_dot_product_cudnn_attention aten::_scaled_dot_product_efficient_attention",
     {{dims, 2}, {type, 0}, {concrete, 6}}},
    {"aten::_scaled_dot_product_flash_attention", {{dims, 2}, {type, 0}, {concrete, 4}}},
    {"aiter::_flash_attn_forward aiter::mha_fwd aiter::fmha_v3_fwd", {{dims, 2}, {concrete, 5}}},
    {"aiter::_flash_attn_backward", {{dims, 2}, {concrete, 12}}},
    {"aiter::wrapper_fmha_v3_fwd", {{dims, 3}, {concrete, 6}}},
    {"aiter::wrapper_fmha_v3_bwd", {{dims, 3}, {concrete, 9}}},
    {"aiter::mha_bwd", {{dims, 3}, {concrete, 8}}},
    {"flash_attn_3::fwd", {{dims, 2}, {concrete, 24}}},
    {"EvoformerAttention", {{dims, 0}}},
    {"vllm::unified_attention_with_output pseudo_mla_decode_fwd sglang_profiler::tilelang_kernel_tilelang_sparse_fwd",
     {{dims, 1}, {type, 0}}},
    {"aiter::mha_varlen_fwd aiter::fmha_v3_varlen_fwd aiter::mha_batch_prefill pseudo_mla_prefill_fwd",
     {{dims, 2}, {type, 0}}},
    {"sglang_profiler::attention_paged_attention_ragged", {{dims, 4}, {type, 2}}},
    {"aiter::pa_decode_gluon", {{dims, 2}, {type, 2}}},
    {"aiter::pa_sparse_prefill_opus_fwd", {{dims, 5}, {type, 1}}},
    {"vllm::gdn_attention_core aiter::linear_attention_with_output_base", {{dims, 3}, {type, 0}}},
    {"sglang::store_cache", {{dims, 0}, {type, 0}}},
    // elementwise ops and quantisers
    {"aten::copy aten::copy_ aten::clamp_min aten::clamp_min_ aten::clamp_max aten::clamp_max_ aten::sigmoid "
     "aten::rsqrt aten::silu aten::neg aten::pow", {{dims, 0}, {type, 0}, {strides, 0}, {described_if_tensor, 1}}},
    {"aten::div aten::div_ aten::mul aten::mul_ aten::add aten::add_ aten::sigmoid_backward aten::threshold_backward",
     {{dims, 1}, {type, 1}, {strides, 1}, {described_if_tensor, 2}}},
    {"LigerSiLUMulFunction", {{dims, 1}, {type, 1}, {strides, 1}}},
    {"aten::replication_pad1d aten::replication_pad2d aten::replication_pad3d",
     {{extent, 0}, {type, 0}, {strides, 0}, {list, 1}}},
    {"aten::upsample_nearest1d aten::upsample_nearest2d aten::upsample_nearest3d",
     {{dims, 0}, {type, 0}, {strides, 0}, {list, 1}}},
    {"primus_turbo_cpp_extension::quantize_fp8_tensorwise primus_turbo::quantize_fp8_tensorwise "
     "primus_turbo_cpp_extension::quantize_mxfp4_dual primus_turbo::quantize_mxfp4_dual primus::quantize_mxfp4_dual",
     {{dims, 0}, {type, 0}}},
    {"aiter::silu_and_mul _C::silu_and_mul sgl_kernel::silu_and_mul aiter::gelu_and_mul aiter::gelu_tanh_and_mul",
     {{dims, 0}, {type, 1}, {strides, 1}, {size, 0}, {size, 1}}},
    {"aiter::dynamic_per_token_scaled_quant aiter::dynamic_per_group_scaled_quant aiter::dynamic_per_tensor_quant",
     {{dims, 2}, {type, 2}, {strides, 2}, {size, 0}, {size, 1}, {size, 2}}},
    {"sglang_profiler::fused_mxfp4_quant_fused_flatten_mxfp4_quant", {{dims, 0}, {type, 0}, {strides, 0}}},
    {"sglang_profiler::quant_dynamic_mxfp4_quant", {{dims, 0}, {type, 0}}},
    {"aiter::dynamic_per_group_scaled_quant_fp4", {{dims, 1}, {type, 1}}},
    {"aiter::fused_dynamic_mx_quant_moe_sort_hip", {{dims, 2}, {type, 2}, {strides, 2}}},
    {"aiter::fused_dynamic_mxfp4_quant_moe_sort_hip", {{dims, 2}, {type, 2}}},
    {"aiter::mixed_sample_outer_exponential", {{dims, 1}}},
    {"CrossEntropyFunction", {{dims, 0}}},
    // norms
    {"aten::batch_norm aten::native_batch_norm aten::miopen_batch_norm aten::cudnn_batch_norm aten::instance_norm "
     "aten::native_instance_norm aten::miopen_instance_norm aten::cudnn_instance_norm",
     {{dims, 2}, {type, 0}, {strides, 0}, {concrete, 5}, {size, 0}}},
    {"aten::layer_norm aten::native_layer_norm aten::miopen_layer_norm aten::cudnn_layer_norm",
     {{dims, 3}, {type, 0}, {strides, 0}, {list, 1}, {size, 0}}},
    {"aten::group_norm aten::native_group_norm aten::miopen_group_norm aten::cudnn_group_norm aiter::_groupnorm_run",
     {{dims, 2}, {type, 0}, {strides, 0}, {size, 0}}},
    {"aten::batch_norm_backward aten::native_batch_norm_backward",
     {{dims, 2}, {type, 1}, {strides, 1}, {concrete, 7}, {size, 1}}},
    {"aten::miopen_batch_norm_backward aten::cudnn_batch_norm_backward",
     {{dims, 2}, {type, 0}, {strides, 0}, {size, 0}}},
    {"aten::layer_norm_backward aten::native_layer_norm_backward aten::miopen_layer_norm_backward "
     "aten::cudnn_layer_norm_backward", {{dims, 1}, {type, 1}, {strides, 1}, {list, 2}, {list, 7}, {size, 1}}},
    {"aten::group_norm_backward aten::native_group_norm_backward aten::miopen_group_norm_backward "
     "aten::cudnn_group_norm_backward", {{dims, 5}, {type, 1}, {strides, 1}, {number, 8}, {list, 9}, {size, 1}}},
    {"aten::_fused_rms_norm", {{dims, 2}, {type, 0}, {strides, 0}, {list, 1}, {size, 0}}},
    {"aten::rms_norm_backward aten::native_rms_norm_backward aten::miopen_rms_norm_backward "
     "aten::cudnn_rms_norm_backward aten::_fused_rms_norm_backward",
     {{dims, 4}, {type, 1}, {strides, 1}, {list, 2}, {list, 5}, {size, 1}}},
    {"primus::fused_ln_modulate primus::fused_ln_modulate_backward", {{dims, 0}, {type, 0}, {size, 0}}},
    {"aiter::rms_norm aiter::rmsnorm2d_fwd_ck vllm::rocm_aiter_rmsnorm_fp8_group_quant "
     "vllm::rocm_aiter_triton_add_rmsnorm_pad aiter::fused_add_rmsnorm_pad_ "
     "sglang_profiler::fused_mxfp4_quant_fused_rms_mxfp4_quant aiter::_fuse_rmsnorm_fp4_quant",
     {{dims, 1}, {type, 0}, {strides, 0}, {size, 0}}},
    {"vllm::rocm_aiter_rmsnorm_with_add_fp8_group_quant", {{dims, 2}, {type, 0}, {strides, 0}, {size, 0}}},
    {"aiter::rmsnorm", {{dims, 2}, {type, 1}, {strides, 1}, {size, 1}}},
    {"aiter::rmsnorm2d_fwd_with_dynamicquant_ck aiter::rmsnorm_quant", {{dims, 3}, {type, 1}, {strides, 1}, {size, 1}}},
    {"aiter::rmsnorm2d_fwd_with_add_ck aiter::add_rmsnorm", {{dims, 4}, {type, 1}, {strides, 1}, {size, 1}}},
    // experts
    {"pseudo_op::moe_aiter_fused_1stage pseudo_op::moe_flydsl_stage1 pseudo_op::moe_flydsl_stage2",
     {{dims, 3}, {type, 1}}},
    {"aiter::fmoe_fp8_blockscale_g1u1 aiter::fmoe_g1u1", {{dims, 3}, {type, 2}, {number, 8}}},
    {"aiter::ck_moe_stage1", {{dims, 6}, {type, 1}}},
    {"aiter::ck_moe_stage2 aiter::moe_cktile2stages_gemm1_ck", {{dims, 2}, {type, 2}}},
    {"aiter::moe_cktile2stages_gemm2_ck", {{dims, 1}, {type, 2}}},
    {"pseudo_op::moe_triton_unfused_up pseudo_op::moe_triton_unfused_down pseudo_op::moe_gptq_awq_up",
     {{dims, 1}, {type, 0}}},
    {"pseudo_op::moe_gptq_awq_down", {{dims, 2}, {type, 0}}},
    {"sglang_profiler::fused_moe_triton_kernels_invoke_fused_moe_kernel", {{dims, 8}, {type, 1}}},
    {"sglang_profiler::fused_moe_triton_kernels_fused_append_shared_experts", {{dims, 1}, {type, 1}}},
    {"aiter::topk_softplus", {{extent, 0}, {dims, 2}, {type, 2}}},
    // rotations, state spaces, collectives, hyper-connections
    {"FusedRoPEFunc", {{extent, 0}}},
    {"aiter::rope_cached_positions_2c_fwd_impl", {{dims, 3}}},
    {"sgl_kernel::rotary_embedding", {{dims, 2}, {type, 1}}},
    {"aiter::fused_qk_rope_cat_and_cache_mla", {{dims, 2}, {type, 0}}},
    {"aiter::fused_qk_rope_concat_and_cache_mla", {{dims, 1}, {type, 0}}},
    {"DaoAILab::_causal_conv1d_fwd_cpp", {{extent, 0}, {dims, 1}, {type_if_any, 0}}},
    {"MambaSplitConv1dScanCombinedFn", {{dims, 3}, {number_or_none, 6}, {number_or_none, 15}, {number_or_none, 16}}},
    {"_C_custom_ar::all_reduce sgl_kernel::all_reduce_reg sgl_kernel::qr_all_reduce _C_custom_ar::qr_all_reduce",
     {{dims, 1}, {type, 1}, {strides, 1}, {size, 1}}},
    {"aiter::reduce_scatter aiter::all_gather_reg", {{dims, 2}, {type, 1}, {strides, 1}, {size, 1}}},
    {"sglang::reg_all_gather_into_tensor", {{dims, 1}, {type, 1}, {size, 1}}},
    {"aiter::fused_allreduce_rmsnorm", {{dims, 6}, {type, 2}, {strides, 2}, {size, 2}}},
    {"aiter::fused_allreduce_rmsnorm_", {{dims, 2}, {type, 0}, {strides, 0}, {size, 0}}},
    {"aiter::mhc_post", {{dims, 1}}},
    {"aiter::mhc_pre_gemm_sqrsum", {{dims, 3}}},
    {"aiter::mhc_pre_big_fuse_rmsnorm", {{dims, 6}}},
    {"aiter::mhc_fused_post_pre_gemm_sqrsum", {{dims, 7}}},
    // these ask, or take nothing from the arguments
    {"aten::sum aten::mean aten::max aten::min aten::norm aten::linalg_norm aten::std aten::var aten::logsumexp "
     "aten::cumsum aten::cumprod aten::amax aten::amin MoEDispatch MoECombine vllm::triton_per_token_group_quant_fp8 "
     "aiter::biased_grouped_topk_hip aiter::moe_sorting_fwd aiter::mxfp4_moe_sort_hip pseudo_v4_paged_decode_swa "
     "pseudo_v4_paged_decode_csa pseudo_v4_paged_decode_hca aten::instance_norm_backward "
     "aten::native_instance_norm_backward aten::miopen_instance_norm_backward aten::cudnn_instance_norm_backward "
     "triton_poi_ triton_red_ triton_per_", {}}});

}  // namespace torch_detail::needed

using torch_detail::needed::torch_needs_table;

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_NEEDS_HPP
