#ifndef RIDGELINE_TORCH_TREE_CALL_TREE_BODY_HPP
#define RIDGELINE_TORCH_TREE_CALL_TREE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/torch/record/lanes.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/link.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

void call_tree::count_gpu_work() {
  gpu_before_.assign(order_.size() + 1, 0);
  for (const std::uint32_t p : gpu_positions_) gpu_before_[p + 1] = 1;
  std::partial_sum(gpu_before_.begin(), gpu_before_.end(), gpu_before_.begin());
}

void call_tree::sort_root_ops() {
  merge_sorted_runs(root_ops_, [&, clock = clock()](std::uint32_t a, std::uint32_t b) {
    return std::pair(clock.start(trace_->events[a]), a) < std::pair(clock.start(trace_->events[b]), b);
  });
}
void call_tree::enter_work(std::uint32_t work, std::uint32_t launch) {
  node& n = nodes_[work];
  const auto position = static_cast<std::uint32_t>(order_.size());
  gpu_positions_.push_back(position);
  order_.push_back(work);
  if (!known(n.parent) || n.parent < launch) n = {launch, position, position + 1};
}
void call_tree::find_ops_around() {
  ops_around_.assign(trace_->events.size(), missing<std::uint32_t>);
  for (const std::uint32_t event : order_) {  // enclosing events come first
    const std::uint32_t parent = nodes_[event].parent;
    if (!known(parent)) continue;
    ops_around_[event] = trace_->events[parent].category == kineto_category::cpu_op ? parent : ops_around_[parent];
  }
}
void call_tree::sort_gpu_work() {
  gpu_lanes lane(*trace_, options_.communication, options_.faults.communication_by_three_words);
  lanes_.assign(trace_->events.size(), 0);
  for (std::uint32_t i = 0; i < trace_->events.size(); ++i) {
    const torch_event& e = trace_->events[i];
    if (!is_gpu(e.category)) continue;
    const symbol op = known(ops_around_[i]) ? trace_->events[ops_around_[i]].name : missing<symbol>;
    lanes_[i] = static_cast<std::uint8_t>(lane(e, op));
    if (lane.communicates(e, op)) lanes_[i] |= communicating;
  }
}

namespace torch_detail {
/// Whether GPU work has no number that could show a missing launch.
inline bool is_unnumbered(const torch_event& e) { return !known(e.correlation) && !known(e.external_id); }
}  // namespace torch_detail

class call_tree_builder {
 public:
  call_tree_builder(const torch_trace& trace, const call_tree_options& options)
      : trace_(trace), options_(options), numbers_(trace), clock_(trace, options.faults.rounded_ends) {
    tree_.trace_ = &trace;
    tree_.options_ = options;
  }

  call_tree build() && {
    parallel_for(2, options_.threads, [&](std::size_t i, unsigned) {  // neither needs the other's results
      if (i == 0) order_calls();
      else links_ = link_gpu_work(trace_, options_.faults, tree_.problems_);
    });
    if (!options_.faults.launches_by_stack_alone) name_ops_of_loose_launches();
    for (std::vector<call>& thread : threads_) {
      nest(thread);
      std::vector<call>().swap(thread);
    }
    parallel_for(2, options_.threads, [&](std::size_t i, unsigned) {
      if (i == 0) tree_.find_ops_around(), tree_.sort_gpu_work();
      else tree_.sort_root_ops(), count_unlinked_work(), tree_.count_gpu_work();
    });
    return std::move(tree_);
  }

 private:
  struct call {
    std::int64_t start;  ///< as a key in the clock's order
    std::int64_t end;
    std::uint32_t event;
  };
  struct open_call {
    std::int64_t end;
    std::uint32_t event;
    bool below_op;  ///< it is an op or is inside one
    std::uint32_t launch = missing<std::uint32_t>;  ///< of a runtime call: the one that launches its work
  };

