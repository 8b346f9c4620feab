#ifndef RIDGELINE_GPU_PATH_WAITS_BODY_HPP
#define RIDGELINE_GPU_PATH_WAITS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <queue>
#include <utility>

#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/gpu/path/links.hpp>
#include <ridgeline/gpu/path/waits.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace gpu_detail {

/// The median, or the lower of the two middle values; 0 if there are none.
std::int64_t lower_median(std::vector<std::int64_t>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Running tasks, ordered by end. Removes those that have ended by a given time and keeps the last of them, for two
/// different streams, so that the last one outside any given stream is known.
class ended_tasks {
 public:
  explicit ended_tasks(const path_activity& a) : a_(a) {}

  void add(std::uint32_t task) { running_.push({-a_.tasks[task].end, task}); }
  /// Removes tasks that ended at or before `now`.
  void advance(std::int64_t now) {
    for (; !running_.empty() && -running_.top().first <= now; running_.pop()) ended(running_.top().second);
  }
  std::uint32_t last() const { return first_; }
  /// The last ended task that is not in `stream`.
  std::uint32_t last_elsewhere(std::uint32_t stream) const {
    return known(first_) && a_.tasks[first_].stream == stream ? second_ : first_;
  }

 private:
  bool later(std::uint32_t task, std::uint32_t than) const {
    return !known(than) || ends_later(a_.tasks[task], a_.tasks[than]);
  }
  void ended(std::uint32_t task) {
    const bool same = known(first_) && a_.tasks[first_].stream == a_.tasks[task].stream;
    if (later(task, first_)) {
      if (!same) second_ = first_;
      first_ = task;
    } else if (!same && later(task, second_)) {
      second_ = task;
    }
  }

  const path_activity& a_;
  std::priority_queue<std::pair<std::int64_t, std::uint32_t>> running_{};
  std::uint32_t first_ = missing<std::uint32_t>, second_ = missing<std::uint32_t>;  // in different streams
};

/// Determines the waits, step by step.
class wait_finder {
 public:
  wait_finder(const path_activity& a, std::int64_t unexplained) : a_(a), links_(a) {
    w_.unexplained = unexplained;
    w_.tasks.resize(a.tasks.size());
    for (std::size_t i = 0; i < a.tasks.size(); ++i) {
      w_.tasks[i].call = links_.call_of(a.tasks[i]);
      w_.tasks[i].given = known(w_.tasks[i].call) ? a.host[w_.tasks[i].call].begin : a.tasks[i].begin;
    }
    const auto stream = [&](std::uint32_t t) { return a_.tasks[t].stream; };
    const auto device = [&](std::uint32_t t) { return device_of(t); };
    const auto begin = [&](std::uint32_t t) { return a_.tasks[t].begin; };
    const auto uid = [&](std::uint32_t t) { return a_.tasks[t].uid; };
    const auto in_time = numbers_below(a.tasks.size()) | sort_by(begin, uid);
    w_.by_stream = in_time | sort_by(stream);
    w_.by_device = in_time | sort_by(device);
    given_ = w_.by_stream | sort_by(stream, [&](std::uint32_t t) { return w_.tasks[t].given; });
    stream_at_.assign(a.streams.size() + 1, 0);
    for (const gpu_task& t : a.tasks) ++stream_at_[t.stream + 1];
    std::partial_sum(stream_at_.begin(), stream_at_.end(), stream_at_.begin());
  }

  gpu_waits recorded() && {
    find_recorded();
    return std::move(w_);
  }
  gpu_waits find() && {
    find_stream_order();
    find_recorded();
    find_launch_latency();
    find_stream_gap();
    for (std::uint32_t i = 0; i < w_.tasks.size(); ++i) bind(i);
    infer();
    find_calls();
    return std::move(w_);
  }

 private:
  std::uint32_t device_of(std::uint32_t task) const { return a_.streams[a_.tasks[task].stream].device_index; }
  using place = std::vector<std::uint32_t>::const_iterator;
  std::pair<place, place> given_to(std::uint32_t stream) const {
    return {given_.begin() + stream_at_[stream], given_.begin() + stream_at_[stream + 1]};
  }
  /// The last task submitted to a stream before the given time, or missing.
  std::uint32_t last_given(std::uint32_t stream, std::int64_t before) const {
    const auto [first, last] = given_to(stream);
    const auto at = std::partition_point(first, last, [&](std::uint32_t t) { return w_.tasks[t].given < before; });
    return at == first ? missing<std::uint32_t> : *(at - 1);
  }
  std::uint32_t first_given(std::uint32_t stream, std::int64_t after) const {
    const auto [first, last] = given_to(stream);
    const auto at = std::partition_point(first, last, [&](std::uint32_t t) { return w_.tasks[t].given <= after; });
    return at == last ? missing<std::uint32_t> : *at;
  }
  /// The task that a wait for an event waits for.
  std::uint32_t source_of(const gpu_sync& s) const {
    const std::uint32_t record = links_.record_of(s);
    return known(record) && known(s.source_stream) ? last_given(s.source_stream, a_.host[record].begin)
                                                   : missing<std::uint32_t>;
  }

  void find_stream_order() {
    for (std::size_t i = 0; i < w_.by_stream.size();) {
      ended_tasks ended(a_);
      const std::uint32_t stream = a_.tasks[w_.by_stream[i]].stream;
      for (; i < w_.by_stream.size() && a_.tasks[w_.by_stream[i]].stream == stream; ++i) {
        const std::uint32_t task = w_.by_stream[i];
        ended.advance(a_.tasks[task].begin);
        w_.tasks[task].before = ended.last();
        ended.add(task);
      }
    }
  }

  void find_recorded() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;  // task, source
    for (const gpu_sync& s : a_.syncs) {
      if (s.kind != sync_kind::stream_wait) continue;
      const std::uint32_t call = links_.call_of(s), source = source_of(s);
      if (!known(call) || !known(source)) continue;
      const std::uint32_t task = first_given(s.stream, a_.host[call].begin);
      if (known(task) && a_.tasks[task].stream != a_.tasks[source].stream) found.emplace_back(task, source);
    }
    for (const auto& [task, source] : std::move(found) | sort_by(&std::pair<std::uint32_t, std::uint32_t>::first)) {
      task_wait& t = w_.tasks[task];
      if (t.sources++ == 0) t.first_source = static_cast<std::uint32_t>(w_.sources.size());
      w_.sources.push_back(source);
    }
  }

  void find_launch_latency() {
    std::vector<std::int64_t> latencies;
    std::int64_t ended = 0;
    std::uint32_t device = missing<std::uint32_t>;
    for (const std::uint32_t task : w_.by_device) {
      const gpu_task& t = a_.tasks[task];
      const bool alone = device != device_of(task);
      const std::uint32_t call = w_.tasks[task].call;
      if (known(call) && t.begin >= a_.host[call].begin && (alone || ended <= a_.host[call].begin))
        latencies.push_back(t.begin - a_.host[call].begin);
      ended = alone ? t.end : std::max(ended, t.end);
      device = device_of(task);
    }
    w_.model.launch_latency.samples = static_cast<std::int64_t>(latencies.size());
    w_.model.launch_latency.ns = lower_median(latencies);
  }

  void find_stream_gap() {
    double sum = 0;  // whole nanoseconds, each at most `unexplained`, so the sum is exact
    std::int64_t used = 0;
    for (std::size_t i = 0; i < w_.tasks.size(); ++i) {
      const task_wait& w = w_.tasks[i];
      if (!known(w.before)) continue;
      const std::int64_t end = a_.tasks[w.before].end, gap = a_.tasks[i].begin - end;
      if (known(w.call) && a_.host[w.call].begin + w_.model.launch_latency.ns > end) continue;
      const auto sources = w_.sources_of(w);
      if (std::any_of(sources.begin(), sources.end(), [&](std::uint32_t s) { return a_.tasks[s].end > end; })) continue;
      ++w_.model.stream_gap.samples;
      if (gap > w_.unexplained) continue;
      sum += static_cast<double>(gap);
      ++used;
    }
    if (used > 0) w_.model.stream_gap.ns = static_cast<std::int64_t>(sum / static_cast<double>(used) + 0.5);
  }

  /// Finds the dependency that allowed the task to begin latest.
  void bind(std::uint32_t task) {
    task_wait& w = w_.tasks[task];
    const std::int64_t begin = a_.tasks[task].begin;
    std::int64_t latest = 0;
    const auto consider = [&](std::int64_t ready, task_bound by, std::uint32_t to) {
      if (w.bound != task_bound::nothing && ready <= latest) return;
      latest = ready, w.bound = by, w.bound_to = to;
    };
    if (known(w.before)) consider(a_.tasks[w.before].end + w_.model.stream_gap.ns, task_bound::stream, w.before);
    for (const std::uint32_t s : w_.sources_of(w))
      if (a_.tasks[s].end <= begin) consider(a_.tasks[s].end + w_.model.stream_gap.ns, task_bound::source, s);
    if (known(w.call) && a_.host[w.call].begin <= begin)
      consider(a_.host[w.call].begin + w_.model.launch_latency.ns, task_bound::call, w.call);
    w.excess = w.bound == task_bound::nothing ? 0 : begin - latest;
  }

  /// Infers waits that the trace does not contain.
  void infer() {
    for (std::size_t i = 0; i < w_.by_device.size();) {
      ended_tasks ended(a_);
      const std::uint32_t device = device_of(w_.by_device[i]);
      while (i < w_.by_device.size() && device_of(w_.by_device[i]) == device) {
        const std::int64_t now = a_.tasks[w_.by_device[i]].begin;
        ended.advance(now);
        const std::size_t first = i;
        for (; i < w_.by_device.size() && device_of(w_.by_device[i]) == device &&
            a_.tasks[w_.by_device[i]].begin == now; ++i)
          infer(w_.by_device[i], ended.last_elsewhere(a_.tasks[w_.by_device[i]].stream));
        for (std::size_t k = first; k < i; ++k) ended.add(w_.by_device[k]);
      }
    }
  }
  void infer(std::uint32_t task, std::uint32_t other) {
    task_wait& w = w_.tasks[task];
    if (w.bound != task_bound::nothing && w.excess <= w_.unexplained) return;
    if (!known(other)) return;
    const std::int64_t begin = a_.tasks[task].begin, end = a_.tasks[other].end;
    if (w.bound != task_bound::nothing && end <= begin - w.excess) return;
    w.inferred = w.bound_to = other;
    w.bound = task_bound::inferred;
    w.excess = begin - end - w_.model.stream_gap.ns;
  }

  void find_calls();
  void add_call(std::uint32_t call, std::vector<std::uint32_t>& tasks, bool by_name);
  bool recorded_tasks(std::uint32_t call, const std::vector<std::uint32_t>& syncs, std::vector<std::uint32_t>& tasks);

  const path_activity& a_;
  activity_links links_;
  gpu_waits w_{};
  std::vector<std::uint32_t> given_{}, stream_at_{};  // tasks by stream and time of submission
  std::vector<std::int64_t> returns_{}, idle_calls_{};
};

