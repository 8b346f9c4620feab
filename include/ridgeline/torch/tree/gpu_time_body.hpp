#ifndef RIDGELINE_TORCH_TREE_GPU_TIME_BODY_HPP
#define RIDGELINE_TORCH_TREE_GPU_TIME_BODY_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <ridgeline/gpu/gpu_spans.hpp>
#include <ridgeline/timeline/intervals.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>

namespace ridgeline {

gpu_timeline gpu_timeline_of(const call_tree& tree, std::span<const std::uint32_t> events,
                             std::optional<double> micro_idle_below) {
  return tree.clock().visit([&](auto exact_or_file) {
    gpu_spans<typename decltype(exact_or_file)::time> spans;
    for (const std::uint32_t i : events) {
      const torch_event& e = tree.trace().events[i];
      if (e.has_span()) spans.add(tree.lane_of(i), {exact_or_file.start(e), exact_or_file.end(e)});
    }
    return gpu_timeline_of(std::move(spans), exact_or_file.microseconds, micro_idle_below);
  });
}

double busy_time_of(const torch_trace& trace, std::span<const std::uint32_t> events, torch_clock clock) {
  return clock.visit([&](auto exact_or_file) {
    using time = typename decltype(exact_or_file)::time;
    return exact_or_file.microseconds(length_of_union<time>([&](auto take) {
      for (const std::uint32_t i : events) {
        const torch_event& e = trace.events[i];
        if (e.has_span() && !take(basic_interval<time>{exact_or_file.start(e), exact_or_file.end(e)})) return;
      }
    }));
  });
}

double busy_time_of(const torch_trace& trace, std::span<const torch_span> spans, torch_clock clock) {
  return clock.visit([&](auto exact_or_file) {
    using time = typename decltype(exact_or_file)::time;
    return exact_or_file.microseconds(length_of_union<time>([&](auto take) {
      for (const torch_span& s : spans) {
        const torch_event &first = trace.events[s.first], &last = trace.events[s.last];
        if (!take(basic_interval<time>{exact_or_file.start(first), exact_or_file.end(last)})) return;
      }
    }));
  });
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_GPU_TIME_BODY_HPP
