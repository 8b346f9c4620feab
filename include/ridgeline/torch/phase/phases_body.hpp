#ifndef RIDGELINE_TORCH_PHASE_PHASES_BODY_HPP
#define RIDGELINE_TORCH_PHASE_PHASES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/query/accumulators.hpp>
#include <ridgeline/torch/phase/annotations.hpp>
#include <ridgeline/torch/phase/phases.hpp>
#include <ridgeline/torch/phase/rules.hpp>
#include <ridgeline/torch/phase/shapes.hpp>
#include <ridgeline/torch/phase/steps.hpp>
#include <ridgeline/torch/phase/texts.hpp>

namespace ridgeline {

namespace torch_detail {

/// Applies the documented methods to the launches of a run.
std::vector<inference_phase> phases_by_launch(const torch_profile& run, const torch_phase_options& options) {
  using enum phase_method;
  const torch_trace& trace = run.trace();
  const torch_launches& launches = run.launches();
  torch_phase_texts texts(trace);
  std::vector<std::uint32_t> counts(trace.texts.bound(), 0);
  for (const torch_launch& l : launches.rows) ++counts[index_of(run.event(l.event).name)];
  query_detail::all_values distinct_counts;
  for (const std::uint32_t n : counts)
    if (n != 0) distinct_counts.add(n);
  const double q15 = distinct_counts.quantile(15), q30 = distinct_counts.quantile(30);
  const double q50 = distinct_counts.quantile(50), q70 = distinct_counts.quantile(70);

  std::vector<inference_phase> phases;
  phases.reserve(launches.rows.size());
  for (const torch_launch& l : launches.rows) {
    const torch_event& e = run.event(l.event);
    const auto text = [&] {
      phase_text all = texts.text(e.name);
      for (const std::uint32_t k : launches.work_of(l)) all = phase_text_of_both(all, texts.text(run.event(k).name));
      return all;
    };
    const auto rows = [&] { return texts.rows(trace.arguments(e).input_dims); };
    const double times = counts[index_of(e.name)];
    const auto label = [&](phase_method method) {
      switch (method) {
        case kernel_names: return phase_by_kernel_names(text());
        case operation_frequency: return phase_by_frequency(times, q15, q50);
        case framework_apis: return texts.op(e.name).framework;
        case attention_patterns: return texts.op(e.name).attention;
        case gemm_params: return phase_by_gemm_params(text(), rows(), options.decode_threshold);
        case votes: {
          const phase_votes v = votes_of(text(), texts.op(e.name).votes, rows(), options.decode_threshold);
          return first_decided(v.result(), phase_of_open_vote(times, q30, q70));
        }
        default: break;
      }
      inference_phase first = inference_phase::mixed;  // hybrid
      first = first_decided(phase_by_kernel_names(text()), texts.op(e.name).framework);
      first = first_decided(first, texts.op(e.name).attention);
      return first_decided(first, phase_by_frequency(times, q15, q50));
    };
    phases.push_back(label(options.method));
  }
  return phases;
}

/// Whether a method can be applied to the run.
bool allows(const torch_profile& run, phase_method method, const torch_phase_options& options) {
  if (method == phase_method::annotations)
    return !step_ranges(run.trace(), kineto_category::user_annotation).empty() ||
           !step_ranges(run.trace(), kineto_category::gpu_user_annotation).empty();
  if (method != phase_method::shapes) return true;
  const std::vector<inference_phase> phases = phases_by_shapes(run, options.decode_threshold);
  return std::any_of(phases.begin(), phases.end(), [](auto p) { return p != inference_phase::unlabelled; });
}

/// Whether shapes give more of a run its phase than ranges do: where these say nothing on more than half of the GPU
/// time, as ranges around the prompt alone do, or where ranges of plain words name only one phase, and shapes find
/// another one in what these leave out.
bool shapes_say_more(const torch_profile& run, const torch_phase_options& options) {
  const annotated_phases stated = annotate_phases(run);
  const torch_launches& launches = run.launches();
  const auto time_of = [&](auto counts) {
    double time = 0;
    for (std::size_t i = 0; i < stated.phases.size(); ++i)
      if (counts(i))
        for (const std::uint32_t work : launches.work_of(launches.rows[i]))
          time += run.trace().length_us(run.event(work));
    return time;
  };
  const auto is_open = [&](std::size_t i) {
    return stated.phases[i] == inference_phase::unlabelled && stated.idle[i] == 0;
  };
  const double open = time_of(is_open), all = time_of([](std::size_t) { return true; });
  inference_phase only = inference_phase::unlabelled;
  bool names_several = false;
  for (const inference_phase p : stated.phases)
    if (p != inference_phase::unlabelled) {
      names_several = names_several || (only != inference_phase::unlabelled && p != only);
      only = p;
    }
  const bool misses_most = open > all / 2;
  const bool names_one = !names_several && open > 0 &&
                         step_ranges(run.trace(), kineto_category::user_annotation).only_words() &&
                         step_ranges(run.trace(), kineto_category::gpu_user_annotation).only_words();
  if (!misses_most && !names_one) return false;
  const std::vector<inference_phase> shaped = phases_by_shapes(run, options.decode_threshold);
  const auto has_shape = [&](std::size_t i) { return shaped[i] != inference_phase::unlabelled; };
  if (misses_most && time_of(has_shape) > all - open) return true;
  return names_one && time_of([&](std::size_t i) { return is_open(i) && has_shape(i) && shaped[i] != only; }) > 0;
}
}  // namespace torch_detail

phase_method torch_phase_method_beside(const torch_profile& run, phase_method used,
                                       const torch_phase_options& options) {
  for (const phase_method m : {phase_method::annotations, phase_method::shapes, phase_method::hybrid})
    if (m != used && torch_detail::allows(run, m, options)) return m;
  return phase_method::gemm_params;  // compares with `hybrid` if nothing else applies
}

phase_method torch_phase_method_of(const torch_profile& run, const torch_phase_options& options) {
  using enum phase_method;
  if (options.method != automatic) return options.method;
  if (torch_detail::allows(run, annotations, options) && torch_detail::shapes_say_more(run, options)) return shapes;
  return torch_phase_method_beside(run, phase_method::automatic, options);
}

std::vector<inference_phase> torch_phases_of(const torch_profile& run, const torch_phase_options& options) {
  const phase_method method = torch_phase_method_of(run, options);
  if (method == phase_method::annotations) return phases_by_annotations(run);
  if (method == phase_method::shapes) return phases_by_shapes(run, options.decode_threshold);
  return torch_detail::phases_by_launch(run, {method, options.decode_threshold});
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_PHASES_BODY_HPP
