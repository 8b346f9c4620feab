#ifndef RIDGELINE_TORCH_TREE_WALK_HPP
#define RIDGELINE_TORCH_TREE_WALK_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// An event in its call tree. As cheap to copy as a pointer; converts to false if there is no event.
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

/// Predicates on nodes.
inline bool is_op(const call_node& n) { return n->category == kineto_category::cpu_op; }
inline bool is_frame(const call_node& n) { return n->category == kineto_category::python_function; }
inline bool is_call_to_runtime(const call_node& n) { return is_runtime(n->category); }
inline bool is_gpu_work(const call_node& n) { return is_gpu(n->category); }
inline bool is_module(const call_node& n) { return is_frame(n) && n.name().starts_with("nn.Module:"); }

/// A lazy range of nodes, whose cursor has `node()`, `next()` and `done()`. It holds pointers into the tree and is
/// as cheap to copy. A named one also works with range-v3's views.
template <class Cursor>
class node_range : public std::ranges::view_base {
 public:
  struct stop {};
  class iterator {
   public:
    using value_type = call_node;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::forward_iterator_tag;
    using iterator_category = std::input_iterator_tag;

    iterator() = default;
    explicit iterator(const Cursor& at) : at_(at) {}
    call_node operator*() const { return at_.node(); }
    iterator& operator++() {
      at_.next();
      return *this;
    }
    iterator operator++(int) {
      iterator old = *this;
      at_.next();
      return old;
    }
    friend bool operator==(const iterator&, const iterator&) = default;
    friend bool operator==(const iterator& i, stop) { return i.at_.done(); }

   private:
    Cursor at_{};
  };

  node_range() = default;
  explicit node_range(const Cursor& first) : first_(first) {}
  iterator begin() const { return iterator(first_); }
  stop end() const { return {}; }
  bool empty() const { return first_.done(); }

 private:
  Cursor first_{};
};

namespace torch_detail {

struct ancestor_cursor {
  call_node at{};
  call_node node() const { return at; }
  void next() { at = at.parent(); }
  bool done() const { return !at; }
  friend bool operator==(const ancestor_cursor&, const ancestor_cursor&) = default;
};

/// A range of the tree's order.
struct order_cursor {
  const call_tree* tree = nullptr;
  std::uint32_t at = 0, last = 0;
  call_node node() const { return {*tree, tree->order()[at]}; }
  void next() { ++at; }
  bool done() const { return at >= last; }
  friend bool operator==(const order_cursor& a, const order_cursor& b) { return a.at == b.at; }
};

/// Steps from child to child, skipping what is below them.
struct child_cursor : order_cursor {
  void next() {
    const std::uint32_t event = tree->order()[at];
    at = is_gpu(tree->trace().events[event].category) ? at + 1 : tree->last_of(event);
  }
};

/// Skips calls that launched nothing.
struct launch_cursor : order_cursor {
  bool is_launch() const { return is_call_to_runtime(node()) && tree->has_gpu_work(tree->order()[at]); }
  void next() {
    do ++at;
    while (!done() && !is_launch());
  }
};

/// A range of positions of GPU work.
struct gpu_cursor {
  const call_tree* tree = nullptr;
  const std::uint32_t *at = nullptr, *last = nullptr;
  call_node node() const { return {*tree, tree->order()[*at]}; }
  void next() { ++at; }
  bool done() const { return at == last; }
  friend bool operator==(const gpu_cursor& a, const gpu_cursor& b) { return a.at == b.at; }
};

}  // namespace torch_detail

/// The ancestors of a node, from its parent up to the root.
inline auto ancestors_of(call_node node) {
  return node_range(torch_detail::ancestor_cursor{node ? node.parent() : call_node{}});
}
/// The children of a node: calls by time, then the GPU work it launched.
inline auto children_of(call_node node) {
  const call_tree& tree = node.tree();
  const std::uint32_t last = is_gpu(node->category) ? 0 : tree.last_of(node.uid());
  return node_range(torch_detail::child_cursor{{&tree, tree.first_of(node.uid()) + 1, last}});
}
/// A node and everything below it, parents before children.
inline auto subtree_of(call_node node) {
  const call_tree& tree = node.tree();
  return node_range(torch_detail::order_cursor{&tree, tree.first_of(node.uid()), tree.last_of(node.uid())});
}
inline auto descendants_of(call_node node) {
  const call_tree& tree = node.tree();
  return node_range(torch_detail::order_cursor{&tree, tree.first_of(node.uid()) + 1, tree.last_of(node.uid())});
}
/// All nodes of a tree in calling order.
inline auto nodes_of(const call_tree& tree) {
  return node_range(torch_detail::order_cursor{&tree, 0, static_cast<std::uint32_t>(tree.order().size())});
}
/// The GPU work below a node, in calling order; for GPU work, itself.
inline auto gpu_work_of(call_node node) {
  const auto [first, last] = node.tree().gpu_positions_of(node.uid());
  return node_range(torch_detail::gpu_cursor{&node.tree(), first, last});
}
/// The runtime calls below a node (or the node itself) that launched GPU work.
inline auto launches_of(call_node node) {
  const call_tree& tree = node.tree();
  torch_detail::launch_cursor first{{&tree, tree.first_of(node.uid()), tree.last_of(node.uid())}};
  if (!first.done() && !first.is_launch()) first.next();
  return node_range(first);
}

/// The first of some nodes that satisfies a predicate, or no node: `nearest(ancestors_of(kernel), is_op)`.
template <class Nodes, class Wanted>
call_node nearest(Nodes&& nodes, Wanted wanted) {
  for (const call_node n : nodes)
    if (wanted(n)) return n;
  return {};
}

/// Whether any GPU work below a node is communication.
inline bool any_communication_of(call_node node) {
  return bool(nearest(gpu_work_of(node), [](call_node w) { return w.tree().communicates(w.uid()); }));
}

/// `call_tree::op_around` without ops of one name. The tree must outlive it.
class nearest_ops {
 public:
  nearest_ops(const call_tree& tree, symbol passed_over);
  std::uint32_t operator[](std::uint32_t event) const {
    return others_.empty() ? tree_->op_around(event) : others_[event];
  }

 private:
  const call_tree* tree_;
  std::vector<std::uint32_t> others_{};  // by event, if a name is passed over
};

/// The GPU work below a node in the file order of its launches, as TraceLens lists it; or the same, appended to a list.
std::vector<std::uint32_t> gpu_work_by_launch(call_node node);
void append_gpu_work_by_launch(std::vector<std::uint32_t>& to, call_node node);

/// The names of the modules around a node, outermost first, without instance numbers.
std::vector<std::string_view> modules_around(call_node node);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_WALK_HPP
