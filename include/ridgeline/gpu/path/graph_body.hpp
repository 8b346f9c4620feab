#ifndef RIDGELINE_GPU_PATH_GRAPH_BODY_HPP
#define RIDGELINE_GPU_PATH_GRAPH_BODY_HPP

#include <algorithm>
#include <cstddef>

#include <ridgeline/gpu/path/graph.hpp>
#include <ridgeline/gpu/path/links.hpp>

namespace ridgeline {

namespace gpu_detail {

class graph_builder {
 public:
  graph_builder(const path_activity& a, const gpu_waits& w, const host_chains& c, const path_window& window)
      : a_(a), w_(w), c_(c) {
    g_.activity = &a, g_.waits = &w, g_.chains = &c, g_.window = window;
  }

  run_graph build() && {
    const std::int64_t zero = g_.window.begin;
    for (const chain_node& n : c_.nodes) g_.graph.add_node(n.at - zero);
    const std::uint32_t begin = g_.graph.add_node(0);
    choose_tasks();
    choose_awaited();
    for (std::uint32_t t = 0; t + 1 < c_.first.size(); ++t)
      for (std::uint32_t n = c_.first[t] + 1; n < c_.first[t + 1]; ++n) add_host(n);
    for (std::uint32_t t = 0; t < a_.tasks.size(); ++t)
      if (known(g_.begin_node[t])) add_task(t, begin);
    choose_goals();
    g_.graph.order();
    return std::move(g_);
  }

 private:
  void choose_tasks() {
    const path_window& window = g_.window;
    g_.begin_node.assign(a_.tasks.size(), missing<std::uint32_t>);
    g_.in_window.assign(a_.tasks.size(), false);
    for (std::size_t t = 0; t < a_.tasks.size(); ++t) {
      const std::int64_t given = w_.tasks[t].given;
      g_.in_window[t] = window.whole() || (given >= window.begin && given < window.end);
      if (!g_.in_window[t] && !(given < window.begin && a_.tasks[t].end > window.begin)) continue;
      g_.begin_node[t] = g_.graph.add_node(a_.tasks[t].begin - window.begin);
      g_.graph.add_node(a_.tasks[t].end - window.begin);
    }
  }

  /// Finds calls that actually waited: those whose last task ends after the node before their return.
  void choose_awaited() {
    g_.awaited.resize(w_.calls.size());
    for (std::size_t i = 0; i < w_.calls.size(); ++i) {
      const std::uint32_t end = c_.end_of[w_.calls[i].call];
      if (!known(end)) continue;
      awaited_call& call = g_.awaited[i];
      for (const std::uint32_t t : w_.awaited_by(w_.calls[i]))
        if (a_.tasks[t].begin < c_.nodes[end].at &&
            (!known(call.last) || ends_later(a_.tasks[t], a_.tasks[call.last])))
          call.last = t;
      call.waited = known(call.last) && a_.tasks[call.last].end > c_.nodes[end - 1].at;
    }
  }

  void add(std::uint32_t from, std::uint32_t to, const delay_facts& facts, std::int64_t delay) {
    g_.graph.add_edge(from, to, delay);
    g_.delays.push_back(facts);
  }
  void add(std::uint32_t from, std::uint32_t to, delay_kind kind, bool binds, std::int64_t usual) {
    const std::int64_t measured = g_.graph.measured(to) - g_.graph.measured(from);
    add(from, to, {kind, binds, measured, missing<std::uint32_t>}, binds ? measured : std::min(usual, measured));
  }
  /// The node of a task's end. A task outside the graph gets its own node, which keeps its measured time.
  std::uint32_t end_node(std::uint32_t task) {
    const std::uint32_t begin = g_.begin_node[task];
    return known(begin) ? begin + 1 : g_.graph.add_node(a_.tasks[task].end - g_.window.begin);
  }

  void add_host(std::uint32_t n) {
    const chain_node& node = c_.nodes[n];
    const std::int64_t measured = node.at - c_.nodes[n - 1].at;
    const std::uint32_t wait = node.is_end && known(node.event) ? w_.wait_of[node.event] : missing<std::uint32_t>;
    std::int64_t delay = known(node.waker) ? 0 : measured;
    if (known(wait) && g_.awaited[wait].waited)
      delay = w_.calls[wait].synchronizes ? std::min(w_.model.sync_call.ns, measured) : 0;
    add(n - 1, n, {delay_kind::host, false, measured, node.inside}, delay);
    if (known(node.waker)) add(node.waker, n, delay_kind::wakeup, true, 0);
    if (!known(wait)) return;
    const awaited_call& call = g_.awaited[wait];
    for (const std::uint32_t t : w_.awaited_by(w_.calls[wait]))
      if (a_.tasks[t].begin < node.at)
        add(end_node(t), n, delay_kind::sync_return, call.waited && t == call.last, w_.model.sync_return.ns);
  }

  void add_task(std::uint32_t task, std::uint32_t window_begin) {
    const task_wait& w = w_.tasks[task];
    const std::uint32_t begin = g_.begin_node[task];
    if (!g_.in_window[task]) return;  // submitted before the window: keep the measured time
    bool any = false;
    const auto wait_for = [&](std::uint32_t from, delay_kind kind, bool binds, std::int64_t usual) {
      add(from, begin, kind, binds, usual);
      any = true;
    };
    if (known(w.call)) {
      const std::uint32_t call = c_.begin_of[w.call];
      const std::uint32_t from = known(call) ? call : g_.graph.add_node(a_.host[w.call].begin - g_.window.begin);
      wait_for(from, delay_kind::launch, w.bound == task_bound::call, w_.model.launch_latency.ns);
    }
    const auto wait_for_task = [&](std::uint32_t t) {
      const bool binds = w.bound != task_bound::nothing && w.bound != task_bound::call && w.bound_to == t;
      wait_for(end_node(t), delay_kind::stream_gap, binds, w_.model.stream_gap.ns);
    };
    if (known(w.before)) {
      wait_for_task(w.before);
      g_.delays.back().owner = task;
      g_.delays.back().in_stream = known(w.call) || w.sources > 0;  // otherwise nothing else determines its begin
    }
    for (const std::uint32_t s : w_.sources_of(w)) wait_for_task(s);
    if (known(w.inferred)) wait_for_task(w.inferred);
    if (!any) wait_for(window_begin, delay_kind::start, true, 0);
    const std::int64_t length = a_.tasks[task].end - a_.tasks[task].begin;
    add(begin, begin + 1, {delay_kind::task, true, length, task}, length);
  }

  void choose_goals() {
    std::int64_t last = g_.window.begin;
    const auto goal = [&](std::uint32_t node) {
      g_.goals.push_back(node);
      last = std::max(last, g_.graph.measured(node) + g_.window.begin);
    };
    for (std::uint32_t t = 0; t < a_.tasks.size(); ++t)
      if (g_.in_window[t]) goal(g_.begin_node[t] + 1);
    for (std::uint32_t t = 0; t + 1 < c_.first.size(); ++t)
      if (c_.first[t] != c_.first[t + 1] && (g_.window.whole() || t == c_.main)) goal(c_.first[t + 1] - 1);
    g_.end = last;
  }

  const path_activity& a_;
  const gpu_waits& w_;
  const host_chains& c_;
  run_graph g_{};
};

}  // namespace gpu_detail

run_graph run_graph_of(const path_activity& activity, const gpu_waits& waits, const host_chains& chains,
                       const path_window& window) {
  return gpu_detail::graph_builder(activity, waits, chains, window).build();
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_GRAPH_BODY_HPP
