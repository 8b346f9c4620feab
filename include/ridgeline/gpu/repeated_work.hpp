#ifndef RIDGELINE_GPU_REPEATED_WORK_HPP
#define RIDGELINE_GPU_REPEATED_WORK_HPP

#include <cstddef>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>

namespace ridgeline::gpu_detail {

/// Which of `n` spans repeat another one, as where a profiler wrote a part of its file twice: the later ones of those
/// that agree in everything. The spans are in an order in which those that start together are neighbours:
/// `start_together(i, j)`. `key(i)` is all else that must be equal.
template <class Together, class Key>
std::vector<std::size_t> repeated_spans(std::size_t n, Together start_together, Key key) {
  std::vector<std::size_t> together, again;
  for (std::size_t first = 0, last = 0; first < n; first = last) {
    while (last < n && start_together(first, last)) ++last;
    if (last - first == 1) continue;
    together.clear();
    for (std::size_t i = first; i < last; ++i) together.push_back(i);
    merge_sorted_runs(together, [&](std::size_t x, std::size_t y) { return key(x) < key(y); });
    for (std::size_t i = 1; i < together.size(); ++i)
      if (key(together[i]) == key(together[i - 1])) again.push_back(together[i]);
  }
  return again;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_REPEATED_WORK_HPP
