#ifndef RIDGELINE_TORCH_TREE_WALK_BODY_HPP
#define RIDGELINE_TORCH_TREE_WALK_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

void append_gpu_work_by_launch(std::vector<std::uint32_t>& to, call_node node) {
  const call_tree& tree = node.tree();
  const auto before = static_cast<std::ptrdiff_t>(to.size());
  const auto [first, last] = tree.gpu_positions_of(node.uid());
  for (const std::uint32_t* p = first; p != last; ++p) to.push_back(tree.order()[*p]);
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
  for (const call_node n : ancestors_of(node)) {
    if (!is_module(n)) continue;
    std::string_view name = n.name();
    const std::size_t mark = name.find_last_not_of("0123456789");
    if (mark != std::string_view::npos && mark + 1 < name.size() && name[mark] == '_') name = name.substr(0, mark);
    names.push_back(name);
  }
  std::reverse(names.begin(), names.end());
  return names;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_WALK_BODY_HPP
