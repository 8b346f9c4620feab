#ifndef RIDGELINE_GPU_PATH_USAGE_BODY_HPP
#define RIDGELINE_GPU_PATH_USAGE_BODY_HPP

#include <algorithm>
#include <string_view>
#include <utility>

#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/gpu/path/usage.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace gpu_detail {

/// A period in which a stream or device was idle, and the task that ended it.
struct idle_gap {
  std::int64_t begin;
  std::uint32_t task;
};

/// The gaps between tasks sorted by begin and number, separately for each `part`; of tasks that begin together, the one
/// with the lowest number ends the gap.
template <class Part>
std::vector<idle_gap> gaps_between(const path_activity& a, const std::vector<std::uint32_t>& tasks, Part part) {
  std::vector<idle_gap> gaps;
  std::int64_t end = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const gpu_task& t = a.tasks[tasks[i]];
    const bool same = i != 0 && part(tasks[i]) == part(tasks[i - 1]);
    if (same && t.begin > end) gaps.push_back({end, tasks[i]});
    end = same ? std::max(end, t.end) : t.end;
  }
  return gaps;
}

inline std::string_view idle_cause(const task_wait& w, std::int64_t gap, std::int64_t unexplained,
    std::int64_t kernel_gap) {
  if (w.bound == task_bound::nothing || w.excess > unexplained) return "other";
  if (w.bound == task_bound::call) return "host_wait";
  if (w.bound != task_bound::stream) return "sync_wait";
  return gap < kernel_gap ? "kernel_wait" : "other";
}

}  // namespace gpu_detail

std::pair<std::int64_t, std::int64_t> begins_of(const path_activity& a) {
  std::int64_t first = 0, last = 0;
  bool any = false;
  const auto add = [&](std::int64_t begin) {
    first = any ? std::min(first, begin) : begin;
    last = any ? std::max(last, begin) : begin;
    any = true;
  };
  for (const host_event& e : a.host) add(e.begin);
  for (const gpu_task& t : a.tasks) add(t.begin);
  return {first, last};
}

std::vector<idle_cause_row> idle_causes(const path_activity& a, const gpu_waits& w, const gpu_usage_options& options) {
  using namespace gpu_detail;
  struct cause {
    std::int64_t device, stream;
    std::string_view category;
    std::int64_t time;
  };
  std::vector<cause> all;
  constexpr std::int64_t whole = -1;  // sorts before all streams
  const auto add = [&](const std::vector<idle_gap>& gaps, bool of_stream) {
    for (const idle_gap& g : gaps) {
      const gpu_stream& s = a.streams[a.tasks[g.task].stream];
      if (!options.idle_streams.empty() && (!of_stream ||
          std::find(options.idle_streams.begin(), options.idle_streams.end(),
                                                                    s.stream) == options.idle_streams.end()))
        continue;
      const std::int64_t time = a.tasks[g.task].begin - g.begin;
      all.push_back({s.device, of_stream ? s.stream : whole,
                     idle_cause(w.tasks[g.task], time, w.unexplained, options.kernel_gap.base()), time});
    }
  };
  add(gaps_between(a, w.by_device, [&](std::uint32_t t) { return a.streams[a.tasks[t].stream].device; }), false);
  add(gaps_between(a, w.by_stream, [&](std::uint32_t t) { return a.tasks[t].stream; }), true);
  all = std::move(all) | sort_by(&cause::device, &cause::stream, &cause::category);
  std::vector<idle_cause_row> rows;
  for (std::size_t i = 0; i < all.size();) {
    const cause& first = all[i];
    const std::size_t first_row = rows.size();
    std::int64_t sum_of_stream = 0;
    while (i < all.size() && all[i].device == first.device && all[i].stream == first.stream) {
      const std::string_view category = all[i].category;
      std::vector<double> times;
      std::int64_t sum = 0;
      for (; i < all.size() && all[i].device == first.device && all[i].stream == first.stream &&
          all[i].category == category; ++i) {
        sum += all[i].time;
        times.push_back(in_us(all[i].time));
      }
      sum_of_stream += sum;
      rows.push_back({first.device, first.stream == whole ? missing<std::int64_t> : first.stream, category, in_us(sum),
                      missing<double>, spread_of(times)});
    }
    for (std::size_t r = first_row; r < rows.size(); ++r)
      if (sum_of_stream > 0) rows[r].ratio = rows[r].time / in_us(sum_of_stream);
  }
  return rows;
}

