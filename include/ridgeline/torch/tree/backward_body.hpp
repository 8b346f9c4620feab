#ifndef RIDGELINE_TORCH_TREE_BACKWARD_BODY_HPP
#define RIDGELINE_TORCH_TREE_BACKWARD_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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

backward_links::gradient backward_links::around(const call_tree& tree, std::uint32_t event) const {
  for (int up = 0; up < 5; ++up) {
    event = tree.parent_of(event);
    if (!known(event)) break;
    if (const std::uint32_t forward = forward_of(event); known(forward)) return {event, forward};
  }
  return {};
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

void backward_links::passes_of(const call_tree& tree, std::uint32_t event, backward_passes& to) const {
  const auto before = [](const link& l, std::uint32_t position) { return l.position < position; };
  const std::uint32_t first = tree.first_of(event), last = tree.last_of(event);
  const auto begin = std::lower_bound(by_forward_.begin(), by_forward_.end(), first, before);
  const auto end = std::lower_bound(begin, by_forward_.end(), last, before);
  const auto own = std::find_if(begin, end, [&](const link& l) { return l.position != first; });
  const auto passes = static_cast<std::size_t>(own - begin);
  to.ends_.assign(passes, 0);
  if (passes == 0) return;
  const auto each = [&](auto use) {
    std::size_t turn = 0;
    for (auto at = begin; at != end; ++at) {
      turn = at == begin || at->position != (at - 1)->position ? 0 : turn + 1;
      use(to.ends_[std::min(turn, passes - 1)], at->backward);
    }
  };
  each([](std::uint32_t& count, std::uint32_t) { ++count; });
  std::uint32_t sum = 0;
  for (std::uint32_t& count : to.ends_) sum += std::exchange(count, sum);  // where each pass begins
  to.nodes_.resize(sum);
  each([&](std::uint32_t& next, std::uint32_t node) { to.nodes_[next++] = node; });
}

namespace torch_detail {

bool is_backward_node(const torch_trace& trace, std::uint32_t event) {
  return trace.name(trace.events[event]).starts_with(backward_node_front);
}

/// Finds the forward op of each autograd node. Each thread counts its own sequence numbers, so the op that has the
/// node's number on another thread than the node's forward thread is another op.
class backward_linker {
 public:
  explicit backward_linker(const call_tree& tree) : tree_(tree), trace_(tree.trace()) {
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const std::int64_t number = trace_.arguments(trace_.events[i]).sequence;
      if (known(number)) numbered_.emplace_back(number, i);
    }
    order_by_number(numbered_);
  }

  /// All links, in order of their numbers.
  std::vector<backward_links::link> links() && {
    const torch_faults faults = tree_.options().faults;
    if (!faults.forward_on_other_thread_only && on_several_threads()) learn_threads();
    std::vector<backward_links::link> found;
    each_number([&] {
      for (const std::uint32_t node : nodes_) {
        const std::uint32_t forward = faults.forward_on_other_thread_only ? latest_elsewhere(node) : forward_of(node);
        if (known(forward)) found.push_back({forward, node, tree_.first_of(forward)});
        if (faults.one_backward_per_sequence || faults.forward_on_other_thread_only) break;
      }
    });
    return found;
  }

 private:
  /// The first op on a thread.
  struct first_op {
    symbol process;
    time_point start;
    std::uint32_t place;
  };
  /// The thread that all nodes of a process with the same `Fwd thread id` belong to.
  struct forward_thread {
    symbol process;
    std::int64_t number;
    std::uint32_t place;
    std::size_t count = 1;  ///< how often this is seen
  };

  const torch_event& event(std::uint32_t e) const { return trace_.events[e]; }
  /// The `Fwd thread id` of an op that computes gradients; 0 for others.
  std::int64_t thread_number(std::uint32_t op) const {
    const std::int64_t number = trace_.op(event(op))->forward_thread;
    return known(number) && number > 0 ? number : 0;
  }

  /// Calls `use` for each sequence number that a node has, with the lists below filled.
  template <class Use>
  void each_number(Use use) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> below;  // ranges of the tree's order below the nodes
    for (std::size_t i = 0; i < numbered_.size();) {
      group_.clear(), nodes_.clear(), below.clear();
      for (const std::int64_t number = numbered_[i].first; i < numbered_.size() && numbered_[i].first == number; ++i) {
        const std::uint32_t e = numbered_[i].second;
        group_.push_back(e);
        if (!is_backward_node(trace_, e)) continue;
        nodes_.push_back(e);
        below.emplace_back(tree_.first_of(e), tree_.last_of(e));
      }
      if (nodes_.empty()) continue;
      merge_sorted_runs(below, std::less<>{});
      list_forward_ops(below);
      use();
    }
  }
  /// Lists the ops that can be the forward op of a node, and the threads that they are on.
  void list_forward_ops(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& below) {
    forward_.clear(), threads_.clear(), other_threads_.clear();
    for (const std::uint32_t e : group_) {
      const auto after = std::upper_bound(below.begin(), below.end(),
                                          std::pair{tree_.first_of(e), missing<std::uint32_t>});
      const bool is_below = after != below.begin() && tree_.first_of(e) < (after - 1)->second;
      if (!is_below && known(event(e).start) && thread_number(e) == 0) forward_.push_back(e);
    }
    const auto key = [&](std::uint32_t e) { return std::pair(event(e).place, event(e).start); };
    merge_sorted_runs(forward_, [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    for (std::size_t i = 0; i < forward_.size(); ++i)
      if (const torch_event& e = event(forward_[i]); i == 0 || e.place != event(forward_[i - 1]).place)
        threads_.push_back({trace_.process(e.place), e.start, e.place});
    threads_ = std::move(threads_) | sort_by(&first_op::process, &first_op::start);
    for (const first_op& f : threads_)
      if (!std::binary_search(learned_places_.begin(), learned_places_.end(), f.place)) other_threads_.push_back(f);
  }

  std::uint32_t forward_of(std::uint32_t node) const {
    const std::optional<std::uint32_t> learned = thread_of(node), thread = learned ? learned : only_thread_before(node);
    if (!thread) return missing<std::uint32_t>;
    const auto after = std::lower_bound(forward_.begin(), forward_.end(), std::pair(*thread, event(node).start),
                                        [&](std::uint32_t e, const auto& key) {
                                          return std::pair(event(e).place, event(e).start) < key;
                                        });
    const bool found = after != forward_.begin() && event(*(after - 1)).place == *thread;
    return found ? *(after - 1) : missing<std::uint32_t>;
  }
  /// The thread of the node's process on which an op with its number began before it, if there is only one such thread
  /// that is not known to have another `Fwd thread id`.
  std::optional<std::uint32_t> only_thread_before(std::uint32_t node) const {
    const std::vector<first_op>& threads = thread_number(node) == 0 ? threads_ : other_threads_;
    const symbol process = trace_.process(event(node).place);
    const auto began_before = [&](auto at) {
      return at != threads.end() && at->process == process && at->start < event(node).start;
    };
    const auto at = std::lower_bound(threads.begin(), threads.end(), process,
                                     [](const first_op& f, symbol p) { return f.process < p; });
    return began_before(at) && !began_before(at + 1) ? std::optional(at->place) : std::nullopt;
  }
  /// The original's choice: the latest op with the number on another thread.
  std::uint32_t latest_elsewhere(std::uint32_t node) const {
    const torch_clock clock = tree_.clock();
    std::uint32_t best = missing<std::uint32_t>;
    for (const std::uint32_t e : group_) {
      if (event(e).place == event(node).place) continue;
      if (!known(best) || clock.start(event(e)) > clock.start(event(best))) best = e;
    }
    return best;
  }

  bool on_several_threads() const {
    std::uint32_t first = missing<std::uint32_t>;  // an op
    for (const auto& [number, e] : numbered_) {
      if (thread_number(e) != 0 || is_backward_node(trace_, e)) continue;
      if (!known(first)) first = e;
      if (event(e).place != event(first).place) return true;
    }
    return false;
  }

  /// Learns which thread each `Fwd thread id` is: from the flows to ops that name it, else from the nodes whose number
  /// only one thread has. Most of them decide.
  void learn_threads() {
    std::vector<forward_thread> seen;
    const std::vector<flow_between> flows = flows_of_gradients();
    for (const auto& [number, e] : numbered_) {
      if (thread_number(e) == 0) continue;
      const auto key = std::pair(event(e).place, event(e).start);
      const auto at = std::lower_bound(flows.begin(), flows.end(), key, [](const flow_between& f, const auto& k) {
        return std::pair(f.to, f.at) < k;
      });
      if (at != flows.end() && std::pair(at->to, at->at) == key)
        seen.push_back({trace_.process(event(e).place), thread_number(e), at->from, 1});
    }
    learn(most_frequent(std::move(seen)));
    seen.clear();
    each_number([&] {
      for (const std::uint32_t node : nodes_)
        if (thread_number(node) != 0 && !thread_of(node))
          if (const auto thread = only_thread_before(node))
            seen.push_back({trace_.process(event(node).place), thread_number(node), *thread, 1});
    });
    learn(most_frequent(std::move(seen)));
  }
  void learn(const std::vector<forward_thread>& more) {
    learned_.insert(learned_.end(), more.begin(), more.end());
    learned_ = std::move(learned_) | sort_by(&forward_thread::process, &forward_thread::number);
    for (const forward_thread& t : more) learned_places_.push_back(t.place);
    keep_each_once(learned_places_);
  }
  /// Of each `Fwd thread id`, the thread seen most often; none if there are two such.
  static std::vector<forward_thread> most_frequent(std::vector<forward_thread> seen) {
    const auto same_number = [](const forward_thread& a, const forward_thread& b) {
      return a.process == b.process && a.number == b.number;
    };
    seen = std::move(seen) | sort_by(&forward_thread::process, &forward_thread::number, &forward_thread::place);
    std::vector<forward_thread> all;  // each once
    for (const forward_thread& t : seen) {
      if (all.empty() || !same_number(all.back(), t) || all.back().place != t.place) all.push_back(t);
      else ++all.back().count;
    }
    all = std::move(all) | sort_by(&forward_thread::process, &forward_thread::number, desc(&forward_thread::count));
    std::vector<forward_thread> best;
    for (std::size_t i = 0, last = 0; i < all.size(); i = last) {
      for (last = i + 1; last < all.size() && same_number(all[i], all[last]);) ++last;
      if (last == i + 1 || all[i + 1].count < all[i].count) best.push_back(all[i]);
    }
    return best;
  }
  /// The thread of the ops whose gradients a node computes, if the trace tells.
  std::optional<std::uint32_t> thread_of(std::uint32_t node) const {
    const std::pair key(trace_.process(event(node).place), thread_number(node));
    const auto at = std::lower_bound(learned_.begin(), learned_.end(), key, [](const forward_thread& t, const auto& k) {
      return std::pair(t.process, t.number) < k;
    });
    return at != learned_.end() && std::pair(at->process, at->number) == key ? std::optional(at->place) : std::nullopt;
  }

  /// A flow from a forward op to one that computes its gradient: the threads, and the start of the latter.
  struct flow_between {
    std::uint32_t to;
    time_point at;
    std::uint32_t from;
  };
  std::vector<flow_between> flows_of_gradients() const {
    struct end_of_flow {
      symbol process;
      std::int64_t number;
      time_point at;
      bool finish;
      std::uint32_t place;
    };
    std::vector<end_of_flow> ends;
    for (const torch_event& e : trace_.events)
      if (e.category == kineto_category::fwdbwd && is_flow(e) && known(e.correlation) && known(e.start))
        ends.push_back(
            {trace_.process(e.place), e.correlation, e.start, e.phase == chrome_phase::flow_finish, e.place});
    ends = std::move(ends) | sort_by(&end_of_flow::process, &end_of_flow::number, &end_of_flow::at,
                                     &end_of_flow::finish);
    std::vector<flow_between> flows;
    std::size_t begin = ends.size();
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (!ends[i].finish) begin = i;
      else if (begin < i && ends[begin].process == ends[i].process && ends[begin].number == ends[i].number)
        flows.push_back({ends[i].place, ends[i].at, ends[begin].place});
    }
    return std::move(flows) | sort_by(&flow_between::to, &flow_between::at);
  }

  const call_tree& tree_;
  const torch_trace& trace_;
  numbered_events numbered_{};
  std::vector<std::uint32_t> group_{}, nodes_{};  // of a sequence number, in file order
  std::vector<std::uint32_t> forward_{};          // by thread and start
  std::vector<first_op> threads_{}, other_threads_{};  // by process and start; the latter without known ones
  std::vector<forward_thread> learned_{};
  std::vector<std::uint32_t> learned_places_{};
};

}  // namespace torch_detail

backward_links link_backward(const call_tree& tree) {
  backward_links links;
  links.by_forward_ = torch_detail::backward_linker(tree).links();
  for (const backward_links::link& l : links.by_forward_) links.by_backward_.emplace_back(l.backward, l.forward);
  merge_sorted_runs(links.by_backward_, std::less<>{});
  const auto start = [&](const backward_links::link& l) { return tree.trace().events[l.backward].start; };
  merge_sorted_runs(links.by_forward_, [&](const auto& a, const auto& b) {
    return std::pair(a.position, start(a)) < std::pair(b.position, start(b));
  });
  return links;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_BACKWARD_BODY_HPP
