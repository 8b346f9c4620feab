#ifndef RIDGELINE_GPU_PATH_SEQUENCES_BODY_HPP
#define RIDGELINE_GPU_PATH_SEQUENCES_BODY_HPP

#include <algorithm>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/path/links.hpp>
#include <ridgeline/gpu/path/sequences.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace gpu_detail {

/// The events arranged as trees.
class sequence_tree {
 public:
  explicit sequence_tree(const std::vector<sequence_event>& events)
      : events_(events), parent_(events.size(), missing<std::uint32_t>), depth_(events.size(), 0) {
    std::vector<point> points;
    points.reserve(2 * events.size());
    for (std::uint32_t i = 0; i < events.size(); ++i) points.push_back({i, false}), points.push_back({i, true});
    const auto thread = [&](const point& p) { return events_[p.event].thread; };
    points = std::move(points) | sort_by(thread);
    merge_sorted_runs(points, [&](const point& a, const point& b) { return before(a, b); });
    std::vector<std::uint32_t> open;
    std::uint32_t now = missing<std::uint32_t>;
    for (const point& p : points) {
      if (thread(p) != now) open.clear(), now = thread(p);
      if (p.is_end) {
        if (!open.empty()) open.pop_back();
        continue;
      }
      if (!open.empty()) parent_[p.event] = open.back();
      open.push_back(p.event);
    }
    graft();
    number();
  }
  std::uint32_t depth(std::uint32_t event) const { return depth_[event]; }
  /// Position in calling order; the descendants of an event follow it, up to `last`.
  std::uint32_t place(std::uint32_t event) const { return place_[event]; }
  std::uint32_t last(std::uint32_t event) const { return last_[event]; }

 private:
  struct point {
    std::uint32_t event;
    bool is_end;
  };
  bool before(const point& x, const point& y) const {
    const sequence_event &a = events_[x.event], &b = events_[y.event];
    if (a.thread != b.thread) return a.thread < b.thread;
    const double at = x.is_end ? a.end : a.begin, bt = y.is_end ? b.end : b.begin;
    if (at != bt) return at < bt;
    if (x.event == y.event) return !x.is_end && y.is_end;
    const double la = a.end - a.begin, lb = b.end - b.begin;
    if (x.is_end != y.is_end) {
      if (la > 0 && lb > 0) return x.is_end;
      return la == 0 && lb == 0 ? a.uid < b.uid : !x.is_end;
    }
    if (la != lb) return x.is_end ? la < lb : la > lb;
    return x.is_end ? a.uid > b.uid : a.uid < b.uid;
  }

  /// Moves what the autograd thread runs during the backward pass below that pass.
  void graft() {
    constexpr std::string_view step = "ProfilerStep#", backward = "## backward ##";
    std::vector<std::uint32_t> steps, autograd;
    const auto note = [](std::uint32_t thread, std::vector<std::uint32_t>& list) {
      if (list.size() < 2 && std::find(list.begin(), list.end(), thread) == list.end()) list.push_back(thread);
    };
    for (const sequence_event& e : events_)
      if (e.name.starts_with(step)) note(e.thread, steps);
    if (steps.size() != 1) return;
    for (const sequence_event& e : events_)
      if (e.thread != steps[0] && e.name.find("autograd::") != std::string_view::npos) note(e.thread, autograd);
    if (autograd.size() != 1) return;
    std::vector<std::uint32_t> around;
    for (const std::string_view name : {backward, step})
      for (std::uint32_t i = 0; i < events_.size() && (name == backward || around.empty() ||
          events_[around[0]].name.starts_with(step)); ++i)
        if (events_[i].thread == steps[0] && events_[i].name.starts_with(name)) around.push_back(i);
    around = std::move(around) | sort_by([&](std::uint32_t i) { return events_[i].begin; });
    for (std::uint32_t i = 0; i < events_.size(); ++i) {
      if (events_[i].thread != autograd[0] || known(parent_[i])) continue;
      const auto after = std::partition_point(around.begin(), around.end(),
                                              [&](std::uint32_t a) { return events_[a].begin <= events_[i].begin; });
      if (after != around.begin() && events_[*(after - 1)].end >= events_[i].end) parent_[i] = *(after - 1);
    }
  }

  void number() {
    const grouping children = grouped(parent_, events_.size());
    place_.assign(events_.size(), 0);
    last_ = place_;
    std::vector<std::uint32_t> open;
    std::vector<bool> entered(events_.size(), false);
    std::uint32_t n = 0;
    for (std::uint32_t root = 0; root < events_.size(); ++root) {
      if (known(parent_[root])) continue;
      open.push_back(root);
      while (!open.empty()) {
        const std::uint32_t i = open.back();
        if (entered[i]) {
          last_[i] = n;
          open.pop_back();
          continue;
        }
        entered[i] = true;
        place_[i] = n++;
        for (const std::uint32_t child : children.of(i)) depth_[child] = depth_[i] + 1, open.push_back(child);
      }
    }
  }

  const std::vector<sequence_event>& events_;
  std::vector<std::uint32_t> parent_, depth_, place_{}, last_{};
};

}  // namespace gpu_detail

