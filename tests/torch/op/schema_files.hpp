/// Where the ops of `torch_added_set` are registered, whose arguments the rows of the models list.
#ifndef RIDGELINE_TESTS_TORCH_OP_SCHEMA_FILES_HPP
#define RIDGELINE_TESTS_TORCH_OP_SCHEMA_FILES_HPP

#include <string_view>

namespace test {

/// The project and the file that register the ops whose names begin with `front`.
struct schema_source {
  std::string_view front, file;
};
inline constexpr schema_source schema_sources[] = {
    {"aten::", "pytorch aten/src/ATen/native/native_functions.yaml"},
    {"torchao::", "ao torchao/kernel/intmm_triton.py"},
    {"torchao::scaled_int8_mm", "ao torchao/prototype/quantized_training/int8_mm.py"},
    {"torchvision::", "vision torchvision/csrc/ops"},
    {"torch_scatter::", "pytorch_scatter csrc/segment_csr.cpp"},
    {"torch_sparse::", "pytorch_sparse csrc/spmm.cpp"},
    {"pyg::", "pyg-lib pyg_lib/csrc/ops/matmul.cpp"},
    {"Liger", "Liger-Kernel src/liger_kernel/ops"},
    {"Fused", "apex apex/normalization"},
    {"apex::", "apex apex/normalization"},
    {"FastLayerNormFN", "apex apex/contrib/layer_norm"},
    {"Fast_", "unsloth unsloth/kernels"},
    {"_LayerNorm", "TransformerEngine transformer_engine/pytorch/module"},
    {"_RMSNorm", "TransformerEngine transformer_engine/pytorch/module"},
    {"FusedAttnFunc", "TransformerEngine transformer_engine/pytorch/attention"},
    {"_Linear", "TransformerEngine transformer_engine/pytorch/module"},
    {"_GroupedLinear", "TransformerEngine transformer_engine/pytorch/module"},
    {"GroupedGemm", "grouped_gemm grouped_gemm/ops.py"},
    {"LinearWithGradAccumulation", "Megatron-LM megatron/core/tensor_parallel/layers.py"},
    {"SelectiveScanFn", "mamba mamba_ssm/ops/selective_scan_interface.py"},
    {"MambaChunkScanCombinedFn", "mamba mamba_ssm/ops/triton/ssd_combined.py"},
    {"LayerNormGatedFunction", "flash-linear-attention fla/modules/fused_norm_gate.py"},
    {"CausalConv1dFn", "causal-conv1d causal_conv1d/causal_conv1d_interface.py"},
    {"bitsandbytes::", "bitsandbytes bitsandbytes/_ops.py"},
    {"flex_attention", "pytorch torch/_higher_order_ops/flex_attention.py"},
    {"triton_tem_fused_flex_attention", "pytorch torch/_inductor/kernel/flex_attention.py"},
    {"triton_tem_fused_", "pytorch torch/_inductor/kernel/mm.py"},
    {"FlexAttentionAutogradOp", "pytorch torch/_higher_order_ops/flex_attention.py"},
    {"xformers::", "xformers xformers/csrc/attention/attention.cpp"},
    {"xformers_flash::", "xformers xformers/ops/fmha/flash.py"},
    {"xformers_flash3::", "xformers xformers/ops/fmha/flash3.py"},
    {"flash_attn_3::", "flash-attention hopper/flash_api.cpp"},
    {"aiter::", "aiter aiter/ops/mha.py"},
    {"aiter::_fused_qk_rmsnorm", "aiter aiter/ops/triton/_triton_kernels/fusions/fused_qk_norm.py"},
    {"_SphericalHarmonics", "gsplat gsplat/cuda/_wrapper.py"},
    {"_FullyFusedProjectionPacked", "gsplat gsplat/cuda/_wrapper.py"},
    {"_RasterizeToPixels", "gsplat gsplat/cuda/_wrapper.py"},
    {"vllm::qwen_gdn_attention_core", "vllm vllm/model_executor/layers/mamba/gdn/qwen_gdn_linear_attn.py"},
    {"deep_gemm::", "DeepGEMM csrc/apis/gemm.hpp"},
    {"vllm::fp8_gemm_nt_op", "vllm vllm/model_executor/layers/quantization/utils/fp8_utils.py"},
    {"FlashAttn", "flash-attention flash_attn/flash_attn_interface.py"},
    {"fbgemm::", "FBGEMM fbgemm_gpu/experimental/gen_ai/src/quantize/quantize.cpp"},
    {"mslk::", "MSLK csrc/gemm/gemm_torch.cpp"},
    {"_C::", "vllm csrc/torch_bindings.cpp, newer csrc/libtorch_stable/torch_bindings.cpp"},
    {"_C_cache_ops::", "vllm csrc/torch_bindings.cpp, cache_ops"},
    {"_moe_C::", "vllm csrc/moe/torch_bindings.cpp"},
    {"_rocm_C::", "vllm csrc/rocm/torch_bindings.cpp"},
    {"_vllm_fa2_C::", "flash-attention csrc/flash_attn/flash_api_torch_lib.cpp"},
    {"_vllm_fa3_C::", "flash-attention hopper/flash_api_torch_lib.cpp"},
    {"vllm::moe_forward", "vllm vllm/model_executor/layers/fused_moe/layer.py"},
    {"vllm::inplace_fused_experts", "vllm vllm/model_executor/layers/fused_moe/fused_moe.py"},
    {"vllm::outplace_fused_experts", "vllm vllm/model_executor/layers/fused_moe/fused_moe.py"},
    {"vllm::w8a8_triton_block_scaled_mm_func", "vllm vllm/model_executor/layers/quantization/utils/fp8_utils.py"},
    {"vllm::flashinfer_mm_fp4", "vllm vllm/utils/flashinfer.py"},
    {"vllm::bmm_fp8", "vllm vllm/utils/flashinfer.py"},
    {"sglang::", "sglang python/sglang/srt/layers/moe/fused_moe_triton/fused_moe.py"},
    {"pseudo_op::moe_triton_", "vllm vllm/model_executor/layers/fused_moe/layer.py"},
    {"TopK", "triton_kernels topk.py"},
    {"SortTokens", "triton_kernels routing.py"},
    {"sgl_kernel::", "sglang sgl-kernel/csrc/common_extension.cc"},
    {"sgl_kernel::fwd", "sglang sgl-kernel/csrc/flash_extension.cc"},
    {"flashinfer::", "flashinfer flashinfer/sampling.py"},
    {"flashinfer::silu_and_mul", "flashinfer flashinfer/activation.py"},
    {"flashinfer::gelu_", "flashinfer flashinfer/activation.py"},
    {"trtllm::flashinfer_", "TensorRT-LLM tensorrt_llm/_torch/custom_ops/flashinfer_custom_ops.py"},
    {"npu::", "Ascend op-plugin op_plugin/config/op_plugin_functions.yaml"},
    {"flashinfer::rmsnorm", "flashinfer flashinfer/norm.py"},
    {"flashinfer::fused_add_rmsnorm", "flashinfer flashinfer/norm.py"},
    {"flashinfer::apply_rope_", "flashinfer flashinfer/rope.py"},
    {"trtllm::attn_", "TensorRT-LLM tensorrt_llm/_torch/modules/attention.py"},
    {"trtllm::mla_", "TensorRT-LLM tensorrt_llm/_torch/modules/attention.py"},
    {"trtllm::fused_moe", "TensorRT-LLM tensorrt_llm/_torch/custom_ops/torch_custom_ops.py"},
    {"trtllm::fp8_block_scale_moe_", "TensorRT-LLM tensorrt_llm/_torch/custom_ops/trtllm_gen_custom_ops.py"},
    {"trtllm::fp4_block_scale_moe_", "TensorRT-LLM tensorrt_llm/_torch/custom_ops/trtllm_gen_custom_ops.py"},
    {"flashinfer::trtllm_", "flashinfer flashinfer/fused_moe/core.py"},
    {"flashinfer::cutlass_fused_moe", "flashinfer flashinfer/fused_moe/core.py"},
    {"aiter::fused_moe_", "aiter aiter/fused_moe.py"},
    {"DaoAILab::", "causal-conv1d causal_conv1d/cpp_functions.py"},
    {"vllm::unified_kv_cache_update", "vllm vllm/model_executor/layers/attention/attention.py"},
    {"vllm::rocm_aiter_", "vllm vllm/_aiter_ops.py"},
    {"vllm::flashinfer_fused_moe_", "vllm vllm/model_executor/layers/fused_moe/flashinfer_trtllm_moe.py"},
    {"vllm::trtllm_", "vllm vllm/model_executor/layers/fused_moe/trtllm_moe.py"},
    {"vllm::mamba_mixer", "vllm vllm/model_executor/layers/mamba/mamba_mixer.py"},
    {"vllm::plamo2_mamba_mixer", "vllm vllm/model_executor/models/plamo2.py"},
    {"vllm::short_conv", "vllm vllm/model_executor/layers/mamba/short_conv.py"},
    {"trtllm::nvfp4_gemm", "TensorRT-LLM tensorrt_llm/_torch/custom_ops/torch_custom_ops.py"},
    {"trtllm::fp8_rowwise_gemm", "TensorRT-LLM tensorrt_llm/_torch/custom_ops/torch_custom_ops.py"},
    {"trtllm::cublas_mm", "TensorRT-LLM cpp/tensorrt_llm/thop/cublasScaledMM.cpp"},
    {"trtllm::fp4_gemm", "TensorRT-LLM cpp/tensorrt_llm/thop/fp4Gemm.cpp"},
    {"trtllm::fp4_quantize", "TensorRT-LLM cpp/tensorrt_llm/thop/fp4Quantize.cpp"},
    {"trtllm::fp8_quantize_", "TensorRT-LLM cpp/tensorrt_llm/thop/fp8Quantize.cpp"},
    {"trtllm::fp8_block_scaling_gemm", "TensorRT-LLM cpp/tensorrt_llm/thop/fp8BlockScalingGemm.cpp"}};

/// The file with the schema of an op, by the longest matching front of its name; empty if no project matches.
constexpr std::string_view schema_file(std::string_view op) {
  schema_source best{};
  for (const schema_source& s : schema_sources)
    if (op.starts_with(s.front) && s.front.size() > best.front.size()) best = s;
  return best.file;
}

}  // namespace test

#endif  // RIDGELINE_TESTS_TORCH_OP_SCHEMA_FILES_HPP
