#ifndef RIDGELINE_TORCH_TREE_EDIT_HPP
#define RIDGELINE_TORCH_TREE_EDIT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

/// A step between a call tree and its report: gives ops other names, puts new ops around calls that belong together.
///
/// A new op is an event behind those of the trace. It starts when the first call in it does and has no length: the host
/// did not record one. `tree()` is the tree as it was; what a step asks for shows when `apply` has run, which takes
/// time and memory linear in the tree, whatever the number of changes.
class tree_edit {
 public:
  tree_edit(torch_trace& trace, call_tree& tree) : trace_(trace), tree_(tree) {}
  tree_edit(const tree_edit&) = delete;
  tree_edit& operator=(const tree_edit&) = delete;

  const torch_trace& trace() const { return trace_; }
  const call_tree& tree() const { return tree_; }
  call_node node(std::uint32_t event) const { return {tree_, event}; }

  void rename(std::uint32_t event, std::string_view name) { trace_.events[event].name = trace_.texts.keep(name); }
  /// A text for `op_arguments`, such as shapes that the step works out: `[[16,559],[]]`.
  symbol text(std::string_view json) { return trace_.texts.keep(json); }

  /// Puts a new op around one call and what is below it. It stands behind the other calls of its parent. The number of
  /// the new op; `missing<std::uint32_t>`, and nothing done, where `event` is GPU work or not in the tree.
  std::uint32_t wrap(std::uint32_t event, std::string_view name, const op_arguments& arguments = {}) {
    if (!in_tree(event)) return missing<std::uint32_t>;
    const std::uint32_t parent = places()[event].parent, added = add(event, name, arguments);
    unhook(event);
    hook(added, parent);
    hook(event, added);
    return added;
  }
  /// Puts a new op between a call and all that it calls; GPU work that the call launches itself stays where it is. The
  /// number of the new op; `missing<std::uint32_t>` where nothing is called.
  std::uint32_t wrap_calls_of(std::uint32_t event, std::string_view name, const op_arguments& arguments = {}) {
    if (!in_tree(event) || !known(places()[event].first)) return missing<std::uint32_t>;
    const std::uint32_t first = places_[event].first, last = places_[event].last, added = add(first, name, arguments);
    places_[event].first = places_[event].last = missing<std::uint32_t>;
    hook(added, event);
    for (std::uint32_t child = first; known(child); child = places_[child].next) places_[child].parent = added;
    places_[added].first = first, places_[added].last = last;
    return added;
  }

  /// How many ops were added.
  std::size_t added() const { return places_.empty() ? 0 : places_.size() - tree_.nodes_.size(); }

  /// Makes the changes: `tree()` has them from then on.
  void apply() {
    if (added() == 0) return;
    call_tree next;
    next.trace_ = tree_.trace_, next.options_ = tree_.options_, next.problems_ = std::move(tree_.problems_);
    next.nodes_.resize(trace_.events.size());
    next.order_.reserve(trace_.events.size());
    for (std::uint32_t e = roots_.first; known(e);) {
      next.nodes_[e].parent = places_[e].parent;
      next.nodes_[e].first = static_cast<std::uint32_t>(next.order_.size());
      next.order_.push_back(e);
      if (known(places_[e].first)) {
        e = places_[e].first;
        continue;
      }
      for (leave(next, e); !known(places_[e].next) && known(places_[e].parent); leave(next, e))
        e = places_[e].parent;
      e = places_[e].next;
    }
    next.count_gpu_work();
    find_root_ops(next);
    tree_ = std::move(next);
    places_.clear();
    roots_ = {};
  }

 private:
  struct place {
    std::uint32_t parent = missing<std::uint32_t>, previous = missing<std::uint32_t>, next = missing<std::uint32_t>;  // among the calls of its parent
    std::uint32_t first = missing<std::uint32_t>, last = missing<std::uint32_t>;                        // its own calls
  };

  bool in_tree(std::uint32_t event) const {
    return event < trace_.events.size() && !is_gpu(trace_.events[event].category) &&
           (event >= tree_.nodes_.size() || tree_.contains(event));
  }
  /// Who calls whom, as lists that a change takes constant time in; made when the first one asks.
  std::vector<place>& places() {
    if (!places_.empty()) return places_;
    places_.resize(tree_.nodes_.size());
    for (const std::uint32_t e : tree_.order_)
      if (!is_gpu(trace_.events[e].category)) hook(e, tree_.parent_of(e));
    return places_;
  }
  place& calls_of(std::uint32_t parent) { return !known(parent) ? roots_ : places_[parent]; }
  void hook(std::uint32_t event, std::uint32_t parent) {
    place &p = calls_of(parent), &e = places_[event];
    e.parent = parent, e.previous = p.last, e.next = missing<std::uint32_t>;
    (!known(p.last) ? p.first : places_[p.last].next) = event;
    p.last = event;
  }
  void unhook(std::uint32_t event) {
    const place e = places_[event];
    place& p = calls_of(e.parent);
    (!known(e.previous) ? p.first : places_[e.previous].next) = e.next;
    (!known(e.next) ? p.last : places_[e.next].previous) = e.previous;
  }
  std::uint32_t add(std::uint32_t like, std::string_view name, const op_arguments& arguments) {
    torch_event e;
    e.ts = trace_.events[like].ts, e.place = trace_.events[like].place;
    e.name = trace_.texts.keep(name), e.category = kineto_category::cpu_op, e.phase = chrome_phase::complete;
    e.args = static_cast<std::uint32_t>(trace_.ops.size());
    trace_.ops.push_back(arguments);
    trace_.ops.back().sequence = missing<std::int64_t>;  // it has no part in linking forward and backward ops
    trace_.events.push_back(e);
    places_.emplace_back();
    return static_cast<std::uint32_t>(places_.size() - 1);
  }

  /// GPU work stands below the calls of its launch.
  void leave(call_tree& next, std::uint32_t event) const {
    if (event < tree_.nodes_.size()) {
      for (const call_node work : children_of(node(event))) {
        if (!is_gpu_work(work)) continue;
        call_tree::node& n = next.nodes_[work.uid()];
        const auto position = static_cast<std::uint32_t>(next.order_.size());
        next.gpu_positions_.push_back(position);
        next.order_.push_back(work.uid());
        if (!known(n.parent) || n.parent < event) n = {event, position, position + 1};
      }
    }
    next.nodes_[event].last = static_cast<std::uint32_t>(next.order_.size());
  }
  void find_root_ops(call_tree& next) const {
    std::vector<bool> root(trace_.events.size(), false);
    for (const std::uint32_t e : tree_.root_ops_) root[e] = true;
    std::uint32_t end = 0;  // of the op around
    for (std::uint32_t at = 0; at < next.order_.size(); ++at) {
      const std::uint32_t e = next.order_[at];
      if (at < end || trace_.events[e].category != kineto_category::cpu_op) continue;
      end = next.nodes_[e].last;
      if (root[e] || e >= tree_.nodes_.size()) next.root_ops_.push_back(e);
    }
    merge_sorted_runs(next.root_ops_, [&](std::uint32_t a, std::uint32_t b) {
      const double ta = trace_.events[a].ts, tb = trace_.events[b].ts;
      return ta != tb ? ta < tb : a < b;
    });
  }

  torch_trace& trace_;
  call_tree& tree_;
  std::vector<place> places_{};
  place roots_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_EDIT_HPP
