#ifndef RIDGELINE_TORCH_TREE_RECOMPUTE_BODY_HPP
#define RIDGELINE_TORCH_TREE_RECOMPUTE_BODY_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/torch/tree/recompute.hpp>

namespace ridgeline {

std::vector<bool> recomputed_events(const call_tree& tree) {
  const torch_trace& trace = tree.trace();
  const bool by_ops = !tree.options().faults.recompute_needs_frames;
  std::vector<bool> marked(trace.events.size(), false);
  std::vector<bool> again(trace.events.size(), false);  // below it, until a backward node, forward runs again
  std::uint32_t end = 0;  // end of the range already marked
  const std::vector<std::uint32_t>& order = tree.order();
  for (std::uint32_t at = 0; at < order.size(); ++at) {
    const std::uint32_t i = order[at], around = tree.parent_of(i);
    const torch_event& e = trace.events[i];
    const std::string_view name = trace.name(e);
    if (at >= end && e.category == kineto_category::python_function &&
        name.find("torch/utils/checkpoint.py") != std::string_view::npos &&
        name.find("recompute_fn") != std::string_view::npos)
      end = tree.last_of(i);
    const bool op = e.category == kineto_category::cpu_op;
    const bool node = op && name.starts_with("autograd::engine::evaluate_function");
    const bool inside = by_ops && known(around) && again[around] && !node;
    again[i] = inside || (op && !node && name.ends_with("CheckpointFunctionBackward"));
    if (at < end || inside) marked[i] = true;
  }
  return marked;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_RECOMPUTE_BODY_HPP