/// The last of a process's tasks added so far that ends at or before a given time; tasks are added one at a time.
class last_ended {
 public:
  last_ended(const path_activity& a, std::vector<std::int64_t> processes) : a_(a), processes_(std::move(processes)),
      rank_(a.tasks.size()), best_(a.tasks.size() + 1, 0) {
    by_end_ = numbers_below(a.tasks.size()) | sort_by([&](std::uint32_t t) { return processes_[t]; },
                                                      [&](std::uint32_t t) { return a_.tasks[t].end; },
                                                      [&](std::uint32_t t) { return a_.tasks[t].begin; },
                                                      [&](std::uint32_t t) { return a_.tasks[t].uid; });
    for (std::uint32_t i = 0; i < by_end_.size(); ++i) rank_[by_end_[i]] = i + 1;
  }
  void add(std::uint32_t task) {
    for (std::uint32_t i = rank_[task]; i < best_.size(); i += i & (~i + 1)) best_[i] = std::max(best_[i], rank_[task]);
  }
  std::uint32_t at(std::int64_t process, std::int64_t time) const {
    const auto following = std::partition_point(by_end_.begin(), by_end_.end(), [&](std::uint32_t t) {
      return std::pair(processes_[t], a_.tasks[t].end) <= std::pair(process, time);
    });
    std::uint32_t best = 0;
    for (auto i = static_cast<std::uint32_t>(following - by_end_.begin()); i > 0; i -= i & (~i + 1))
      best = std::max(best, best_[i]);
    return best == 0 || processes_[by_end_[best - 1]] != process ? missing<std::uint32_t> : by_end_[best - 1];
  }

