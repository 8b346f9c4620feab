#ifndef RIDGELINE_TORCH_OP_SERVING_CACHE_HPP
#define RIDGELINE_TORCH_OP_SERVING_CACHE_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/attention.hpp>
#include <ridgeline/torch/op/serving.hpp>

/// Attention kernels over a cache whose ops are registered by the engines: with a step around them modelled as in
/// serving.hpp, otherwise as packed sequences if the sequence bounds are arguments.
namespace ridgeline {

/// The positions of a FlashAttention op's arguments; q, k, v are the first three.
struct torch_flash_row {
  std::string_view name, schema;
  int cu_q, pages, longest, causal, window;  ///< cu_k follows cu_q, the longest of K follows `longest`
  int second = -1;                           ///< a second part of Q, which is met with V
  int chunk = -1;                            ///< the keys are in chunks of that length; -1: no such argument

  constexpr bool possible() const { return cu_q > 2 && window < 64; }
};

struct torch_flash_call : torch_paged_call {
  bool stepped = false;
  torch_attention_call sequences{};

  constexpr bool is_narrowed() const { return stepped ? torch_paged_call::is_narrowed() : sequences.is_narrowed(); }
  constexpr flop_count flops() const { return stepped ? torch_paged_call::flops() : sequences.flops(); }
  constexpr byte_count bytes() const { return stepped ? torch_paged_call::bytes() : sequences.bytes(); }
};

struct torch_flash_cache : torch_paged_attention {
  using row = torch_flash_row;
  static constexpr std::string_view hopper =
      "q, k, v, k_new, v_new, q_v, out, cu_q, cu_k, cu_k_new, used q, used k, longest q and k, pages, kv_batch_idx, "
      "leftpad, rotary (3), descale (3), scale, causal, window left, right, attention_chunk, ...";
  static constexpr std::array rows{
      row{"_vllm_fa3_C::fwd", hopper, 7, 14, 12, 24, 25, 5, 27},
      row{"sgl_kernel::fwd", hopper, 7, 14, 12, 24, 25, 5, 27},
      row{"_vllm_fa2_C::varlen_fwd",
          "q, k, v, out, cu_q, cu_k, used k, leftpad, pages, alibi, longest q and k, dropout, scale, zero, causal, "
          "window left, right, ...", 4, 8, 10, 15, 16}};

  static constexpr torch_flash_call from(const torch_call& c, const row& r) {
    torch_flash_call a;
    a.step = parse_iteration(c.annotation);
    a.stepped = a.step.has_sums;
    if (!a.stepped) {
      const torch_attention_row at{.name = r.name, .layout = torch_layout::packed, .dropout = -1, .causal = r.causal,
                                   .sequences = r.cu_q, .longest = r.longest, .window = r.window,
                                   .second = r.second, .chunk = r.chunk};
      a.sequences = torch_attention_family<"InferenceAttention">::read(c, at);
      return a;
    }
    const torch_shape q = c.shape(0), k = c.shape(1);
    a.queries = q[-3], a.heads = q[-2], a.head = q[-1], a.keys = a.step.context.keys + a.step.generation.keys;
    a.kv_heads = k[-2], a.value_head = c.extent(2, -1), a.type_q = c.type(0), a.type_kv = c.type(1);
    if (c.tensor(r.second)) a.second = c.shape(r.second)[-1];
    a.window = c.number(r.window) + 1;  // -1: none
    const bool chunks = r.chunk >= 0 && c.number(r.chunk) > 0;  // the sums do not tell them
    if (!known(a.window) || chunks) a.step.has_sums = false;
    static_cast<torch_paged_call&>(a) = count(a, c.size(0), c.size(1));
    return a;
  }
  /// Without a step, the number of keys is unknown if there are pages or no sequence bounds.
  static constexpr bool describes(const torch_call& c) {
    if (parse_iteration(c.annotation).has_sums) return true;
    for (const row& r : rows)
      if (r.name == c.name) return c.tensor(r.cu_q) && c.tensor(r.cu_q + 1) && !c.tensor(r.pages);
    return false;
  }
  static constexpr bool undefined(const torch_flash_call& a) {
    return a.stepped && torch_paged_attention::undefined(a);
  }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_flash_call&) { return c.type(0); }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_flash_call& a) {
    if (a.stepped) return torch_paged_attention::parameters(out, c, a);
    torch_attention_sizes(out, c, a.sequences);
    out.show(c, "causal num_seqs_q num_seqs_kv dtype_Q=T0 dtype_KV=T1", a.sequences.causal, a.sequences.sequences_q,
             a.sequences.sequences_kv);
  }
};

