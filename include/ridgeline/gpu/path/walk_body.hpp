#ifndef RIDGELINE_GPU_PATH_WALK_BODY_HPP
#define RIDGELINE_GPU_PATH_WALK_BODY_HPP

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <ridgeline/gpu/path/walk.hpp>

namespace ridgeline {

namespace gpu_detail {

/// Traverses a graph backwards.
class path_walker {
 public:
  explicit path_walker(const run_graph& g)
      : g_(g), a_(*g.activity), w_(*g.waits), c_(*g.chains), seen_(a_.tasks.size(), false),
          low_(c_.first.begin(), c_.first.end()) {
    for (std::size_t t = 0; t + 1 < c_.first.size(); ++t) low_[t] = c_.first[t + 1];
    thread_.reserve(c_.nodes.size());
    for (std::uint32_t t = 0; t + 1 < c_.first.size(); ++t) thread_.resize(c_.first[t + 1], t);
    now_ = g.end;
  }

  std::vector<path_row> walk() && {
    std::uint32_t task = last_task(), node = known(task) ? missing<std::uint32_t> : last_node();
    while (now_ > g_.window.begin && (known(task) || known(node))) {
      if (known(task)) from_task(task, node);
      else from_node(task, node);
    }
    std::reverse(rows_.begin(), rows_.end());
    return std::move(rows_);
  }

 private:
  struct point {
    std::uint32_t uid = no_uid;
    std::string_view where{};
  };
  static constexpr std::string_view start = "start", stop = "end";

  std::uint32_t last_task() const {
    std::uint32_t last = missing<std::uint32_t>;
    if (!g_.window.whole() && g_.end <= g_.window.end) return last;
    for (std::uint32_t t = 0; t < a_.tasks.size(); ++t) {
      if (!g_.in_window[t] || a_.tasks[t].end != g_.end) continue;
      const auto rank = [&](std::uint32_t i) { return std::pair(a_.tasks[i].begin, a_.tasks[i].uid); };
      if (!known(last) || rank(t) > rank(last)) last = t;
    }
    return last;
  }
  std::uint32_t last_node() const {
    if (!g_.window.whole()) return c_.first[c_.main + 1] - 1;
    std::uint32_t last = missing<std::uint32_t>;
    for (std::uint32_t t = 0; t + 1 < c_.first.size(); ++t) {
      if (c_.first[t] == c_.first[t + 1]) continue;
      const std::uint32_t n = c_.first[t + 1] - 1;
      if (c_.nodes[n].at == g_.end && (!known(last) || point_of(n).uid > point_of(last).uid)) last = n;
    }
    return last;
  }

  point window_begin() const {
    return g_.window.whole() ? point{} : point{a_.host[g_.window.first].uid, start};
  }
  point point_of(std::uint32_t node) const {
    const chain_node& n = c_.nodes[node];
    if (known(n.event)) return {a_.host[n.event].uid, n.is_end ? stop : start};
    return n.is_end ? point{a_.host[g_.window.last].uid, stop} : window_begin();
  }
  point point_of_task(std::uint32_t task, std::string_view where) const { return {a_.tasks[task].uid, where}; }

  struct step {
    std::string_view type, bound_by;
    std::uint32_t task = missing<std::uint32_t>, event = missing<std::uint32_t>;  // owner of the time
  };
  /// Adds a row from a point in time to the current position of the walk.
  void add(std::int64_t from_time, point from, point to, const step& s) {
    const std::int64_t from_here = std::max(std::min(from_time, now_), g_.window.begin);
    if (from_here < now_) {
      const auto us = [&](std::int64_t t) { return static_cast<double>(t) / 1000; };
      path_row r{from.uid, to.uid, no_uid, from.where, to.where, s.type, {}, s.bound_by, us(now_ - from_here),
                 us(from_here - g_.window.begin), us(now_ - g_.window.begin), missing<std::int64_t>};
      if (known(s.task)) {
        const gpu_task& t = a_.tasks[s.task];
        r.event_uid = t.uid, r.name = t.name, r.stream = a_.streams[t.stream].stream;
      } else if (known(s.event)) {
        r.event_uid = a_.host[s.event].uid, r.name = a_.host[s.event].name;
      }
      rows_.push_back(r);
    }
    now_ = from_here;
  }

  static std::string_view bound_by_lane(gpu_lane lane) {
    constexpr std::array<std::string_view, 3> names{"gpu_compute_bound", "gpu_communication_bound", "gpu_copy_bound"};
    return names[static_cast<std::size_t>(lane)];
  }

