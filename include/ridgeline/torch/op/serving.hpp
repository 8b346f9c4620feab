#ifndef RIDGELINE_TORCH_OP_SERVING_HPP
#define RIDGELINE_TORCH_OP_SERVING_HPP

#include <algorithm>
#include <array>
#include <string_view>

#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/op/attention.hpp>
#include <ridgeline/op/elementwise.hpp>

/// Models of attention in serving. The arguments give heads and sizes; the numbers of tokens and keys are in the
/// name of the range around the call.
namespace ridgeline {

/// The positions of a paged attention's arguments.
struct torch_paged_row {
  std::string_view name;
  int q = 0, kv = 1;
  int value = -1;           ///< argument whose last extent is the head size of V; -1: `kv`
  double value_head = 0;    ///< head size of V if it is fixed; 0: read it from the arguments
  int window = -1;          ///< argument with the sliding-window size; such calls exclude prompts
};

struct torch_paged_call : op::cached_attention {
  torch_iteration step{};
  double queries = 0, keys = 0, window = missing<double>;
  std::string_view type_q{}, type_kv{};

  bool partial = false;  ///< the prompts of the step are left out

  /// Whether queries see fewer keys than the step has.
  constexpr bool is_narrowed() const { return window > 0 && !partial; }
};

struct torch_serving_family : torch_matrix_family<"InferenceAttention"> {
  static constexpr bool annotated = true;
};

struct torch_paged_attention : torch_serving_family {
  using row = torch_paged_row;
  static constexpr std::array rows{row{"vllm::unified_attention_with_output"}, row{"pseudo_mla_decode_fwd"},
                                   row{"aiter::mha_batch_prefill", 0, 1, 2}, row{"pseudo_mla_prefill_fwd", 0, 1, 2},
                                   row{"sglang_profiler::tilelang_kernel_tilelang_sparse_fwd", 0, 1, -1, 512},
                                   row{"sglang_profiler::attention_paged_attention_ragged", 2, 3, 4},
                                   row{"aiter::pa_decode_gluon", 0, 2, -1, 0, 19}};

