#ifndef RIDGELINE_TORCH_PHASE_RULES_HPP
#define RIDGELINE_TORCH_PHASE_RULES_HPP

#include <initializer_list>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/argument.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/phase/text.hpp>

/// The documented methods, one function each. They follow their definitions, including surprising behaviour.
namespace ridgeline {

namespace torch_detail {
constexpr inference_phase decode_else_prefill(bool decode, bool prefill) {
  return decode ? inference_phase::decode : prefill ? inference_phase::prefill : inference_phase::mixed;
}
}  // namespace torch_detail

/// By the sequence lengths in names: an average of 1 means decode. The `SL1` of Tensile's kernel names counts as a
/// length.
constexpr inference_phase phase_by_length(const phase_text& t) {
  if (t.length_count == 0) return inference_phase::mixed;
  const double mean = t.lengths / t.length_count;
  return mean == 1 ? inference_phase::decode : mean > 10 ? inference_phase::prefill : inference_phase::mixed;
}

/// `kernel_names`: lengths, then words for prefill, then words for decode.
constexpr inference_phase phase_by_kernel_names(const phase_text& t) {
  using w = phase_word;
  constexpr phase_word_set prefill(w::prefill, w::context, w::prompt, w::initialization, w::first_token);
  constexpr phase_word_set decode(w::decode, w::generation, w::autoregressive, w::continuous_batch, w::paged_attention,
                                  w::kv_cache, w::reshape_and_cache, w::incremental, w::single_token);
  const inference_phase by_length = phase_by_length(t);
  if (by_length != inference_phase::mixed) return by_length;
  if (t.words.any(prefill)) return inference_phase::prefill;
  return t.words.any(decode) ? inference_phase::decode : inference_phase::mixed;
}

/// `attention_patterns`, for an op's name in lower case. Its third rule, by shape, never fires in the original.
constexpr inference_phase phase_by_attention(std::string_view name) {
  using core_detail::has_any;
  if (!has_any(name, {"attention", "attn", "sdpa"})) return inference_phase::mixed;
  return torch_detail::decode_else_prefill(
      has_any(name, {"paged_attention", "kv_cache", "reshape_and_cache", "batch_decode", "decode_attention"}),
      has_any(name, {"prefill_attention", "chunked_prefill", "batch_prefill"}));
}

/// `framework_apis`, for an op's name as it is and in lower case. The first matching framework decides, and may
/// leave it mixed.
constexpr inference_phase phase_by_framework(std::string_view name, std::string_view lower) {
  using core_detail::has_any;
  using words = std::initializer_list<std::string_view>;
  const auto decided = [&](words decode, words prefill) {
    return torch_detail::decode_else_prefill(has_any(lower, decode), has_any(lower, prefill));
  };
  if (has_any(name, {"vllm::"}) || has_any(lower, {"paged_attention", "reshape_and_cache", "batch_decode"}))
    return decided({"decode", "cache"}, {"prefill"});
  if (has_any(name, {"sglang::"}) || has_any(lower, {"radix_attention", "prefix_cache", "tree_attention"}))
    return decided({"decode", "cache"}, {"prefill"});
  if (has_any(name, {"tgi::"}) || has_any(lower, {"continuous_batch", "decode_kernel", "token_generation"}))
    return decided({"decode", "generation"}, {"prefill", "encode"});
  if (has_any(lower, {"context_phase", "generation_phase", "mha_", "mlp_"}))
    return decided({"generation", "decode"}, {"context", "prefill"});
  return inference_phase::mixed;
}

/// The M of `gemm_params`: the first extent of the first of two or more arguments, whatever the op; NaN if there is
/// none. A list of tensors has none. For `addmm` this is the bias, for an activation of rank three the batch.
constexpr double first_extent(std::string_view dims) {
  const json_list all(dims);
  std::string_view first;
  std::size_t entries = 0;
  all.for_each([&](std::string_view entry) {
    if (++entries == 1) first = entry;
    return entries < 2;
  });
  if (entries < 2) return missing<double>;
  const double m = torch_detail::number_in(json_list(first)[0]);
  return m > 0 ? m : missing<double>;
}

constexpr inference_phase phase_by_rows(double m, double threshold) {
  return !known(m) ? inference_phase::mixed : m > threshold ? inference_phase::prefill : inference_phase::decode;
}

/// `gemm_params`: words, then M against the threshold.
constexpr inference_phase phase_by_gemm_params(const phase_text& t, double m, double threshold) {
  const bool prefill = t.words.has(phase_word::prefill);
  if (t.words.any(phase_word_set(phase_word::decode, phase_word::continuous_batch)))
    return prefill ? inference_phase::mixed : inference_phase::decode;
  return prefill ? inference_phase::prefill : phase_by_rows(m, threshold);
}

/// `operation_frequency`: names rarer than 85 % of the names are prefill; never mixed.
constexpr inference_phase phase_by_frequency(double times, double q15, double q50) {
  return times <= q50 && times < q15 ? inference_phase::prefill : inference_phase::decode;
}

/// Votes of `union`.
struct phase_votes {
  double prefill = 0, decode = 0;

