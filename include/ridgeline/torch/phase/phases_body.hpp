#ifndef RIDGELINE_TORCH_PHASE_PHASES_BODY_HPP
#define RIDGELINE_TORCH_PHASE_PHASES_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
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

/// The input dimensions of an event; missing unless it is an op.
symbol dims_of(const torch_trace& trace, const torch_event& e) {
  const op_arguments* const op = trace.op(e);
  return op == nullptr ? missing<symbol> : op->input_dims;
}

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
    const auto rows = [&] { return texts.rows(dims_of(trace, e)); };
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

}  // namespace torch_detail

namespace torch_detail {
/// Whether a method can be applied to the run.
bool allows(const torch_profile& run, phase_method method, const torch_phase_options& options) {
  if (method == phase_method::annotations)
    return !step_ranges(run.trace(), kineto_category::user_annotation).empty() ||
           !step_ranges(run.trace(), kineto_category::gpu_user_annotation).empty();
  if (method != phase_method::shapes) return true;
  for (const inference_phase p : phases_by_shapes(run, options.decode_threshold))
    if (p != inference_phase::unlabelled) return true;
  return false;
}

/// Whether all ranges that name phases are of plain words, as in a loop of one's own, and less than half of the GPU
/// time has a phase by them: such ranges stand around a part of the work, as around the prompt alone.
bool words_miss_most(const torch_profile& run) {
  if (!step_ranges(run.trace(), kineto_category::user_annotation).only_words() ||
      !step_ranges(run.trace(), kineto_category::gpu_user_annotation).only_words())
    return false;
  const std::vector<inference_phase> phases = phases_by_annotations(run);
  double all = 0, labelled = 0;
  for (std::size_t i = 0; i < phases.size(); ++i)
    for (const std::uint32_t work : run.launches().work_of(run.launches().rows[i])) {
      const double length = run.trace().length_us(run.event(work));
      all += length;
      if (phases[i] != inference_phase::unlabelled) labelled += length;
    }
  return labelled < all / 2;
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
  const auto allows = [&](phase_method m) { return torch_detail::allows(run, m, options); };
  if (allows(annotations) && torch_detail::words_miss_most(run) && allows(shapes)) return shapes;
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
