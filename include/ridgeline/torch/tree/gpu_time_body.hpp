#ifndef RIDGELINE_TORCH_TREE_GPU_TIME_BODY_HPP
#define RIDGELINE_TORCH_TREE_GPU_TIME_BODY_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/timeline/intervals.hpp>
#include <ridgeline/torch/record/lanes.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>

namespace ridgeline {

gpu_timeline gpu_timeline_of(const torch_trace& trace, std::span<const std::uint32_t> events, torch_clock clock,
                             std::optional<double> micro_idle_below) {
  gpu_lanes lane_of_event(trace);
  gpu_spans spans;
  for (const std::uint32_t i : events) {
    const torch_event& e = trace.events[i];
    if (e.has_span()) spans.add(lane_of_event(e), {clock.start(e), clock.end(e)});
  }
  return gpu_timeline_of(std::move(spans), [&](double difference) { return clock.microseconds(difference); },
                         micro_idle_below);
}

double busy_time_of(const torch_trace& trace, std::span<const std::uint32_t> events, torch_clock clock) {
  std::vector<interval> spans;
  for (const std::uint32_t i : events)
    if (trace.events[i].has_span()) spans.push_back({clock.start(trace.events[i]), clock.end(trace.events[i])});
  return clock.microseconds(length_of(union_of(std::move(spans))));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_GPU_TIME_BODY_HPP
