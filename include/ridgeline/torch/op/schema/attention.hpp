#ifndef RIDGELINE_TORCH_OP_SCHEMA_ATTENTION_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_ATTENTION_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/attention.hpp>

namespace ridgeline {

/// Attention where TraceLens knows no model: PyTorch's kernels that are called directly, other devices, gradients. A
/// row of gradients counts as the forward op does: cuDNN's and memory-efficient attention without the scores again.
struct torch_eager_attention : torch_attention_family<"SDPA_fwd"> {
  static constexpr torch_layout heads_tokens = torch_layout::heads_tokens;
  static constexpr std::string_view sheet{};  // those of the ops above them have sheets
  struct row : torch_attention_row { std::string_view schema; };
  static constexpr std::array rows{
      row{{.name = "aten::_flash_attention_forward", .dropout = 7, .causal = 8, .shows_types = true, .sequences = 3,
           .longest = 5, .window = 11, .used = 13, .pages = 15},
          "query, key, value (B,S,H,d), cum_seq_q, cum_seq_k, max_q, max_k, dropout_p, is_causal, "
          "return_debug_mask, scale, window_size_left, window_size_right, seqused_k, alibi_slopes, block_table, ..."},
      row{{.name = "FlashAttnVarlenFunc", .layout = torch_layout::packed, .dropout = 7, .causal = 9,
           .shows_types = true, .sequences = 3, .longest = 5, .other_causal = 10},
          "q, k, v (S,H,d), cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, dropout_p, softmax_scale, "
          "causal, ..."},
      row{{.name = "aten::_efficient_attention_forward", .dropout = 8, .causal = 9, .flash = false,
           .shows_types = true, .sequences = 4, .longest = 6, .bias = 3, .up_to_own = 13, .masks_by_number = true,
           .first_causal = 7, .first_sequences = 3, .used = 12},
          "query, key, value (B,S,H,d), bias, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, dropout_p, "
          "custom_mask_type (0 none, 1 from the first, 2 from the last), compute_log_sumexp, scale, seqlen_k, "
          "window_size; in 2.0 query, key, value, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, compute_log_sumexp, "
          "causal"},
      row{{.name = "xformers::efficient_attention_forward_cutlass", .dropout = 8, .causal = 9, .flash = false,
           .shows_types = true, .sequences = 4, .longest = 6, .bias = 3, .up_to_own = 13, .masks_by_number = true,
           .first_causal = 7, .first_sequences = 3, .used = 12},
          "as aten::_efficient_attention_forward"},
      row{{.name = "xformers_flash::flash_fwd", .dropout = 8, .causal = 10, .shows_types = true, .sequences = 3,
           .longest = 6, .window = 11, .added = 5, .used = 5, .pages = 14},
          "query, key, value, cu_q, cu_k, used k, longest q and k, p, scale, causal, window left, right, "
          "return_softmax, block_tables; until 0.0.22 no used k, and one number for the window"},
      row{{.name = "xformers_flash3::flash_fwd", .dropout = 9, .causal = 11, .shows_types = true, .sequences = 3,
           .longest = 7, .window = 17, .added = 6, .used = 5, .pages = 15},
          "query, key, value, cu_q, cu_k, used k, leftpad k, longest q and k, p, scale, causal, descale (3), "
          "block_table, use_kvsplit, window left, right; at first none for leftpad k"},
      row{{.name = "aten::_cudnn_attention_forward", .layout = heads_tokens, .dropout = 9, .causal = 10,
           .flash = false, .shows_types = true, .bias = 3},
          "query, key, value (B,H,S,d), attn_bias, cum_seq_q, cum_seq_k, max_q, max_k, compute_log_sumexp, "
          "dropout_p, is_causal, ..."},
      row{{.name = "aten::_scaled_dot_product_fused_attention_overrideable", .layout = heads_tokens, .dropout = 4,
           .causal = 5, .shows_types = true, .bias = 3},
          "query, key, value (B,H,S,d), attn_bias, dropout_p, is_causal, ..."},
      row{{.name = "aten::_scaled_dot_product_flash_attention_for_cpu", .layout = heads_tokens, .dropout = 3,
           .causal = 4, .shows_types = true, .bias = 5},
          "query, key, value (B,H,S,d), dropout_p, is_causal, attn_mask, scale"},
      row{{.name = "aiter::wrapper_fmha_v3_varlen_fwd", .q = 1, .layout = torch_layout::packed, .dropout = 9,
           .causal = 13, .shows_types = true, .sequences = 4, .longest = 6, .window = 14},
          "an empty tensor, then as fmha_v3_varlen_fwd"},
      row{{.name = "aiter::wrapper_mha_varlen_fwd", .q = 1, .layout = torch_layout::packed, .dropout = 9,
           .causal = 13, .shows_types = true, .sequences = 4, .longest = 6, .window = 14},
          "an empty tensor, then as mha_varlen_fwd"}};

