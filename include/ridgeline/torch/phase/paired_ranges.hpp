#ifndef RIDGELINE_TORCH_PHASE_PAIRED_RANGES_HPP
#define RIDGELINE_TORCH_PHASE_PAIRED_RANGES_HPP

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/phase/text.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

namespace torch_detail {

template <std::size_t N>
constexpr bool is_word(std::string_view word, const std::array<std::string_view, N>& words) {
  for (const std::string_view w : words)
    if (core_detail::same_letters(word, w)) return true;
  return false;
}
/// Words beside those that say a phase which leave what these say as it is.
constexpr bool is_neutral_word(std::string_view word) {
  constexpr std::array<std::string_view, 34> neutral{
      "step", "forward", "run", "model", "batch", "phase", "stage", "token", "tokens", "iter", "iteration",
      "incremental", "llm", "one", "first", "next", "n", "loop", "cuda", "graph", "cudagraph", "pass", "chunk",
      "chunked", "processing", "autoregressive", "tok", "toks", "req", "reqs", "request", "bs", "len", "seq"};
  return is_word(word, neutral);
}
using core_detail::is_capital, core_detail::is_letter;
/// Calls `each(word, is_numbered)` for the words of a range's name, also those that only capitals divide
/// (`PrefillStep`); without what is in brackets. A numbered one has a digit before or behind it (`bs4`, `bs=4`).
template <class Each>
constexpr void each_word(std::string_view name, Each each) {
  int depth = 0;
  for (std::size_t at = 0; at < name.size();) {
    const char c = name[at];
    depth += c == '[' || c == '(' ? 1 : 0;
    if (depth > 0 || !is_letter(c)) {
      depth -= (c == ']' || c == ')') && depth > 0 ? 1 : 0;
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    for (; end < name.size() && is_letter(name[end]); ++end)
      if (is_capital(name[end]) && (!is_capital(name[end - 1]) || (end + 1 < name.size() && is_letter(name[end + 1]) &&
                                                                    !is_capital(name[end + 1]))))
        break;
    std::size_t after = end;
    while (after < name.size() && (name[after] == '=' || name[after] == ':')) ++after;
    const bool digit_after = after < name.size() && is_digit(name[after]);
    each(name.substr(at, end - at), digit_after || (at > 0 && is_digit(name[at - 1])));
    at = end;
  }
}

/// A range's name without the word of it that says a phase, and that phase: `causal_lm.`, prefill. Neutral words and
/// numbered ones, which change from step to step, are left out, too. Where several words may say a phase, one without
/// another meaning does. `unlabelled` if none does, if two do, or if the name is that of attention, which is a part of
/// each layer.
struct named_half {
  inference_phase phase = inference_phase::unlabelled;
  std::string beside{};
};
inline named_half half_of(std::string_view name) {
  using words = std::array<std::string_view, 4>;
  constexpr std::array<std::array<words, 2>, 3> pairs{  // by prompts and by tokens; the first without other meanings
      std::array{words{"prefill", "prefilling", "extend"}, words{"decode", "decoding"}},
      std::array{words{"prompt", "context", "ctx"}, words{"generate", "generation", "generating", "gen"}},
      std::array{words{"first"}, words{"next"}}};  // of tokens
  constexpr std::array<std::string_view, 5> of_layers{"attn", "attention", "mha", "mla", "fmha"};
  constexpr std::size_t longest = 128;
  if (name.size() > longest) return {};
  std::array<std::array<int, 2>, 3> found{};
  bool tokens = false, layer = false;
  each_word(name, [&](std::string_view word, bool) {
    layer |= is_word(word, of_layers), tokens |= is_word(word, std::array<std::string_view, 2>{"token", "tokens"});
    for (std::size_t level = 0; level < pairs.size(); ++level)
      for (std::size_t half = 0; half < 2; ++half) found[level][half] += is_word(word, pairs[level][half]) ? 1 : 0;
  });
  std::size_t level = 0;
  while (level < pairs.size() && found[level][0] + found[level][1] == 0) ++level;
  if (layer || level == pairs.size() || found[level][0] + found[level][1] != 1 || (level == 2 && !tokens)) return {};
  named_half half{found[level][0] == 1 ? inference_phase::prefill : inference_phase::decode, {}};
  each_word(name, [&](std::string_view word, bool is_numbered) {
    const bool says = is_word(word, pairs[level][0]) || is_word(word, pairs[level][1]);
    if (says || is_numbered || is_neutral_word(word)) return;
    half.beside += core_detail::lower_case(std::string(word)) + '.';
  });
  return half;
}

}  // namespace torch_detail

/// Ranges of loops of one's own whose names differ only in the word that says the phase, `causal_lm.prefill` and
/// `causal_lm.decode`: each says what the other does not do, so together they are steps, whatever the other words are;
/// neutral ones need not be equal (`chunked_prefill`, `decode`). Alone, such a name may mean anything (`vae.decode`).
class paired_ranges {
 public:
  paired_ranges(const torch_trace& trace, kineto_category kind) {
    std::vector<bool> seen(trace.texts.bound());
    std::map<std::string, std::array<std::vector<symbol>, 2>> halves;  // prompts, tokens
    for (const torch_event& e : trace.events) {
      if (e.category != kind || e.phase != chrome_phase::complete || seen[index_of(e.name)]) continue;
      seen[index_of(e.name)] = true;
      const std::string_view name = trace.name(e);
      if (parse_iteration(name) || torch_detail::is_named_as_sglang_step(name)) continue;
      const torch_detail::named_half half = torch_detail::half_of(name);
      if (half.phase != inference_phase::unlabelled)
        halves[half.beside][half.phase == inference_phase::prefill ? 0 : 1].push_back(e.name);
    }
    phases_.assign(trace.texts.bound(), inference_phase::unlabelled);
    for (const auto& [beside, names] : halves) {
      if (names[0].empty() || names[1].empty()) continue;
      for (const symbol n : names[0]) phases_[index_of(n)] = inference_phase::prefill;
      for (const symbol n : names[1]) phases_[index_of(n)] = inference_phase::decode;
    }
  }
  /// The phase that a name says as one of a pair.
  inference_phase operator()(symbol name) const { return phases_[index_of(name)]; }

 private:
  std::vector<inference_phase> phases_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_PAIRED_RANGES_HPP
