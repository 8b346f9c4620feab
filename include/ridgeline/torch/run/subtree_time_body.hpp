#ifndef RIDGELINE_TORCH_RUN_SUBTREE_TIME_BODY_HPP
#define RIDGELINE_TORCH_RUN_SUBTREE_TIME_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/timeline/busy_ranges.hpp>
#include <ridgeline/torch/run/subtree_time.hpp>

namespace ridgeline {

std::vector<double> busy_times(const torch_trace& trace, const torch_clock& clock,
                               std::span<const std::uint32_t> events, std::span<const interval_range> stretches) {
  return clock.visit([&](auto exact_or_file) {
    using time = typename decltype(exact_or_file)::time;
    std::vector<basic_interval<time>> spans(events.size());
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (!known(events[i])) continue;
      const torch_event& e = trace.events[events[i]];
      if (e.has_span()) spans[i] = {exact_or_file.start(e), exact_or_file.end(e)};
    }
    std::vector<double> microseconds;
    microseconds.reserve(stretches.size());
    for (const time t : busy_in_ranges(spans, stretches)) microseconds.push_back(exact_or_file.microseconds(t));
    return microseconds;
  });
}

std::vector<interval_range> gpu_ranges_of(const call_tree& tree, const std::vector<std::uint32_t>& events) {
  const std::uint32_t* const begin = tree.gpu_positions().data();
  std::vector<interval_range> ranges;
  ranges.reserve(events.size());
  for (const std::uint32_t event : events) {
    const auto [first, last] = tree.gpu_positions_of(event);
    ranges.push_back({static_cast<std::uint32_t>(first - begin), static_cast<std::uint32_t>(last - begin)});
  }
  return ranges;
}

std::vector<double> subtree_times(const call_tree& tree, const std::vector<std::uint32_t>& events) {
  std::vector<std::uint32_t> work;
  work.reserve(tree.gpu_positions().size());
  for (const std::uint32_t p : tree.gpu_positions()) work.push_back(tree.order()[p]);
  return busy_times(tree.trace(), tree.clock(), work, gpu_ranges_of(tree, events));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_SUBTREE_TIME_BODY_HPP
