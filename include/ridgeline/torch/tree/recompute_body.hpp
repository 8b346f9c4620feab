#ifndef RIDGELINE_TORCH_TREE_RECOMPUTE_BODY_HPP
#define RIDGELINE_TORCH_TREE_RECOMPUTE_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/recompute.hpp>

namespace ridgeline {

namespace torch_detail {

bool recomputes(const torch_event& e, std::string_view name) {
  return e.category == kineto_category::python_function && name.find("torch/utils/checkpoint.py") != name.npos &&
         name.find("recompute_fn") != name.npos;
}

/// When Python frames that compute again run, for a tree without frames: by place and start, none inside another.
class recomputing_frames {
 public:
  recomputing_frames() = default;
  explicit recomputing_frames(const call_tree& tree) {
    const torch_trace& trace = tree.trace();
    if (tree.options().python_frames) return;
    asked_once by_name(trace.texts, [](std::string_view name) { return name.find("recompute_fn") != name.npos; });
    for (const torch_event& e : trace.events)
      if (e.category == kineto_category::python_function && e.has_span() && known(e.place) && by_name(e.name) &&
          recomputes(e, trace.name(e)))
        all_.push_back({e.place, e.start, e.end()});
    merge_sorted_runs(all_, [](const frame& a, const frame& b) {
      return std::tuple(a.place, a.start, b.end) < std::tuple(b.place, b.start, a.end);
    });
    const auto inside = [](const frame& a, const frame& b) { return a.place == b.place && b.end <= a.end; };
    all_.erase(std::unique(all_.begin(), all_.end(), inside), all_.end());
  }
  bool hold(const torch_event& e) const {
    if (all_.empty() || !known(e.place) || !e.has_span()) return false;
    const auto after = std::upper_bound(all_.begin(), all_.end(), e, [](const torch_event& x, const frame& f) {
      return std::tie(x.place, x.start) < std::tie(f.place, f.start);
    });
    return after != all_.begin() && (after - 1)->place == e.place && e.end() <= (after - 1)->end;
  }

 private:
  struct frame {
    std::uint32_t place;
    time_point start, end;
  };
  std::vector<frame> all_{};
};

/// Marks what recomputes, also what is inside such a frame that is not in the tree.
std::vector<bool> recomputed_events(const call_tree& tree, const recomputing_frames& frames) {
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
    if (at >= end && (recomputes(e, name) || frames.hold(e))) end = tree.last_of(i);
    const bool op = e.category == kineto_category::cpu_op;
    const bool node = op && name.starts_with(backward_node_front);
    const bool inside = by_ops && known(around) && again[around] && !node;
    again[i] = inside || (op && !node && name.ends_with("CheckpointFunctionBackward"));
    if (at < end || inside) marked[i] = true;
  }
  return marked;
}

}  // namespace torch_detail

std::vector<bool> recomputed_events(const call_tree& tree) { return torch_detail::recomputed_events(tree, {}); }

std::vector<bool> forward_work_in_backward(const call_tree& tree) {
  const torch_trace& trace = tree.trace();
  std::vector<bool> again = torch_detail::recomputed_events(tree, torch_detail::recomputing_frames(tree));
  asked_once is_node(trace.texts, [](std::string_view name) { return name.starts_with(backward_node_front); });
  const auto number_of = [&](const torch_event& e) { return trace.arguments(e).sequence; };
  struct scope {
    std::uint32_t end;    // behind the last position below it
    std::int64_t number;  // of the autograd node
    bool own;             // below an op with a number of its own
  };
  std::vector<scope> around;  // the current position, from the outside
  const std::vector<std::uint32_t>& order = tree.order();
  for (std::uint32_t at = 0; at < order.size(); ++at) {
    while (!around.empty() && around.back().end <= at) around.pop_back();
    const std::uint32_t i = order[at];
    const torch_event& e = trace.events[i];
    const bool op = e.category == kineto_category::cpu_op;
    if (op && is_node(e.name)) {
      around.push_back({tree.last_of(i), number_of(e), false});
      continue;
    }
    if (around.empty()) continue;
    const scope& inner = around.back();
    if (op && known(inner.number) && !inner.own) {
      const std::int64_t number = number_of(e);
      if (known(number) && number != inner.number) around.push_back({tree.last_of(i), inner.number, true});
    }
    if (around.back().own) again[i] = true;
  }
  return again;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_RECOMPUTE_BODY_HPP