 private:
  const path_activity& a_;
  std::vector<std::int64_t> processes_;              // by task
  std::vector<std::uint32_t> by_end_, rank_, best_;  // best_: a Fenwick tree of maxima over ranks, starting at 1
};

bool wait_finder::recorded_tasks(std::uint32_t call, const std::vector<std::uint32_t>& syncs,
                                 std::vector<std::uint32_t>& tasks) {
  constexpr std::size_t most_streams = 1024;  // a context with more streams is treated as if the wait was not recorded
  bool any = false;
  const std::int64_t begin = a_.host[call].begin;
  const auto add = [&](std::uint32_t task) {
    if (known(task)) tasks.push_back(task);
  };
  for (const std::uint32_t i : syncs) {
    const gpu_sync& s = a_.syncs[i];
    if (s.kind == sync_kind::stream) {
      add(last_given(s.stream, begin));
      any = true;
    } else if (s.kind == sync_kind::context && a_.streams.size() <= most_streams) {
      for (std::uint32_t stream = 0; stream < a_.streams.size(); ++stream)
        if (a_.streams[stream].device_index == s.device) add(last_given(stream, begin));
      any = true;
    } else if (s.kind == sync_kind::event && known(links_.record_of(s))) {
      add(source_of(s));
      any = true;
    }
  }
  return any;
}