  constexpr void add(inference_phase p, double weight) {
    if (p == inference_phase::prefill) prefill += weight;
    if (p == inference_phase::decode) decode += weight;
  }
  constexpr inference_phase result() const {
    if (prefill + decode < 2 || prefill == decode) return inference_phase::mixed;
    return prefill > decode ? inference_phase::prefill : inference_phase::decode;
  }
};

/// The votes for an op's name, in lower case: frameworks weigh 2, batching 1.
constexpr phase_votes votes_of_name(std::string_view name) {
  using core_detail::has_any;
  phase_votes v;
  const auto framework = [&](std::string_view space, std::initializer_list<std::string_view> decode,
                             std::initializer_list<std::string_view> prefill) {
    if (has_any(name, {space}))
      v.add(torch_detail::decode_else_prefill(has_any(name, decode), has_any(name, prefill)), 2);
    return has_any(name, {space});
  };
  if (!framework("vllm::", {"decode", "cache", "paged"}, {"prefill"}) &&
      !framework("sglang::", {"decode", "cache", "radix"}, {"prefill"}))
    framework("tgi::", {"decode", "generation", "continuous"}, {"prefill", "encode"});
  v.add(torch_detail::decode_else_prefill(
            has_any(name, {"continuous_batch", "dynamic_batch", "batch_decode", "multi_request", "request_batch"}),
            has_any(name, {"single_request", "request_init", "batch_prefill"})), 1);
  return v;
}

/// `union` before names are counted: M weighs 3, explicit names 4, kinds of attention 2, plus the votes for the op's
/// name.
constexpr phase_votes votes_of(const phase_text& t, const phase_votes& name, double m, double threshold) {
  using w = phase_word;
  constexpr phase_word_set prefill(w::prefill, w::context_attention, w::prompt_attention, w::context_phase,
                                   w::first_token, w::initialization, w::prompt_processing);
  constexpr phase_word_set decode(w::decode, w::generation, w::continuous_batch, w::paged_attention, w::autoregressive,
                                  w::incremental, w::single_token, w::next_token);
  constexpr phase_word_set decode_kernels(w::paged_attn_v2, w::kv_cache, w::reshape_and_cache,
                                          w::block_sparse_attention, w::page_attention, w::flash_decode);
  constexpr phase_word_set prefill_kernels(w::chunked_prefill, w::block_prefill, w::flash_prefill);
  phase_votes v = name;
  v.add(phase_by_rows(m, threshold), 3);
  const inference_phase by_length = phase_by_length(t);
  const bool p = t.words.any(prefill), d = t.words.any(decode);
  if (by_length != inference_phase::mixed) v.add(by_length, 4);
  else if (p != d) v.add(p ? inference_phase::prefill : inference_phase::decode, 4);
  v.add(torch_detail::decode_else_prefill(t.words.any(decode_kernels) || t.then_decode.bits != 0,
                                    t.words.any(prefill_kernels) || t.then_prefill.bits != 0), 2);
  return v;
}

/// `union` for undecided votes: names above the 70 % quantile are decode, below the 30 % quantile prefill.
constexpr inference_phase phase_of_open_vote(double times, double q30, double q70) {
  return times > q70 ? inference_phase::decode : times < q30 ? inference_phase::prefill : inference_phase::mixed;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_RULES_HPP