  static constexpr torch_attention_call from(const torch_call& c, const row& r) { return read(c, r); }
};

struct torch_eager_attention_backward : torch_attention_family<"SDPA_bwd"> {
  static constexpr torch_layout heads_tokens = torch_layout::heads_tokens;
  static constexpr std::string_view sheet{};
  using row = torch_eager_attention::row;
  static constexpr std::array rows{
      row{{.name = "aten::_scaled_dot_product_flash_attention_backward", .q = 1, .layout = heads_tokens,
           .dropout = 10, .causal = 11, .shows_types = true, .ends_together = true},
          "grad_out, query, key, value (B,H,S,d), out, logsumexp, cum_seq_q, cum_seq_k, max_q, max_k, dropout_p, "
          "is_causal, ..."},
      row{{.name = "aten::_scaled_dot_product_efficient_attention_backward", .q = 1, .layout = heads_tokens,
           .dropout = 9, .causal = 11, .flash = false, .shows_types = true, .bias = 4, .other_causal = 6},
          "grad_out_, query, key, value (B,H,S,d), attn_bias, out, logsumexp, philox_seed, philox_offset, "
          "dropout_p, grad_input_mask, is_causal, scale; in 2.0 no attn_bias, is_causal is argument 6"},
      row{{.name = "aten::_scaled_dot_product_cudnn_attention_backward", .q = 1, .layout = heads_tokens,
           .dropout = 13, .causal = 14, .flash = false, .shows_types = true, .bias = 8, .other_causal = 11},
          "grad_out, query, key, value (B,H,S,d), out, logsumexp, philox_seed, philox_offset, attn_bias, cum_seq_q, "
          "cum_seq_k, max_q, max_k, dropout_p, is_causal, scale; in 2.4 as for flash"},
      row{{.name = "aten::_scaled_dot_product_fused_attention_overrideable_backward", .q = 1, .layout = heads_tokens,
           .dropout = 12, .causal = 13, .shows_types = true, .bias = 4},
          "grad_out, query, key, value (B,H,S,d), attn_bias, grad_input_mask, out, logsumexp, cum_seq_q, cum_seq_k, "
          "max_q, max_k, dropout_p, is_causal, ..."},
      row{{.name = "aten::_scaled_dot_product_flash_attention_for_cpu_backward", .q = 1, .layout = heads_tokens,
           .dropout = 6, .causal = 7, .shows_types = true, .bias = 8},
          "grad_out, query, key, value (B,H,S,d), out, logsumexp, dropout_p, is_causal, attn_mask, scale"},
      row{{.name = "aten::_flash_attention_backward", .q = 1, .dropout = 10, .causal = 11, .shows_types = true,
           .sequences = 6, .longest = 8, .window = 15},
          "grad_out, query, key, value (B,S,H,d), out, logsumexp, cum_seq_q, cum_seq_k, max_q, max_k, dropout_p, "
          "is_causal, philox_seed, philox_offset, scale, window_size_left, window_size_right"},
      row{{.name = "aten::_efficient_attention_backward", .q = 1, .dropout = 11, .causal = 14, .flash = false,
           .shows_types = true, .sequences = 6, .longest = 8, .bias = 4, .up_to_own = 18, .masks_by_number = true,
           .first_causal = 6},
          "grad_out_, query, key, value (B,S,H,d), bias, out, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, "
          "max_seqlen_k, logsumexp, dropout_p, philox_seed, philox_offset, custom_mask_type, bias_requires_grad, "
          "scale, num_splits_key, window_size, ...; in 2.0 grad_out_, query, key, value, out, logsumexp, is_causal, "
          "chunk_grad_outputs"},
      row{{.name = "xformers::efficient_attention_backward_cutlass", .q = 1, .dropout = 11, .causal = 14,
           .flash = false, .shows_types = true, .sequences = 6, .longest = 8, .bias = 4, .up_to_own = 18,
           .masks_by_number = true},
          "as aten::_efficient_attention_backward"},
      row{{.name = "xformers_flash::flash_bwd", .q = 2, .dropout = 11, .causal = 13, .shows_types = true,
           .sequences = 7, .longest = 9, .window = 14},
          "whether gradients share storage, grad, query, key, value, out, lse, cu_q, cu_k, longest q and k, p, scale, "
          "causal, window left, right, rng_state"},
      row{{.name = "xformers_flash3::flash_bwd", .q = 2, .dropout = -1, .causal = 12, .shows_types = true,
           .sequences = 7, .longest = 9, .window = 13},
          "whether gradients share storage, grad, query, key, value, out, lse, cu_q, cu_k, longest q and k, scale, "
          "causal, window left, right"},
      row{{.name = "aten::_cudnn_attention_backward", .q = 1, .layout = heads_tokens, .dropout = 13, .causal = 14,
           .flash = false, .shows_types = true, .bias = 8},
          "as _scaled_dot_product_cudnn_attention_backward"},
      row{{.name = "flash_attn_3::bwd", .q = 1, .dropout = -1, .causal = 16, .shows_types = true, .sequences = 9,
           .longest = 13, .window = 17, .used = 12},
          "dout, q, k, v, out, softmax_lse, dq, dk, dv, cu_q, cu_k, used q, used k, longest q and k, scale, causal, "
          "window left, right, ..."},
      row{{.name = "aiter::fmha_v3_bwd", .q = 1, .dropout = 6, .causal = 8, .shows_types = true, .window = 9},
          "dout, q, k, v, out, softmax_lse, dropout_p, softmax_scale, is_causal, window (2), ..."},
      row{{.name = "aiter::fmha_v3_varlen_bwd", .q = 1, .layout = torch_layout::packed, .dropout = 10, .causal = 13,
           .shows_types = true, .sequences = 6, .longest = 8, .window = 14},
          "dout, q, k, v, out, softmax_lse, cu_q, cu_k, longest q and k, dropout_p, softmax_scale, zero_tensors, "
          "is_causal, window left, right, ..."},
      row{{.name = "aiter::mha_varlen_bwd", .q = 1, .layout = torch_layout::packed, .dropout = 10, .causal = 13,
           .shows_types = true, .sequences = 6, .longest = 8, .window = 14},
          "as fmha_v3_varlen_bwd"}};

