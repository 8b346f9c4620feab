#ifndef RIDGELINE_TORCH_SHEET_UNIFIED_ROWS_HPP
#define RIDGELINE_TORCH_SHEET_UNIFIED_ROWS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>
#include <ridgeline/torch/tree/launcher.hpp>
#include <ridgeline/torch/tree/recompute.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

/// Why the GPU work below an event is attributed to it: it has a model of its own, it is the only op of a backward
/// pass whose forward op has a model (and has none itself, or not its arguments), or it launches the work.
/// `synthetic`: one piece of GPU work that no such event covers.
enum class torch_row_kind : std::uint8_t { modelled, backward, launches, synthetic };

/// An event and the GPU work attributed to it.
struct torch_unified_choice {
  std::uint32_t event = missing<std::uint32_t>;
  torch_row_kind as = torch_row_kind::launches;
  std::uint32_t other = missing<std::uint32_t>;  ///< forward op of a backward op; GPU work of a synthetic op
  bool without_beside = false;  ///< work below it that is `beside` is not attributed to it
  bool leaves_work = false;     ///< nor is what is not of its model (`torch_costs::is_beside`)
};

/// The events to which the GPU work of a run is attributed, each piece at most once.
struct torch_attributed_work {
  std::vector<torch_unified_choice> chosen{};
  /// By event: run for the forward pass within the backward pass; empty: not asked.
  std::vector<bool> beside{};
};

namespace torch_detail {

/// Whether a piece of GPU work below a chosen event is not attributed to it.
inline bool is_left(const torch_unified_choice& c, const std::vector<bool>& beside, torch_costs& costs,
                    std::uint32_t work) {
  return (c.without_beside && beside[work]) || (c.leaves_work && costs.is_beside(c.event, work));
}

/// Divides all GPU work of a run among the outermost events with a known cost; each piece is attributed once.
class torch_unifier {
 public:
  torch_unifier(const torch_profile& run, torch_costs& costs, const backward_links& links)
      : tree_(run.tree()), trace_(run.trace()), costs_(costs), links_(links),
        keep_undefined_(run.faults().undefined_ops_lost),
        execute_(run.faults().execute_is_an_op ? missing<symbol> : passed_over_op(trace_)),
        any_part_(run.faults().backward_pass_in_each_row), in_pieces_(run.faults().beside_communication_in_pieces),
        seen_(trace_.events.size(), false), covered_(trace_.events.size(), false),
        apart_before_(tree_.order().size() + 1, 0) {
    for (std::size_t i = 0; i < tree_.order().size(); ++i)
      apart_before_[i + 1] = apart_before_[i] + (counts_apart(tree_.order()[i]) ? 1 : 0);
  }

  torch_attributed_work choose() && {
    if (tree_.options().python_frames) {
      for (std::uint32_t i = 0; i < trace_.events.size(); ++i)
        if (trace_.events[i].category == kineto_category::python_function && tree_.contains(i) &&
            !known(tree_.parent_of(i)) && tree_.has_gpu_work(i))
          visit(i);
    }
    for (const std::uint32_t root : tree_.root_ops()) visit(root);
    for (const torch_unified_choice& c : chosen_)
      for (const call_node w : gpu_work_of(node_of(tree_, c.event)))
        if (!is_left(c, beside_, costs_, w.uid()))
          covered_[w.uid()] = true;
    add_rest();
    return {std::move(chosen_), std::move(beside_)};
  }

 private:
  /// Whether a model tells the cost of `e`, or would if it could read the call. Models leave some calls to the ops
  /// below them.
  bool modelled(std::uint32_t e) {
    const torch_cost* const cost = costs_.cost_of(e);
    return cost != nullptr && (cost->forward.is != torch_work::state::undefined || keep_undefined_);
  }
  bool is_op(std::uint32_t e) const { return trace_.events[e].category == kineto_category::cpu_op; }
  bool passed_over(std::uint32_t e) const { return known(execute_) && is_op(e) && trace_.events[e].name == execute_; }
  /// Whether `e` has a model and GPU work, and counts apart from an op around it that launches work itself, or that is
  /// a backward pass. Of the ops that the original has no model of, only those on matrix engines do: the op around
  /// would be in pieces because it also fills or adds.
  bool counts_apart(std::uint32_t e) {
    const torch_event& event = trace_.events[e];
    return is_op(e) && tree_.has_gpu_work(e) && modelled(e) &&
           (costs_.model_of(event)->matrix || costs_.is_of_original(event.name));
  }
  bool any_apart_below(std::uint32_t e) const {
    return apart_before_[tree_.last_of(e)] > apart_before_[tree_.first_of(e) + 1];
  }

  bool copies(std::uint32_t e) const {
    const std::string_view name = trace_.name(trace_.events[e]);
    return name == "aten::copy_" || name == "aten::copy";
  }

