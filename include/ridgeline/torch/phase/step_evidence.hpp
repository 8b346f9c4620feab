#ifndef RIDGELINE_TORCH_PHASE_STEP_EVIDENCE_HPP
#define RIDGELINE_TORCH_PHASE_STEP_EVIDENCE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/phase/rules.hpp>

/// What calls of attention, matrix products and graphs show of the phase of the step they belong to.
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
    phase_attention_row{"aiter::fmha_v3_varlen_fwd", 3, 5, 6},
    phase_attention_row{"aiter::wrapper_fmha_v3_varlen_fwd", 4, 6, 7, -1, 0, 1},
    phase_attention_row{"aiter::mha_batch_prefill", 3, 6, 7, 5, 256},  // SGLang adds 256
};

/// The phase of a batch of sequences: `tokens` query tokens in `sequences` sequences, the longest of which has
/// `longest`, and `keys` in total. In a batch of one prompt plus requests with one token each, tokens = sequences +
/// longest - 1. If all sequences are whole prompts, there are as many keys as queries; additional keys are
/// attributed to generating requests. Sequences with as many queries each are prompts or, up to `threshold` of them
/// over more keys, drafts to be verified.
constexpr inference_phase phase_of_sequences(double tokens, double sequences, double longest, double longest_keys,
                                             double keys = missing<double>, double threshold = 0) {
  if (!known(tokens)) return inference_phase::unlabelled;
  if (longest == 1 || tokens == sequences) return inference_phase::decode;
  const bool cached = known(keys) ? keys > tokens : longest_keys > longest;
  if (tokens == sequences * longest)
    return cached && longest <= threshold ? inference_phase::decode : inference_phase::prefill;
  if (sequences == 1) return inference_phase::prefill;
  if (!known(sequences) || !known(longest)) return inference_phase::unlabelled;
  return cached || tokens == longest + sequences - 1 ? inference_phase::mixed : inference_phase::prefill;
}

/// What a call of attention shows: a phase, or only the number of tokens, or nothing but that it is attention.
struct attention_evidence {
  inference_phase phase = inference_phase::unlabelled;
  double tokens = 0;      ///< of all sequences together, where known
  bool by_words = false;  ///< the op's name says the phase, not its arguments
  bool drafts = false;    ///< these may be drafts: few or as many of each sequence, but not one, and no whole prompts
  double sequences = 0;   ///< how many have these tokens, if a row of logits for each tells a prompt
  bool whole = false;     ///< these are all the keys that there are: whole prompts
  bool attends = true;
};
inline constexpr attention_evidence no_attention{.attends = false};

/// Which extent of four-dimensional queries is the tokens of a sequence: flash attention and its kin keep them before
/// the heads, PyTorch's scaled_dot_product_attention behind.
constexpr int tokens_of_queries(std::string_view lower) {
  using core_detail::has_any;
  const bool before = has_any(lower, {"flash", "xformers", "efficient_attention", "kvcache", "masked_multihead"});
  return before && !has_any(lower, {"scaled_dot_product"}) ? 1 : 2;
}

/// The phase that the words of an attention op or kernel say.
constexpr inference_phase phase_of_attention_words(std::string_view lower) {
  using core_detail::has_any;
  if (has_any(lower, {"prefill", "extend", "context"})) return inference_phase::prefill;
  return has_any(lower, {"paged_attention", "pagedattention", "decode", "xqa"}) ? inference_phase::decode
                                                                                : inference_phase::unlabelled;
}
/// What kernels of attention say by their names.
struct attention_words {
  bool prefill = false, decode = false;
  bool paged_prefill = false;  ///< of FlashInfer and its kin, which generate with it, too

  constexpr void add(const attention_words& more) {
    prefill |= more.prefill, decode |= more.decode, paged_prefill |= more.paged_prefill;
  }
  friend constexpr bool operator==(const attention_words&, const attention_words&) = default;
};
/// Kernels also have words of their own: TensorRT-LLM's `SwapsAbForGen`, aiter's `mla_dec`.
constexpr attention_words words_of_attention_kernel(std::string_view lower) {
  using core_detail::has_any;
  if (has_any(lower, {"prefillwithpaged"})) return {.paged_prefill = true};
  const inference_phase by_words = phase_of_attention_words(lower);
  const bool generates = has_any(lower, {"forgen", "masked_multihead", "mla_dec"});
  return {.prefill = by_words == inference_phase::prefill,
          .decode = by_words == inference_phase::decode || (by_words == inference_phase::unlabelled && generates)};
}

