#ifndef RIDGELINE_TORCH_RUN_OVERLAP_BODY_HPP
#define RIDGELINE_TORCH_RUN_OVERLAP_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/run/overlap.hpp>

namespace ridgeline {

gpu_overlaps gpu_overlaps_of(const torch_profile& run, std::vector<std::uint32_t> events,
                             const std::vector<std::uint32_t>& op_of) {
  const torch_clock clock = run.tree().clock();
  std::erase_if(events, [&](std::uint32_t i) { return !run.event(i).has_span() || !(run.event(i).time > duration()); });
  merge_sorted_runs(events, [&](std::uint32_t a, std::uint32_t b) {
    return clock.start(run.event(a)) < clock.start(run.event(b));
  });
  const auto stream = [&](std::uint32_t i) { return run.trace().stream(run.event(i)); };
  gpu_overlaps found;
  std::vector<std::uint32_t> owner, running;
  std::size_t left = gpu_overlaps::most_more;  // comparisons left beyond `most_at_once` per event
  for (const std::uint32_t b : events) {
    const std::int64_t start = clock.start(run.event(b));
    std::erase_if(running, [&](std::uint32_t a) { return clock.end(run.event(a)) <= start; });
    const std::size_t compared = std::max(gpu_overlaps::most_at_once, std::min(running.size(), left));
    left -= std::min(left, compared > gpu_overlaps::most_at_once ? compared : 0);
    if (running.size() > compared) {
      const auto too_many = static_cast<std::ptrdiff_t>(running.size() - compared);
      found.passed_over += static_cast<std::uint64_t>(too_many);
      running.erase(running.begin(), running.begin() + too_many);
    }
    for (const std::uint32_t a : running) {
      const torch_span common{b, clock.end(run.event(b)) < clock.end(run.event(a)) ? b : a};
      const bool one_stream = stream(a) == stream(b) && known(stream(a));
      const bool one_op = op_of[a] == op_of[b] && known(op_of[a]);
      if (clock.from_to(run.event(b), run.event(common.last)) < 1 || one_stream || one_op) continue;
      found.all.push_back({b, common});
      owner.push_back(a);
      found.all.push_back({a, common});
      owner.push_back(b);
    }
    running.push_back(b);
  }
  found.of_event = grouped(owner, run.trace().events.size());
  return found;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_OVERLAP_BODY_HPP
