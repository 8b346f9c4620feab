#ifndef RIDGELINE_TORCH_TREE_WALK_BODY_HPP
#define RIDGELINE_TORCH_TREE_WALK_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/tree/module_frame.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

nearest_ops::nearest_ops(const call_tree& tree, symbol passed_over) : tree_(&tree) {
  if (!known(passed_over)) return;
  others_.assign(tree.trace().events.size(), missing<std::uint32_t>);
  for (const std::uint32_t event : tree.order()) {  // enclosing events come first
    const call_node parent = node_of(tree, event).parent();
    if (!parent) continue;
    others_[event] = is_op(parent) && parent->name != passed_over ? parent.uid() : others_[parent.uid()];
  }
}

void append_gpu_work_by_launch(std::vector<std::uint32_t>& to, call_node node) {
  const call_tree& tree = node.tree();
  const auto before = static_cast<std::ptrdiff_t>(to.size());
  for (const call_node w : gpu_work_of(node)) to.push_back(w.uid());
  merge_sorted_runs(to.begin() + before, to.end(),
                    [&](std::uint32_t a, std::uint32_t b) { return tree.parent_of(a) < tree.parent_of(b); });
}

std::vector<std::uint32_t> gpu_work_by_launch(call_node node) {
  std::vector<std::uint32_t> work;
  append_gpu_work_by_launch(work, node);
  return work;
}

std::vector<std::string_view> modules_around(call_node node) {
  std::vector<std::string_view> names;
  for (const call_node n : ancestors_of(node))
    if (is_module(n)) names.push_back(torch_detail::without_instance(n.name()));
  std::reverse(names.begin(), names.end());
  return names;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_WALK_BODY_HPP
