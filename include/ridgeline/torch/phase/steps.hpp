#ifndef RIDGELINE_TORCH_PHASE_STEPS_HPP
#define RIDGELINE_TORCH_PHASE_STEPS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/timeline/nested_spans.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/run/category_table.hpp>
#include <ridgeline/torch/run/profile.hpp>

/// The method `annotations`: a serving engine records a range around each step, whose name tells what the step does.
namespace ridgeline {

namespace torch_detail {

/// The phase named by plain words: one of prefill, extend or decode among otherwise neutral words, ignoring case and
/// any bracketed suffix. Other kinds of decoding (`vae.decode`, `decode_image`) are not steps.
constexpr inference_phase phase_of_words(std::string_view name) {
  constexpr std::array<std::string_view, 3> prefill{"prefill", "prefilling", "extend"};
  constexpr std::array<std::string_view, 2> decode{"decode", "decoding"};
  constexpr std::array<std::string_view, 20> beside{"step", "forward", "run", "model", "batch", "phase", "stage",
                                                    "token", "tokens", "iter", "iteration", "incremental", "llm",
                                                    "one", "next", "n", "loop", "cuda", "graph", "cudagraph"};
  constexpr std::size_t most = 64;  // longest name that can consist of such words
  if (name.size() > most) return inference_phase::unlabelled;
  name = name.substr(0, name.find_first_of("[("));
  const auto is_letter = [](char c) {
    return core_detail::lower_letter(c) >= 'a' && core_detail::lower_letter(c) <= 'z';
  };
  inference_phase said = inference_phase::unlabelled;
  for (std::size_t at = 0; at < name.size();) {
    if (!is_letter(name[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < name.size() && is_letter(name[end])) ++end;
    const auto is_one_of = [&](std::span<const std::string_view> words) {
      const std::string_view word = name.substr(at, end - at);
      return std::any_of(words.begin(), words.end(),
                         [&](std::string_view w) { return core_detail::same_letters(word, w); });
    };
    const inference_phase is = is_one_of(prefill)  ? inference_phase::prefill
                               : is_one_of(decode) ? inference_phase::decode
                                                   : inference_phase::unlabelled;
    if (is == inference_phase::unlabelled ? !is_one_of(beside) : said != inference_phase::unlabelled && said != is)
      return inference_phase::unlabelled;
    if (is != inference_phase::unlabelled) said = is;
    at = end;
  }
  return said;
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

/// Whether a range is a step of a serving engine that is neither prefill nor decode, or of a kind that is not known:
/// `step[IDLE bs=0]`, `execute_context_0(0)_generation_0(0)`. What it launches belongs to no phase.
constexpr bool is_step_without_phase(std::string_view name) {
  if (phase_of_range(name) != inference_phase::unlabelled) return false;
  return torch_detail::is_named_as_sglang_step(name) || parse_iteration(name);
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

/// The step around a launch.
struct step_around {
  inference_phase phase = inference_phase::unlabelled;
  step_extent extent = step_extent::model;
};

/// Ranges of one kind that mark steps.
class step_ranges {
 public:
  step_ranges(const torch_trace& trace, kineto_category kind) {
    std::vector<std::uint8_t> known(trace.texts.bound(), unasked);
    bool said = false;
    std::vector<nested_spans<std::int64_t>::span> ranges;
    for (const torch_event& e : trace.events) {
      if (e.category != kind || e.phase != chrome_phase::complete || !e.has_span()) continue;
      std::uint8_t& phase = known[index_of(e.name)];
      if (phase == unasked)
        phase = says_decode_only(trace.name(e))        ? lone_decode
                : is_step_without_phase(trace.name(e)) ? without_phase
                                                       : static_cast<std::uint8_t>(phase_of_range(trace.name(e)));
      const auto is = phase == lone_decode     ? inference_phase::decode
                      : phase == without_phase ? inference_phase::unlabelled
                                               : static_cast<inference_phase>(phase);
      said = said || (is != inference_phase::unlabelled && phase != lone_decode);
      if (is == inference_phase::unlabelled && phase != without_phase) continue;
      const step_extent extent = extent_of_range(trace.name(e));
      only_words_ = only_words_ && extent == step_extent::words;
      ranges.push_back({e.place, e.start.base(), e.end().base(),
                        static_cast<std::uint32_t>(is) * extents + static_cast<std::uint32_t>(extent)});
    }
    if (!said) ranges.clear();
    size_ = ranges.size();
    ranges_ = nested_spans<std::int64_t>(std::move(ranges));
  }
  bool empty() const { return size_ == 0; }
  /// Whether no range is one of a serving engine.
  bool only_words() const { return only_words_; }

  /// The phase of the range around the start of an event, on its thread or stream; `unlabelled` in a step without a
  /// phase, nothing outside of ranges.
  std::optional<step_around> around(const torch_event& e) const {
    const std::uint32_t at = known(e.start) ? ranges_.innermost(e.place, e.start.base()) : missing<std::uint32_t>;
    if (!known(at)) return std::nullopt;
    return step_around{static_cast<inference_phase>(at / extents), static_cast<step_extent>(at % extents)};
  }

 private:
  static constexpr std::uint32_t extents = 3;
  static constexpr std::uint8_t unasked = 255, lone_decode = 254, without_phase = 253;
  nested_spans<std::int64_t> ranges_{{}};
  std::size_t size_ = 0;
  bool only_words_ = true;
};

/// Recognises copies to the GPU, which are the inputs of a step, by the names of GPU work.
class input_copies {
 public:
  explicit input_copies(const torch_trace& trace) : to_gpu_(trace.texts, copies_to_gpu) {}
  bool operator()(const torch_event& work) {
    return work.category == kineto_category::gpu_memcpy && to_gpu_(work.name);
  }

 private:
  static bool copies_to_gpu(std::string_view name) {
    return copy_way_of(name) == copy_way::to_device;
  }

  asked_once<bool (*)(std::string_view)> to_gpu_;
};

/// Recognises the lookup of tokens that a model begins with.
class token_lookups {
 public:
  explicit token_lookups(const torch_profile& run) : run_(&run), looks_up_(run.trace().texts, is_lookup) {}
  /// Whether what launches is a lookup, or an op close below one: `aten::embedding` calls `aten::index_select`, which
  /// launches.
  bool operator()(const torch_launch& l) {
    std::uint32_t event = l.event;
    bool found = looks_up_(run_->event(event).name);
    for (int level = 0; level < most_levels && !found; ++level) {
      event = run_->tree().parent_of(event);
      if (!known(event) || run_->event(event).category != kineto_category::cpu_op) break;
      found = looks_up_(run_->event(event).name);
    }
    return found;
  }

 private:
  static constexpr int most_levels = 3;
  static bool is_lookup(std::string_view name) {
    using core_detail::stands_in;
    return stands_in(name, "embedding") && !stands_in(name, "rotary") && !stands_in(name, "rope") &&
           !stands_in(name, "backward");
  }

  const torch_profile* run_;
  asked_once<bool (*)(std::string_view)> looks_up_;
};

/// Labels launches between two steps of a thread: those before the first copy to the GPU are the end of the previous
/// step (sampling), the rest prepare the next one, unless the step's range holds its own copies. Before the first step,
/// and after such a copy that follows the last step, launches stay unlabelled, as do those of steps without a phase,
/// and those of a model that runs beside ranges of plain words.
inline void label_between_steps(const torch_profile& run, const std::vector<std::optional<step_around>>& around,
                                std::vector<inference_phase>& phases) {
  struct thread {
    step_around before{};
    bool copied = false;
    std::vector<std::uint32_t> waiting;    // for the following step
  };
  std::vector<thread> threads(run.trace().places.size() + 1);
  const torch_launches& launches = run.launches();
  input_copies is_input(run.trace());
  token_lookups looks_up(run);
  asked_once<bool (*)(std::string_view)> is_graph(run.trace().texts, torch_detail::launches_graph);
  const auto begins_model = [&](const torch_launch& l) { return is_graph(run.event(l.event).name) || looks_up(l); };
  for (std::uint32_t i = 0; i < launches.rows.size(); ++i) {
    const torch_launch& l = launches.rows[i];
    const std::uint32_t place = run.event(l.event).place;
    thread& t = threads[!known(place) ? run.trace().places.size() : place];
    if (phases[i] != inference_phase::unlabelled) {
      for (const std::uint32_t w : t.waiting) phases[w] = phases[i];
      t.waiting.clear();
      t.before = *around[i], t.copied = false;
    } else if (around[i] || (t.before.extent == step_extent::words && begins_model(l))) {
      t = {};
    } else if (t.before.phase != inference_phase::unlabelled) {
      const bool copy = l.first != l.last && is_input(run.event(launches.work[l.first]));
      t.copied = t.copied || (copy && t.before.extent != step_extent::with_inputs);
      if (t.copied) t.waiting.push_back(i);
      else phases[i] = t.before.phase;
    }
  }
}

/// The phase of each launch, from the step around it: the innermost range on its thread that contains its start;
/// failing that, the GPU ranges that contain the start of its first kernel; failing that, the steps before and after
/// it. `unlabelled` for the rest.
inline std::vector<inference_phase> phases_by_annotations(const torch_profile& run) {
  const torch_trace& trace = run.trace();
  const torch_launches& launches = run.launches();
  std::vector<inference_phase> phases(launches.rows.size(), inference_phase::unlabelled);
  std::vector<std::optional<step_around>> around(phases.size());
  const step_ranges on_host(trace, kineto_category::user_annotation);
  const step_ranges on_gpu(trace, kineto_category::gpu_user_annotation);
  for (std::uint32_t i = 0; i < launches.rows.size(); ++i) {
    const torch_launch& l = launches.rows[i];
    around[i] = on_host.around(run.event(l.event));
    if (!around[i] && l.first != l.last) around[i] = on_gpu.around(run.event(launches.work[l.first]));
    if (around[i]) phases[i] = around[i]->phase;
  }
  label_between_steps(run, around, phases);
  return phases;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_STEPS_HPP
