#ifndef RIDGELINE_TORCH_PHASE_SHAPES_HPP
#define RIDGELINE_TORCH_PHASE_SHAPES_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/phase/rules.hpp>
#include <ridgeline/torch/phase/step_signs.hpp>
#include <ridgeline/torch/run/category_table.hpp>

/// The method `shapes`: the arguments of attention determine the phase of the whole step around it. It also works
/// for a trace without any annotations.
namespace ridgeline {

/// Which arguments of a serving engine's attention op determine its phase. Queries are [tokens, heads, head] or,
/// without offsets, [batch, tokens, heads, head].
struct phase_attention_row {
  std::string_view name;
  int offsets = -1;    ///< argument with the sequence offsets, one more than sequences; -1: none
  int longest = -1;    ///< the number of queries of the longest sequence
  int longest_keys = -1;
  int keys = -1;       ///< argument with an entry per key of each sequence, plus `spare` more
  double spare = 0;
  int q = 0;
};
inline constexpr std::array phase_attention_rows{
    phase_attention_row{"_vllm_fa2_C::varlen_fwd", 4, 10, 11},
    phase_attention_row{"_vllm_fa3_C::fwd", 7, 12, 13},
    phase_attention_row{"sgl_kernel::fwd", 7, 12, 13},
    phase_attention_row{"flash_attn_3::fwd", 7, 12, 13},
    phase_attention_row{"aten::_flash_attention_forward", 3, 5, 6},
    phase_attention_row{"flash_attn::_flash_attn_varlen_forward", 3, 5, 6},
    phase_attention_row{"aiter::mha_varlen_fwd", 3, 5, 6},
    phase_attention_row{"aiter::mha_batch_prefill", 3, 6, 7, 5, 256},  // SGLang adds 256
};

/// The phase of a batch of sequences: `tokens` query tokens in `sequences` sequences, the longest of which has
/// `longest`, and `keys` in total. In a batch of one prompt plus requests with one token each, tokens = sequences +
/// longest - 1. If all sequences are whole prompts, there are as many keys as queries; additional keys are
/// attributed to generating requests.
constexpr inference_phase phase_of_sequences(double tokens, double sequences, double longest, double longest_keys,
                                             double keys = missing<double>) {
  if (!known(tokens)) return inference_phase::unlabelled;
  if (longest == 1 || tokens == sequences) return inference_phase::decode;
  if (sequences == 1) return inference_phase::prefill;
  if (!known(sequences) || !known(longest)) return inference_phase::unlabelled;
  const bool cached = known(keys) ? keys > tokens : longest_keys > longest;
  return cached || tokens == longest + sequences - 1 ? inference_phase::mixed : inference_phase::prefill;
}

constexpr double or_zero_tokens(double n) { return known(n) ? n : 0; }

/// What a call of attention shows: a phase, or only the number of tokens.
struct attention_evidence {
  inference_phase phase = inference_phase::unlabelled;
  double tokens = 0;  ///< of all sequences together, if the phase is undecided
};

/// Which extent of four-dimensional queries is the tokens of a sequence: flash attention and its kin keep them before
/// the heads, PyTorch's scaled_dot_product_attention behind.
constexpr int tokens_of_queries(std::string_view lower) {
  using torch_detail::has_any;
  const bool before = has_any(lower, {"flash", "xformers", "efficient_attention", "kvcache", "masked_multihead"});
  return before && !has_any(lower, {"scaled_dot_product"}) ? 1 : 2;
}

/// The phase that the words of an attention op or kernel say.
constexpr inference_phase phase_of_attention_words(std::string_view lower) {
  using torch_detail::has_any;
  if (has_any(lower, {"prefill", "extend", "context"})) return inference_phase::prefill;
  return has_any(lower, {"paged_attention", "pagedattention", "decode"}) ? inference_phase::decode
                                                                         : inference_phase::unlabelled;
}
/// That of a kernel of attention, which also has words of its own: TensorRT-LLM's `SwapsAbForGen`, aiter's `mla_dec`.
constexpr inference_phase phase_of_attention_kernel(std::string_view lower) {
  const inference_phase said = phase_of_attention_words(lower);
  const bool generates = torch_detail::has_any(lower, {"forgen", "masked_multihead", "mla_dec"});
  return said == inference_phase::unlabelled && generates ? inference_phase::decode : said;
}

/// No evidence for ops other than attention. `lower` is the name in lower case; `queries` is the number of tokens of a
/// sequence by the op's model, where there is one; `told` says that the op's model or its kernels are attention, which
/// its name need not say.
constexpr attention_evidence evidence_of_attention(const torch_call& c, std::string_view lower, double threshold,
                                                   double queries = missing<double>, bool told = false) {
  using torch_detail::has_any;
  for (const phase_attention_row& r : phase_attention_rows)
    if (c.name == r.name) {
      if (const torch_shape batch = c.shape(r.q); batch.rank() == 4 && !c.tensor(r.offsets))
        return {phase_by_rows(known(queries) ? queries : batch[1], threshold)};
      return {phase_of_sequences(c.extent(r.q, 0), c.extent(r.offsets, 0) - 1, c.number(r.longest),
                                 c.number(r.longest_keys),
                                 r.keys < 0 ? missing<double> : c.extent(r.keys, 0) - r.spare),
              or_zero_tokens(c.extent(r.q, 0))};
    }
  const torch_shape q = c.shape(0);
  // written out as products, attention is known by its softmax: over batch, heads, queries and keys
  if (c.name == "aten::_softmax" || c.name == "aten::_safe_softmax")
    return q.rank() == 4 ? attention_evidence{phase_by_rows(q[2], threshold)} : attention_evidence{};
  const bool over_cache = has_any(lower, {"fwd_kvcache"});  // FlashAttention's and FlashMLA's
  if (has_any(lower, {"backward", "rotary", "rope"}) || (!over_cache && has_any(lower, {"cache_"}))) return {};
  const bool named = over_cache || has_any(lower, {"attention", "attn", "sdpa", "mha_", "fmha", "mla_", "pa_decode"});
  if (!named && (!told || has_any(lower, {"cache"}))) return {};  // what writes the cache has the cache in front
  if (const inference_phase said = phase_of_attention_words(lower); said != inference_phase::unlabelled) return {said};
  if (q.rank() == 4 && !known(queries) && !named) return {};  // the order of the extents is not known
  if (q.rank() == 4) return {phase_by_rows(known(queries) ? queries : q[tokens_of_queries(lower)], threshold)};
  // [tokens, heads, head] or [tokens, hidden]
  const bool of_tokens = q.rank() == 3 || q.rank() == 2;
  return of_tokens ? attention_evidence{inference_phase::unlabelled, or_zero_tokens(q[0])} : attention_evidence{};
}

/// The combined evidence of the launches of a step.
struct step_evidence {
  bool prefill = false, decode = false, mixed = false;  ///< phases seen in calls of attention
  double tokens = 0;                                    ///< tokens in calls of attention that show no phase
  bool graph = false;                                   ///< a captured graph ran
  bool bare = false;                                    ///< kernels of attention ran that no op launched, and some
  bool bare_prefill = false, bare_decode = false;       ///< of them say a phase
  double rows = 0, last_rows = 0;                       ///< rows in matrix products: maximum, and last
  double columns = 0;                                   ///< of the widest matrix product
  bool last_is_widest = false;                          ///< wider than all before: it computes logits

