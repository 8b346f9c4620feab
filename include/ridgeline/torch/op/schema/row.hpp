#ifndef RIDGELINE_TORCH_OP_SCHEMA_ROW_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_ROW_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/formula.hpp>
#include <ridgeline/torch/op/model.hpp>

/// Models as rows of tables: the names of ops, formulas over the positions of its arguments (`torch_formula`), and the
/// schema that the positions come from.
namespace ridgeline {

/// An op on vector engines. Without a category it has that of its first kernel.
struct torch_schema_row {
  std::string_view names, category, sheet;
  std::string_view flops, bytes;
  torch_columns<0> columns;     ///< what reports show
  std::string_view schema;      ///< the arguments, as whoever registers the op names them
  int computes = 0;             ///< the argument whose type's precision counts

  constexpr bool possible() const { return torch_formula::is_readable(flops) && torch_formula::is_readable(bytes); }
};

/// FLOP and bytes, for models that say nothing else of a call.
struct torch_counted {
  double work = missing<double>;
  byte_count moved = missing<byte_count>;
  constexpr flop_count flops() const { return work * FLOP; }
  constexpr byte_count bytes() const { return moved; }
};

/// What a row counts for a call.
struct torch_schema_work {
  flop_count work{};
  byte_count moved{};
  const torch_schema_row* row = nullptr;

  constexpr flop_count flops() const { return work; }
  constexpr byte_count bytes() const { return moved; }
};

struct torch_schema_model {
  using row = torch_schema_row;
  static constexpr engine compute = engine::vector;

  /// Also what computes nothing is unknown where no argument was recorded.
  static constexpr torch_schema_work from(const torch_call& c, const row& r) {
    if (c.dims.empty()) return {missing<flop_count>, missing<byte_count>, &r};
    return {torch_formula(r.flops, c).value() * FLOP, torch_formula(r.bytes, c).value() * B, &r};
  }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_schema_work& w) {
    return c.type(w.row->computes);
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_schema_work& w) {
    out.show(c, w.row->columns);
  }
};

/// A product, or products of groups, on matrix engines: `batch` times an M x K by a K x N matrix, and `more` FLOP.
struct torch_product_row {
  std::string_view names, category;
  std::string_view batch, m, n, k, more, bytes;
  torch_columns<4> columns;
  std::string_view schema;
  int computes = 0;

  constexpr bool possible() const {
    for (const std::string_view text : {batch, m, n, k, more, bytes})
      if (!torch_formula::is_readable(text)) return false;
    return true;
  }
};
struct torch_product_work {
  double batch = 1, m = 0, n = 0, k = 0, more = 0;
  byte_count moved{};
  const torch_product_row* row = nullptr;

  constexpr flop_count flops() const { return (2 * batch * m * n * k + more) * FLOP; }
  constexpr byte_count bytes() const { return moved; }
};

struct torch_product_model {
  using row = torch_product_row;
  static constexpr engine compute = engine::matrix;

  static constexpr torch_product_work from(const torch_call& c, const row& r) {
    const auto of = [&](std::string_view text) { return torch_formula(text, c).value(); };
    return {of(r.batch), of(r.m), of(r.n), of(r.k), of(r.more), of(r.bytes) * B, &r};
  }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_product_work& w) {
    return c.type(w.row->computes);
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_product_work& w) {
    out.show(c, w.row->columns, w.batch, w.m, w.n, w.k);
  }
};

