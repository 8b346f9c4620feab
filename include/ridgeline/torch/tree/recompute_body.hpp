#ifndef RIDGELINE_TORCH_TREE_RECOMPUTE_BODY_HPP
#define RIDGELINE_TORCH_TREE_RECOMPUTE_BODY_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/torch/tree/recompute.hpp>

namespace ridgeline {

std::vector<bool> recomputed_events(const call_tree& tree) {
  const torch_trace& trace = tree.trace();
  std::vector<bool> marked(trace.events.size(), false);
  std::uint32_t end = 0;  // end of the range already marked
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

#endif  // RIDGELINE_TORCH_TREE_RECOMPUTE_BODY_HPP