  constexpr void add(const attention_evidence& e) {
    prefill |= e.phase == inference_phase::prefill, decode |= e.phase == inference_phase::decode;
    mixed |= e.phase == inference_phase::mixed;
    if (e.phase == inference_phase::unlabelled) tokens = std::max(tokens, e.tokens);
  }
  /// A kernel of attention that no op launched.
  constexpr void add_bare(inference_phase said) {
    bare = true;
    bare_prefill |= said == inference_phase::prefill, bare_decode |= said == inference_phase::decode;
  }
  /// A matrix product with `m` rows and `n` columns.
  constexpr void add_product(double m, double n = 0) {
    if (!(m > 0)) return;
    rows = std::max(rows, m), last_rows = m;
    last_is_widest = columns > 0 && n > columns;
    if (n > columns) columns = n;
  }
  /// Whether attention was seen.
  constexpr bool attends() const { return prefill || decode || mixed || tokens > 0 || bare; }
  constexpr bool any() const {
    return prefill || decode || mixed || tokens > 0 || bare_prefill || bare_decode || graph || rows > 0;
  }
  /// Calls of attention decide; then what kernels of attention without an op say; otherwise a graph means decode, since
  /// engines capture only whole decode steps; otherwise the matrix sizes decide.
  constexpr inference_phase phase(double threshold) const {
    if (mixed || (prefill && decode)) return inference_phase::mixed;
    if (prefill || decode) return prefill ? inference_phase::prefill : inference_phase::decode;
    if (tokens > 0) return phase_of_tokens(tokens, last_rows, threshold);
    if (bare_prefill && bare_decode) return inference_phase::mixed;
    if (bare_decode) return inference_phase::decode;
    const double logits = last_is_widest ? last_rows : 0;
    // FlashInfer generates with its kernels of prefill, too: there each token has a row of logits
    if (bare_prefill) return logits > 0 && logits == rows ? inference_phase::decode : inference_phase::prefill;
    if (graph) return inference_phase::decode;
    return rows > 0 ? phase_of_tokens(rows, logits, threshold) : inference_phase::unlabelled;
  }