/// Ops whose arguments do not tell what they do: they have a category and count as not modelled.
struct torch_categories_alone {
  struct row { std::string_view names, category, schema; };
  static constexpr std::string_view below = "the op that calls it has a model, or none has";
  static constexpr std::string_view paged = "indices and lengths of a paged cache";
  static constexpr std::string_view shared = "with experts on other ranks, no argument tells how many choices are here";
  static constexpr std::string_view layer = "hidden states, output, layer";
  static constexpr std::string_view masked = "the mask is a text, which profilers do not record";
  static constexpr std::array rows{
      row{"vllm::moe_forward", "MoE_unfused", "x, router logits, layer name; what is below it has models"},
      row{"vllm::moe_forward_shared", "MoE_unfused", "as moe_forward"},
      row{"trtllm::attn_custom_op_inplace", "InferenceAttention", "q, k, v, mask, ..., layer"},
      row{"trtllm::mla_custom_op_inplace", "InferenceAttention", "hidden states, layer"},
      row{"_C_cache_ops::concat_and_cache_mla_rope_fused _C_cache_ops::indexer_k_quant_and_cache "
          "_C_cache_ops::cp_gather_indexer_k_quant_cache _C_cache_ops::cp_gather_cache "
          "_C_cache_ops::gather_and_maybe_dequant_cache _C::top_k_per_row_prefill _C::top_k_per_row_decode "
          "_C::persistent_topk vllm::rocm_aiter_sparse_attn_indexer", "InferenceAttention", paged},
      row{"vllm::unified_kv_cache_update", "InferenceAttention", "key, value, layer; the op below"},
      row{"_moe_C::moe_wna16_marlin_gemm _moe_C::moe_wna16_gemm sgl_kernel::moe_wna16_marlin_gemm", "MoE_unfused",
          shared},
      row{"vllm::rocm_aiter_fused_moe aiter::fused_moe_ vllm::flashinfer_fused_moe_blockscale_fp8 "
          "vllm::flashinfer_fused_moe_per_tensor_scale_fp8 vllm::trtllm_fp4_block_scale_moe "
          "flashinfer::trtllm_fp8_block_scale_moe flashinfer::trtllm_fp8_per_tensor_scale_moe "
          "flashinfer::trtllm_fp4_block_scale_moe flashinfer::cutlass_fused_moe trtllm::fused_moe "
          "trtllm::fp8_block_scale_moe_runner trtllm::fp4_block_scale_moe_runner", "MoE_fused", shared},
      row{"_moe_C::moe_unpermute", "MoE_aux", "rows, weights, ...; the order of versions differs"},
      row{"sgl_kernel::moe_align_block_size", "MoE_aux", "ids, experts, block size, ..."},
      row{"sgl_kernel::prepare_moe_input", "MoE_aux", "ids, offsets, sizes, ..."},
      row{"vllm::mamba_mixer vllm::mamba_mixer2 vllm::plamo2_mamba_mixer vllm::short_conv", "SSM_fwd", layer},
      row{"_C::selective_scan_fwd", "SSM_fwd", "u, delta, A, B, C, ...; the states tell which sequences"},
      row{"sgl_kernel::causal_conv1d_fwd", "SSM_fwd", "x, weight, bias, states, ..."},
      row{"sgl_kernel::causal_conv1d_update DaoAILab::_causal_conv1d_update_cpp", "SSM_fwd", "x, state, weight, ..."},
      row{"aten::cudnn_convolution_transpose aten::cudnn_convolution_relu aten::cudnn_convolution_add_relu "
          "aten::miopen_convolution_transpose aten::miopen_depthwise_convolution aten::miopen_convolution_relu "
          "aten::miopen_convolution_add_relu aten::_conv_depthwise2d aten::conv_depthwise3d "
          "aten::_slow_conv2d_forward aten::slow_conv3d_forward aten::slow_conv_transpose2d aten::slow_conv_dilated2d "
          "aten::convolution_overrideable", "CONV_fwd", below},
      row{"aten::_slow_conv2d_backward aten::convolution_backward_overrideable", "CONV_bwd", below},
      row{"FusedAttnFunc_qkvpacked FusedAttnFunc_kvpacked", "SDPA_fwd", masked},
      row{"FlexAttentionAutogradOpBackward FlashAttnVarlenFuncBackward FlashAttnQKVPackedFuncBackward "
          "FlashAttnVarlenQKVPackedFuncBackward FlashAttnKVPackedFuncBackward FlashAttnVarlenKVPackedFuncBackward",
          "SDPA_bwd", "the forward op has the model"}};

  static constexpr torch_schema_work from(const torch_call&, const row&) {
    return {missing<flop_count>, missing<byte_count>, nullptr};
  }
  static constexpr bool describes(const torch_call&) { return false; }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_ROW_HPP
