#ifndef RIDGELINE_TORCH_RUN_CATEGORY_TABLE_HPP
#define RIDGELINE_TORCH_RUN_CATEGORY_TABLE_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/name_index.hpp>
#include <ridgeline/torch/op/model_table.hpp>
#include <ridgeline/torch/run/category.hpp>

namespace ridgeline {

/// Ops that have a category but no model; for ops with a model, the model gives the category.
inline constexpr std::array<torch_op_category, 47> torch_op_category_table{{
    {"aten::miopen_convolution", "CONV_fwd"},
    {"aten::cudnn_convolution", "CONV_fwd"},
    {"aten::_efficient_attention_forward", "SDPA_fwd"},
    {"FlashAttnFuncBackward", "SDPA_bwd"},
    {"FusedAttnFuncBackward", "SDPA_bwd"},
    {"aten::_scaled_dot_product_cudnn_attention_backward", "SDPA_bwd"},
    {"aten::_scaled_dot_product_efficient_attention_backward", "SDPA_bwd"},
    {"aten::_scaled_dot_product_flash_attention_backward", "SDPA_bwd"},
    {"aten::_efficient_attention_backward", "SDPA_bwd"},
    {"MambaSplitConv1dScanCombinedFnBackward", "SSM_bwd"},
    {"DaoAILab::_causal_conv1d_bwd_cpp", "SSM_bwd"},
    {"TokenPermuteMaskMap", "MoE_comm_fwd"},
    {"_OperationFuserAutogradFunction", "MoE_comm_fwd"},
    {"MoEDispatchBackward", "MoE_comm_bwd"},
    {"MoECombineBackward", "MoE_comm_bwd"},
    {"TokenPermuteMaskMapBackward", "MoE_comm_bwd"},
    {"_OperationFuserAutogradFunctionBackward", "MoE_comm_bwd"},
    {"FusedRoPEFuncBackward", "RoPE_bwd"},
    {"CrossEntropyFunctionBackward", "CrossEntropy_bwd"},
    {"aiter::moe_sorting_opus_fwd", "MoE_aux"},
    {"aiter::moe_align_block_size", "MoE_aux"},
    {"_moe_C::moe_align_block_size", "MoE_aux"},
    {"aiter::moe_sum", "MoE_aux"},
    {"aiter::topk_softmax", "MoE_aux"},
    {"aiter::topk_softmax_asm", "MoE_aux"},
    {"aiter::topk_sigmoid", "MoE_aux"},
    {"aiter::grouped_topk", "MoE_aux"},
    {"aiter::moe_fused_gate", "MoE_aux"},
    {"aiter::fused_moe_->_fused_dynamic_mxfp4_quant_moe_sort_kernel (Synthetic Op)", "MoE_aux"},
    {"_C_cache_ops::reshape_and_cache_flash", "InferenceAttention"},
    {"_C_cache_ops::concat_and_cache_mla", "InferenceAttention"},
    {"aiter::get_mla_metadata_v1", "InferenceAttention"},
    {"aiter::indexer_score_topk", "InferenceAttention"},
    {"hipModuleLaunchKernel->kv_indices_generate_kernel (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->_update_compressor_states_kernel (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->_swa_write_kernel (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->fused_compress_attn_D512_RD64_R4_OVL_SS8_KB32_rmsbf16_pf_"
     "flydsl (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->fused_compress_attn_D128_RD64_R4_OVL_SS8_KB32_Q_ue8m0_psh"
     "_rmsbf16_pf_flydsl (Synthetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->hca_compress_forward_D512_R128_NW4_SL256_S128_flydsl (Syn"
     "thetic Op)", "InferenceAttention"},
    {"aiter::v4_attention_with_output->hca_compress_forward_D512_R128_NW8_SL128_S128_flydsl (Syn"
     "thetic Op)", "InferenceAttention"},
    {"aiter::unified_attention_with_output_base->_fused_qk_rope_reshape_and_cache_kernel (Synthe"
     "tic Op)", "FusedRoPE"},
    {"aiter::v4_attention_with_output->_inverse_rope_gptj_kernel (Synthetic Op)", "FusedRoPE"},
    {"aiter::v4_attention_with_output->qk_norm_rope_H32_D512_RD64_flydsl (Synthetic Op)", "FusedRoPE"},
    {"aiter::v4_attention_with_output->qk_norm_rope_H64_D512_RD64_flydsl (Synthetic Op)", "FusedRoPE"},
    {"aiter::v4_attention_with_output->hca_norm_rope_scatter_D512_RD64_R128_KB1_rmsbf16_flydsl ("
     "Synthetic Op)", "FusedRoPE"},
    {"aiter::allgather_lastdim<std::bfloat16_t, 2>(aiter::RankData*, aiter::RankSignals, aiter::"
     "Signal*, std::bfloat16_t*, int, int, int) (Synthetic Op)", "CustomCollective"},
    {"aiter::allgather_lastdim<std::bfloat16_t, 4>(aiter::RankData*, aiter::RankSignals, aiter::"
     "Signal*, std::bfloat16_t*, int, int, int) (Synthetic Op)", "CustomCollective"},
}};

namespace torch_detail {
constexpr auto torch_category_names() {
  std::array<std::string_view, torch_op_category_table.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = torch_op_category_table[i].name;
  return names;
}
inline constexpr name_index torch_category_index{torch_category_names()};
static_assert(torch_category_index.repeated() == torch_category_index.missing, "an op stands twice in the table");

/// The category of an op known by its exact name; empty otherwise.
constexpr std::string_view named_category(std::string_view op, const torch_model_table& models,
                                         bool of_original = false) {
  if (const torch_model_entry* const model = models.find_exact(op, of_original)) return model->category;
  const std::size_t at = torch_category_index.find(op);
  return at == torch_category_index.missing ? std::string_view() : torch_op_category_table[at].category;
}

/// Families of ops identified by the beginning of their names.
inline constexpr std::array<std::string_view, 2> category_prefixes{"triton", "record_param_comms"};

/// The category of an op by its exact name or the beginning of its name; empty otherwise.
constexpr std::string_view category_by_name(std::string_view op, const torch_model_table& models,
                                            bool of_original = false) {
  if (const std::string_view named = named_category(op, models, of_original); !named.empty()) return named;
  if (const torch_model_entry* const model = models.find(op, of_original); model != nullptr && !model->category.empty())
    return model->category;
  for (const std::string_view prefix : category_prefixes)
    if (op.starts_with(prefix)) return prefix;
  return {};
}

/// Words in the names of PyTorch's own kernels that identify their work; the first that occurs counts.
inline constexpr std::array<std::string_view, 3> kernel_words{"elementwise", "reduce", "multi_tensor_apply"};

/// The category of an op by the name of a kernel it launched; empty if unknown.
constexpr std::string_view category_by_kernel(std::string_view kernel, std::string_view front = "void at::native") {
  if (!kernel.starts_with(front)) return {};
  for (const std::string_view word : kernel_words)
    if (kernel.find(word) != std::string_view::npos) return word;
  return {};
}

/// Whether a category is one of those words.
constexpr bool is_kernel_word(std::string_view category) { return core_detail::is_any(category, kernel_words); }

/// A word in the names of ops and kernels, and the category that it stands for: none for work around another one.
struct category_word {
  std::string_view word, category{};
};

/// The first in the table that a name contains counts, so words of attention that contain one of other work stand in
/// front of it.
inline constexpr std::string_view in_attention = torch_category_attention, in_gemm = "GEMM";
inline constexpr auto category_words = std::to_array<category_word>({
    {"linear_att", in_attention}, {"linearatt", in_attention}, {"grouped_kernel_stage", in_attention}, {"rotary"},
    {"rope"}, {"rmsnorm"}, {"rms_norm"}, {"layernorm"}, {"layer_norm"}, {"and_cache"}, {"fmha", in_attention},
    {"flashattn", in_attention}, {"sdpa", in_attention}, {"mqa_logits", in_attention}, {"cijk_", in_gemm},
    {"nvjet", in_gemm}, {"implicit"}, {"igemm_fwd"}, {"igemm_bwd"}, {"igemm_wrw"}, {"convol"}, {"conv_"}, {"conv1d"},
    {"conv2d"}, {"conv3d"}, {"fprop"}, {"dgrad"}, {"wgrad"}, {"gemma_"}, {"gemma2"}, {"gemma3"}, {"gemma4"}, {"fbgemm"},
    {"deep_gemm::transpose"}, {"deep_gemm::pack"}, {"gemm", in_gemm}, {"matmul", in_gemm}, {"scaled_mm", in_gemm},
    {"gemv", in_gemm}, {"bmm_", in_gemm}, {"marlin<", in_gemm}, {"marlin_24<", in_gemm}, {"6marlini", in_gemm},
    {"wvsplitk", in_gemm}, {"splitkreduce", in_gemm}, {"fused_moe_kernel", in_gemm}, {"fmoe_", in_gemm}, {"linear"},
    {"attention", in_attention}, {"attn", in_attention}, {"flash_fwd", in_attention}, {"flash_bwd", in_attention},
    {"flash_mla", in_attention}, {"flashmla", in_attention}, {"mla_dec", in_attention}, {"mla_prefill", in_attention},
    {"mha_varlen", in_attention}, {"mha_batch", in_attention}, {"kernel_mha", in_attention}, {"pa_fwd", in_attention},
    {"prefillwith", in_attention}, {"decodewith", in_attention}, {"prefill_with", in_attention},
    {"decode_with", in_attention}, {"gated_delta_rule", in_attention}, {"mla_a16w16", in_attention},
    {"mla_a8w8", in_attention}, {"mla_pfl", in_attention}, {"mla_reduce", in_attention},
    {"fwd_kernel_stage", in_attention}, {"bwd_kernel_dk", in_attention}, {"bwd_kernel_dq", in_attention}});

inline constexpr core_detail::word_list<category_words.size()> category_word_list{[] {
  std::array<std::string_view, category_words.size()> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = category_words[i].word;
  return words;
}()};

/// The category that the name of an op or kernel denotes; empty if none. `linear_attention` is attention,
/// `attention_linear` is not.
constexpr std::string_view category_by_words(std::string_view name) {
  const std::size_t first = category_word_list.first_in(name);
  return first < category_words.size() ? category_words[first].category : std::string_view();
}
/// The category of GPU work by its name: of PyTorch's own kernels, by a word of the table, and `other` for those words
/// of work around another one; empty if the name says nothing. Kineto leaves names mangled on Windows.
constexpr std::string_view kernel_category(std::string_view kernel) {
  for (const std::string_view front : {"void at::native", "_ZN2at6native"})
    if (const std::string_view of_torch = category_by_kernel(kernel, front); !of_torch.empty()) return of_torch;
  const std::size_t first = category_word_list.first_in(kernel);
  if (first == category_words.size()) return {};
  return category_words[first].category.empty() ? torch_category_other : category_words[first].category;
}
/// Whether a runtime call launches a captured graph.
constexpr bool launches_graph(std::string_view call) {
  return core_detail::stands_in(call, "cudagraph") || core_detail::stands_in(call, "graphlaunch");
}
}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_CATEGORY_TABLE_HPP
