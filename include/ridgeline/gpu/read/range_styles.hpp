#ifndef RIDGELINE_GPU_READ_RANGE_STYLES_HPP
#define RIDGELINE_GPU_READ_RANGE_STYLES_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/record/trace.hpp>

namespace ridgeline::gpu_detail {

/// Ranges of which a file does not say whether they were pushed or started, by number: pushed ones, unless two overlap
/// on a thread without being nested. Those cannot both have been pushed and are taken as started.
inline void tell_styles(std::vector<gpu_range>& ranges, std::vector<std::uint32_t> unknown) {
  merge_sorted_runs(unknown, [&](std::uint32_t a, std::uint32_t b) {
    const gpu_range &x = ranges[a], &y = ranges[b];
    return x.thread != y.thread ? x.thread < y.thread : x.start != y.start ? x.start < y.start : x.time > y.time;
  });
  std::vector<std::uint32_t> open;
  for (const std::uint32_t i : unknown) {
    gpu_range& r = ranges[i];
    while (!open.empty() && (ranges[open.back()].thread != r.thread || ranges[open.back()].end() <= r.start))
      open.pop_back();
    if (!open.empty() && ranges[open.back()].end() < r.end()) ranges[open.back()].nested = r.nested = false;
    open.push_back(i);
  }
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_RANGE_STYLES_HPP
