#ifndef RIDGELINE_TORCH_PHASE_STEPS_HPP
#define RIDGELINE_TORCH_PHASE_STEPS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/timeline/nested_spans.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/phase/paired_ranges.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/record/trace.hpp>

/// Ranges that say phases: a serving engine records one around each step, whose name tells what the step does.
namespace ridgeline {

namespace torch_detail {

/// The phase named by plain words: one of prefill, extend or decode among otherwise neutral words, ignoring case and
/// any bracketed suffix. Other kinds of decoding (`vae.decode`, `decode_image`) are not steps.
constexpr inference_phase phase_of_words(std::string_view name) {
  constexpr std::array<std::string_view, 3> prefill{"prefill", "prefilling", "extend"};
  constexpr std::array<std::string_view, 2> decode{"decode", "decoding"};
  constexpr std::size_t most = 64;  // longest name that can consist of such words
  if (name.size() > most) return inference_phase::unlabelled;
  name = name.substr(0, name.find_first_of("[("));
  inference_phase stated = inference_phase::unlabelled;
  bool other = false;
  each_word(name, [&](std::string_view word, bool) {
    const inference_phase is = is_word(word, prefill)  ? inference_phase::prefill
                               : is_word(word, decode) ? inference_phase::decode
                                                       : inference_phase::unlabelled;
    if (is == inference_phase::unlabelled) other |= !is_neutral_word(word);
    else other |= stated != inference_phase::unlabelled && stated != is, stated = is;
  });
  return other ? inference_phase::unlabelled : stated;
}

}  // namespace torch_detail

/// The phase of the step that a range with this name stands for; `unlabelled` for any other range.
///
///     execute_context_1(512)_generation_3(3)      vLLM: requests and their tokens; with sums in newer builds
///     execute_new_1_cached_3                      vLLM until 2025
///     step[EXTEND bs=2 toks=700], step[DECODE bs=16], step[MIXED ...], step[TARGET_VERIFY ...]    SGLang
///     [Executor] _forward_step 7: 1 ctx reqs, 512 ctx tokens, 3 gen reqs                          TensorRT-LLM
///     prefill[bs=1 tok=512], decode[bs=16 tok=16]                                                 ATOM
///     prefill, Decode step 3, forward_extend                                                      custom loops
constexpr inference_phase phase_of_range(std::string_view name) {
  switch (parse_iteration(name).phase) {
    case step_phase::prefill_only: return inference_phase::prefill;
    case step_phase::decode_only: return inference_phase::decode;
    case step_phase::prefilldecode: return inference_phase::mixed;
    case step_phase::idle: break;
  }
  return torch_detail::phase_of_words(name);
}

/// Whether a range is named just `decode`, a name that autoencoders use too: it is a step only if other ranges say
/// prefill.
constexpr bool says_decode_only(std::string_view name) {
  if (parse_iteration(name).phase != step_phase::idle) return false;
  name = name.substr(0, name.find_first_of("[("));
  return torch_detail::phase_of_words(name) == inference_phase::decode &&
         name.find_first_not_of("DECODINGdecoding0123456789") == std::string_view::npos;
}

/// Whether a range is a step of a serving engine that is neither prefill nor decode, `step[IDLE bs=0]` or
/// `execute_context_0(0)_generation_0(0)`: what it launches belongs to no phase.
constexpr bool is_step_without_phase(std::string_view name) {
  return phase_of_range(name) == inference_phase::unlabelled && parse_iteration(name);
}

/// Whether a range is named like a step of a serving engine, but of a kind that is not known: what it launches has no
/// phase by ranges.
constexpr bool is_step_of_unknown_kind(std::string_view name) {
  return torch_detail::is_named_as_sglang_step(name) && !parse_iteration(name);
}

/// What a step's range leaves to the launches behind it. vLLM's and TensorRT-LLM's ranges begin before the copies of
/// the step's inputs, so all up to the next range is the step's; SGLang's and ATOM's hold only the model, so a copy
/// begins the next step; behind a range of plain words a model may also run without a range of its own.
enum class step_extent : unsigned char { with_inputs, model, words };

constexpr step_extent extent_of_range(std::string_view name) {
  using enum torch_iteration::format;
  switch (parse_iteration(name).is) {
    case vllm: case vllm_native: case vllm_old: case trtllm: return step_extent::with_inputs;
    case none: return torch_detail::is_named_as_sglang_step(name) ? step_extent::model : step_extent::words;
    default: return step_extent::model;
  }
}

/// The step around a launch. One that is `idle` is known to be of no phase; any other without a phase may be of one.
struct step_around {
  inference_phase phase = inference_phase::unlabelled;
  bool idle = false;
  step_extent extent = step_extent::model;
  std::uint32_t number = missing<std::uint32_t>;  ///< of the range; each has another one
};

/// Ranges of one kind that mark steps. A range of plain words, or of a draft model, that lies in an engine's, or holds
/// one, marks none: the engine says what the step is, and such words have other meanings, too.
class step_ranges {
 public:
  /// Numbers begin with `first`.
  step_ranges(const torch_trace& trace, kineto_category kind, std::uint32_t first = 0)
      : first_(first), has_(trace.places.size(), 0) {
    std::vector<named_step> known_names(trace.texts.bound(), {.is_asked = false});
    bool stated = false;
    const paired_ranges pairs(trace, kind);
    const bool drafts = asked_once(trace.texts, torch_detail::is_named_as_sglang_step).of_any();
    std::vector<span> of_engine, of_words;
    for (const torch_event& e : trace.events) {
      if (e.category != kind || !e.is_complete()) continue;
      named_step& step = known_names[index_of(e.name)];
      if (!step.is_asked) step = step_named(trace.name(e), drafts, pairs(e.name));
      stated = stated || (step.phase != inference_phase::unlabelled && !step.needs_others);
      if (!step.is_one) continue;
      (step.is_of_words ? of_words : of_engine).push_back({e.place, e.start.base(), e.end().base(), size()});
      steps_.push_back({step.phase, step.is_idle, step.extent, first_ + size()});
    }
    if (!stated) of_engine.clear(), of_words.clear(), steps_.clear();
    only_words_ = of_engine.empty();
    add(of_engine, of_words);
  }
  bool empty() const { return steps_.empty(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(steps_.size()); }
  /// Whether no range is one of a serving engine.
  bool only_words() const { return only_words_; }
  /// Whether a thread or stream has such ranges.
  bool has(std::uint32_t place) const { return has_[place] != 0; }

  /// The range around the start of an event, on its thread or stream or on another one; its phase is `unlabelled` in a
  /// step without one. Nothing outside of ranges.
  std::optional<step_around> around(const torch_event& e) const { return around(e, e.place); }
  std::optional<step_around> around(const torch_event& e, std::uint32_t place) const {
    if (!known(e.start)) return std::nullopt;
    std::uint32_t at = of_engine_.innermost(place, e.start.base());
    if (!known(at)) at = of_words_.innermost(place, e.start.base());
    if (!known(at)) return std::nullopt;
    return steps_[at];
  }

 private:
  using span = nested_spans<std::int64_t>::span;

  /// What a range's name says of the step around it.
  struct named_step {
    inference_phase phase = inference_phase::unlabelled;
    step_extent extent = step_extent::model;
    bool is_one = false;        ///< it marks a step
    bool is_idle = false;       ///< which is known to be of no phase
    bool needs_others = false;  ///< it marks none in a trace without other steps that have a phase
    bool is_of_words = false;   ///< it marks none in or around a step of an engine
    bool is_asked = true;
  };
  static named_step step_named(std::string_view name, bool drafts, inference_phase as_one_of_a_pair) {
    using enum inference_phase;
    named_step step;
    if (drafts && torch_detail::is_draft_range(name)) {
      step.phase = decode, step.is_one = step.needs_others = step.is_of_words = true;
      return step;
    }
    step.extent = extent_of_range(name), step.is_of_words = step.extent == step_extent::words;
    if (says_decode_only(name)) {
      step.phase = decode, step.is_one = step.needs_others = true;
    } else if (is_step_without_phase(name)) {
      step.is_one = step.is_idle = true;
    } else if (is_step_of_unknown_kind(name)) {
      step.is_one = true;
    } else {
      step.phase = as_one_of_a_pair != unlabelled ? as_one_of_a_pair : phase_of_range(name);
      step.is_one = step.phase != unlabelled;
    }
    return step;
  }

  void add(std::vector<span>& of_engine, std::vector<span>& of_words) {
    const auto note = [&](const std::vector<span>& spans) {
      for (const span& s : spans)
        if (known(s.place)) has_[s.place] = 1;
    };
    note(of_engine);
    of_engine_ = nested_spans<std::int64_t>(std::move(of_engine));
    std::erase_if(of_words, [&](const span& s) { return of_engine_.any_in(s.place, s.begin, s.end); });
    note(of_words);
    of_words_ = nested_spans<std::int64_t>(std::move(of_words));
  }

  std::uint32_t first_;
  std::vector<std::uint8_t> has_;  // by place
  std::vector<step_around> steps_{};
  nested_spans<std::int64_t> of_engine_{{}}, of_words_{{}};
  bool only_words_ = true;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_STEPS_HPP
