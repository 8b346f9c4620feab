#ifndef RIDGELINE_TORCH_OP_BUILT_IN_MODELS_HPP
#define RIDGELINE_TORCH_OP_BUILT_IN_MODELS_HPP

#include <ridgeline/torch/op/attention.hpp>
#include <ridgeline/torch/op/conv.hpp>
#include <ridgeline/torch/op/elementwise.hpp>
#include <ridgeline/torch/op/gemm.hpp>
#include <ridgeline/torch/op/gemm_serving.hpp>
#include <ridgeline/torch/op/model_set.hpp>
#include <ridgeline/torch/op/moe.hpp>
#include <ridgeline/torch/op/moe_routing.hpp>
#include <ridgeline/torch/op/norm.hpp>
#include <ridgeline/torch/op/quant.hpp>
#include <ridgeline/torch/op/sequence.hpp>
#include <ridgeline/torch/op/serving.hpp>
#include <ridgeline/torch/op/serving_cache.hpp>
#include <ridgeline/torch/op/triton.hpp>

namespace ridgeline {

/// The library's models of PyTorch ops, as contained in `built_in_torch_models`; for body files and tests.
using torch_built_in_set = torch_model_set<
    torch_mm, torch_scaled_mm, torch_dynamic_quant_gemm, torch_te_gemm, torch_linear_mm, torch_hipblaslt_gemm,
    torch_fp4_gemm, torch_weight_gemm, torch_mixed_gemm,
    torch_block_scaled_gemm, torch_grouped_gemm, torch_ragged_gemm,
    torch_conv, torch_conv_backward, torch_apex_conv_backward,
    torch_attention, torch_attention_backward, torch_evoformer,
    torch_unary, torch_replication_pad, torch_upsample, torch_gated_activation, torch_tensor_quant, torch_binary,
    torch_scaled_quant, torch_token_group_quant, torch_mxfp4_quant, torch_mixed_sample, torch_reduce,
    torch_cross_entropy,
    torch_norm, torch_norm_backward, torch_instance_norm_backward, torch_rms_norm, torch_rms_norm_backward,
    torch_modulated_norm, torch_serving_rms_norm,
    torch_paged_attention, torch_packed_attention, torch_paged_decode_v4, torch_sparse_prefill,
    torch_linear_attention, torch_store_cache,
    torch_fused_experts, torch_experts_up, torch_experts_down, torch_routed_down, torch_cktile_up,
    torch_triton_experts_up, torch_triton_experts_down, torch_gptq_experts_up, torch_gptq_experts_down,
    torch_invoked_experts, torch_expert_exchange, torch_expert_sort, torch_shared_experts, torch_topk_softplus,
    torch_rope, torch_cached_rope, torch_sgl_rope, torch_latent_rope, torch_causal_conv1d, torch_mamba_scan,
    torch_exchange, torch_all_reduce_norm, torch_hyper_vector, torch_hyper_matrix, torch_triton>;

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_BUILT_IN_MODELS_HPP