std::vector<idle_host_row> idle_host_activity(const path_activity& a, const gpu_waits& w, const host_chains& chains) {
  using namespace gpu_detail;
  struct part {
    std::int64_t device;
    std::string_view activity, name;
    std::int64_t time;
    std::uint32_t gap;
  };
  std::vector<part> parts;
  const auto gaps = gaps_between(a, w.by_device, [&](std::uint32_t t) { return a.streams[a.tasks[t].stream].device; });
  for (std::uint32_t g = 0; g < gaps.size(); ++g) {
    const task_wait& wait = w.tasks[gaps[g].task];
    if (idle_cause(wait, 0, w.unexplained, 0) != "host_wait") continue;
    const host_event& call = a.host[wait.call];
    const std::int64_t begin = gaps[g].begin, end = a.tasks[gaps[g].task].begin,
        device = a.streams[a.tasks[gaps[g].task].stream].device;
    const auto add = [&](std::int64_t from, std::int64_t to, std::string_view activity, std::string_view name) {
      if (from < to) parts.push_back({device, activity, name, to - from, g});
    };
    const std::int64_t called = std::clamp(call.begin, begin, end);
    add(called, end, "launch_latency", {});
    std::int64_t at = begin;
    auto node = chains.nodes.begin() + chains.first[call.thread];
    const auto after = chains.nodes.begin() + chains.first[call.thread + 1];
    node = std::partition_point(node, after, [&](const chain_node& n) { return n.at <= begin; });
    for (; at < called; ++node) {
      const std::int64_t until = node == after ? called : std::min(node->at, called);
      const std::uint32_t event = node == after ? missing<std::uint32_t> : node->inside;
      if (!known(event)) add(at, until, "outside_ops", {});
      else if (synchronizes(a.host[event].name)) add(at, until, "blocked_in_sync", a.host[event].name);
      else add(at, until, a.host[event].kind == host_kind::call ? "runtime_call" : "cpu_op", a.host[event].name);
      at = until;
      if (node == after) break;
    }
  }
  struct of_gap {
    std::int64_t device;
    std::string_view activity, name;
    std::int64_t time, gaps;
  };
  constexpr auto time = sum(&part::time);
  const auto in_gaps = parts | group_by(&part::device, &part::activity, &part::name, &part::gap) | aggregate(time);
  std::vector<of_gap> each;
  for (const auto& r : in_gaps) each.push_back({r[&part::device], r[&part::activity], r[&part::name], r[time], 1});
  constexpr auto total = sum(&of_gap::time), gap_count = sum(&of_gap::gaps);
  std::vector<idle_host_row> rows;
  for (const auto& r : each | group_by(&of_gap::device, &of_gap::activity, &of_gap::name) |
      aggregate(total, gap_count) |
                           sort_by(&of_gap::device, desc(total), &of_gap::activity, &of_gap::name))
    rows.push_back({r[&of_gap::device], r[&of_gap::activity], r[&of_gap::name], in_us(r[total]), r[gap_count]});
  return rows;
}

std::vector<launch_row> launch_stats(const path_activity& a, const gpu_waits& w) {
  using gpu_detail::in_us;
  std::vector<launch_row> rows;
  for (std::size_t i = 0; i < a.tasks.size(); ++i) {
    const task_wait& wait = w.tasks[i];
    if (!known(wait.call)) continue;
    const gpu_task& t = a.tasks[i];
    const host_event& call = a.host[wait.call];
    const std::int64_t free = known(wait.before) ? std::max(a.tasks[wait.before].end, call.begin) : call.begin;
    rows.push_back({call.uid, t.uid, t.correlation, in_us(call.end - call.begin), in_us(t.end - t.begin),
                    in_us(std::max<std::int64_t>(t.begin - call.end, 0)), in_us(free - call.begin),
                        in_us(t.begin - free)});
  }
  return std::move(rows) | sort_by(&launch_row::correlation, &launch_row::gpu_uid);
}