  static constexpr torch_paged_call from(const torch_call& c, const row& r) {
    torch_paged_call a;
    a.step = parse_iteration(c.annotation);
    const torch_shape q = c.shape(r.q), kv = c.shape(r.kv);
    a.queries = q[0], a.heads = q[1], a.head = q[2];
    a.keys = r.q == 2 ? a.step.context.keys + a.step.generation.keys : kv[-3], a.kv_heads = kv[-2];
    a.value_head = r.value_head > 0 ? r.value_head : c.extent(r.value < 0 ? r.kv : r.value, -1);
    if (kv.rank() == 5) in_pieces(a, kv, r.value < 0 ? torch_shape() : c.shape(r.value));
    a.type_q = c.type(r.q), a.type_kv = r.q == 2 ? std::string_view() : c.type(r.kv);  // that of Q is not shown
    if (r.window >= 0) {
      a.partial = a.step.context.queries > 0;
      a.step.context = {}, a.window = torch_detail::or_zero(c.number(r.window));
      a.keys = a.step.generation.keys, a.kv_heads = kv[1], a.value_head = a.head;
      if (!c.has_value(r.window) && !c.faults.empty_is_usual) a.step.has_sums = false;
    }
    if (!a.step.has_sums && c.lacks != nullptr) *c.lacks = true;
    return count(a, c.size_of_type(a.type_q), c.size_of_type(a.type_kv));
  }
  /// The cost of the tokens of a step; unknown if the range gives no sums. A prompt in a window counts as the pairs
  /// below the diagonal alone.
  static constexpr torch_paged_call count(torch_paged_call a, byte_count element, byte_count cache) {
    const torch_requests &p = a.step.context, &g = a.step.generation;
    const bool local = a.window > 0 && p.queries > 0;
    const double prompts = p.count > 0 ? p.count : p.queries, before = p.keys - p.queries;
    const double most = a.window > 0 ? g.queries * a.window : 0;  // keys within a sliding window
    const double products = a.window > 0 ? std::min(g.products, most) : g.products;
    const double keys = a.window > 0 ? std::min(g.keys, most) : g.keys;
    a.tokens = p.queries + g.queries, a.masked = local ? 0 : p.queries_squared;
    a.pairs = (local ? pairs_in_window(p, a.window) : p.products) + products;
    a.cached = (local ? std::min(before, prompts * (a.window - 1)) : before) + keys - g.queries;
    a.element = or_else(element, 2 * B), a.cache_element = or_else(cache, a.element);
    if (!a.step.has_sums) a.pairs = a.tokens = missing<double>;
    return a;
  }
  /// The pairs of prompts whose tokens see `window` keys, their own included. The sums tell the prompts' lengths, each
  /// weighted by its tokens.
  static constexpr double pairs_in_window(const torch_requests& p, double window) {
    const double queries = op::divide(p.queries_squared, p.queries), keys = op::divide(p.products, p.queries);
    return op::divide(p.queries, queries) * op::pairs_in_band(queries, keys, window, 0);
  }
  /// A cache whose heads are stored in pieces of x: K [pages, heads, size / x, tokens, x], V [pages, heads, tokens / x,
  /// size, x].
  static constexpr void in_pieces(torch_paged_call& a, const torch_shape& k, const torch_shape& v) {
    a.kv_heads = k[1], a.value_head = v.rank() == 5 ? v[3] : missing<double>;
    a.keys = a.step.context.keys + a.step.generation.keys;
  }
  static constexpr bool undefined(const torch_paged_call& a) { return a.step.has_sums && a.tokens == 0; }
  static std::string_view compute_type(const torch_call&, const torch_paged_call& a) { return a.type_q; }
  static void parameters(torch_parameters& out, const torch_call& c, torch_paged_call a) {
    const bool on = a.step.has_sums;
    if (!on) a = {};
    const torch_requests &p = a.step.context, &g = a.step.generation;
    out.show(c, "B N_Q H_Q H_V H_K N_KV H_KV d_h_qk d_h_v dropout=0.0 causal=false flash_impl c_sq c_sk c_sqsq c_sqsk "
                "g_sq g_sk g_sqsq g_sqsk dtype_Q",
             on ? 1 : 0, a.queries, a.heads, a.kv_heads, a.kv_heads, a.keys, a.kv_heads, a.head, a.value_head, on,
             p.queries, p.keys, p.queries_squared, p.products, g.queries, g.keys, g.queries_squared, g.products,
             a.type_q);
    if (a.type_kv.data() != nullptr) out.show(c, "dtype_KV", a.type_kv);
    if (!on) out.show(c, "_no_perf=true");
    else if (known(a.window)) out.show(c, "sliding_window", a.window);
  }
};

/// DeepSeek-V4's decoding with a sliding window followed by compressed keys; data that its kernels do not show are
/// taken from its smaller model.
struct torch_paged_decode_v4 : torch_paged_attention {
  struct row { std::string_view name; double ratio, most; };  // one key per `ratio` tokens; at most `most` keys
  static constexpr std::array rows{row{"pseudo_v4_paged_decode_swa", 0, 0}, row{"pseudo_v4_paged_decode_csa", 4, 512},
                                   row{"pseudo_v4_paged_decode_hca", 128, 0}};

