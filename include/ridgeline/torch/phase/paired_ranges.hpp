#ifndef RIDGELINE_TORCH_PHASE_PAIRED_RANGES_HPP
#define RIDGELINE_TORCH_PHASE_PAIRED_RANGES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

namespace torch_detail {

/// A range's name without the one word of it that says a phase, and that phase: `causal_lm.`, prefill. Without what is
/// in brackets, and words with digits (`bs4`), which change from step to step. `unlabelled` if no word says a phase, if
/// two do, or if the name is that of attention, which is a part of each layer.
struct named_half {
  inference_phase phase = inference_phase::unlabelled;
  std::string beside{};
};
inline named_half half_of(std::string_view name) {
  constexpr std::array<std::string_view, 5> prompts{"prefill", "prefilling", "prompt", "context", "extend"};
  constexpr std::array<std::string_view, 5> tokens{"decode", "decoding", "generate", "generation", "generating"};
  constexpr std::array<std::string_view, 5> of_layers{"attn", "attention", "mha", "mla", "fmha"};
  constexpr std::size_t longest = 128;
  constexpr auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  constexpr auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_one_of = [](std::string_view word, const auto& words) {
    for (const std::string_view w : words)
      if (core_detail::same_letters(word, w)) return true;
    return false;
  };
  named_half half;
  if (name.size() > longest) return {};
  int depth = 0;
  for (std::size_t at = 0; at < name.size();) {
    const char c = name[at];
    depth += c == '[' || c == '(' ? 1 : 0;
    if (depth > 0 || !(is_letter(c) || is_digit(c))) {
      depth -= (c == ']' || c == ')') && depth > 0 ? 1 : 0;
      ++at;
      continue;
    }
    std::size_t end = at;
    bool digits = false;
    for (; end < name.size() && (is_letter(name[end]) || is_digit(name[end])); ++end) digits |= is_digit(name[end]);
    const std::string_view word = name.substr(at, end - at);
    at = end;
    if (digits) continue;
    if (is_one_of(word, of_layers)) return {};
    const bool reads = is_one_of(word, prompts), generates = is_one_of(word, tokens);
    if (!reads && !generates) {
      half.beside += core_detail::lower_case(std::string(word)) + '.';
      continue;
    }
    if (half.phase != inference_phase::unlabelled) return {};
    half.phase = reads ? inference_phase::prefill : inference_phase::decode;
    half.beside += "*.";
  }
  return half;
}

}  // namespace torch_detail

/// Ranges of loops of one's own whose names differ only in the word that says the phase, `causal_lm.prefill` and
/// `causal_lm.decode`: each says what the other does not do, so together they are steps, whatever the other words are.
/// Alone, such a name may mean anything (`vae.decode`).
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
