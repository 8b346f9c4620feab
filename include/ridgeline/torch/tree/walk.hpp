#ifndef RIDGELINE_TORCH_TREE_WALK_HPP
#define RIDGELINE_TORCH_TREE_WALK_HPP

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <range/v3/view/drop.hpp>
#include <range/v3/view/facade.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/subrange.hpp>
#include <range/v3/view/transform.hpp>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// An event in its call tree. As cheap to copy as a pointer; false where there is no event.
class call_node {
 public:
  call_node() = default;
  call_node(const call_tree& tree, std::uint32_t uid) : tree_(&tree), uid_(uid) {}

  explicit operator bool() const { return known(uid_); }
  std::uint32_t uid() const { return uid_; }
  const call_tree& tree() const { return *tree_; }
  const torch_event& event() const { return tree_->trace().events[uid_]; }
  const torch_event* operator->() const { return &event(); }
  std::string_view name() const { return tree_->trace().name(event()); }
  call_node parent() const { return {*tree_, tree_->parent_of(uid_)}; }
  friend bool operator==(const call_node& a, const call_node& b) { return a.uid_ == b.uid_; }

 private:
  const call_tree* tree_ = nullptr;
  std::uint32_t uid_ = missing<std::uint32_t>;
};

inline call_node node_of(const call_tree& tree, std::uint32_t uid) { return {tree, uid}; }

/// What may be asked of a node on the way.
inline bool is_op(const call_node& n) { return n->category == kineto_category::cpu_op; }
inline bool is_frame(const call_node& n) { return n->category == kineto_category::python_function; }
inline bool is_call_to_runtime(const call_node& n) { return is_runtime(n->category); }
inline bool is_gpu_work(const call_node& n) { return is_gpu(n->category); }
inline bool is_module(const call_node& n) { return is_frame(n) && n.name().starts_with("nn.Module:"); }

/// The nodes above a node, from its parent up to the root.
class ancestor_view : public ranges::view_facade<ancestor_view> {
 public:
  ancestor_view() = default;
  explicit ancestor_view(call_node from) : at_(from ? from.parent() : call_node{}) {}

 private:
  friend ranges::range_access;
  struct cursor {
    call_node at{};
    call_node read() const { return at; }
    void next() { at = at.parent(); }
    bool equal(const cursor& other) const { return at == other.at; }
    bool equal(ranges::default_sentinel_t) const { return !at; }
  };
  cursor begin_cursor() const { return {at_}; }
  ranges::default_sentinel_t end_cursor() const { return {}; }
  call_node at_{};
};
inline ancestor_view ancestors_of(call_node node) { return ancestor_view(node); }

/// The nodes directly below a node: calls by time, then the GPU work it launched.
class child_view : public ranges::view_facade<child_view> {
 public:
  child_view() = default;
  explicit child_view(call_node of)
      : tree_(&of.tree()), first_(of.tree().first_of(of.uid()) + 1), last_(of.tree().last_of(of.uid())) {
    if (is_gpu(of->category) || last_ == 0) first_ = last_ = 0;
  }

 private:
  friend ranges::range_access;
  struct cursor {
    const call_tree* tree = nullptr;
    std::uint32_t at = 0;
    std::uint32_t last = 0;
    call_node read() const { return {*tree, tree->order()[at]}; }
    void next() {
      const std::uint32_t event = tree->order()[at];
      at = is_gpu(tree->trace().events[event].category) ? at + 1 : tree->last_of(event);
    }
    bool equal(const cursor& other) const { return at == other.at; }
    bool equal(ranges::default_sentinel_t) const { return at >= last; }
  };
  cursor begin_cursor() const { return {tree_, first_, last_}; }
  ranges::default_sentinel_t end_cursor() const { return {}; }
  const call_tree* tree_ = nullptr;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};
inline child_view children_of(call_node node) { return child_view(node); }

/// A node and all below it, each before what lies below it.
inline auto subtree_of(call_node node) {
  const call_tree* const tree = &node.tree();
  const std::uint32_t* const order = tree->order().data();
  return ranges::make_subrange(order + tree->first_of(node.uid()), order + tree->last_of(node.uid())) |
         ranges::views::transform([tree](std::uint32_t event) { return call_node{*tree, event}; });
}
/// All nodes of a tree in calling order.
inline auto nodes_of(const call_tree& tree) {
  const call_tree* const of = &tree;
  return tree.order() | ranges::views::transform([of](std::uint32_t event) { return call_node{*of, event}; });
}
inline auto descendants_of(call_node node) { return subtree_of(node) | ranges::views::drop(1); }

/// The GPU work below a node, in calling order; of GPU work: itself.
inline auto gpu_work_of(call_node node) {
  const call_tree* const tree = &node.tree();
  const auto [first, last] = tree->gpu_positions_of(node.uid());
  return ranges::make_subrange(first, last) |
         ranges::views::transform([tree](std::uint32_t position) { return call_node{*tree, tree->order()[position]}; });
}

/// The runtime calls below a node (or it itself) that launched GPU work.
inline auto launches_of(call_node node) {
  return subtree_of(node) | ranges::views::filter([](const call_node& n) {
           return is_call_to_runtime(n) && n.tree().has_gpu_work(n.uid());
         });
}

/// The first of some nodes that is as wanted; no node when none is: `nearest(ancestors_of(kernel), is_op)`.
template <class Nodes, class Wanted>
call_node nearest(Nodes&& nodes, Wanted wanted) {
  for (const call_node n : nodes)
    if (wanted(n)) return n;
  return {};
}

/// The GPU work below a node in the order of the file of its launches, as TraceLens lists it.
inline std::vector<std::uint32_t> gpu_work_by_launch(call_node node) {
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

/// The names of the modules around a node, outermost first, each without the number of the instance.
inline std::vector<std::string_view> modules_around(call_node node) {
  std::vector<std::string_view> names;
  for (const call_node n : ancestors_of(node) | ranges::views::filter(is_module)) {
    std::string_view name = n.name();
    const std::size_t mark = name.find_last_not_of("0123456789");
    if (mark != std::string_view::npos && mark + 1 < name.size() && name[mark] == '_') name = name.substr(0, mark);
    names.push_back(name);
  }
  std::reverse(names.begin(), names.end());
  return names;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_WALK_HPP