  static constexpr gradients_of<torch_attention_call> from(const torch_call& c, const row& r) { return {read(c, r)}; }
};

/// FlashAttention's functions whose K and V, or Q too, are parts of one tensor, where they launch their kernels
/// themselves (until 2.6, and in 3).
struct torch_packed_flash : torch_attention_family<"SDPA_fwd"> {
  struct row {
    std::string_view name;
    int parts, dropout, sequences;  ///< the offsets of sequences, then the longest of each; -1: all are alike
    std::string_view schema;
  };
  static constexpr bool alone = true;
  static constexpr std::string_view sheet{};
  static constexpr std::array rows{
      row{"FlashAttnQKVPackedFunc", 3, 1, -1,
          "qkv (B,S,3,H,d), dropout_p, softmax_scale, causal, ...; in 1.0 as FlashAttnVarlenQKVPackedFunc"},
      row{"FlashAttnVarlenQKVPackedFunc", 3, 3, 1,
          "qkv (T,3,H,d), cu_seqlens, max_seqlen, dropout_p, softmax_scale, causal, ..."},
      row{"FlashAttnKVPackedFunc", 2, 2, -1,
          "q (B,S,H,d), kv (B,S,2,H,d), dropout_p, softmax_scale, causal, ..."},
      row{"FlashAttnVarlenKVPackedFunc", 2, 6, 2,
          "q (T,H,d), kv (T,2,H,d), cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, dropout_p, softmax_scale, "
          "causal, ..."}};

