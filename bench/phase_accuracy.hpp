/// How well each method finds the phases of a made trace.
#ifndef RIDGELINE_BENCH_PHASE_ACCURACY_HPP
#define RIDGELINE_BENCH_PHASE_ACCURACY_HPP

#include <array>
#include <string>
#include <vector>

#include <ridgeline/model/torch_phases.hpp>
#include <ridgeline/source/kineto.hpp>

#include "serving_trace.hpp"

namespace bench {

/// Shares of one: of launches, of GPU time, and of the launches that are truly mixed, prefill and decode.
struct phase_accuracy {
  std::string_view method{};
  double launches = 0, time = 0;
  std::array<double, 3> found{};
};

inline phase_accuracy accuracy_of(const ridgeline::torch_run& run, const serving_trace& made,
                                  const ridgeline::torch_phase_options& options) {
  const auto phases = ridgeline::torch_phases_of(run, options);
  const auto& rows = run.launches().rows;
  double right = 0, right_time = 0, time = 0;
  std::array<double, 3> of{}, found{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ridgeline::inference_phase truth = made.truth[rows[i].event];
    const double good = phases[i] == truth ? 1 : 0;
    right += good, time += rows[i].direct_time, right_time += good * rows[i].direct_time;
    of[static_cast<std::size_t>(truth)] += 1, found[static_cast<std::size_t>(truth)] += good;
  }
  phase_accuracy a{name_of(options.method), right / static_cast<double>(rows.size()), right_time / time, {}};
  for (std::size_t p = 0; p < 3; ++p) a.found[p] = found[p] / of[p];
  return a;
}

inline std::vector<phase_accuracy> accuracies_of(const serving_trace& made, double threshold = 10) {
  std::vector<phase_accuracy> all;
  const auto trace = ridgeline::read_kineto(made.json);
  if (!trace) return all;
  const ridgeline::torch_run run(*trace);
  for (std::size_t m = 0; m < ridgeline::phase_method_names.size(); ++m)
    all.push_back(accuracy_of(run, made, {static_cast<ridgeline::phase_method>(m), threshold}));
  return all;
}

}  // namespace bench

#endif  // RIDGELINE_BENCH_PHASE_ACCURACY_HPP