  static constexpr torch_paged_call from(const torch_call& c, const row& r) {
    torch_paged_call a;
    a.step = parse_iteration(c.annotation);
    a.step.context = {};
    const torch_requests& g = a.step.generation;
    const double compressed = r.ratio == 0 ? 0 : op::ceil_div(op::divide(g.keys, g.queries), r.ratio);
    a.window = 128 + (r.most > 0 ? std::min(compressed, r.most) : compressed);
    a.queries = c.extent(0, 0) > 0 ? c.extent(0, 0) : g.queries, a.keys = g.keys;
    a.heads = known(c.query_heads) ? c.query_heads : 64, a.kv_heads = 1;
    a.head = a.value_head = known(c.head_size) ? c.head_size : 512;
    a.type_q = a.type_kv = "c10::bfloat16";
    return count(a, 2 * B, 2 * B);
  }
};

struct torch_sparse_prefill : torch_matrix_family<"InferenceAttention"> {
  static constexpr std::string_view name = "aiter::pa_sparse_prefill_opus_fwd";
  static constexpr op::sparse_attention from(const torch_call& c) {
    const torch_shape q = c.shape(0);
    return {q[0], q[1], q[2], c.extent(2, 0) + c.extent(5, 0), c.size(0), c.size(1)};
  }
  static constexpr torch_shown parameters{
      "B=1 N_Q=D0[0] H_Q=D0[1] H_V=1 H_K=1 N_KV H_KV=1 d_h_qk=D0[2] d_h_v=D0[2] dropout=0.0 causal=false "
      "flash_impl=true prefill_pairs dtype_Q=T0 dtype_KV=T1",
      &op::sparse_attention::pairs, &op::sparse_attention::pairs};
};

struct torch_linear_call : op::linear_attention { double key_heads = 0, prompts = 0; };  // prompts: tokens of them

/// Linear attention over q, k and v [T, 2K + V]. Its heads of K are as wide as those of V if they can be, otherwise
/// there are half as many. With gates of the results among the arguments, the first one holds them, too.
struct torch_linear_attention : torch_serving_family {
  static constexpr std::string_view names[] = {"vllm::gdn_attention_core",
                                               "aiter::linear_attention_with_output_base"};

  static constexpr torch_linear_call from(const torch_call& c) {
    const torch_iteration step = parse_iteration(c.annotation);
    torch_linear_call a;
    const bool half = c.faults.key_heads_are_half;
    a.value_heads = half ? c.extent(1, 1) : c.extent(3, 1), a.value = c.extent(3, 2);
    const double values = a.value_heads * a.value * (!half && c.shape(2).rank() == 3 ? 2 : 1);
    const double keys = op::floor_div(c.extent(0, 1) - values, 2), alike = op::floor_div(keys, a.value);
    const bool fits = !half && alike >= 1 && alike * a.value == keys &&
                      op::floor_div(a.value_heads, alike) * alike == a.value_heads;
    a.key_heads = fits ? alike : op::floor_div(a.value_heads, 2), a.key = op::floor_div(keys, a.key_heads);
    a.prompts = step.has_sums ? step.context.queries : c.faults.linear_needs_step ? 0 : missing<double>;
    a.tokens = a.prompts + (step.has_sums ? step.generation.queries : 0);
    return a;
  }
  static constexpr bool undefined(const torch_linear_call& a) { return a.tokens == 0; }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_linear_call& a) {
    const double one_more = a.tokens - a.prompts;  // and as many keys as queries: there is no cache
    out.show(c, "B=1 N_Q H_Q N_KV=0 H_KV H_V H_K d_h_qk d_h_v c_sq c_sk c_sqsq=0 c_sqsk=0 g_sq g_sk g_sqsq=0 g_sqsk=0 "
                "dtype_Q=T0",
             a.tokens, a.key_heads, a.key_heads, a.value_heads, a.key_heads, a.key, a.value, a.prompts, a.prompts,
             one_more, one_more);
  }
};

struct torch_store_cache : torch_family<"InferenceAttention"> {
  static constexpr std::string_view name = "sglang::store_cache";
  static constexpr op::mapping from(const torch_call& c) {
    return op::transfer(4 * c.shape(0).size() * or_else(c.size(0), 2 * B));
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::mapping&) {
    out.show(c, "op_shape=D0 nelems dtype=T0", c.shape(0).size());
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SERVING_HPP