  static constexpr torch_attention_call from(const torch_call& c, const row& r) {
    torch_attention_call a;
    const int last = r.parts == 3 ? 0 : 1;
    const torch_shape all = c.shape(last), q = c.shape(0);
    const bool of_one = r.parts == 3, lengths = all.rank() == 4, early = of_one && lengths && r.sequences < 0;
    const int sequences = early ? 1 : r.sequences, dropout = early ? 3 : r.dropout;
    a.pairs = missing<double>;
    if (all[-3] != r.parts || lengths != (sequences >= 0) || (!of_one && q.rank() != all.rank() - 1)) return a;
    a.recomputes = true, a.element = c.size(0), a.batch = lengths ? 1 : all[0];
    a.keys = all[-4], a.queries = of_one ? a.keys : q[-3];
    a.kv_heads = all[-2], a.heads = of_one ? a.kv_heads : q[-2], a.head = a.value_head = all[-1];
    const bool no_dropout = c.is_flag(dropout + 1);  // FlashAttention 3
    const int causal = no_dropout ? dropout + 1 : dropout + 2;
    a.dropout = no_dropout ? 0 : torch_detail::or_zero(c.number(dropout));
    a.causal = c.flag(causal), a.causal_recorded = c.is_flag(causal);
    a.pairs = a.queries * a.keys, a.reduced = a.keys, a.at.sequences = sequences;
    const int next = of_one ? 0 : 1, longest = sequences + 1 + next;  // from what is Q's to what is K's
    if (lengths)
      spread_over(a, c, c.extent(sequences, 0), c.extent(sequences + next, 0), c.number(longest),
                  c.number(longest + next));
    if (!a.causal_recorded) a.mask = missing<double>;
    else if (a.causal) a.mask = share_of_causal(a, c.faults);
    if (!known(a.mask * a.pairs) && c.lacks != nullptr) *c.lacks = true;
    return a;
  }
};

/// Attention whose mask is a function: what it leaves out no argument tells. Where none was given, it is all.
struct torch_flex_attention : torch_attention_family<"SDPA_fwd"> {
  static constexpr std::string_view sheet{};
  struct row : torch_attention_row { std::string_view schema; };
  static constexpr std::array rows{
      row{{.name = "flex_attention", .layout = torch_layout::heads_tokens, .dropout = -1, .causal = 3,
           .shows_types = true},
          "query, key, value (B,H,S,d), score_mod, block_mask, ..."},
      row{{.name = "FlexAttentionAutogradOp", .layout = torch_layout::heads_tokens, .dropout = -1, .causal = 3,
           .shows_types = true},
          "query, key, value (B,H,S,d), graphs, block_mask, ..."}};

  static constexpr torch_attention_call from(const torch_call& c, const row& r) {
    torch_attention_call a = read(c, r);
    a.causal = false, a.causal_recorded = c.arguments() == 3, a.mask = 1;
    if (a.causal_recorded) return a;
    a.mask = missing<double>;
    if (c.lacks != nullptr) *c.lacks = true;
    return a;
  }
};

/// Transformer Engine's attention, whose mask is a text, which profilers do not record: its FLOP are unknown. Texts and
/// objects are left out of the recorded arguments.
struct torch_te_attention : torch_attention_family<"SDPA_fwd"> {
  static constexpr std::string_view sheet{};
  static constexpr std::string_view name = "FusedAttnFunc";
  static constexpr std::string_view schema =
      "is_training, max_seqlen_q, ..., q, k, v (B,S,H,d), (S,B,H,d) or (T,H,d), ...";