  /// Whether the file's writer kept its stamps in doubles, as Kineto did until PyTorch 2.3: for stamps since 1970
  /// these have a resolution of a quarter microsecond and are written with one decimal or more. A call may then
  /// appear to outlast its parent by less than two such steps.
  bool stamps_are_rounded() const {
    constexpr std::int64_t quarter = 250, written = 50, since_1970 = (std::int64_t{1} << 50) * 1000;
    bool any = false;
    for (const torch_event& e : trace_.events) {
      if (!is_call(e)) continue;
      const std::int64_t beyond = e.start.base() % quarter;
      if (e.start.base() < since_1970 || (beyond > written && beyond < quarter - written)) return false;
      any = true;
    }
    return any;
  }

  bool is_call(const torch_event& e) const {
    if (!e.is_complete()) return false;
    return e.category == kineto_category::cpu_op || is_runtime(e.category) ||
           (options_.python_frames && e.category == kineto_category::python_function);
  }

  /// Orders the calls of each process and thread.
  void order_calls() {
    tree_.nodes_.resize(trace_.events.size());
    if (!options_.faults.rounded_ends && stamps_are_rounded()) slack_ = 500;
    threads_ = calls_by_place();
    for (std::vector<call>& thread : threads_) {
      merge_sorted_runs(thread, [&](const call& a, const call& b) {
        if (a.start != b.start) return a.start < b.start;
        return !options_.faults.ties_in_file_order && a.end > b.end;
      });
      if (!options_.faults.ties_in_file_order) order_equal_ops(thread);
    }
  }

  /// Puts ops with equal spans, as stamps of whole microseconds make them, in the order of their numbers, in which they
  /// began: some files list ops as they end, the inner ones first.
  void order_equal_ops(std::vector<call>& thread) const {
    std::vector<std::size_t> places;
    numbered_events ops;
    for (std::size_t first = 0, last = 0; first < thread.size(); first = last) {
      places.clear(), ops.clear();
      for (; last < thread.size() && thread[last].start == thread[first].start && thread[last].end == thread[first].end;
           ++last) {
        const torch_event& e = trace_.events[thread[last].event];
        if (e.category != kineto_category::cpu_op || !known(e.external_id)) continue;
        places.push_back(last);
        ops.emplace_back(e.external_id, thread[last].event);
      }
      if (places.size() < 2) continue;
      order_by_number(ops);
      for (std::size_t i = 0; i < places.size(); ++i) thread[places[i]].event = ops[i].second;
    }
  }

