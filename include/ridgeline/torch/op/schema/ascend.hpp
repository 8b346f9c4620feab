#ifndef RIDGELINE_TORCH_OP_SCHEMA_ASCEND_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_ASCEND_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/attention.hpp>
#include <ridgeline/torch/op/schema/words.hpp>

/// Ops of Ascend's torch_npu: op-plugin op_plugin/config/op_plugin_functions.yaml.
namespace ridgeline {

/// The positions of what tells the layout and the mask of an attention op.
struct torch_npu_attention_row {
  std::string_view name;
  int heads, mask, before, lengths, mode;  ///< behind `before` and `lengths` follow the others of their kind
  int maxima = -1;                         ///< the largest score of each query, (B,H,S,8) or (T,H,8); -1: none
  std::string_view schema{};
};

/// Attention whose layout is a text, which profilers do not record. The number of heads tells it, except where batch
/// and tokens may change places: there a full mask or the maxima do. Without a mask all pairs are computed; with one,
/// the mode says which are skipped: 0 those outside of a band from the first query and key, 1 none, 2 and 3 those above
/// the diagonal from the first and from the last.
template <fixed_string Category>
struct torch_npu_attention_family : torch_attention_family<Category> {
  static constexpr std::string_view sheet{};

  static constexpr torch_attention_call read(const torch_call& c, const torch_npu_attention_row& r) {
    torch_attention_call a;
    a.recomputes = true, a.element = c.size(0), a.pairs = missing<double>;
    const torch_shape q = c.shape(0), k = c.shape(1), v = c.shape(2), mask = c.shape(r.mask);
    const double mode = c.number(r.mode), before = c.number(r.before), after = c.number(r.before + 1);
    const bool masked = !mask.empty(), band = mode == 0 && masked;
    a.heads = c.number(r.heads);
    const bool packed = q.rank() == 3 && q[1] == a.heads && !c.value(r.lengths).empty();
    const bool joined = q.rank() == 3 && !packed;
    const bool heads_first = q.rank() == 4 && q[1] == a.heads;
    const double maxima = r.maxima < 0 ? missing<double> : c.extent(r.maxima, 2);
    const double rows = known(maxima) ? maxima : mode <= 1 && masked ? mask[-2] : missing<double>;
    const bool tokens_first = joined && q[0] == rows && q[1] != rows;
    const bool read = q.rank() == k.rank() && v.rank() == k.rank() && a.heads > 0 && mode <= 3 &&
                      known(before + after) && (!joined || tokens_first || q[1] == rows || q[0] == q[1]);
    if (!read && c.lacks != nullptr) *c.lacks = true;
    if (!read) return a;
    const int batch = tokens_first ? 1 : 0, tokens = packed || tokens_first ? 0 : heads_first ? 2 : 1;
    a.batch = packed ? 1 : q[batch], a.head = joined ? q[2] / a.heads : q[-1];
    a.kv_heads = joined ? k[2] / a.head : k[heads_first || packed ? 1 : 2];
    a.value_head = joined ? v[2] / a.kv_heads : v[-1];
    a.queries = q[tokens], a.keys = a.reduced = k[tokens];
    a.causal = mode >= 2 || (band && after == 0 && before >= a.keys), a.from_first = mode != 3;
    if (band && !a.causal && (after < a.keys || before < a.queries))
      a.local = true, a.before = before + 0.5, a.after = after + 0.5;
    a.pairs = packed ? in_sequences(a, json_list(c.value(r.lengths)), json_list(c.value(r.lengths + 1)))
                     : pairs(a, a.queries, a.keys);
    if (!known(a.pairs) && c.lacks != nullptr) *c.lacks = true;
    return a;
  }

