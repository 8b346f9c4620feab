#ifndef RIDGELINE_TORCH_OP_ADDED_MODELS_HPP
#define RIDGELINE_TORCH_OP_ADDED_MODELS_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/model_set.hpp>
#include <ridgeline/torch/op/schema/attention.hpp>
#include <ridgeline/torch/op/schema/elementwise.hpp>
#include <ridgeline/torch/op/schema/engines.hpp>
#include <ridgeline/torch/op/schema/indexed.hpp>
#include <ridgeline/torch/op/schema/layers.hpp>
#include <ridgeline/torch/op/schema/liger.hpp>
#include <ridgeline/torch/op/schema/lists.hpp>
#include <ridgeline/torch/op/schema/losses.hpp>
#include <ridgeline/torch/op/schema/norms.hpp>
#include <ridgeline/torch/op/schema/packed.hpp>
#include <ridgeline/torch/op/schema/products.hpp>
#include <ridgeline/torch/op/schema/reductions.hpp>
#include <ridgeline/torch/op/schema/resampling.hpp>
#include <ridgeline/torch/op/schema/splatting.hpp>
#include <ridgeline/torch/op/schema/templates.hpp>
#include <ridgeline/torch/op/schema/transformer_engine.hpp>
#include <ridgeline/torch/op/serving_cache.hpp>

