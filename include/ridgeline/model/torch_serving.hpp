#ifndef RIDGELINE_MODEL_TORCH_SERVING_HPP
#define RIDGELINE_MODEL_TORCH_SERVING_HPP

#include <algorithm>
#include <array>
#include <string_view>

#include <ridgeline/model/torch_iteration.hpp>
#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/attention.hpp>
#include <ridgeline/op/elementwise.hpp>

/// Models of attention while serving. Arguments tell heads and sizes; how many tokens meet how many keys stands in the
/// name of the range around the call.
namespace ridgeline {

/// Where a paged attention has its arguments.
struct torch_paged_row {
  std::string_view name;
  int q = 0, kv = 1;
  int value = -1;           ///< argument whose last extent is the head of V; -1: that of `kv`
  double value_head = 0;    ///< where it is known; 0: it is read
  bool requests_only = false;  ///< prompts are no part of it
  int window = -1;          ///< argument with the size of a sliding window
};

struct torch_paged_call : op::cached_attention {
  torch_paged_row at{};
  torch_iteration step{};
  double queries = 0, keys = 0, window = unknown_ratio;
  int kv_type = 1;
};

struct torch_serving_model {
  static constexpr std::string_view category = "InferenceAttention";
  static constexpr engine compute = engine::matrix;
  static constexpr bool annotated = true;
};

struct torch_paged_attention : torch_serving_model {
  using row = torch_paged_row;
  static constexpr std::array rows{row{"vllm::unified_attention_with_output"}, row{"aiter::mha_varlen_fwd"},
                                   row{"pseudo_mla_decode_fwd"}, row{"aiter::fmha_v3_varlen_fwd", 0, 1, 2},
                                   row{"aiter::mha_batch_prefill", 0, 1, 2}, row{"pseudo_mla_prefill_fwd", 0, 1, 2},
                                   row{"sglang_profiler::tilelang_kernel_tilelang_sparse_fwd", 0, 1, -1, 512},
                                   row{"sglang_profiler::attention_paged_attention_ragged", 2, 3, 4},
                                   row{"aiter::pa_decode_gluon", 0, 2, -1, 0, true, 19}};

  static constexpr torch_paged_call from(const torch_call& c, const row& r) {
    torch_paged_call a;
    a.at = r, a.step = parse_iteration(c.annotation);
    const torch_shape q = c.shape(r.q), kv = c.shape(r.kv);
    a.queries = q[0], a.heads = q[1], a.head = q[2];
    a.keys = kv[-3], a.kv_heads = kv[-2];
    a.value_head = r.value_head > 0 ? r.value_head : c.extent(r.value < 0 ? r.kv : r.value, -1);
    a.kv_type = r.kv;
    if (r.q == 2) a.keys = a.step.context.keys + a.step.generation.keys, a.kv_type = r.q;
    if (r.requests_only) {
      a.kv_heads = kv[1], a.value_head = a.head, a.step.context = {}, a.window = c.number(r.window);
    }
    return count(a, c.size(r.q), c.size(a.kv_type));
  }
  /// What the tokens of a step cost; unknown when the range did not give sums.
  static constexpr torch_paged_call count(torch_paged_call a, byte_count element, byte_count cache) {
    const torch_requests &p = a.step.context, &g = a.step.generation;
    const double most = a.window > 0 ? g.queries * a.window : 0;  // keys that a sliding window leaves
    const double products = a.window > 0 ? std::min(g.products, most) : g.products;
    const double keys = a.window > 0 ? std::min(g.keys, most) : g.keys;
    a.tokens = p.queries + g.queries, a.pairs = p.products + products, a.masked = p.queries_squared;
    a.cached = p.keys - p.queries + keys - g.queries;
    a.element = or_else(element, 2 * B), a.cache_element = or_else(cache, a.element);
    if (!a.step.has_sums) a.pairs = unknown_ratio;
    return a;
  }
  static constexpr bool undefined(const torch_paged_call& a) { return a.step.has_sums && a.tokens == 0; }
  static std::string_view compute_type(const torch_call& c, const torch_paged_call& a) { return c.type(a.at.q); }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_paged_call& a) {
    const bool known_step = a.step.has_sums;
    show(out, a, known_step ? c.type(a.at.q) : std::string_view(), known_step ? c.type(a.kv_type) : std::string_view());
  }
  static void show(torch_parameters& out, const torch_paged_call& a, std::string_view type_q,
                   std::string_view type_kv) {
    const torch_requests &p = a.step.context, &g = a.step.generation;
    const double on = a.step.has_sums ? 1 : 0;
    const auto whole = [&](std::string_view name, double n) { out.whole(name, on == 0 ? 0 : n); };
    whole("B", 1);
    whole("N_Q", a.queries);
    whole("H_Q", a.heads);
    whole("H_V", a.kv_heads);
    whole("H_K", a.kv_heads);
    whole("N_KV", a.keys);
    whole("H_KV", a.kv_heads);
    whole("d_h_qk", a.head);
    whole("d_h_v", a.value_head);
    out.real("dropout", 0).flag("causal", false).flag("flash_impl", on != 0);
    whole("c_sq", p.queries);
    whole("c_sk", p.keys);
    whole("c_sqsq", p.queries_squared);
    whole("c_sqsk", p.products);
    whole("g_sq", g.queries);
    whole("g_sk", g.keys);
    whole("g_sqsq", g.queries_squared);
    whole("g_sqsk", g.products);
    out.text("dtype_Q", type_q).text("dtype_KV", type_kv);
    if (on == 0) out.flag("_no_perf", true);
    else if (known(a.window)) out.whole("sliding_window", a.window);
  }
};