/// No evidence for ops other than attention. `lower` is the name in lower case; `queries` and `keys` are the tokens of
/// a sequence by the op's model, where there is one; `named_by_op` says that the op's model or its kernels are
/// attention, which its name need not say.
constexpr attention_evidence evidence_of_attention(const torch_call& c, std::string_view lower, double threshold,
                                                   double queries = missing<double>, double keys = missing<double>,
                                                   bool named_by_op = false) {
  using core_detail::has_any, torch_detail::or_zero;
  const auto of_batch = [&](double per_sequence, double keys_of_each) {
    using enum inference_phase;
    const bool several = per_sequence > 1, whole = several && keys_of_each == per_sequence;
    const inference_phase phase = whole ? prefill : phase_by_rows(per_sequence, threshold);
    return attention_evidence{.phase = phase, .tokens = or_zero(c.extent(0, 0) * per_sequence),
                              .drafts = several && phase == decode, .sequences = or_zero(c.extent(0, 0)),
                              .whole = whole};
  };
  // by the op's model, else by the shapes: which extent is the tokens of a sequence
  const auto of_shapes = [&](const torch_shape& q, int tokens) {
    const torch_shape k = c.shape(1);
    const double own = k.rank() == 4 && k[0] == q[0] ? k[tokens] : missing<double>;
    return known(queries) ? of_batch(queries, keys) : of_batch(q[tokens], own);
  };
  for (const phase_attention_row& r : phase_attention_rows)
    if (c.name == r.name) {
      if (const torch_shape batch = c.shape(r.q); batch.rank() == 4 && !c.tensor(r.offsets)) return of_shapes(batch, 1);
      const double tokens = c.extent(r.q, 0), sequences = c.extent(r.offsets, 0) - 1, longest = c.number(r.longest);
      const double all_keys = r.keys < 0 ? missing<double> : c.extent(r.keys, 0) - r.spare;
      const double longest_keys = c.number(r.longest_keys);
      const bool few = longest <= threshold || tokens == sequences * longest;
      return {.phase = phase_of_sequences(tokens, sequences, longest, longest_keys, all_keys, threshold),
              .tokens = or_zero(tokens), .drafts = few && tokens > sequences && !(longest_keys <= longest),
              .sequences = sequences == 1 ? 1.0 : 0,  // a draft model also reads what was verified, with a row for each
              .whole = longest > 1 && longest_keys <= longest && tokens == sequences * longest};
    }
  const torch_shape q = c.shape(0);
  // written out as products, attention is known by its softmax: over batch, heads, queries and keys
  if (c.name == "aten::_softmax" || c.name == "aten::_safe_softmax")
    return q.rank() == 4 ? of_batch(q[2], q[3]) : no_attention;
  const bool over_cache = has_any(lower, {"fwd_kvcache"});  // FlashAttention's and FlashMLA's
  if (has_any(lower, {"backward", "rotary", "rope", "metadata"})) return no_attention;
  if (!over_cache && has_any(lower, {"cache_"})) return no_attention;
  const bool named = over_cache || has_any(lower, {"attention", "attn", "sdpa", "mha_", "fmha", "mla_", "pa_decode",
                                                   "prefillwith", "decodewith"});
  if (!named && (!named_by_op || has_any(lower, {"cache"}))) return no_attention;  // writers begin with it
  if (const inference_phase by_words = phase_of_attention_words(lower); by_words != inference_phase::unlabelled)
    return {by_words, q.rank() > 1 ? or_zero(q[0]) : 0, true};
  if (q.rank() == 4 && !known(queries) && !named) return {};  // the order of the extents is not known
  if (q.rank() == 4) return of_shapes(q, tokens_of_queries(lower));
  // [tokens, heads, head] or [tokens, hidden]
  const bool of_tokens = q.rank() == 3 || q.rank() == 2;
  return of_tokens ? attention_evidence{inference_phase::unlabelled, or_zero(q[0])} : attention_evidence{};
}

/// A product of matrices: the rows and columns of its result, and the extent that is summed.
struct matrix_product {
  double m = 0, n = 0, k = 0;
  /// Whether it reads the result of another one, as it is or, behind a gate, half as wide.
  constexpr bool reads(const matrix_product& before) const { return k > 0 && (k == before.n || 2 * k == before.n); }
};

