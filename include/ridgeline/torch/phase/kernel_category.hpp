#ifndef RIDGELINE_TORCH_PHASE_KERNEL_CATEGORY_HPP
#define RIDGELINE_TORCH_PHASE_KERNEL_CATEGORY_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/gpu/communication.hpp>
#include <ridgeline/torch/phase/text.hpp>

/// Kernel categories as named in the sheets of inference phases. Ops have separate categories.
namespace ridgeline {

/// A line of the table: a name that contains any of the words, separated by `|`, belongs to the category. A line
/// with `refines` applies only to names that matched the last line above it without `refines`.
struct kernel_category_rule {
  std::string_view words;
  std::string_view category;
  bool refines = false;
  std::string_view unless = {};  ///< except names that contain this
};

inline constexpr auto kernel_category_rules = std::to_array<kernel_category_rule>({
    {"paged_attention|pagedattention", "PagedAttention-Generic"},
    {"reduce", "PagedAttention-Reduce", true},
    {"qkv|kernel|prefill|decode", "PagedAttention-Compute", true},
    {"chunked_prefill|continuous_batch|batch_decode", "InferenceBatching"},
    {"gemm|cijk|matmul|cublas|nvjet|mfma|wmma|tensor_op|cutlass|rocblas|hipblas|matrix_multiply", "GEMM-Generic"},
    {"f4gemm|fp4|int4", "GEMM-FP4", true},
    {"f8gemm|fp8|int8", "GEMM-FP8", true},
    {"cijk", "GEMM-CK", true},
    {"cublas", "GEMM-cuBLAS", true},
    {"cutlass", "GEMM-CUTLASS", true},
    {"rocblas|hipblas", "GEMM-ROCm", true},
    {"nvjet", "GEMM-NVJET", true},
    {"mfma", "GEMM-MFMA", true},
    {"wmma", "GEMM-WMMA", true},
    {"splitk", "GEMM-SplitK", true},
    {"tensor_op", "GEMM-TensorOp", true},
    {"attention|fmha|flash|attn|sdpa|scaled_dot_product", "Attention-Generic"},
    {"fwd|forward|fprop", "Attention-Forward", true},
    {"bwd|backward|bprop", "Attention-Backward", true},
    {"conv|winograd|im2col|fillbuffer", "Conv-Generic"},
    {"fwd|forward", "Conv-Forward", true},
    {"bwd|backward", "Conv-Backward", true},
    {"fused", "Fused-Generic"},
    {"add|rmsnorm|layernorm|norm", "Fused-AddNorm", true},
    {"qk|rope|cache", "Fused-QKRoPECache", true},
    {"mlp|ffn", "Fused-MLP", true},
    {"norm", "Norm-Generic"},
    {"rms", "Norm-RMS", true},
    {"layer", "Norm-Layer", true},
    {"batch", "Norm-Batch", true},
    {"relu|gelu|silu|swish|sigmoid|tanh|softmax|act_and_mul|activation", "Activation-Generic"},
    {"act_and_mul", "Activation-Gated", true},
    {"silu|swish", "Activation-SiLU", true},
    {"gelu", "Activation-GELU", true},
    {"softmax", "Activation-Softmax", true},
    {"elementwise|pointwise|add|mul|div|sub|scalar", "Elementwise"},
    {"reduce|sum|mean|max|min", "Reduce"},
    {"copy|memcpy|memset|transpose|permute|reshape|cast|convert|fill_buffer|data_transfer", "Memory-Reshape"},
    {"transpose|permute", "Memory-Transpose", true},
    {"copy|memcpy|data_transfer", "Memory-Copy", true},
    {"memset|fill_buffer", "Memory-Set", true},
    {"nccl|rccl|msccl|allreduce|allgather|reducescatter|broadcast|send|recv|barrier|alltoall", "Comm-Generic"},
    {"allreduce", "Comm-AllReduce", true},
    {"allgather", "Comm-AllGather", true},
    {"reducescatter", "Comm-ReduceScatter", true},
    {"alltoall", "Comm-AllToAll", true},
    {"send", "Comm-Send", true},
    {"recv", "Comm-Recv", true},
    {"broadcast", "Comm-Broadcast", true},
    {"barrier", "Comm-Barrier", true},
    {"quant|fp8|int8|int4|fp4|scale|per_group|per_channel", "Quant-Generic"},
    {"per_group|per_channel", "Quant-PerGroup", true},
    {"dynamic", "Quant-Dynamic", true},
    {"dequant", "Dequant", true},
    {"weight", "Quant-Weight", true},
    {"act", "Quant-Activation", true},
    {"rope|rotary", "RoPE-Generic"},
    {"cached", "RoPE-Cached", true},
    {"gqa|grouped", "RoPE-GQA", true},
    {"cache", "KVCache-Generic", false, "paged"},
    {"reshape", "KVCache-Reshape", true},
    {"append|update", "KVCache-Update", true},
    {"compress|prune", "KVCache-Compression", true},
    {"embedding|lookup|gather|scatter|index", "Indexing-Generic"},
    {"gather", "Indexing-Gather", true},
    {"scatter", "Indexing-Scatter", true},
    {"sample|topk|topp|beam|sampling|select|choice|greedy|nucleus", "Sampling-Generic"},
    {"topk|top_k", "Sampling-TopK", true},
    {"topp|top_p|nucleus", "Sampling-TopP", true},
    {"argmax|argmin|greedy", "Sampling-ArgMax", true},
    {"beam", "Sampling-Beam", true},
    {"speculative|draft|verify_tokens", "SpeculativeDecoding"},
    {"radix|prefix_cache|tree_attention", "PrefixCaching"},
    {"logits|token_gen|next_token", "TokenGeneration"},
    {"triton", "Triton-Custom"},
    {"flashinfer|flash_infer", "FlashInfer"},
});

/// The framework that a kernel belongs to, by its outer namespace: words as above, and the default category.
struct kernel_framework_rule {
  std::string_view words;
  std::string_view category;
  std::string_view cache;  ///< category of kernels that fill the KV cache; empty: not a serving engine
};
inline constexpr auto kernel_framework_rules = std::to_array<kernel_framework_rule>({
    {"vllm", "vLLM-Custom", "KVCache-vLLM"},
    {"sglang|sgl", "SGLang-Custom", "KVCache-SGLang"},
    {"tgi|text_generation", "TGI-Custom", "KVCache-TGI"},
    {"transformers|hf|huggingface", "HuggingFace-Custom", "KVCache-HuggingFace"},
    {"tensorrt|trt", "TensorRT-Custom", "KVCache-TensorRT"},
    {"onnx|ort", "ONNX-Custom", "KVCache-ONNX"},
    {"deepspeed|ds", "DeepSpeed-Custom", ""},
    {"megatron|mcore", "Megatron-Custom", ""},
    {"fairscale|fair", "FairScale-Custom", ""},
});

namespace torch_detail {

/// Whether the text contains any of the words, separated by `|`.
constexpr bool holds_one_of(std::string_view text, std::string_view words) {
  while (!words.empty()) {
    const std::size_t end = words.find('|');
    if (text.find(words.substr(0, end)) != text.npos) return true;
    words.remove_prefix(end == words.npos ? words.size() : end + 1);
  }
  return false;
}

constexpr std::string_view kernel_category_in(std::string_view name, std::string_view lower) {
  const std::size_t colons = lower.find("::");
  const std::string_view space = colons == lower.npos ? std::string_view() : lower.substr(0, colons);
  const kernel_framework_rule* framework = nullptr;
  for (const kernel_framework_rule& f : kernel_framework_rules)
    if (framework == nullptr && holds_one_of(space, f.words)) framework = &f;
  for (std::size_t i = 0; i < kernel_category_rules.size(); ++i) {
    const kernel_category_rule& group = kernel_category_rules[i];
    if (group.refines || !holds_one_of(lower, group.words)) continue;
    if (!group.unless.empty() && lower.find(group.unless) != lower.npos) continue;
    for (std::size_t r = i + 1; r < kernel_category_rules.size() && kernel_category_rules[r].refines; ++r)
      if (holds_one_of(lower, kernel_category_rules[r].words)) return kernel_category_rules[r].category;
    const bool cache = group.category == "KVCache-Generic" && framework != nullptr && !framework->cache.empty();
    return cache ? framework->cache : group.category;
  }
  if (name.starts_with("_fwd_kernel")) return "Kernel-Forward";
  if (name.starts_with("_bwd_kernel")) return "Kernel-Backward";
  return framework != nullptr ? framework->category : "Uncategorized";
}

}  // namespace torch_detail

/// The category of kernels that the table of kinds classifies as communication.
constexpr std::string_view kernel_category_of(const gpu::communication& c) {
  switch (c.kind) {
    case gpu::collective_kind::allreduce: return "Comm-AllReduce";
    case gpu::collective_kind::allgather: return "Comm-AllGather";
    case gpu::collective_kind::reduce_scatter: return "Comm-ReduceScatter";
    case gpu::collective_kind::alltoall:
    case gpu::collective_kind::alltoallv: return "Comm-AllToAll";
    case gpu::collective_kind::broadcast: return "Comm-Broadcast";
    default: return "Comm-Generic";
  }
}

/// The category of a kernel by its name: communication first, then the words of the table above; with `by_words`,
/// the original's rule, only the words. `lower` is scratch space.
inline std::string_view kernel_category_of(std::string_view name, std::string& lower, bool by_words = true) {
  if (!by_words)
    if (const std::optional<gpu::communication> c = gpu::communication_of(name)) return kernel_category_of(*c);
  torch_detail::lower_case(name, lower);
  return torch_detail::kernel_category_in(name, lower);
}
inline std::string_view kernel_category_of(std::string_view name) {
  std::string lower;
  return kernel_category_of(name, lower);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_KERNEL_CATEGORY_HPP
