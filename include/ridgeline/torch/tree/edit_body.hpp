#ifndef RIDGELINE_TORCH_TREE_EDIT_BODY_HPP
#define RIDGELINE_TORCH_TREE_EDIT_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/tree/edit.hpp>

namespace ridgeline {

std::uint32_t tree_edit::wrap(std::uint32_t event, std::string_view name, const op_arguments& arguments) {
  if (!in_tree(event)) return missing<std::uint32_t>;
  const std::uint32_t parent = places()[event].parent, added = add(event, name, arguments);
  unhook(event);
  hook(added, parent);
  hook(event, added);
  return added;
}

std::uint32_t tree_edit::wrap_calls_of(std::uint32_t event, std::string_view name, const op_arguments& arguments) {
  if (!in_tree(event) || !known(places()[event].first)) return missing<std::uint32_t>;
  const std::uint32_t first = places_[event].first, last = places_[event].last, added = add(first, name, arguments);
  places_[event].first = places_[event].last = missing<std::uint32_t>;
  hook(added, event);
  for (std::uint32_t child = first; known(child); child = places_[child].next) places_[child].parent = added;
  places_[added].first = first, places_[added].last = last;
  return added;
}

void tree_edit::apply() {
  if (added() == 0) return;
  call_tree next;
  next.trace_ = tree_.trace_, next.options_ = tree_.options_, next.problems_ = std::move(tree_.problems_);
  next.lanes_ = std::move(tree_.lanes_);
  next.lanes_.resize(trace_.events.size());  // added events are not GPU work
  next.nodes_.resize(trace_.events.size());
  next.order_.reserve(trace_.events.size());
  const gpu_links moved(std::move(moved_), trace_.events.size());
  for (std::uint32_t e = roots_.first; known(e);) {
    next.nodes_[e].parent = places_[e].parent;
    next.nodes_[e].first = static_cast<std::uint32_t>(next.order_.size());
    next.order_.push_back(e);
    if (known(places_[e].first)) {
      e = places_[e].first;
      continue;
    }
    for (leave(next, e, moved); !known(places_[e].next) && known(places_[e].parent); leave(next, e, moved))
      e = places_[e].parent;
    e = places_[e].next;
  }
  next.count_gpu_work();
  find_root_ops(next);
  next.find_ops_around();
  if (!moved_from_.empty()) next.sort_gpu_work();  // the ops around it have changed
  tree_ = std::move(next);
  moved_from_.clear(), moved_.clear();
  places_.clear();
  roots_ = {};
}

bool tree_edit::in_tree(std::uint32_t event) const {
  return event < trace_.events.size() && !is_gpu(trace_.events[event].category) &&
         (event >= tree_.nodes_.size() || tree_.contains(event));
}

std::vector<tree_edit::place>& tree_edit::places() {
  if (!places_.empty()) return places_;
  places_.resize(tree_.nodes_.size());
  for (const std::uint32_t e : tree_.order_)
    if (!is_gpu(trace_.events[e].category)) hook(e, tree_.parent_of(e));
  return places_;
}

void tree_edit::hook(std::uint32_t event, std::uint32_t parent) {
  place &p = calls_of(parent), &e = places_[event];
  e.parent = parent, e.previous = p.last, e.next = missing<std::uint32_t>;
  (!known(p.last) ? p.first : places_[p.last].next) = event;
  p.last = event;
}

void tree_edit::unhook(std::uint32_t event) {
  const place e = places_[event];
  place& p = calls_of(e.parent);
  (!known(e.previous) ? p.first : places_[e.previous].next) = e.next;
  (!known(e.next) ? p.last : places_[e.next].previous) = e.previous;
}

void tree_edit::expect(std::size_t calls) {
  trace_.events.reserve(trace_.events.size() + calls);
  places_.reserve(tree_.nodes_.size() + added() + calls);
}

std::uint32_t tree_edit::add_call(const torch_event& call, std::uint32_t parent) {
  const auto added = static_cast<std::uint32_t>(places().size());
  trace_.events.push_back(call);
  places_.emplace_back();
  hook(added, parent);
  return added;
}

void tree_edit::move_work(std::uint32_t work, std::uint32_t from, std::uint32_t launch) {
  if (moved_from_.empty()) moved_from_.resize(tree_.nodes_.size(), missing<std::uint32_t>);
  moved_from_[work] = from;
  moved_.emplace_back(launch, work);
}

std::uint32_t tree_edit::add(std::uint32_t like, std::string_view name, const op_arguments& arguments) {
  torch_event e;
  e.start = trace_.events[like].start, e.place = trace_.events[like].place;
  e.name = trace_.texts.keep(name), e.category = kineto_category::cpu_op, e.phase = chrome_phase::complete;
  e.args = static_cast<std::uint32_t>(trace_.ops.size());
  trace_.ops.push_back(arguments);
  trace_.ops.back().sequence = missing<std::int64_t>;  // excludes it from the links of forward and backward ops
  if (!trace_.file_times.empty())
    trace_.file_times.push_back({static_cast<std::uint32_t>(trace_.events.size()),
                                 trace_.start_us(trace_.events[like]), missing<double>});
  trace_.events.push_back(e);
  places_.emplace_back();
  return static_cast<std::uint32_t>(places_.size() - 1);
}

void tree_edit::leave(call_tree& next, std::uint32_t event, const gpu_links& moved) const {
  if (event < tree_.nodes_.size()) {
    for (const call_node work : children_of(node(event)))
      if (is_gpu_work(work) && !is_moved(work.uid(), event)) next.enter_work(work.uid(), event);
  }
  for (const std::uint32_t work : moved.work_of(event)) next.enter_work(work, event);
  next.nodes_[event].last = static_cast<std::uint32_t>(next.order_.size());
}

void tree_edit::find_root_ops(call_tree& next) const {
  std::vector<bool> root(trace_.events.size(), false);
  for (const std::uint32_t e : tree_.root_ops_) root[e] = true;
  std::uint32_t end = 0;  // end of the enclosing op
  for (std::uint32_t at = 0; at < next.order_.size(); ++at) {
    const std::uint32_t e = next.order_[at];
    if (at < end || trace_.events[e].category != kineto_category::cpu_op) continue;
    end = next.nodes_[e].last;
    if (root[e] || e >= tree_.nodes_.size()) next.root_ops_.push_back(e);
  }
  next.sort_root_ops();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_EDIT_BODY_HPP