  /// Depth-first without recursion: a trace's tree may be as deep as the trace is long.
  void visit(std::uint32_t root) {
    std::vector<std::uint32_t>& open = open_;
    open.assign(1, root);
    while (!open.empty()) {
      const std::uint32_t e = open.back();
      open.pop_back();
      if (seen_[e] || !tree_.contains(e)) continue;
      seen_[e] = true;
      if (!tree_.options().python_frames && !is_op(e)) continue;
      if (is_gpu(trace_.events[e].category) || !tree_.has_gpu_work(e)) continue;
      if (take(e, open)) continue;
      const std::size_t first = open.size();
      for (const call_node child : children_of(node_of(tree_, e))) open.push_back(child.uid());
      std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
    }
  }

  /// Gives `e` a row if it represents the work below it. Returns whether all is said about what is below it, apart from
  /// the ops that it adds to `open`.
  bool take(std::uint32_t e, std::vector<std::uint32_t>& open) {
    if (passed_over(e)) return false;
    if (modelled(e)) {
      const torch_model_entry& model = *costs_.model_of(trace_.events[e]);
      const std::uint32_t forward = forward_with_cost(e);
      chosen_.push_back({e, known(forward) ? torch_row_kind::backward : torch_row_kind::modelled, forward, false,
                         model.leaves_work()});
      return !model.beside_ops;
    }
    if (any_apart_below(e)) return !any_part_ && take_pass(e, open);
    if (const std::uint32_t forward = forward_of(e); known(forward)) {
      chosen_.push_back({e, torch_row_kind::backward, forward});
      return true;
    }
    if (!is_op(e) || !launches(e)) return false;
    if (any_communication_of(node_of(tree_, e))) return in_pieces_;
    chosen_.push_back({e, torch_row_kind::launches, missing<std::uint32_t>});
    return true;
  }

  /// The same for an op that is a backward pass and launches work of it itself, where all that counts apart below it is
  /// beside the pass: copies, as of an input that is not contiguous, which stay with it, and ops that run the forward
  /// pass again, which count for themselves.
  bool take_pass(std::uint32_t e, std::vector<std::uint32_t>& open) {
    const std::uint32_t forward = forward_of(e);
    if (!known(forward)) return false;
    if (beside_.empty()) beside_ = forward_work_in_backward(tree_);
    const std::size_t before = open.size();
    bool own_work = false;
    for (std::uint32_t i = tree_.first_of(e) + 1; i < tree_.last_of(e);) {
      const std::uint32_t below = tree_.order()[i];
      const bool run_again = beside_[below] && !beside_[e], apart = counts_apart(below);
      if (run_again && is_op(below)) open.push_back(below);
      else if (apart && !copies(below)) return open.resize(before), false;
      else if (!run_again && is_gpu(trace_.events[below].category)) own_work = true;
      i = (run_again && is_op(below)) || apart ? std::max(i + 1, tree_.last_of(below)) : i + 1;
    }
    if (!own_work) return open.resize(before), false;
    chosen_.push_back({e, torch_row_kind::backward, forward, open.size() != before});
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(before), open.end());
    return true;
  }

  /// The autograd node around `e` and its forward op, for which a call of the op below it may count.
  backward_links::gradient gradient_around(std::uint32_t e) {
    backward_links::gradient found = links_.around(tree_, e);
    if (known(found.forward) && costs_.cost_of(found.forward) == nullptr)
      if (const std::uint32_t below = costs_.counted_below(found.forward); known(below)) found.forward = below;
    return found;
  }
  /// The forward op whose backward pass is the work of `e`: an autograd node at most five calls above `e` contains a
  /// single op of its own name that has GPU work, and `e` is that op or contains it. In the original, `e` may also be
  /// part of that op, or beside it.
  std::uint32_t forward_of(std::uint32_t e) {
    if (!is_op(e) && !any_part_) return missing<std::uint32_t>;
    const backward_links::gradient found = gradient_around(e);
    if (!known(found.forward) || !has_backward(found.forward)) return missing<std::uint32_t>;
    const std::uint32_t only = only_op_of(found.node);
    const bool holds = known(only) && tree_.first_of(e) <= tree_.first_of(only) &&
                       tree_.first_of(only) < tree_.last_of(e);
    return holds || (known(only) && any_part_) ? found.forward : missing<std::uint32_t>;
  }
  /// The forward op that tells the figures of an op that has a model: that was not told enough, the op is all that
  /// counts apart below an autograd node, and of the forward op enough was told.
  std::uint32_t forward_with_cost(std::uint32_t e) {
    if (!costs_.cost_of(e)->unrecorded || costs_.faults().all_arguments_needed) return missing<std::uint32_t>;
    const backward_links::gradient found = gradient_around(e);
    if (!known(found.forward) || !has_backward(found.forward)) return missing<std::uint32_t>;
    const auto apart = [&](std::uint32_t first, std::uint32_t last) {
      return apart_before_[last] > apart_before_[first];
    };
    const bool beside = apart(tree_.first_of(found.node) + 1, tree_.first_of(e)) ||
                        apart(tree_.last_of(e), tree_.last_of(found.node));
    return beside || !costs_.cost_of(found.forward)->backward.complete() ? missing<std::uint32_t> : found.forward;
  }
  /// Whether the model of an op gives the cost of its backward pass, or would if the arguments had been recorded: rows
  /// do not depend on whether shapes were recorded.
  bool has_backward(std::uint32_t forward) {
    const torch_model_entry* const model = costs_.model_of(trace_.events[forward]);
    if (model == nullptr || !model->has_backward || !model->category.ends_with("_fwd")) return false;
    const torch_cost* const cost = costs_.cost_of(forward);
    return cost != nullptr &&
           (cost->backward.counted() || (cost->unrecorded && !costs_.faults().all_arguments_needed));
  }
  /// The op with GPU work that has the name of an autograd node, if the node contains exactly one.
  std::uint32_t only_op_of(std::uint32_t node) {
    const auto [at, is_new] = only_op_.try_emplace(node, missing<std::uint32_t>);
    if (!is_new) return at->second;
    std::string_view name = trace_.name(trace_.events[node]);
    const std::size_t colon = name.find(": ");
    if (colon == name.npos) return missing<std::uint32_t>;
    const symbol wanted = trace_.texts.find(name.substr(colon + 2));
    for (std::uint32_t i = tree_.first_of(node) + 1; i < tree_.last_of(node); ++i) {
      const std::uint32_t e = tree_.order()[i];
      if (!is_op(e) || trace_.events[e].name != wanted || !tree_.has_gpu_work(e)) continue;
      if (known(at->second)) return at->second = missing<std::uint32_t>;
      at->second = e;
    }
    return at->second;
  }

