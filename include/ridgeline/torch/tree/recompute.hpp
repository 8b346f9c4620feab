#ifndef RIDGELINE_TORCH_TREE_RECOMPUTE_HPP
#define RIDGELINE_TORCH_TREE_RECOMPUTE_HPP

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// Which events run a second time because their results were not kept (activation checkpointing): the frames of
/// torch/utils/checkpoint.py that name `recompute_fn`, and all below them. One entry an event; nothing is marked in a
/// tree without Python frames.
inline std::vector<bool> recomputed_events(const call_tree& tree) {
  const torch_trace& trace = tree.trace();
  std::vector<bool> marked(trace.events.size(), false);
  std::uint32_t end = 0;  // of the stretch that is marked already
  const std::vector<std::uint32_t>& order = tree.order();
  for (std::uint32_t at = 0; at < order.size(); ++at) {
    const torch_event& e = trace.events[order[at]];
    if (at >= end && e.category == kineto_category::python_function) {
      const std::string_view name = trace.name(e);
      if (name.find("torch/utils/checkpoint.py") != std::string_view::npos &&
          name.find("recompute_fn") != std::string_view::npos)
        end = tree.last_of(order[at]);
    }
    if (at < end) marked[order[at]] = true;
  }
  return marked;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_RECOMPUTE_HPP