/// AITER's attention over packed sequences: q, k, v, cu_q, cu_k, longest q and k, shortest q, dropout_p, softmax_scale,
/// logits_soft_cap, zero_tensors, is_causal, window left and right, ... In training there is no step around it.
struct torch_packed_attention : torch_flash_cache {
  using row = torch_paged_row;
  static constexpr std::array rows{row{"aiter::mha_varlen_fwd"}, row{"aiter::fmha_v3_varlen_fwd", 0, 1, 2}};

  static constexpr torch_flash_call from(const torch_call& c, const row& r) {
    torch_flash_call a;
    static_cast<torch_paged_call&>(a) = torch_paged_attention::from(c, r);
    a.stepped = a.step.has_sums || c.faults.ranges_for_vllm_only;
    const torch_attention_row at{.name = r.name, .layout = torch_layout::packed, .dropout = 8, .causal = 12,
                                 .sequences = 3, .longest = 5, .window = 13};
    if (!a.stepped) {
      a.sequences = torch_attention_family<"InferenceAttention">::read(c, at);
    } else if (c.number(at.window) >= 0 && !c.faults.windows_are_whole) {
      a.window = c.number(at.window) + 1;
      static_cast<torch_paged_call&>(a) = count(a, c.size_of_type(a.type_q), c.size_of_type(a.type_kv));
    }
    return a;
  }
  static constexpr bool describes(const torch_call&) { return true; }
};

/// As torch_linear_attention, with what is newer.
struct torch_gated_delta : torch_serving_family {
  static constexpr std::string_view name = "vllm::qwen_gdn_attention_core";
  static constexpr std::string_view schema =
      "q, k and v (T,2K+V), b (T,H), a, results (T,H,d), layer, false; or q, k, v and gates (T,2K+2V), b and a (T,2H), "
      "gates (T,H,d), results (T,H,d), layer, true";

  static constexpr torch_linear_call from(const torch_call& c) { return torch_linear_attention::from(c); }
  static constexpr bool undefined(const torch_linear_call& a) { return torch_linear_attention::undefined(a); }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_linear_call& a) {
    torch_linear_attention::parameters(out, c, a);
  }
};

/// Paged attention with one query per request. The number of K and V heads is the argument after the caches.
struct torch_paged_kernel : torch_paged_attention {
  struct row { std::string_view names, schema; int q; };
  static constexpr std::array rows{
      row{"_C::paged_attention_v1", "out, query (N,H,d), key cache, value cache, heads of K, scale, ...", 1},
      row{"_C::paged_attention_v2 _rocm_C::paged_attention",
          "out, exp_sums, max_logits, tmp_out, query (N,H,d), key cache, value cache, heads of K, ...", 4}};

  static constexpr torch_paged_call from(const torch_call& c, const row& r) {
    torch_paged_call a;
    a.step = parse_iteration(c.annotation);
    a.step.context = {};
    const torch_shape q = c.shape(r.q);
    a.queries = q[0], a.heads = q[1], a.head = a.value_head = q[2], a.keys = a.step.generation.keys;
    a.kv_heads = c.number(r.q + 3), a.type_q = c.type(r.q), a.type_kv = c.type(r.q + 1);
    return count(a, c.size(r.q), c.size(r.q + 1));
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SERVING_CACHE_HPP
