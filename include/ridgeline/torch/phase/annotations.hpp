#ifndef RIDGELINE_TORCH_PHASE_ANNOTATIONS_HPP
#define RIDGELINE_TORCH_PHASE_ANNOTATIONS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/phase/step_signs.hpp>
#include <ridgeline/torch/phase/steps.hpp>

/// The method `annotations`: launches have the phase of the step around them or, between steps, of one beside them.
namespace ridgeline {

/// The phases of launches by ranges.
struct annotated_phases {
  std::vector<inference_phase> phases{};
  std::vector<std::uint8_t> idle{};  ///< 1: known to be of no phase, as steps without requests are; else not known
};

namespace torch_detail {

/// The launches of a thread between a step and the following one.
struct step_gap {
  step_around before{};                                ///< without a phase if there is none in front, or one without
  inference_phase next = inference_phase::unlabelled;  ///< of the step behind
  std::vector<std::uint32_t> launches{};
  std::vector<std::size_t> models{};                   ///< where models with copies of their own begin, at these copies
  std::size_t first_copy = missing<std::size_t>;       ///< the first copy to the GPU
  std::size_t rest = missing<std::size_t>;             ///< the first copy behind the last of these models
  std::size_t model = missing<std::size_t>;            ///< behind plain words: the first lookup or graph
};

/// Divides launches between steps among the step in front, the one behind, and neither.
class step_gaps {
 public:
  step_gaps(const torch_profile& run, const std::vector<std::optional<step_around>>& around)
      : run_(run), is_input_(run.trace()), looks_up_(run), attends_(run), is_graph_(run.trace().texts, launches_graph),
        threads_(run.trace().places.size() + 1) {
    for (std::uint32_t i = 0; i < around.size(); ++i) {
      const std::uint32_t place = run.event(run.launches().rows[i].event).place;
      thread& t = threads_[run.trace().slot_of(place)];
      if (around[i]) t.enter(*around[i]);
      else if (known(t.current.before.number)) add(t, i);
    }
    for (thread& t : threads_) t.close(inference_phase::unlabelled);
  }
  void label(annotated_phases& out) const {
    for (const thread& t : threads_)
      for (const step_gap& g : t.gaps) label(g, t.regular(g.before.phase), out);
  }

 private:
  struct thread {
    step_gap current{};
    std::vector<step_gap> gaps{};       // those with launches
    // steps of each phase, by the number of models behind them
    std::array<std::vector<std::uint32_t>, static_cast<std::size_t>(inference_phase::unlabelled)> steps{};
    bool copies = false;                // the last launch of the gap is a copy to the GPU

    void enter(const step_around& step) {
      if (current.before.number == step.number && current.launches.empty()) return;
      close(step.phase);
      current = {};
      current.before = step;
      copies = false;
    }
    void close(inference_phase next) {
      if (current.before.phase != inference_phase::unlabelled) {
        std::vector<std::uint32_t>& like = steps[static_cast<std::size_t>(current.before.phase)];
        if (like.size() <= current.models.size()) like.resize(current.models.size() + 1);
        ++like[current.models.size()];
      }
      current.next = next;
      if (!current.launches.empty()) gaps.push_back(std::move(current));
    }
    /// How many models with copies of their own follow more than half of the steps of a phase, or of all if it has few:
    /// they draft tokens. All do where more than half of the steps that generate have some and their number varies;
    /// behind prompts it is dummy batches whose number varies.
    std::size_t regular(inference_phase phase) const {
      constexpr std::size_t few = 3;
      if (phase == inference_phase::unlabelled) return 0;
      std::vector<std::uint32_t> like = steps[static_cast<std::size_t>(phase)];
      const auto all_of = [&] { return std::accumulate(like.begin(), like.end(), std::size_t{0}); };
      if (all_of() < few)
        for (std::size_t p = 0; p < steps.size(); ++p) {
          if (p == static_cast<std::size_t>(phase)) continue;
          like.resize(std::max(like.size(), steps[p].size()));
          for (std::size_t n = 0; n < steps[p].size(); ++n) like[n] += steps[p][n];
        }
      const std::size_t all = all_of();
      if (all == 0) return 0;
      const auto most = std::max_element(like.begin(), like.end());
      if (2 * std::size_t{*most} > all) return static_cast<std::size_t>(most - like.begin());
      const bool generates = phase != inference_phase::prefill && all >= few;
      return generates && 2 * (all - like[0]) > all ? like.size() : 0;
    }
  };

  void add(thread& t, std::uint32_t i) {
    step_gap& g = t.current;
    const torch_launch& l = run_.launches().rows[i];
    const std::size_t at = g.launches.size();
    g.launches.push_back(i);
    const bool copy = l.first != l.last && is_input_(run_.event(run_.launches().work[l.first]));
    if (copy && !known(g.first_copy)) g.first_copy = at;
    if (copy && !t.copies) g.rest = at;
    t.copies = copy;
    const bool looks_up = looks_up_(l);
    if (!known(g.model) && (looks_up || is_graph_(run_.event(l.event).name))) g.model = at;
    if (known(g.rest) && (looks_up || attends_(l))) g.models.push_back(g.rest), g.rest = missing<std::size_t>;
  }