namespace ridgeline {

/// Models of ops that TraceLens has no model of: a layer above `torch_built_in_set`, which `few_models` disables.
using torch_added_set =
    torch_model_set<torch_engine_norms, torch_engine_norms_of_0, torch_engine_activations, torch_engine_quantisers,
                    torch_engine_fp4_quantiser, torch_engine_rotations, torch_engine_caches, torch_engine_routing,
                    torch_engine_gate, torch_engine_sampling, torch_engine_products, torch_eager_products,
                    torch_grouped_mm, torch_flash_cache, torch_paged_kernel, torch_gated_delta,
                    torch_categories_alone, torch_eager_unary, torch_eager_binary, torch_eager_reduction,
                    torch_eager_lists, torch_eager_joined, torch_pooling, torch_fbgemm_products, torch_scaled_mm_v2,
                    torch_eager_attention, torch_eager_attention_backward, torch_eager_indexed, torch_masked_fill,
                    torch_eager_losses, torch_indexed_by_list, torch_linear, torch_matmul, torch_recurrent,
                    torch_fourier, torch_solvers, torch_recurrent_cells, torch_bitsandbytes,
                    torch_bitsandbytes_products, torch_flex_attention, torch_resampling, torch_engine_experts,
                    torch_gelu, torch_listed_reductions, torch_reflection_pad, torch_resampling_gradient,
                    torch_grid_sampler, torch_flex_template, torch_product_template,
                    torch_other_template, torch_chunk_cat, torch_splatting, torch_engine_all_reduce_norm,
                    torch_eager_batch_norm, torch_synchronised_norm, torch_layer_norm_function,
                    torch_rms_norm_function, torch_packed_products, torch_liger,
                    torch_liger_cross_entropy, torch_te_linear, torch_te_linear_gradients, torch_te_grouped>;

/// The project and file that register ops whose names begin with `front`; a row's `schema` lists the arguments as
/// given there.
struct torch_schema_source {
  std::string_view front, file;
};

inline constexpr std::array torch_schema_sources{
    torch_schema_source{"aten::", "pytorch aten/src/ATen/native/native_functions.yaml"},
    torch_schema_source{"Liger", "Liger-Kernel src/liger_kernel/ops"},
    torch_schema_source{"Fused", "apex apex/normalization"}, torch_schema_source{"apex::", "apex apex/normalization"},
    torch_schema_source{"FastLayerNormFN", "apex apex/contrib/layer_norm"},
    torch_schema_source{"Fast_", "unsloth unsloth/kernels"},
    torch_schema_source{"_LayerNorm", "TransformerEngine transformer_engine/pytorch/module"},
    torch_schema_source{"_RMSNorm", "TransformerEngine transformer_engine/pytorch/module"},
    torch_schema_source{"FusedAttnFunc", "TransformerEngine transformer_engine/pytorch/attention"},
    torch_schema_source{"_Linear", "TransformerEngine transformer_engine/pytorch/module"},
    torch_schema_source{"_GroupedLinear", "TransformerEngine transformer_engine/pytorch/module"},
    torch_schema_source{"bitsandbytes::", "bitsandbytes bitsandbytes/_ops.py"},
    torch_schema_source{"flex_attention", "pytorch torch/_higher_order_ops/flex_attention.py"},
    torch_schema_source{"triton_tem_fused_flex_attention", "pytorch torch/_inductor/kernel/flex_attention.py"},
    torch_schema_source{"triton_tem_fused_", "pytorch torch/_inductor/kernel/mm.py"},
    torch_schema_source{"FlexAttentionAutogradOp", "pytorch torch/_higher_order_ops/flex_attention.py"},
    torch_schema_source{"xformers::", "xformers xformers/csrc/attention/attention.cpp"},
    torch_schema_source{"xformers_flash::", "xformers xformers/ops/fmha/flash.py"},
    torch_schema_source{"flash_attn_3::", "flash-attention hopper/flash_api.cpp"},
    torch_schema_source{"aiter::", "aiter aiter/ops/mha.py"},
    torch_schema_source{"aiter::_fused_qk_rmsnorm", "aiter aiter/ops/triton/_triton_kernels/fusions/fused_qk_norm.py"},
    torch_schema_source{"_SphericalHarmonics", "gsplat gsplat/cuda/_wrapper.py"},
    torch_schema_source{"_FullyFusedProjectionPacked", "gsplat gsplat/cuda/_wrapper.py"},
    torch_schema_source{"_RasterizeToPixels", "gsplat gsplat/cuda/_wrapper.py"},
    torch_schema_source{"vllm::qwen_gdn_attention_core",
                        "vllm vllm/model_executor/layers/mamba/gdn/qwen_gdn_linear_attn.py"},
    torch_schema_source{"deep_gemm::", "DeepGEMM csrc/apis/gemm.hpp"},
    torch_schema_source{"vllm::fp8_gemm_nt_op",
                        "vllm vllm/model_executor/layers/quantization/utils/fp8_utils.py"},
    torch_schema_source{"FlashAttnVarlenFunc", "flash-attention flash_attn/flash_attn_interface.py"},
    torch_schema_source{"fbgemm::", "FBGEMM fbgemm_gpu/experimental/gen_ai/src/quantize/quantize.cpp"},
    torch_schema_source{"mslk::", "MSLK csrc/gemm/gemm_torch.cpp"},
    torch_schema_source{"_C::", "vllm csrc/torch_bindings.cpp, newer csrc/libtorch_stable/torch_bindings.cpp"},
    torch_schema_source{"_C_cache_ops::", "vllm csrc/torch_bindings.cpp, cache_ops"},
    torch_schema_source{"_moe_C::", "vllm csrc/moe/torch_bindings.cpp"},
    torch_schema_source{"_rocm_C::", "vllm csrc/rocm/torch_bindings.cpp"},
    torch_schema_source{"_vllm_fa2_C::", "flash-attention csrc/flash_attn/flash_api_torch_lib.cpp"},
    torch_schema_source{"_vllm_fa3_C::", "flash-attention hopper/flash_api_torch_lib.cpp"},
    torch_schema_source{"vllm::moe_forward", "vllm vllm/model_executor/layers/fused_moe/layer.py"},
    torch_schema_source{"vllm::inplace_fused_experts", "vllm vllm/model_executor/layers/fused_moe/fused_moe.py"},
    torch_schema_source{"vllm::outplace_fused_experts", "vllm vllm/model_executor/layers/fused_moe/fused_moe.py"},
    torch_schema_source{"vllm::w8a8_triton_block_scaled_mm_func",
                        "vllm vllm/model_executor/layers/quantization/utils/fp8_utils.py"},
    torch_schema_source{"vllm::flashinfer_mm_fp4", "vllm vllm/utils/flashinfer.py"},
    torch_schema_source{"vllm::bmm_fp8", "vllm vllm/utils/flashinfer.py"},
    torch_schema_source{"sglang::", "sglang python/sglang/srt/layers/moe/fused_moe_triton/fused_moe.py"},
    torch_schema_source{"pseudo_op::moe_triton_", "vllm vllm/model_executor/layers/fused_moe/layer.py"},
    torch_schema_source{"TopK", "triton_kernels topk.py"},
    torch_schema_source{"SortTokens", "triton_kernels routing.py"},
    torch_schema_source{"sgl_kernel::", "sglang sgl-kernel/csrc/common_extension.cc"},
    torch_schema_source{"sgl_kernel::fwd", "sglang sgl-kernel/csrc/flash_extension.cc"},
    torch_schema_source{"flashinfer::", "flashinfer flashinfer/sampling.py"},
    torch_schema_source{"flashinfer::silu_and_mul", "flashinfer flashinfer/activation.py"},
    torch_schema_source{"flashinfer::gelu_", "flashinfer flashinfer/activation.py"},
    torch_schema_source{"trtllm::flashinfer_",
                        "TensorRT-LLM tensorrt_llm/_torch/custom_ops/flashinfer_custom_ops.py"},
    torch_schema_source{"npu::", "Ascend op-plugin op_plugin/config/op_plugin_functions.yaml"},
    torch_schema_source{"flashinfer::rmsnorm", "flashinfer flashinfer/norm.py"},
    torch_schema_source{"flashinfer::fused_add_rmsnorm", "flashinfer flashinfer/norm.py"},
    torch_schema_source{"flashinfer::apply_rope_", "flashinfer flashinfer/rope.py"},
    torch_schema_source{"trtllm::attn_", "TensorRT-LLM tensorrt_llm/_torch/modules/attention.py"},
    torch_schema_source{"trtllm::mla_", "TensorRT-LLM tensorrt_llm/_torch/modules/attention.py"},
    torch_schema_source{"trtllm::fused_moe", "TensorRT-LLM tensorrt_llm/_torch/custom_ops/torch_custom_ops.py"},
    torch_schema_source{"trtllm::fp8_block_scale_moe_",
                        "TensorRT-LLM tensorrt_llm/_torch/custom_ops/trtllm_gen_custom_ops.py"},
    torch_schema_source{"trtllm::fp4_block_scale_moe_",
                        "TensorRT-LLM tensorrt_llm/_torch/custom_ops/trtllm_gen_custom_ops.py"},
    torch_schema_source{"flashinfer::trtllm_", "flashinfer flashinfer/fused_moe/core.py"},
    torch_schema_source{"flashinfer::cutlass_fused_moe", "flashinfer flashinfer/fused_moe/core.py"},
    torch_schema_source{"aiter::fused_moe_", "aiter aiter/fused_moe.py"},
    torch_schema_source{"DaoAILab::", "causal-conv1d causal_conv1d/cpp_functions.py"},
    torch_schema_source{"vllm::unified_kv_cache_update", "vllm vllm/model_executor/layers/attention/attention.py"},
    torch_schema_source{"vllm::rocm_aiter_", "vllm vllm/_aiter_ops.py"},
    torch_schema_source{"vllm::flashinfer_fused_moe_",
                        "vllm vllm/model_executor/layers/fused_moe/flashinfer_trtllm_moe.py"},
    torch_schema_source{"vllm::trtllm_", "vllm vllm/model_executor/layers/fused_moe/trtllm_moe.py"},
    torch_schema_source{"vllm::mamba_mixer", "vllm vllm/model_executor/layers/mamba/mamba_mixer.py"},
    torch_schema_source{"vllm::plamo2_mamba_mixer", "vllm vllm/model_executor/models/plamo2.py"},
    torch_schema_source{"vllm::short_conv", "vllm vllm/model_executor/layers/mamba/short_conv.py"},
    torch_schema_source{"trtllm::nvfp4_gemm", "TensorRT-LLM tensorrt_llm/_torch/custom_ops/torch_custom_ops.py"},
    torch_schema_source{"trtllm::fp8_rowwise_gemm",
                        "TensorRT-LLM tensorrt_llm/_torch/custom_ops/torch_custom_ops.py"},
    torch_schema_source{"trtllm::cublas_mm", "TensorRT-LLM cpp/tensorrt_llm/thop/cublasScaledMM.cpp"},
    torch_schema_source{"trtllm::fp4_gemm", "TensorRT-LLM cpp/tensorrt_llm/thop/fp4Gemm.cpp"},
    torch_schema_source{"trtllm::fp4_quantize", "TensorRT-LLM cpp/tensorrt_llm/thop/fp4Quantize.cpp"},
    torch_schema_source{"trtllm::fp8_quantize_", "TensorRT-LLM cpp/tensorrt_llm/thop/fp8Quantize.cpp"},
    torch_schema_source{"trtllm::fp8_block_scaling_gemm",
                        "TensorRT-LLM cpp/tensorrt_llm/thop/fp8BlockScalingGemm.cpp"}};

/// The file with the schema of an op, by the longest matching front of its name; empty if no project matches.
constexpr std::string_view torch_schema_file(std::string_view op) {
  torch_schema_source best{};
  for (const torch_schema_source& s : torch_schema_sources)
    if (op.starts_with(s.front) && s.front.size() > best.front.size()) best = s;
  return best.file;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_ADDED_MODELS_HPP