/// The products of a step, in order. Logits are the last product, of a width that no product before the last call of
/// attention has: what a layer computes stands in the layers before it, too. With a single layer, or without attention,
/// they must be the widest as well.
class step_products {
 public:
  void add(const matrix_product& p) {
    if (!(p.m > 0)) return;
    other_rows_ = rows_, rows_ = std::max(rows_, p.m), last_rows_ = p.m;
    last_is_widest_ = p.n > 0 && p.n >= columns_, last_is_wider_ = columns_ > 0 && p.n > columns_;
    columns_ = std::max(columns_, p.n);
    last_ = place_of(p.n), in_layer_ = false;
  }
  void add_attention() {
    ++calls_, layers_ += in_layer_ ? 0 : 1;
    before_ = widths_.size(), in_layer_ = true;
  }
  /// What follows in the same step.
  void add(const step_products& next) {
    for (std::size_t i = 0; i < next.widths_.size(); ++i) {
      if (i == next.before_ && next.calls_ > 0) before_ = widths_.size();
      place_of(next.widths_[i]);
    }
    if (next.before_ == next.widths_.size() && next.calls_ > 0) before_ = widths_.size();
    calls_ += next.calls_, layers_ += next.layers_, in_layer_ = next.in_layer_;
    if (next.rows_ == 0) return;
    last_is_widest_ = next.last_is_widest_ && next.columns_ >= columns_;
    last_is_wider_ = next.last_is_wider_ && next.columns_ > columns_;
    other_rows_ = std::max(rows_, next.other_rows_);
    rows_ = std::max(rows_, next.rows_), last_rows_ = next.last_rows_, columns_ = std::max(columns_, next.columns_);
    last_ = place_of(next.widths_[next.last_]);
  }
  double rows() const { return rows_; }         ///< most rows of a product
  std::size_t calls() const { return calls_; }  ///< of attention
  /// The rows of the logits, one per sequence; 0 if the step has none that are known.
  double logits() const {
    if (last_ < before_ || rows_ == 0) return 0;
    return (layers_ == 0 ? last_is_wider_ : layers_ > 1 || last_is_widest_) ? last_rows_ : 0;
  }
  /// Whether the last product is surely logits: behind several layers, and the widest.
  bool end() const { return layers_ > 1 && last_is_widest_ && last_ >= before_; }
  /// The rows of products other than the logits; 0 if none are known.
  double tokens() const { return logits() > 0 ? other_rows_ : rows_; }

 private:
  /// A model has a handful of widths. What has hundreds is none, and is not looked through for each product.
  std::size_t place_of(double width) {
    constexpr std::size_t most = 256;
    const auto at = std::find(widths_.begin(), widths_.end(), width);
    if (at != widths_.end()) return static_cast<std::size_t>(at - widths_.begin());
    if (widths_.size() < most) widths_.push_back(width);
    return widths_.size() - 1;
  }

  double rows_ = 0, last_rows_ = 0, other_rows_ = 0, columns_ = 0;
  bool last_is_widest_ = false, last_is_wider_ = false;
  std::vector<double> widths_{};        ///< distinct ones, as they come
  std::size_t last_ = 0;                ///< which width the last product has
  std::size_t calls_ = 0, before_ = 0;  ///< calls of attention; widths before the last one
  std::size_t layers_ = 0;              ///< calls of attention with a product between them
  bool in_layer_ = false;               ///< attention was last, no product behind it
};

/// What one launch shows.
struct launch_evidence {
  attention_evidence attention = no_attention;
  attention_words words{};  ///< of its kernels of attention
  bool graph = false;       ///< it is a captured graph
  bool model = false;       ///< which holds attention: a whole model
  matrix_product product{};
};

/// What a run shows of its engine.
struct run_signs {
  bool graphs = false, models = false;  ///< captured graphs; of whole models, which decode
  bool decode_words = false;            ///< kernels of attention say decode
  std::size_t calls = 0;                ///< most calls of attention in a step
};

/// The combined evidence of the launches of a step.
class step_evidence {
 public:
  void add(const launch_evidence& e) {
    if (e.graph) {
      graph_ = true, model_ |= e.model;
      return;
    }
    if (e.attention.attends) {
      const inference_phase phase = e.attention.phase;
      const bool decodes = phase == inference_phase::decode;
      prefill_ |= phase == inference_phase::prefill, mixed_ |= phase == inference_phase::mixed;
      decode_ |= decodes && !e.attention.drafts, few_ |= decodes && e.attention.drafts, whole_ |= e.attention.whole;
      if (phase == inference_phase::unlabelled) tokens_ = std::max(tokens_, e.attention.tokens);
      if (e.attention.drafts) drafts_ = std::max(drafts_, e.attention.tokens), drafted_ = e.attention.sequences;
      if (decodes) {
        decoded_ = std::max(decoded_, e.attention.tokens);
        decodes_by_arguments_ |= !e.attention.by_words;
      }
      words_.add(e.words);
      pieces_ |= graph_;
      products_.add_attention();
    }
    products_.add(e.product);
  }
  /// Whether attention was called, outside of graphs.
  bool attends() const { return calls() > 0; }
  bool any() const { return attends() || graph_ || products_.rows() > 0; }
  std::size_t calls() const { return products_.calls(); }
  bool has_graph() const { return graph_; }
  /// Whether the last product ends the model.
  bool ends() const { return products_.end(); }
  /// Whether a captured graph is the whole model, not a piece between calls of attention.
  bool is_graph() const { return model_ || (graph_ && !pieces_); }

