#ifndef RIDGELINE_TORCH_PHASE_STEPS_HPP
#define RIDGELINE_TORCH_PHASE_STEPS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/run/profile.hpp>

/// The method `annotations`: a serving engine records a range around each step, whose name tells what the step does.
namespace ridgeline {

namespace torch_detail {

/// The phase named by plain words: one of prefill, extend or decode among otherwise neutral words, ignoring case and
/// any bracketed suffix. Other kinds of decoding (`vae.decode`, `decode_image`) are not steps.
constexpr inference_phase phase_of_words(std::string_view name) {
  constexpr std::array<std::string_view, 3> prefill{"prefill", "prefilling", "extend"};
  constexpr std::array<std::string_view, 2> decode{"decode", "decoding"};
  constexpr std::array<std::string_view, 13> beside{"step", "forward", "run", "model", "batch", "phase", "stage",
                                                    "token", "tokens", "iter", "iteration", "incremental", "llm"};
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
  constexpr std::string_view front = "step[";
  const bool sglang = name.starts_with(front) && name.size() > front.size() && name[front.size()] >= 'A' &&
                      name[front.size()] <= 'Z';
  return sglang || parse_iteration(name);
}

/// Ranges of one kind that mark steps. For a time on a thread, finds the range that contains it and began last.
class step_ranges {
 public:
  struct query {
    std::int64_t time = 0;  ///< nanoseconds
    std::uint32_t place = missing<std::uint32_t>;
    std::uint32_t item = 0;  ///< index that the answer is for
  };

  step_ranges(const torch_trace& trace, kineto_category kind) {
    std::vector<std::uint8_t> known(trace.texts.bound(), unasked);
    bool said = false;
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
      if (is != inference_phase::unlabelled || phase == without_phase)
        ranges_.push_back({e.start.base(), e.end().base(), e.place, is});
    }
    if (!said) ranges_.clear();
    merge_sorted_runs(ranges_, [](const range& a, const range& b) {
      return a.place != b.place ? a.place < b.place : a.start < b.start;
    });
  }
  bool empty() const { return ranges_.empty(); }
  std::size_t size() const { return ranges_.size(); }

  /// Calls `answer(item, phase)` for each query whose time is in a range; `unlabelled` in a step without a phase.
  /// Reorders the queries.
  template <class Answer>
  void ask(std::vector<query>& queries, Answer answer) const {
    merge_sorted_runs(queries, [](const query& a, const query& b) {
      return a.place != b.place ? a.place < b.place : a.time < b.time;
    });
    std::vector<const range*> open;  // by start; the answer is the last one that has not ended
    std::size_t next = 0;
    std::uint32_t place = missing<std::uint32_t>;
    for (const query& q : queries) {
      if (q.place != place) open.clear();
      place = q.place;
      for (; next < ranges_.size(); ++next) {
        const range& r = ranges_[next];
        if (r.place > q.place || (r.place == q.place && r.start > q.time)) break;
        if (r.place == q.place) open.push_back(&r);
      }
      while (!open.empty() && open.back()->end <= q.time) open.pop_back();
      if (!open.empty()) answer(q.item, open.back()->phase);
    }
  }

 private:
  static constexpr std::uint8_t unasked = 255, lone_decode = 254, without_phase = 253;
  struct range {
    std::int64_t start, end;
    std::uint32_t place;
    inference_phase phase;
  };
  std::vector<range> ranges_;
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
    return core_detail::stands_in(name, "htod") || core_detail::stands_in(name, "host_to_device");
  }

  asked_once<bool (*)(std::string_view)> to_gpu_;
};

/// Labels launches between two steps of a thread: those before the first copy to the GPU are the end of the previous
/// step (sampling), the rest prepare the next one. Before the first step, and after such a copy that follows the
/// last step, launches stay unlabelled, as do those of steps without a phase, given by `without`.
inline void label_between_steps(const torch_profile& run, const std::vector<bool>& without,
                                std::vector<inference_phase>& phases) {
  struct thread {
    inference_phase before = inference_phase::unlabelled;
    bool copied = false;
    std::vector<std::uint32_t> waiting;    // for the following step
  };
  std::vector<thread> threads(run.trace().places.size() + 1);
  const torch_launches& launches = run.launches();
  input_copies is_input(run.trace());
  for (std::uint32_t i = 0; i < launches.rows.size(); ++i) {
    const torch_launch& l = launches.rows[i];
    const std::uint32_t place = run.event(l.event).place;
    thread& t = threads[!known(place) ? run.trace().places.size() : place];
    if (phases[i] != inference_phase::unlabelled) {
      for (const std::uint32_t w : t.waiting) phases[w] = phases[i];
      t.waiting.clear();
      t.before = phases[i], t.copied = false;
    } else if (without[i]) {
      t = {};
    } else if (t.before != inference_phase::unlabelled) {
      t.copied = t.copied || (l.first != l.last && is_input(run.event(launches.work[l.first])));
      if (t.copied) t.waiting.push_back(i);
      else phases[i] = t.before;
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
  std::vector<bool> without(phases.size(), false);
  const auto answer = [&](std::uint32_t item, inference_phase p) {
    phases[item] = p;
    without[item] = p == inference_phase::unlabelled;
  };
  std::vector<step_ranges::query> queries;
  for (std::uint32_t i = 0; i < launches.rows.size(); ++i) {
    const torch_event& e = run.event(launches.rows[i].event);
    if (known(e.start)) queries.push_back({e.start.base(), e.place, i});
  }
  step_ranges(trace, kineto_category::user_annotation).ask(queries, answer);
  queries.clear();
  for (std::uint32_t i = 0; i < launches.rows.size(); ++i) {
    if (phases[i] != inference_phase::unlabelled || without[i] || launches.rows[i].first == launches.rows[i].last)
      continue;
    const torch_event& k = run.event(launches.work[launches.rows[i].first]);
    if (known(k.start)) queries.push_back({k.start.base(), k.place, i});
  }
  step_ranges(trace, kineto_category::gpu_user_annotation).ask(queries, answer);
  label_between_steps(run, without, phases);
  return phases;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_STEPS_HPP