  /// Whether GPU work is reached through runtime calls or Python frames, at most ten levels deep.
  bool launches(std::uint32_t op) {
    std::vector<std::pair<std::uint32_t, int>>& open = calls_;
    open.assign(1, {op, 0});
    while (!open.empty()) {
      const auto [e, depth] = open.back();
      open.pop_back();
      for (const call_node child : children_of(node_of(tree_, e))) {
        if (is_gpu(child->category)) return true;
        const bool through = child->category == kineto_category::cuda_runtime ||
                             child->category == kineto_category::python_function || passed_over(child.uid());
        if (through && depth < 10 && tree_.has_gpu_work(child.uid())) open.emplace_back(child.uid(), depth + 1);
      }
    }
    return false;
  }

  /// Adds GPU work that no chosen event covers: first work below calls without an op, by call, then work below ops.
  void add_rest() {
    const nearest_ops op_of(tree_, execute_);
    std::vector<torch_unified_choice> loose, below_ops;
    std::unordered_map<std::uint32_t, std::uint32_t> turn;  // by call: when its first kernel appeared
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      const std::uint32_t parent = is_gpu(e.category) ? tree_.parent_of(i) : missing<std::uint32_t>;
      if (!known(parent) || covered_[i] || tree_.communicates(i)) continue;
      if (known(op_of[i])) {
        below_ops.push_back({op_of[i], torch_row_kind::synthetic, i});
      } else {
        turn.try_emplace(parent, static_cast<std::uint32_t>(turn.size()));
        loose.push_back({parent, torch_row_kind::synthetic, i});
      }
    }
    loose = std::move(loose) | sort_by([&](const torch_unified_choice& c) { return turn.at(c.event); });
    chosen_.insert(chosen_.end(), loose.begin(), loose.end());
    chosen_.insert(chosen_.end(), below_ops.begin(), below_ops.end());
  }

  const call_tree& tree_;
  const torch_trace& trace_;
  torch_costs& costs_;
  const backward_links& links_;
  const bool keep_undefined_;
  const symbol execute_;
  const bool any_part_, in_pieces_;
  std::vector<bool> seen_, covered_;
  std::vector<bool> beside_{};  // as in the result
  std::vector<std::uint32_t> apart_before_;  // how many count apart, by position in the tree's order
  std::unordered_map<std::uint32_t, std::uint32_t> only_op_{};  // by autograd node
  std::vector<torch_unified_choice> chosen_;
  std::vector<std::uint32_t> open_{};                 // events to visit; only of one root at a time
  std::vector<std::pair<std::uint32_t, int>> calls_{};  // the same below one op, with their depth
};

/// Adds the GPU work below a chosen event that is attributed to it, by launch, and returns the time in which any of it
/// ran, in microseconds.
inline double append_own_work(const call_tree& tree, const torch_unified_choice& c, const std::vector<bool>& beside,
                              torch_costs& costs, std::vector<std::uint32_t>& work) {
  const std::size_t before = work.size();
  append_gpu_work_by_launch(work, node_of(tree, c.event));
  const auto own = work.begin() + static_cast<std::ptrdiff_t>(before);
  work.erase(std::remove_if(own, work.end(), [&](std::uint32_t w) { return is_left(c, beside, costs, w); }),
             work.end());
  return busy_time_of(tree.trace(), std::span(work).subspan(before), tree.clock());
}

}  // namespace torch_detail

inline torch_attributed_work torch_unified_choices(const torch_profile& run, torch_costs& costs,
                                                   const backward_links& links) {
  return torch_detail::torch_unifier(run, costs, links).choose();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_UNIFIED_ROWS_HPP