 private:
  /// Logits have one row per sequence. Several sequences with more tokens than that are taken as a mixed step, the
  /// usual kind under continuous batching.
  static constexpr inference_phase phase_of_tokens(double tokens, double logits, double threshold) {
    if (logits <= 0 || logits > tokens) return phase_by_rows(tokens, threshold);
    if (logits == tokens) return inference_phase::decode;
    return logits == 1 ? inference_phase::prefill : inference_phase::mixed;
  }
};

namespace torch_detail {

/// Classifies launches for the division into steps; results are cached per distinct call.
class step_judge {
 public:
  step_judge(const torch_profile& run, double threshold)
      : run_(run), costs_(run.tree(), {.models = run.extension().models}), threshold_(threshold),
        is_input_(run.trace()), looks_up_(run), attends_(run), is_graph_(run.trace().texts, launches_graph),
        says_prefill_(run.trace().texts, kernel_says<inference_phase::prefill>),
        says_decode_(run.trace().texts, kernel_says<inference_phase::decode>) {}

  bool begins_step(std::uint32_t launch) {
    const torch_launch& l = run_.launches().rows[launch];
    return looks_up_(l) || (l.first != l.last && is_input_(run_.event(run_.launches().work[l.first])));
  }
  /// Whether a captured graph is a model with its attention, unlike the pieces that an engine captures between calls
  /// of attention.
  bool launches_model(std::uint32_t launch) {
    const torch_launch& l = run_.launches().rows[launch];
    return is_graph_(run_.event(l.event).name) && attends_(l);
  }
  void judge(std::uint32_t launch, step_evidence& out) {
    const torch_launch& l = run_.launches().rows[launch];
    const std::uint32_t event = l.event;
    const torch_event& e = run_.event(event);
    if (is_graph_(e.name)) {
      out.graph = true;
    } else if (e.category != kineto_category::cpu_op) {
      for (const std::uint32_t work : run_.launches().work_of(l))
        if (const symbol kernel = run_.event(work).name; attends_(kernel))
          out.add_bare(says_prefill_(kernel)  ? inference_phase::prefill
                       : says_decode_(kernel) ? inference_phase::decode
                                              : inference_phase::unlabelled);
    }
    if (e.category != kineto_category::cpu_op) return;
    const op_arguments* const recorded = run_.trace().op(e);
    const op_arguments op = recorded == nullptr ? op_arguments{} : *recorded;
    const call_key key{e.name, op.input_dims, op.concrete_inputs, attends_(l) ? 1u : 0u};
    const auto [at, is_new] = attention_.try_emplace(key, attention_evidence{});
    if (is_new) {
      torch_call c;
      c.name = run_.trace().text(e.name), c.dims = run_.trace().text(op.input_dims);
      c.concrete = run_.trace().text(op.concrete_inputs);
      lower_case(c.name, lower_);
      const bool by_batch = c.shape(0).rank() == 4;
      const torch_model_entry* const model = costs_.model_of(e);
      const bool told = key.attends != 0 || (model != nullptr && (model->category.starts_with("SDPA") ||
                                                                  model->category == "InferenceAttention"));
      at->second = evidence_of_attention(c, lower_, threshold_, by_batch ? shown(event, "N_Q") : missing<double>, told);
    }
    out.add(at->second);
    add_product(event, e, out);
  }

