#ifndef RIDGELINE_TORCH_TREE_BACKWARD_BODY_HPP
#define RIDGELINE_TORCH_TREE_BACKWARD_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/link.hpp>

namespace ridgeline {

std::uint32_t backward_links::forward_of(std::uint32_t backward) const {
  const auto at = std::lower_bound(by_backward_.begin(), by_backward_.end(), std::pair{backward, std::uint32_t{0}});
  return at != by_backward_.end() && at->first == backward ? at->second : missing<std::uint32_t>;
}

std::vector<std::uint32_t> backward_links::backward_of(const call_tree& tree, std::uint32_t event) const {
  return collect(tree.first_of(event), tree.first_of(event) + (tree.contains(event) ? 1 : 0));
}

std::vector<std::uint32_t> backward_links::backward_of_subtree(const call_tree& tree, std::uint32_t event) const {
  return collect(tree.first_of(event), tree.last_of(event));
}

std::vector<std::uint32_t> backward_links::collect(std::uint32_t first, std::uint32_t last) const {
  const auto before = [](const link& l, std::uint32_t position) { return l.position < position; };
  auto at = std::lower_bound(by_forward_.begin(), by_forward_.end(), first, before);
  std::vector<std::uint32_t> found;
  for (; at != by_forward_.end() && at->position < last; ++at) found.push_back(at->backward);
  return std::move(found) | sort_by([](std::uint32_t e) { return e; });
}

namespace torch_detail {

bool is_backward_node(const torch_trace& trace, std::uint32_t event) {
  return trace.name(trace.events[event]).starts_with("autograd::engine::evaluate_function:");
}

/// The original's choice among the ops of one sequence number: the latest one on another thread.
std::uint32_t latest_elsewhere(const torch_trace& trace, const torch_clock& clock, const std::uint32_t* first,
                               const std::uint32_t* last, std::uint32_t backward) {
  std::uint32_t best = missing<std::uint32_t>;
  for (const std::uint32_t* e = first; e != last; ++e) {
    if (trace.events[*e].place == trace.events[backward].place) continue;
    if (!known(best) || clock.start(trace.events[*e]) > clock.start(trace.events[best])) best = *e;
  }
  return best;
}

}  // namespace torch_detail

backward_links link_backward(const call_tree& tree) {
  const torch_trace& trace = tree.trace();
  const torch_faults faults = tree.options().faults;
  numbered_events numbered;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const op_arguments* op = trace.op(trace.events[i]);
    if (op != nullptr && known(op->sequence)) numbered.emplace_back(op->sequence, i);
  }
  order_by_number(numbered);
  const auto by_time = [&](std::uint32_t a, std::uint32_t b) { return trace.events[a].start < trace.events[b].start; };
  backward_links links;
  std::vector<std::uint32_t> group, forward;
  for (std::size_t i = 0; i < numbered.size();) {
    group.clear();
    const std::int64_t sequence = numbered[i].first;
    for (; i < numbered.size() && numbered[i].first == sequence; ++i) group.push_back(numbered[i].second);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stretches;  // ranges of the tree's order below autograd nodes
    for (const std::uint32_t e : group)
      if (torch_detail::is_backward_node(trace, e)) stretches.emplace_back(tree.first_of(e), tree.last_of(e));
    if (stretches.empty()) continue;
    merge_sorted_runs(stretches, std::less<>{});
    forward.clear();
    for (const std::uint32_t e : group) {
      const auto after = std::upper_bound(stretches.begin(), stretches.end(),
                                          std::pair{tree.first_of(e), missing<std::uint32_t>});
      const bool below = after != stretches.begin() && tree.first_of(e) < (after - 1)->second;
      if (!below && known(trace.events[e].start)) forward.push_back(e);
    }
    merge_sorted_runs(forward, by_time);
    for (const std::uint32_t backward : group) {
      if (!torch_detail::is_backward_node(trace, backward)) continue;
      std::uint32_t found = missing<std::uint32_t>;
      if (faults.forward_on_other_thread_only) {
        found = torch_detail::latest_elsewhere(trace, tree.clock(), group.data(), group.data() + group.size(),
                                               backward);
      } else {
        const auto after = std::lower_bound(forward.begin(), forward.end(), backward, by_time);
        if (after != forward.begin()) found = *(after - 1);
      }
      if (known(found)) links.by_forward_.push_back({found, backward, tree.first_of(found)});
      if (faults.one_backward_per_sequence || faults.forward_on_other_thread_only) break;
    }
  }
  for (const backward_links::link& l : links.by_forward_) links.by_backward_.emplace_back(l.backward, l.forward);
  merge_sorted_runs(links.by_backward_, std::less<>{});
  merge_sorted_runs(links.by_forward_, [](const auto& a, const auto& b) { return a.position < b.position; });
  return links;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_BACKWARD_BODY_HPP