  /// The front of a gap is the end of the step before it (sampling), its end prepares the one behind it. A step whose
  /// range holds its own inputs leaves nothing to the one behind. A model that runs behind plain words is of neither,
  /// and so are those behind an engine's step that have inputs of their own and do not follow most steps.
  static void label(const step_gap& g, std::size_t regular, annotated_phases& out) {
    const std::size_t end = g.launches.size();
    const bool idle = g.before.idle, open = !idle && g.before.phase == inference_phase::unlabelled;
    std::size_t own = known(g.first_copy) ? g.first_copy : end, next = own;
    if (g.before.extent == step_extent::words) {
      if (known(g.model)) own = std::min(own, g.model), next = end;
    } else {
      const bool dummies = g.models.size() > regular;
      if (g.before.extent == step_extent::with_inputs) own = dummies ? g.models[regular] : end, next = end;
      else if (dummies) next = known(g.rest) ? g.rest : end;
      if (!open)
        for (std::size_t at = idle ? 0 : own; at < (idle ? end : next); ++at) out.idle[g.launches[at]] = 1;
    }
    if (idle || open) return;
    for (std::size_t at = 0; at < own; ++at) out.phases[g.launches[at]] = g.before.phase;
    for (std::size_t at = next; at < end; ++at) out.phases[g.launches[at]] = g.next;
  }

  const torch_profile& run_;
  input_copies is_input_;
  token_lookups looks_up_;
  attention_launches attends_;
  asked_once<bool (*)(std::string_view)> is_graph_;
  std::vector<thread> threads_;
};

/// The step around each launch: the innermost range on its thread that contains its start; failing that, the GPU range
/// that contains the start of its first kernel; failing that, the range around its start on the only thread of its
/// process that has ranges, if that thread launches nothing in them, or in this one no model while another thread does:
/// there others launch the engine's work.
inline std::vector<std::optional<step_around>> steps_around_launches(const torch_profile& run) {
  const torch_trace& trace = run.trace();
  const torch_launches& launches = run.launches();
  std::vector<std::optional<step_around>> around(launches.rows.size());
  const step_ranges on_host(trace, kineto_category::user_annotation);
  const step_ranges on_gpu(trace, kineto_category::gpu_user_annotation, on_host.size());
  bool any_outside = false;
  std::vector<std::uint8_t> launches_in_ranges(trace.places.size(), 0);
  struct models {
    bool own = false, of_others = false;
  };
  std::vector<models> models_in(on_host.size());
  attention_launches attends(run);
  asked_once is_graph(trace.texts, launches_graph);
  for (std::uint32_t i = 0; i < launches.rows.size(); ++i) {
    const torch_launch& l = launches.rows[i];
    const torch_event& e = run.event(l.event);
    around[i] = on_host.around(e);
    if (around[i] && known(e.place)) launches_in_ranges[e.place] = 1;
    if (around[i]) models_in[around[i]->number].own |= attends(l) || is_graph(e.name);
    if (!around[i] && l.first != l.last) around[i] = on_gpu.around(run.event(launches.work[l.first]));
    any_outside = any_outside || !around[i];
  }
  if (!any_outside || on_host.empty()) return around;
  constexpr std::uint32_t several = missing<std::uint32_t> - 1;
  std::vector<std::uint32_t> only(trace.texts.bound(), missing<std::uint32_t>);  // by process
  for (std::uint32_t p = 0; p < trace.places.size(); ++p)
    if (on_host.has(p)) {
      std::uint32_t& of = only[index_of(trace.places[p].process)];
      of = known(of) ? several : p;
    }
  std::vector<std::pair<std::uint32_t, step_around>> beside;  // launches of other threads, and the step at that time
  for (std::uint32_t i = 0; i < launches.rows.size(); ++i) {
    const torch_event& e = run.event(launches.rows[i].event);
    if (around[i] || !known(e.place)) continue;
    const std::uint32_t place = only[index_of(trace.places[e.place].process)];
    if (!known(place) || place == several) continue;
    const std::optional<step_around> step = on_host.around(e, place);
    if (!step) continue;
    beside.emplace_back(i, *step);
    models_in[step->number].of_others |= launches_in_ranges[place] == 0 || attends(launches.rows[i]);
  }
  for (const auto& [i, step] : beside)
    if (const models& in = models_in[step.number]; in.of_others && !in.own) around[i] = step;
  return around;
}

}  // namespace torch_detail

/// The phase of each launch, from the step around it or, between two steps of a thread, one of these. `unlabelled`
/// before the first step, and for what belongs to no step.
inline annotated_phases annotate_phases(const torch_profile& run) {
  const auto around = torch_detail::steps_around_launches(run);
  annotated_phases out;
  out.phases.assign(around.size(), inference_phase::unlabelled);
  out.idle.assign(around.size(), 0);
  for (std::size_t i = 0; i < around.size(); ++i)
    if (around[i]) out.phases[i] = around[i]->phase, out.idle[i] = around[i]->idle;
  torch_detail::step_gaps(run, around).label(out);
  return out;
}
inline std::vector<inference_phase> phases_by_annotations(const torch_profile& run) {
  return annotate_phases(run).phases;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_ANNOTATIONS_HPP
