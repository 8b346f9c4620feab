/// How well each method finds the phases of a synthetic trace.
#ifndef RIDGELINE_BENCH_PHASE_ACCURACY_HPP
#define RIDGELINE_BENCH_PHASE_ACCURACY_HPP

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/torch/phase/phases.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "serving_trace.hpp"

namespace bench {

/// Shares of one: of launches, of GPU time, and of the launches that are truly mixed, prefill and decode.
struct phase_accuracy {
  std::string_view method{};
  double launches = 0, time = 0;
  std::array<double, 3> found{};
};

inline phase_accuracy accuracy_of(const ridgeline::torch_profile& run, const serving_trace& made,
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
  const ridgeline::torch_profile run(*trace);
  for (std::size_t m = 0; m < ridgeline::phase_method_names.size(); ++m)
    all.push_back(accuracy_of(run, made, {static_cast<ridgeline::phase_method>(m), threshold}));
  return all;
}

/// The table of docs/inference_phases.md, line by line: all methods on a trace of each engine, and the effect of other
/// ranges and other attention.
inline std::vector<std::string> accuracy_table(std::size_t steps = serving_options{}.steps,
                                               std::uint64_t seed = serving_options{}.seed) {
  std::vector<std::string> lines{"| trace | method | launches | GPU time | prefill | decode | mixed |",
                                 "| --- | --- | ---: | ---: | ---: | ---: | ---: |"};
  for (const std::string_view engine : {"vllm", "vllm-old", "vllm-triton", "sglang"}) {
    serving_options options;
    options.steps = steps, options.seed = seed;
    if (engine == "sglang") options.engine = serving_engine::sglang;
    options.old_names = engine == "vllm-old", options.tokens_only = engine == "vllm-triton";
    for (const phase_accuracy& a : accuracies_of(make_serving_trace(options))) {
      if (options.old_names && a.method != "annotations") continue;
      if (options.tokens_only && a.method != "shapes") continue;
      std::string line = "| ";
      line += engine;
      line += " | `";
      line += a.method;
      line += "` |";
      for (const double share : {a.launches, a.time, a.found[1], a.found[2], a.found[0]}) {
        char text[32];
        std::snprintf(text, sizeof text, " %.1f |", 100 * share);
        line += text;
      }
      lines.push_back(line);
    }
  }
  return lines;
}

}  // namespace bench

#endif  // RIDGELINE_BENCH_PHASE_ACCURACY_HPP
