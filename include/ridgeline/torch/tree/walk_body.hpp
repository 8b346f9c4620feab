#ifndef RIDGELINE_TORCH_TREE_WALK_BODY_HPP
#define RIDGELINE_TORCH_TREE_WALK_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

std::vector<std::uint32_t> gpu_work_by_launch(call_node node) {
  const call_tree& tree = node.tree();
  const auto [first, last] = tree.gpu_positions_of(node.uid());
  struct launched {
    std::uint32_t launch, event;
  };
  std::vector<launched> found;
  for (const std::uint32_t* p = first; p != last; ++p) {
    const std::uint32_t event = tree.order()[*p];
    found.push_back({tree.parent_of(event), event});
  }
  merge_sorted_runs(found, [](const launched& a, const launched& b) { return a.launch < b.launch; });
  std::vector<std::uint32_t> work;
  work.reserve(found.size());
  for (const launched& l : found) work.push_back(l.event);
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