void wait_finder::add_call(std::uint32_t call, std::vector<std::uint32_t>& tasks, bool by_name) {
  const host_event& e = a_.host[call];
  std::erase_if(tasks, [&](std::uint32_t t) { return a_.tasks[t].begin >= e.end; });
  std::uint32_t last = missing<std::uint32_t>;
  for (const std::uint32_t t : tasks)
    if (!known(last) || ends_later(a_.tasks[t], a_.tasks[last])) last = t;
  if (known(last) && a_.tasks[last].end > e.begin && a_.tasks[last].end <= e.end)
    returns_.push_back(e.end - a_.tasks[last].end);
  if (by_name && (!known(last) || a_.tasks[last].end <= e.begin)) idle_calls_.push_back(e.end - e.begin);
  if (tasks.empty()) return;
  w_.wait_of[call] = static_cast<std::uint32_t>(w_.calls.size());
  w_.calls.push_back({call, static_cast<std::uint32_t>(w_.awaited.size()), static_cast<std::uint32_t>(tasks.size()),
      by_name});
  w_.awaited.insert(w_.awaited.end(), tasks.begin(), tasks.end());
}

void wait_finder::find_calls() {
  const auto begin = [&](std::uint32_t c) { return a_.host[c].begin; };
  w_.wait_of.assign(a_.host.size(), missing<std::uint32_t>);
  std::vector<std::uint32_t> calls, by_given = given_ | sort_by([&](std::uint32_t t) { return w_.tasks[t].given; });
  const grouping own = links_.tasks_by_call(), records = links_.syncs_by_call();
  for (std::uint32_t c = 0; c < a_.host.size(); ++c) {
    if (a_.host[c].kind != host_kind::call) continue;
    if (synchronizes(a_.host[c].name) || records.of(c).size() != 0 || is_copy_call(a_.host[c].name))
      calls.push_back(c);
  }
  // a call waits for its own process's tasks, if it is known whose they are
  const bool apart =
      std::any_of(a_.tasks.begin(), a_.tasks.end(), [](const gpu_task& t) { return known(t.process); });
  const auto process_of = [&](std::uint32_t host) { return apart ? a_.threads[a_.host[host].thread].process : 0; };
  std::vector<std::int64_t> processes(a_.tasks.size(), 0);
  for (std::size_t t = 0; apart && t < processes.size(); ++t)
    processes[t] = known(w_.tasks[t].call) ? process_of(w_.tasks[t].call) : a_.tasks[t].process;
  last_ended ended(a_, std::move(processes));
  std::size_t given = 0;
  std::vector<std::uint32_t> tasks, syncs;
  for (const std::uint32_t c : std::move(calls) | sort_by(begin)) {
    const host_event& e = a_.host[c];
    for (; given < by_given.size() && w_.tasks[by_given[given]].given < e.begin; ++given) ended.add(by_given[given]);
    const bool by_name = synchronizes(e.name);
    tasks.clear();
    syncs.assign(records.of(c).begin(), records.of(c).end());
    if (recorded_tasks(c, syncs, tasks)) {
      // as recorded
    } else if (by_name) {
      if (const std::uint32_t last = ended.at(process_of(c), e.end); known(last)) tasks.push_back(last);
    } else if (is_copy_call(e.name)) {
      const bool async = e.name.find("Async") != std::string_view::npos;
      for (const std::uint32_t t : own.of(c))
        if (a_.tasks[t].end <= e.end && (!async || a_.tasks[t].name.find("Pageable") != std::string_view::npos))
          tasks.push_back(t);
    }
    if (by_name || !tasks.empty()) add_call(c, tasks, by_name);
  }
  w_.model.sync_return.samples = static_cast<std::int64_t>(returns_.size());
  w_.model.sync_return.ns = lower_median(returns_);
  w_.model.sync_call.samples = static_cast<std::int64_t>(idle_calls_.size());
  w_.model.sync_call.ns = lower_median(idle_calls_);
}

}  // namespace gpu_detail

gpu_waits waits_of(const path_activity& activity, duration unexplained) {
  return gpu_detail::wait_finder(activity, unexplained.base()).find();
}
gpu_waits recorded_waits_of(const path_activity& activity) { return gpu_detail::wait_finder(activity, 0).recorded(); }

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_WAITS_BODY_HPP