  /// Whether what follows a copy to the GPU goes on with the same model, as where each layer's weights are copied:
  /// there are no logits yet, and it is over as many tokens with the same kernels.
  bool goes_on_in(const step_evidence& next) const {
    const bool other = attends() && next.attends() && words_ != next.words_;
    const bool open = !other && !decided() && !next.decided() && !graph_ && !next.graph_;
    return open && size() > 0 && size() == next.size() && products_.logits() == 0;
  }
  /// What goes on: neither says a phase by calls.
  void add(const step_evidence& next) {
    tokens_ = std::max(tokens_, next.tokens_);
    graph_ |= next.graph_, model_ |= next.model_, pieces_ |= next.pieces_;
    words_.add(next.words_), products_.add(next.products_);
  }

  /// Calls of attention decide; then what kernels of attention say; otherwise a graph means decode, since engines
  /// capture only whole decode steps; otherwise the matrix sizes decide. Attention that shows nothing, in a run whose
  /// small steps are graphs, reads prompts, unless it is that of a draft with few layers.
  inference_phase phase(double threshold, const run_signs& run) const {
    using enum inference_phase;
    const double logits = products_.logits(), rows = products_.tokens();
    if (drafts_ > 0 && !whole_ && logits == drafts_) return decode;  // each token has logits: none is only read
    if (drafts_ > 0 && logits > 0 && logits == drafted_) return prefill;  // the rest of prompts
    const bool decodes = decode_ || (few_ && !whole_);  // few tokens of whole prompts are no drafts
    if (mixed_ || (prefill_ && decodes)) return mixed;
    if (prefill_) return prefill;
    if (decodes) {
      if (decoded_ > 0 && tokens_ > 0 && logits > 0) {
        if (decoded_ < logits && tokens_ != decoded_) return mixed;  // other sequences are in other calls
        if (decoded_ > logits && !decodes_by_arguments_)             // it skips what is longer, as vLLM's on ROCm
          return phase_of_tokens(std::max(tokens_, decoded_), logits, threshold, mixed);
      }
      return decode;
    }
    const bool says_prefill = words_.prefill || words_.paged_prefill;
    if (tokens_ > 0 && logits > 0) {
      const bool only_prompts = says_prefill && !words_.decode && run.decode_words;
      return phase_of_tokens(tokens_, logits, threshold, only_prompts ? prefill : mixed);
    }
    if (words_.decode) return says_prefill ? mixed : decode;
    // FlashInfer generates with its kernels of prefill, too: there each token has a row of logits
    if (says_prefill && logits > 0 && rows > 0) return logits >= rows ? decode : prefill;
    if (words_.prefill || (words_.paged_prefill && (run.decode_words || run.models))) return prefill;
    if (tokens_ > 0) return phase_by_rows(tokens_, threshold);
    if (is_graph() || (graph_ && !run.models)) return decode;
    if (rows > 0) return phase_of_tokens(rows, logits, threshold, mixed);
    if (logits > 0 && !pieces_) return phase_by_rows(logits, threshold);
    return attends() && run.graphs && calls() * 2 >= run.calls ? prefill : unlabelled;
  }

 private:
  bool decided() const { return prefill_ || decode_ || few_ || mixed_; }
  double size() const { return tokens_ > 0 ? tokens_ : products_.rows(); }
  /// Logits have one row per sequence. Several sequences with more tokens than that are `several`: usually a mixed
  /// step, under continuous batching.
  static constexpr inference_phase phase_of_tokens(double tokens, double logits, double threshold,
                                                   inference_phase several) {
    if (logits <= 0 || logits > tokens) return phase_by_rows(tokens, threshold);
    if (logits == tokens) return inference_phase::decode;
    return logits == 1 ? inference_phase::prefill : several;
  }

  bool prefill_ = false, decode_ = false, mixed_ = false;  ///< phases seen in calls of attention
  bool few_ = false, whole_ = false;                       ///< calls over what may be drafts; over whole prompts
  bool decodes_by_arguments_ = false;
  double tokens_ = 0, decoded_ = 0;                        ///< tokens in calls that show no phase, and decode
  bool graph_ = false, model_ = false;                     ///< captured graphs ran; one that holds attention
  bool pieces_ = false;                                    ///< attention followed a graph, outside of it
  double drafts_ = 0;                                      ///< tokens that may be drafts
  double drafted_ = 0;                                     ///< of as many sequences
  attention_words words_{};                                ///< of kernels outside of graphs
  step_products products_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_STEP_EVIDENCE_HPP