 private:
  static constexpr double pairs(const torch_attention_call& a, double q, double k) {
    if (!a.causal) return a.pairs_of(q, k);
    return a.from_first ? op::pairs_in_band(q, k, 0, q) : op::pairs_in_band(q, k, k, 0);
  }
  /// The lists are the ends of the sequences; of a long one nothing is recorded.
  static constexpr double in_sequences(const torch_attention_call& a, json_list queries, json_list keys) {
    double all = 0, q = 0, k = 0;
    if (queries.size() == 0 || queries.size() != keys.size()) return missing<double>;
    queries.for_each_with(keys, [&](std::string_view q_end, std::string_view k_end) {
      const double next_q = torch_detail::number_in(q_end), next_k = torch_detail::number_in(k_end);
      all += pairs(a, next_q - q, next_k - k);
      q = next_q, k = next_k;
      return true;
    });
    return all;
  }
};

struct torch_npu_attention : torch_npu_attention_family<"SDPA_fwd"> {
  using row = torch_npu_attention_row;
  static constexpr std::array rows{
      row{"npu::npu_fusion_attention", 3, 7, 10, 14, 16, -1,
          "query, key, value, head_num, input_layout, pse, padding_mask, atten_mask, scale, keep_prob, pre_tockens, "
          "next_tockens, inner_precise, prefix, actual_seq_qlen, actual_seq_kvlen, sparse_mode, ..."},
      row{"npu::npu_fusion_attention_v2", 3, 7, 12, 16, 18, -1,
          "query, key, value, head_num, input_layout, pse, padding_mask, atten_mask, query_rope, key_rope, scale, "
          "keep_prob, pre_tokens, next_tokens, inner_precise, prefix, actual_seq_qlen, actual_seq_kvlen, sparse_mode, "
          "..."}};

  static constexpr torch_attention_call from(const torch_call& c, const row& r) { return read(c, r); }
};

struct torch_npu_attention_backward : torch_npu_attention_family<"SDPA_bwd"> {
  using row = torch_npu_attention_row;
  static constexpr std::array rows{
      row{"npu::npu_fusion_attention_grad", 4, 8, 15, 22, 24, 9,
          "query, key, value, dy, head_num, input_layout, pse, padding_mask, atten_mask, softmax_max, softmax_sum, "
          "softmax_in, attention_in, scale_value, keep_prob, pre_tockens, next_tockens, inner_precise, seed, offset, "
          "numels, prefix, actual_seq_qlen, actual_seq_kvlen, sparse_mode, ..."},
      row{"npu::npu_fusion_attention_grad_v2", 4, 8, 17, 24, 26, 9,
          "query, key, value, dy, head_num, input_layout, pse, padding_mask, atten_mask, softmax_max, softmax_sum, "
          "softmax_in, attention_in, query_rope, key_rope, scale_value, keep_prob, pre_tokens, next_tokens, "
          "inner_precise, seed, offset, numels, prefix, actual_seq_qlen, actual_seq_kvlen, sparse_mode, ..."}};

  static constexpr gradients_of<torch_attention_call> from(const torch_call& c, const row& r) { return {read(c, r)}; }
};

/// What computes element by element, forward and backward.
struct torch_npu_rows : torch_schema_words {
  static constexpr torch_columns<0> shown{"op_shape=D0 dtype_in_out=(T0,T0)"};
  static constexpr std::array rows{
      row{"npu::npu_swiglu_backward", "elementwise", "BinaryElementwise", "12*n0", "n0*e0+2*n1*e1", shown_binary,
          "grad_output (.., d), self (.., 2d), dim"},
      row{"npu::npu_rotary_mul_backward", "RoPE_bwd", "RoPE", "3*n0", "2*n0*e0+n2*e2+n3*e3", shown,
          "grad, self, r1, r2, mode; the gradients of r1 and r2 are rarely wanted"},
      row{"npu::npu_rms_norm_backward", "NORM_bwd", "Normalization", "9*n0", "3*n0*e0+2*n2*e2+n3*e3", shown,
          "dy, self, gamma, rstd; counted as _fused_rms_norm_backward"},
      row{"npu::npu_add_rms_norm", "RMSNorm", "RMSNorm", "5*n0+2*n0/d2[-1]", "4*n0*e0+n2*e2+4*n0/d2[-1]", shown,
          "x1, x2, gamma, epsilon; the result, the roots' reciprocals, the sum"},
      row{"npu::npu_scaled_masked_softmax", "", "Reduce", "7*n0", "2*n0*e0+n1*e1", shown, "x, mask, scale, ..."}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_ASCEND_HPP