std::vector<sequence_row> kernel_sequences(const std::vector<sequence_event>& events,
    const std::vector<sequence_task>& tasks,
                                           std::string_view op, std::size_t least) {
  if (op.empty()) return {};
  const gpu_detail::sequence_tree tree(events);
  const auto place = [&](std::uint32_t t) { return tree.place(tasks[t].call); };
  const std::vector<std::uint32_t> by_place = numbers_below(tasks.size()) | sort_by(place);
  std::uint32_t least_deep = missing<std::uint32_t>;
  for (std::uint32_t i = 0; i < events.size(); ++i)
    if (events[i].name.find(op) != std::string_view::npos) least_deep = std::min(least_deep, tree.depth(i));
  struct one {
    std::string pattern;
    double gpu, cpu;
  };
  std::vector<one> found;
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (tree.depth(i) != least_deep || events[i].name.find(op) == std::string_view::npos) continue;
    const auto at = [&](std::uint32_t bound) {
      return std::partition_point(by_place.begin(), by_place.end(), [&](std::uint32_t t) { return place(t) < bound; });
    };
    std::vector<std::uint32_t> below(at(tree.place(i)), at(tree.last(i)));
    if (below.size() < least) continue;
    one o{std::string(events[i].name), 0, events[i].end - events[i].begin};
    for (const std::uint32_t t : std::move(below) | sort_by([&](std::uint32_t k) { return tasks[k].begin; })) {
      o.pattern.append("|").append(tasks[t].name);
      o.gpu += tasks[t].length;
    }
    found.push_back(std::move(o));
  }
  constexpr auto gpu = sum(&one::gpu);
  constexpr auto cpu = sum(&one::cpu);
  std::vector<sequence_row> rows;
  for (const auto& r : found | group_by(&one::pattern) | aggregate(count, gpu, cpu) |
      sort_by(desc(count), &one::pattern))
    rows.push_back({std::string(r[&one::pattern]), r[count], r[gpu], r[cpu]});
  return rows;
}

std::vector<sequence_row> kernel_sequences(const path_activity& a, const gpu_waits& w, std::string_view op,
    std::size_t least) {
  const std::int64_t zero = a.host.empty() ? 0 : a.host.front().begin;
  std::vector<sequence_event> events;
  for (const host_event& e : a.host)
    events.push_back({gpu_detail::in_us(e.begin - zero), gpu_detail::in_us(e.end - zero), e.name, e.uid,
      e.thread});
  std::vector<sequence_task> tasks;
  for (std::size_t i = 0; i < a.tasks.size(); ++i)
    if (known(w.tasks[i].call))
      tasks.push_back({gpu_detail::in_us(a.tasks[i].begin - zero),
                       gpu_detail::in_us(a.tasks[i].end - a.tasks[i].begin), a.tasks[i].name, w.tasks[i].call});
  return kernel_sequences(events, tasks, op, least);
}

std::vector<op_launch_row> op_launch_rows(const std::vector<op_launch>& launches) {
  constexpr auto op_delay = mean(&op_launch::op_delay);
  constexpr auto runtime_delay = mean(&op_launch::runtime_delay);
  std::vector<op_launch_row> rows;
  for (const auto& r : launches | group_by(&op_launch::op, &op_launch::sequence) |
      aggregate(count, op_delay, runtime_delay) |
                           sort_by(desc(count), &op_launch::op, &op_launch::sequence))
    rows.push_back({r[&op_launch::op], std::string(r[&op_launch::sequence]), r[count], r[op_delay], r[runtime_delay]});
  return rows;
}

std::vector<op_launch_row> op_launch_delays(const path_activity& a, const gpu_waits& w, const host_chains& chains) {
  const auto op_of = [&](std::uint32_t task) {
    const std::uint32_t call = w.tasks[task].call, node = known(call) ? chains.begin_of[call] : missing<std::uint32_t>;
    const std::uint32_t op = known(node) ? chains.nodes[node].inside : missing<std::uint32_t>;
    return known(op) && a.host[op].kind == host_kind::op ? op : missing<std::uint32_t>;
  };
  std::vector<std::uint32_t> tasks, ops(a.tasks.size());
  for (std::uint32_t t = 0; t < a.tasks.size(); ++t)
    if (known(ops[t] = op_of(t))) tasks.push_back(t);
  tasks = std::move(tasks) | sort_by([&](std::uint32_t t) { return ops[t]; }, [&](std::uint32_t t) {
      return w.tasks[t].given; },
                                     [&](std::uint32_t t) { return a.tasks[t].begin; });
  std::vector<op_launch> launches;
  for (std::size_t i = 0, first = 0; i < tasks.size(); first = i) {
    const std::uint32_t op = ops[tasks[first]];
    const std::int64_t given = w.tasks[tasks[first]].given;
    op_launch o{a.host[op].name, {}, gpu_detail::in_us(given - a.host[op].begin),
                gpu_detail::in_us(a.tasks[tasks[first]].begin - given)};
    for (; i < tasks.size() && ops[tasks[i]] == op; ++i)
      (o.sequence += i == first ? "" : " -> ") += a.tasks[tasks[i]].name;
    launches.push_back(std::move(o));
  }
  return op_launch_rows(launches);
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_SEQUENCES_BODY_HPP
