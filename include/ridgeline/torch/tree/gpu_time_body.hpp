#ifndef RIDGELINE_TORCH_TREE_GPU_TIME_BODY_HPP
#define RIDGELINE_TORCH_TREE_GPU_TIME_BODY_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/gpu/gpu_spans.hpp>
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
    time all = 0, start = 0, begin = 0, end = 0;  // most lists are in order of time, and need no memory
    bool open = false, ordered = true;
    for (const std::uint32_t i : events) {
      const torch_event& e = trace.events[i];
      if (!e.has_span()) continue;
      const time from = exact_or_file.start(e), to = exact_or_file.end(e);
      if (open && from < start) {
        ordered = false;
        break;
      }
      start = from;
      if (open && from <= end) {
        if (to > end) end = to;
        continue;
      }
      if (open) all += end - begin;
      begin = from, end = to < from ? from : to, open = true;
    }
    if (ordered) return exact_or_file.microseconds(open ? all + (end - begin) : time{0});
    std::vector<basic_interval<time>> spans;
    for (const std::uint32_t i : events) {
      const torch_event& e = trace.events[i];
      if (e.has_span()) spans.push_back({exact_or_file.start(e), exact_or_file.end(e)});
    }
    return exact_or_file.microseconds(length_of(union_of(std::move(spans))));
  });
}

double busy_time_of(const torch_trace& trace, std::span<const torch_span> spans, torch_clock clock) {
  return clock.visit([&](auto exact_or_file) {
    std::vector<basic_interval<typename decltype(exact_or_file)::time>> parts;
    for (const torch_span& s : spans)
      parts.push_back({exact_or_file.start(trace.events[s.first]), exact_or_file.end(trace.events[s.last])});
    return exact_or_file.microseconds(length_of(union_of(std::move(parts))));
  });
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_GPU_TIME_BODY_HPP
