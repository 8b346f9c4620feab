#ifndef RIDGELINE_TORCH_RUN_SUBTREE_TIME_BODY_HPP
#define RIDGELINE_TORCH_RUN_SUBTREE_TIME_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/timeline/busy_ranges.hpp>
#include <ridgeline/torch/run/subtree_time.hpp>

namespace ridgeline {

std::vector<double> subtree_times(const call_tree& tree, const std::vector<std::uint32_t>& events) {
  const torch_trace& trace = tree.trace();
  const torch_clock clock = tree.clock();
  const std::vector<std::uint32_t>& positions = tree.gpu_positions();
  std::vector<interval> spans(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const torch_event& e = trace.events[tree.order()[positions[i]]];
    if (e.has_span()) spans[i] = {clock.start(e), clock.end(e)};
  }
  std::vector<interval_range> ranges(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto [first, last] = tree.gpu_positions_of(events[i]);
    ranges[i] = {static_cast<std::uint32_t>(first - positions.data()),
                 static_cast<std::uint32_t>(last - positions.data())};
  }
  std::vector<double> times = busy_in_ranges(spans, ranges);
  for (double& t : times) t = clock.microseconds(t);
  return times;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_SUBTREE_TIME_BODY_HPP