  static constexpr torch_attention_call from(const torch_call& c) {
    torch_attention_call a;
    a.causal_recorded = false, a.mask = missing<double>;
    if (c.lacks != nullptr) *c.lacks = true;
    while (a.at.q < 16 && c.shape(a.at.q).rank() < 3) ++a.at.q;
    const torch_shape q = c.shape(a.at.q), k = c.shape(a.at.q + 1), v = c.shape(a.at.q + 2);
    const bool packed = q.rank() == 3, tokens_first = !packed && q[0] == c.number(1) && q[1] != q[0];
    const int batch = tokens_first ? 1 : 0, tokens = packed || tokens_first ? 0 : 1;
    if (q.rank() != k.rank() || q.rank() != v.rank() || q[-1] != k[-1] || q.rank() > 4) return a;
    a.batch = packed ? 1 : q[batch], a.queries = q[tokens], a.heads = q[-2], a.head = q[-1];
    a.keys = k[tokens], a.kv_heads = k[-2], a.value_head = v[-1];
    a.element = c.size(a.at.q), a.pairs = a.queries * a.keys, a.reduced = a.keys, a.recomputes = true;
    return a;
  }
};

/// The bytes of all tensors of a compiled kernel.
constexpr byte_count torch_tensor_bytes(const torch_call& c) {
  byte_count all{};
  c.for_each_tensor([&](std::string_view dims, std::string_view type) {
    if (type != "Scalar") all += torch_shape(dims).size() * torch_compiled_size(type, c.faults);
  });
  return all;
}

/// The same as TorchInductor compiles it, from a template: each tensor is read or written once.
struct torch_flex_template {
  struct row { std::string_view name, category, schema; };
  static constexpr engine compute = engine::matrix;
  static constexpr std::string_view sheet{};
  static constexpr bool prefix = true;
  static constexpr std::array rows{
      row{"triton_tem_fused_flex_attention", "SDPA_fwd",
          "query, key, value (B,H,S,d), logsumexp, blocks of the mask, ..., out"},
      row{"triton_tem_fused_flex_attention_backward", "SDPA_bwd",
          "query, key, value (B,H,S,d), logsumexp, delta, grad_out, grad_query, blocks of the mask, ..., grad_key, "
          "grad_value"}};
  struct call {
    byte_count moved = missing<byte_count>;
    constexpr flop_count flops() const { return missing<flop_count>; }
    constexpr byte_count bytes() const { return moved; }
  };

  static constexpr call from(const torch_call& c, const row&) {
    const torch_shape q = c.shape(0), k = c.shape(1), v = c.shape(2);
    if (c.lacks != nullptr) *c.lacks = true;
    if (q.rank() != 4 || k.rank() != 4 || v.rank() != 4 || q[3] != k[3] || k[2] != v[2]) return {};
    return {torch_tensor_bytes(c)};
  }
  static constexpr torch_shown parameters{"q_shape=D0 k_shape=D1 v_shape=D2 dtype_A_B=(T0,T1)"};
};

/// Templates of which the extents tell no FLOP: groups of rows, and convolutions, whose strides are not recorded. Each
/// tensor is read or written once.
struct torch_other_template {
  struct row { std::string_view name, category, schema; };
  static constexpr engine compute = engine::matrix;
  static constexpr std::string_view sheet{};
  static constexpr bool prefix = true;
  static constexpr std::array rows{
      row{"triton_tem_fused__grouped_mm_", "GroupedGEMM_fwd", "mm_grouped.py: A, B, ..., result"},
      row{"triton_tem_fused__scaled_grouped_mm_", "GroupedGEMM_fwd", "mm_grouped.py: A, B, scales, ..., result"},
      row{"triton_tem_fused_convolution_", "CONV_fwd", "conv.py: x, w, ..., result"},
      row{"triton_tem_fused_convolution_backward_", "CONV_bwd", "conv.py: gradient, x or w, ..., result"}};
  using call = torch_flex_template::call;

  static constexpr call from(const torch_call& c, const row&) {
    if (c.lacks != nullptr) *c.lacks = true;
    return c.tensor(0) ? call{torch_tensor_bytes(c)} : call{};
  }
  static constexpr torch_shown parameters{"op_shape=D0 dtype_A_B=(T0,T1)"};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_ATTENTION_HPP