  /// The calls of each process and thread, in file order.
  std::vector<std::vector<call>> calls_by_place() const {
    std::vector<std::size_t> counts(trace_.places.size() + 1);  // the last entry is for events without a place
    for (const torch_event& e : trace_.events)
      if (is_call(e)) ++counts[trace_.slot_of(e.place)];
    std::vector<std::vector<call>> threads(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) threads[i].reserve(counts[i]);
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (is_call(e)) threads[trace_.slot_of(e.place)].push_back({clock_.start(e), clock_.end(e), i});
    }
    return threads;
  }

  /// Work without a number is counted as such, and is in the time line if others have none either, or flows link them.
  void count_unlinked_work() {
    const bool numbers_tell = !trace_.linked_along_flows && !tree_.gpu_positions_.empty();
    for (const torch_event& e : trace_.events) {
      if (!is_gpu(e.category) || (!numbers_tell && torch_detail::is_unnumbered(e))) continue;
      const auto i = static_cast<std::size_t>(&e - trace_.events.data());
      if (!known(tree_.nodes_[i].first)) tree_.problems_.add(torch_problem::kernel_unlinked);
    }
  }

  bool outlasts(const call& c, const open_call& around) const {
    return c.end > around.end && (slack_ == 0 || c.end - around.end >= slack_);
  }

  /// Finds launches with no op around them on their thread, and the op they name by `External id`: profilers write
  /// the calls of some runtimes to separate threads.
  void name_ops_of_loose_launches() {
    std::vector<std::uint32_t> loose;
    for (const std::vector<call>& thread : threads_) add_loose_launches(thread, loose);
    if (loose.empty()) return;
    numbered_events ops;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i)
      if (const torch_event& e = trace_.events[i];
          e.category == kineto_category::cpu_op && known(e.external_id) && is_call(e))
        ops.emplace_back(e.external_id, i);
    order_by_number(ops);
    for (const std::uint32_t launch : loose)
      if (const std::uint32_t op = op_named_by(launch, ops); known(op)) named_.emplace_back(op, launch);
    merge_sorted_runs(named_, std::less<>{});
    if (!named_.empty()) moved_.assign(trace_.events.size(), false);
    for (const auto& [op, launch] : named_) moved_[launch] = true;
  }
  void add_loose_launches(const std::vector<call>& thread, std::vector<std::uint32_t>& loose) const {
    std::vector<open_call> open;
    for (const call& c : thread) {
      while (!open.empty() && (c.start >= open.back().end || outlasts(c, open.back()))) open.pop_back();
      const kineto_category category = trace_.events[c.event].category;
      const bool below_op = !open.empty() && open.back().below_op;
      if (!below_op && is_runtime(category) && !links_.work_of(c.event).empty()) loose.push_back(c.event);
      const std::int64_t end = open.empty() ? c.end : std::min(c.end, open.back().end);
      open.push_back({end, c.event, below_op || category == kineto_category::cpu_op});
    }
  }
  /// The only op with the number of a launch or of its work; if there are several, the only one in its process, or
  /// else the only one that was running. Where the number may be only the launch's own, it must have been running.
  std::uint32_t op_named_by(std::uint32_t launch, const numbered_events& ops) const {
    const torch_event& caller = trace_.events[launch];
    const torch_event& work = trace_.events[*links_.work_of(launch).begin()];
    std::int64_t number = known(numbers_.of(caller)) ? numbers_.of(caller) : numbers_.of(work);
    const bool own = !known(number);
    if (own) number = known(caller.external_id) ? caller.external_id : work.external_id;
    if (!known(number)) return missing<std::uint32_t>;
    const auto named = std::equal_range(ops.begin(), ops.end(), std::pair{number, launch}, by_number);
    const auto only = [&](auto&& fits) {
      std::uint32_t found = missing<std::uint32_t>;
      for (auto o = named.first; o != named.second; ++o) {
        if (!fits(trace_.events[o->second])) continue;
        if (known(found)) return missing<std::uint32_t>;
        found = o->second;
      }
      return found;
    };
    const auto running = [&](const torch_event& op) { return op.start <= caller.start && caller.start < op.end(); };
    if (own) return only(running);
    if (named.second - named.first == 1) return named.first->second;
    const auto same_process = [&](const torch_event& op) {
      return known(op.place) && known(caller.place) && trace_.process(op.place) == trace_.process(caller.place);
    };
    if (const std::uint32_t op = only(same_process); known(op)) return op;
    return only(running);
  }

  /// Nests the calls of one thread, which are ordered by start.
  void nest(const std::vector<call>& thread) {
    std::vector<std::uint32_t> dropped;
    for (const call& c : thread) {
      if (!moved_.empty() && moved_[c.event]) continue;
      while (!open_.empty() && c.start >= open_.back().end) close();
      if (!open_.empty() && outlasts(c, open_.back())) {
        tree_.problems_.add(torch_problem::event_leaks);
        if (!options_.faults.leaking_events_dropped) {
          while (!open_.empty() && outlasts(c, open_.back())) close();
        } else if (clock_.from_to(trace_.events[c.event], trace_.events[open_.back().event]) < 1 && open_.size() >= 2) {
          close();
        } else {
          dropped.push_back(c.event);
          continue;
        }
      }
      const bool op = trace_.events[c.event].category == kineto_category::cpu_op;
      const bool below_op = !open_.empty() && open_.back().below_op;
      if (!open_.empty()) tree_.nodes_[c.event].parent = open_.back().event;
      if (op && !below_op) tree_.root_ops_.push_back(c.event);
      enter(c.event);
      // Within a parent that it outlasts a little, a call is over with its parent; the original lets it go on.
      const bool cut = !open_.empty() && !options_.faults.leaking_events_dropped;
      open_.push_back({cut ? std::min(c.end, open_.back().end) : c.end, c.event, op || below_op, launch_of(c.event)});
    }
    while (!open_.empty()) close();
    for (const std::uint32_t event : dropped) {  // each becomes a root, with its GPU work
      enter(event);
      leave(event);
    }
  }

  void enter(std::uint32_t event) {
    tree_.nodes_[event].first = static_cast<std::uint32_t>(tree_.order_.size());
    tree_.order_.push_back(event);
  }
  /// The call whose launch the work of a runtime call is: the outermost one of the calls around it, as where a runtime
  /// calls its driver. Not a call that only waits, nor one around the launch of a graph that is none itself.
  std::uint32_t launch_of(std::uint32_t event) {
    if (!is_runtime(trace_.events[event].category)) return missing<std::uint32_t>;
    const std::uint32_t around = open_.empty() ? missing<std::uint32_t> : open_.back().launch;
    if (!known(around) || options_.faults.launches_in_calls_have_no_op) return event;
    const std::string_view name = trace_.name(trace_.events[event]), outer = trace_.name(trace_.events[around]);
    if (synchronizes(outer)) return event;
    constexpr call_kind graph = call_kind::graph_launch;
    return call_kind_of(name) == graph && call_kind_of(outer) != graph ? event : around;
  }
  void close() {
    const std::uint32_t event = open_.back().event, launch = open_.back().launch;
    open_.pop_back();
    const gpu_links::slice own = links_.work_of(event);
    if (known(launch) && launch != event) {
      for (const std::uint32_t work : own) handed_on_.emplace_back(launch, work);
      return leave(event, {});
    }
    if (handed_on_.empty() || handed_on_.back().first != event) return leave(event, own);
    std::vector<std::uint32_t> all(own.begin(), own.end());
    for (; !handed_on_.empty() && handed_on_.back().first == event; handed_on_.pop_back())
      all.push_back(handed_on_.back().second);
    merge_sorted_runs(all, std::less<>{});
    leave(event, all);
  }
  void leave(std::uint32_t event) { leave(event, links_.work_of(event)); }
  void leave(std::uint32_t event, gpu_links::slice launched) {
    if (!moved_.empty() && !moved_[event]) {
      const auto first = std::lower_bound(named_.begin(), named_.end(), std::pair{event, std::uint32_t{0}});
      for (auto n = first; n != named_.end() && n->first == event; ++n) {
        tree_.nodes_[n->second].parent = event;
        enter(n->second);
        leave(n->second);
      }
    }
    for (const std::uint32_t work : launched) tree_.enter_work(work, event);
    tree_.nodes_[event].last = static_cast<std::uint32_t>(tree_.order_.size());
  }

  const torch_trace& trace_;
  call_tree_options options_;
  gpu_links links_{};
  op_numbers numbers_;
  torch_clock clock_;
  std::vector<std::vector<call>> threads_{};
  std::int64_t slack_ = 0;  ///< nanoseconds by which a call may outlast its parent
  call_tree tree_{};
  std::vector<open_call> open_{};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> handed_on_{};  ///< (launch, work of a call inside it)
  std::vector<std::pair<std::uint32_t, std::uint32_t>> named_{};  ///< (op, launch that names it), in order
  std::vector<bool> moved_{};                                     ///< by event: launches in `named_`; empty: none
};

call_tree build_call_tree(const torch_trace& trace, const call_tree_options& options) {
  return call_tree_builder(trace, options).build();
}

std::vector<std::uint32_t> gpu_events_of(const call_tree& tree, bool unlinked) {
  std::vector<std::uint32_t> events;
  const torch_trace& trace = tree.trace();
  const bool all = unlinked || tree.gpu_positions().empty();
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    const bool unnumbered = trace.linked_along_flows && torch_detail::is_unnumbered(e);
    if (is_gpu(e.category) && (all || unnumbered || tree.contains(i))) events.push_back(i);
  }
  return events;
}

void call_tree::pass_over_added() {
  nodes_.resize(trace_->events.size());
  lanes_.resize(trace_->events.size());
  ops_around_.resize(trace_->events.size(), missing<std::uint32_t>);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_CALL_TREE_BODY_HPP