  /// Walks from a task's end to its begin, and on to what it waited for.
  void from_task(std::uint32_t& task, std::uint32_t& node) {
    const std::uint32_t t = std::exchange(task, missing<std::uint32_t>);
    const task_wait& w = w_.tasks[t];
    const bool before = !g_.in_window[t];
    const point to = point_of_task(t, start);
    seen_[t] = true;
    add(a_.tasks[t].begin, to, point_of_task(t, stop),
        {"operator", before ? "before_window" : bound_by_lane(a_.tasks[t].lane), t});
    const auto cause = [&](std::string_view usual) {
      return before ? std::string_view("before_window") : w.excess > w_.unexplained ? "unexplained_wait" : usual;
    };
    if (w.bound == task_bound::call) {
      const std::uint32_t call = c_.begin_of[w.bound_to];
      const bool open = !known(call) || call < low_[thread_[call]];
      if (open) {
        add(a_.host[w.bound_to].begin, {a_.host[w.bound_to].uid, start}, to,
            {"kernel_launch_delay", cause("gpu_kernel_launch_overhead"), t});
        node = call;  // missing: the call precedes the window, where the walk ends
        if (known(node)) return;
      }
    } else if (w.bound != task_bound::nothing && !seen_[w.bound_to]) {
      const bool own = w.bound == task_bound::stream;
      add(a_.tasks[w.bound_to].end, point_of_task(w.bound_to, stop), to,
          {own ? "kernel_kernel_delay" : "sync_dependency", cause("gpu_kernel_kernel_overhead"), w.bound_to});
      task = w.bound_to;
      return;
    }
    add(g_.window.begin, window_begin(), to, {"dependency", before ? "before_window" : "unexplained_wait"});
  }

  void from_node(std::uint32_t& task, std::uint32_t& node) {
    const std::uint32_t n = std::exchange(node, missing<std::uint32_t>);
    const chain_node& here = c_.nodes[n];
    low_[thread_[n]] = std::min(low_[thread_[n]], n);
    if (c_.is_first(n)) return add(g_.window.begin, window_begin(), point_of(n), {"host_gap", "host_outside_ops"});
    const std::uint32_t wait = here.is_end && known(here.event) ? w_.wait_of[here.event] : missing<std::uint32_t>;
    if (known(wait) && g_.awaited[wait].waited && !seen_[g_.awaited[wait].last]) {
      task = g_.awaited[wait].last;
      const std::int64_t late = here.at - a_.tasks[task].end - w_.model.sync_return.ns;
      return add(a_.tasks[task].end, point_of_task(task, stop), point_of(n),
                 {"sync_dependency", late > w_.unexplained ? "unexplained_wait" : "sync_overhead",
                  missing<std::uint32_t>, here.event});
    }
    if (known(here.waker) && here.waker < low_[thread_[here.waker]]) {
      node = here.waker;
      return add(c_.nodes[node].at, point_of(node), point_of(n), {"thread_handoff", "host_outside_ops"});
    }
    node = n - 1;
    if (!known(here.inside))
      return add(c_.nodes[node].at, point_of(node), point_of(n), {"host_gap", "host_outside_ops"});
    add(c_.nodes[node].at, point_of(node), point_of(n),
        {"operator", c_.loads[here.inside] ? "data_loading" : "cpu_bound", missing<std::uint32_t>, here.inside});
  }

  const run_graph& g_;
  const path_activity& a_;
  const gpu_waits& w_;
  const host_chains& c_;
  std::vector<bool> seen_;                        // by task
  std::vector<std::uint32_t> low_, thread_{};     // by thread: the walk has reached this node; by node: its thread
  std::int64_t now_ = 0;
  std::vector<path_row> rows_{};
};

}  // namespace gpu_detail

std::vector<path_row> critical_path(const run_graph& graph) {
  return graph.empty() ? std::vector<path_row>() : gpu_detail::path_walker(graph).walk();
}

std::vector<what_if_row> what_if(const run_graph& graph, const std::vector<asked_change>& asked) {
  std::vector<what_if_row> rows;
  if (graph.empty()) return rows;
  constexpr std::array<std::pair<const char*, const char*>, 6> standard{
      {{"no_communication", "communication*0"}, {"no_copies", "copies*0"},
       {"no_launch_overhead", "launch*0;stream_gap*0;sync*0"}, {"no_host_time", "host*0"},
       {"no_gpu_time", "kernels:*0"}, {"half_gpu_time", "kernels:*0.5"}}};
  const double measured = static_cast<double>(graph.step()) / 1000;
  const auto add = [&](std::string name, const run_change& change) {
    rows.push_back(what_if_of(std::move(name), simulate(graph, change) / 1000, measured));
  };
  rows.push_back(what_if_of("measured", measured, measured));
  run_change replay;
  replay.replay = true;
  add("replay", replay);
  for (const auto& [name, text] : standard) add(name, *read_change(text));
  for (const asked_change& a : asked) add(a.text, a.change);
  return rows;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_WALK_BODY_HPP