/// Decoding with a sliding window and compressed keys behind it.
struct torch_paged_decode_v4 : torch_serving_model {
  struct row { std::string_view name; double ratio, most; };  // keys that stand for `ratio` tokens, at most `most`
  static constexpr std::array rows{row{"pseudo_v4_paged_decode_swa", 0, 0}, row{"pseudo_v4_paged_decode_csa", 4, 512},
                                   row{"pseudo_v4_paged_decode_hca", 128, 0}};

  static constexpr torch_paged_call from(const torch_call& c, const row& r) {
    torch_paged_call a;
    a.step = parse_iteration(c.annotation);
    a.step.context = {};
    const torch_requests& g = a.step.generation;
    const double compressed = r.ratio == 0 ? 0 : op::ceil_div(op::divide(g.keys, g.queries), r.ratio);
    a.window = 128 + (r.most > 0 ? std::min(compressed, r.most) : compressed);
    a.queries = g.queries, a.keys = g.keys, a.heads = 64, a.kv_heads = 1, a.head = a.value_head = 512;
    return torch_paged_attention::count(a, 2 * B, 2 * B);
  }
  static constexpr bool undefined(const torch_paged_call& a) { return torch_paged_attention::undefined(a); }
  static std::string_view compute_type(const torch_call&, const torch_paged_call&) { return "c10::BFloat16"; }
  static void parameters(torch_parameters& out, const torch_call&, const torch_paged_call& a) {
    torch_paged_attention::show(out, a, "c10::BFloat16", "c10::BFloat16");
  }
};

struct torch_sparse_prefill {
  static constexpr std::string_view name = "aiter::pa_sparse_prefill_opus_fwd", category = "InferenceAttention";
  static constexpr engine compute = engine::matrix;
  static constexpr op::sparse_attention from(const torch_call& c) {
    const torch_shape q = c.shape(0);
    return {q[0], q[1], q[2], c.extent(2, 0) + c.extent(5, 0), c.size(0), c.size(1)};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::sparse_attention& a) {
    out.whole("B", 1).whole("N_Q", a.queries).whole("H_Q", a.heads).whole("H_V", 1).whole("H_K", 1)
        .whole("N_KV", a.pairs).whole("H_KV", 1).whole("d_h_qk", a.head).whole("d_h_v", a.head).real("dropout", 0)
        .flag("causal", false).flag("flash_impl", true).whole("prefill_pairs", a.pairs).text("dtype_Q", c.type(0))
        .text("dtype_KV", c.type(1));
  }
};

struct torch_linear_attention : torch_serving_model {
  struct row { std::string_view name; };
  static constexpr std::array rows{row{"vllm::gdn_attention_core"}, row{"aiter::linear_attention_with_output_base"}};
  struct call : op::linear_attention { double key_heads = 0; torch_iteration step{}; };

  static constexpr call from(const torch_call& c, const row&) {
    call a;
    a.step = parse_iteration(c.annotation);
    a.value_heads = c.extent(1, 1), a.value = c.extent(3, 2), a.key_heads = op::floor_div(a.value_heads, 2);
    a.key = op::floor_div(op::floor_div(c.extent(0, 1) - a.value_heads * a.value, 2), a.key_heads);
    a.tokens = a.step.has_sums ? a.step.context.queries + a.step.generation.queries : unknown_ratio;
    return a;
  }
  static constexpr bool undefined(const call& a) { return a.tokens == 0; }
};

struct torch_store_cache {
  static constexpr std::string_view name = "sglang::store_cache", category = "InferenceAttention";
  static constexpr op::transfer from(const torch_call& c) {
    return {4 * c.shape(0).size() * or_else(c.size(0), 2 * B)};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::transfer&) {
    out.tuple("op_shape", c.dims_text(0)).whole("nelems", c.shape(0).size()).text("dtype", c.type(0));
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_SERVING_HPP
