#ifndef RIDGELINE_TORCH_STEP_SERVING_STEP_BODY_HPP
#define RIDGELINE_TORCH_STEP_SERVING_STEP_BODY_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/step/serving_step.hpp>

namespace ridgeline {

std::vector<serving_step> serving_steps_of(const torch_trace& trace) {
  std::vector<std::optional<step_detail>> details(trace.texts.bound());
  std::array<std::vector<serving_step>, 3> steps;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (e.category != kineto_category::user_annotation || e.phase != chrome_phase::complete || !e.has_span()) continue;
    std::optional<step_detail>& detail = details[index_of(e.name)];
    if (!detail) detail = step_detail_of(trace.name(e));
    if (*detail == step_detail::none) continue;
    serving_step& s = steps[static_cast<std::size_t>(*detail)].emplace_back(read_serving_step(trace.name(e)));
    s.event = i;
  }
  std::vector<serving_step>& detailed = steps[static_cast<std::size_t>(step_detail::detailed)];
  std::vector<serving_step>& found = detailed.empty() ? steps[static_cast<std::size_t>(step_detail::native)] : detailed;
  merge_sorted_runs(found, [&](const serving_step& a, const serving_step& b) {
    return trace.events[a.event].start < trace.events[b.event].start;
  });
  return std::move(found);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_SERVING_STEP_BODY_HPP