std::vector<launch_class_row> launch_classes(const std::vector<launch_row>& rows, const gpu_usage_options& options) {
  std::vector<launch_class_row> classes{{"short_kernels", 0}, {"runtime_outliers", 0}, {"launch_delay_outliers", 0}};
  for (const launch_row& r : rows) {
    const bool slow = r.call > options.slow_call.in(us);
    if (!slow && r.task < r.call) ++classes[0].count;
    if (slow) ++classes[1].count;
    if (r.delay > options.slow_launch.in(us)) ++classes[2].count;
  }
  return classes;
}

std::vector<queue_row> queue_lengths(const path_activity& a, const gpu_waits& w) {
  struct point {
    std::int64_t at;
    std::uint32_t stream, uid;
    bool is_task;
    std::int64_t change;
  };
  std::vector<point> points;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> given;  // stream, call
  for (std::size_t i = 0; i < a.tasks.size(); ++i) {
    if (!known(w.tasks[i].call)) continue;
    given.emplace_back(a.tasks[i].stream, w.tasks[i].call);
    points.push_back({a.tasks[i].begin, a.tasks[i].stream, a.tasks[i].uid, true, -1});
  }
  using pair = std::pair<std::uint32_t, std::uint32_t>;
  for (const auto& r : given | group_by(&pair::first, &pair::second) | aggregate(count)) {
    const host_event& call = a.host[r[&pair::second]];
    points.push_back({call.begin, r[&pair::first], call.uid, false, r[count]});
  }
  const std::int64_t zero = begins_of(a).first;
  const auto device = [&](const point& p) { return a.streams[p.stream].device; };
  const auto stream = [&](const point& p) { return a.streams[p.stream].stream; };
  const auto task = [](const point& p) { return p.is_task ? 1 : 0; };
  std::vector<queue_row> rows;
  for (const point& p : std::move(points) | sort_by(device, stream, &point::at, task, &point::uid)) {
    const bool same = !rows.empty() && rows.back().device == device(p) && rows.back().stream == stream(p);
    rows.push_back({p.uid, gpu_detail::in_us(p.at - zero), device(p), stream(p),
        (same ? rows.back().length : 0) + p.change});
  }
  return rows;
}

namespace gpu_detail {
/// Calls `each(first, last)` with the range of rows of each stream.
template <class Each>
void for_each_queue(const std::vector<queue_row>& rows, Each each) {
  for (std::size_t i = 0, first = 0; i < rows.size(); first = i) {
    while (i < rows.size() && rows[i].device == rows[first].device && rows[i].stream == rows[first].stream) ++i;
    each(first, i);
  }
}
}  // namespace gpu_detail

std::vector<queue_summary_row> queue_summary(const std::vector<queue_row>& rows) {
  std::vector<queue_summary_row> summary;
  gpu_detail::for_each_queue(rows, [&](std::size_t first, std::size_t last) {
    std::vector<double> lengths;
    double weighted = 0;
    for (std::size_t i = first; i < last; ++i) {
      lengths.push_back(static_cast<double>(rows[i].length));
      if (i + 1 < last) weighted += lengths.back() * (rows[i + 1].time - rows[i].time);
    }
    const double all = rows[last - 1].time - rows[first].time;
    summary.push_back({rows[first].device, rows[first].stream, spread_of(lengths), all > 0 ? weighted / all
        : missing<double>});
  });
  return summary;
}

std::vector<queue_full_row> full_queues(const path_activity& a, const std::vector<queue_row>& rows,
                                        const gpu_usage_options& options) {
  std::vector<queue_full_row> full;
  const auto [begin, end] = begins_of(a);
  const double all = gpu_detail::in_us(end - begin);
  gpu_detail::for_each_queue(rows, [&](std::size_t first, std::size_t last) {
    double time = 0;
    bool any = false;
    for (std::size_t i = first; i < last; ++i) {
      if (rows[i].length < options.full_queue) continue;
      any = true;
      if (i + 1 < last) time += rows[i + 1].time - rows[i].time;
    }
    if (any) full.push_back({rows[first].device, rows[first].stream, time, all > 0 ? time / all : missing<double>});
  });
  return full;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_USAGE_BODY_HPP