 private:
  struct call_key {
    symbol name, dims, concrete;
    std::uint32_t attends;  ///< 1 if a kernel of the launch is attention by its name
    friend bool operator==(const call_key&, const call_key&) = default;
  };
  struct call_hash {
    std::size_t operator()(const call_key& k) const {
      char bytes[sizeof(call_key)];
      std::memcpy(bytes, &k, sizeof k);
      return hash_of({bytes, sizeof bytes});
    }
  };

  template <inference_phase Phase>
  static bool kernel_says(std::string_view kernel) {
    std::string lower;
    lower_case(kernel, lower);
    return phase_of_attention_kernel(lower) == Phase;
  }
  /// The extents of a matrix product by the op's model.
  void add_product(std::uint32_t event, const torch_event& e, step_evidence& out) {
    const torch_model_entry* const model = costs_.model_of(e);
    if (model == nullptr || !model->category.starts_with("GEMM")) return;
    const double batch = shown(event, "B"), m = shown(event, "M"), n = shown(event, "N");
    if ((!known(batch) || batch == 1) && known(m))  // a batched product is hand-written attention
      out.add_product(m, known(n) ? n : 0);
  }
  /// A number among the parameters of the op's model; missing without one.
  double shown(std::uint32_t event, std::string_view name) {
    double value = missing<double>;
    if (const torch_cost* const cost = costs_.cost_of(event))
      for (const torch_parameters::entry& p : cost->parameters.entries())
        if (p.name == name && p.value.is_number()) value = p.value.number;
    return value;
  }

  const torch_profile& run_;
  torch_costs costs_;
  double threshold_;
  input_copies is_input_;
  token_lookups looks_up_;
  attention_launches attends_;
  asked_once<bool (*)(std::string_view)> is_graph_, says_prefill_, says_decode_;
  std::string lower_{};
  std::unordered_map<call_key, attention_evidence, call_hash> attention_{};
};

}  // namespace torch_detail

/// The phase of each launch, from the step that it belongs to. On each thread a step begins with an embedding or a
/// copy to the GPU, or behind attention with a captured graph that holds attention itself. A stretch without evidence
/// belongs to the following step, or at the end to the preceding one.
inline std::vector<inference_phase> phases_by_shapes(const torch_profile& run, double threshold) {
  const torch_launches& launches = run.launches();
  std::vector<inference_phase> phases(launches.rows.size(), inference_phase::unlabelled);
  std::vector<std::uint32_t> order(launches.rows.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto place = [&](std::uint32_t i) { return run.event(launches.rows[i].event).place; };
  merge_sorted_runs(order, [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
  torch_detail::step_judge judge(run, threshold);
  std::size_t first = 0;  // first launch of the current step
  step_evidence step;
  const auto close = [&](std::size_t end) {
    inference_phase phase = step.phase(threshold);
    const bool goes_on = !step.any() && first > 0 && first < end && place(order[first - 1]) == place(order[first]);
    if (goes_on) phase = phases[order[first - 1]];
    for (; first < end; ++first) phases[order[first]] = phase;
    step = {};
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool other_thread = i != 0 && place(order[i]) != place(order[i - 1]);
    if (other_thread || (step.any() && judge.begins_step(order[i])) ||
        (step.attends() && judge.launches_model(order[i])))
      close(i);
    judge.judge(order[i], step);
  }
  close(order.size());
  return phases;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_SHAPES_HPP
