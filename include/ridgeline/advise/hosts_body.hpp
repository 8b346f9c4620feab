#ifndef RIDGELINE_ADVISE_HOSTS_BODY_HPP
#define RIDGELINE_ADVISE_HOSTS_BODY_HPP

#include <algorithm>
#include <map>

#include <ridgeline/advise/hosts.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>

namespace ridgeline {

namespace advise_detail {

/// A thread: when it launched work, the spans in which it may hold up others, and who is known not to wait for it.
struct launching_thread {
  std::uint32_t number = 0, process = 0;
  std::vector<std::int64_t> launches{};                 // by start
  std::vector<basic_interval<std::int64_t>> spans{};
  std::vector<std::uint32_t> apart{};                   // positions of threads
  std::uint32_t host = missing<std::uint32_t>;

  /// Whether at least a quarter of the time of the spans, while `other` is at work, is in spans during which that
  /// launches.
  bool goes_beside(const launching_thread& other, std::uint64_t& steps) const {
    double beside = 0, all = 0;
    for (const basic_interval<std::int64_t>& s : spans) {
      if (steps == 0 || other.launches.empty()) return false;
      --steps;
      if (s.last <= other.launches.front() || s.first >= other.launches.back()) continue;
      const auto next = std::upper_bound(other.launches.begin(), other.launches.end(), s.first);
      const double time = static_cast<double>(s.last) - static_cast<double>(s.first);
      all += time;
      if (next != other.launches.end() && *next < s.last) beside += time;
    }
    return beside > 0 && 4 * beside >= all;
  }
};

/// All threads with launches or such spans, those with the most launches first.
inline std::vector<launching_thread> launching_threads_of(const gpu_activity& a) {
  std::vector<launching_thread> threads;
  std::map<std::uint32_t, std::size_t> position;
  const auto thread = [&](const auto& span) -> launching_thread& {
    const auto [at, is_new] = position.try_emplace(span.thread, threads.size());
    if (is_new) threads.push_back({.number = span.thread, .process = span.process});
    return threads[at->second];
  };
  std::vector<bool> launches(a.calls.size());
  for (const activity_work& w : a.works)
    if (known(w.call)) launches[w.call] = true;
  for (std::size_t c = 0; c < a.calls.size(); ++c) {
    const activity_call& call = a.calls[c];
    if (launches[c]) thread(call).launches.push_back(call.start.base());
    if (call.kind == call_kind::blocking || call.kind == call_kind::allocation)
      thread(call).spans.push_back({call.start.base(), call.end().base()});
  }
  for (const activity_range& r : a.ranges)
    if (known(r.thread) && r.kind != range_kind::step && r.kind != range_kind::other)
      thread(r).spans.push_back({r.start.base(), r.end().base()});
  merge_sorted_runs(threads, [](const launching_thread& x, const launching_thread& y) {
    return x.launches.size() != y.launches.size() ? x.launches.size() > y.launches.size() : x.number < y.number;
  });
  return threads;
}

}  // namespace advise_detail

activity_hosts::activity_hosts(const gpu_activity& a) {
  using namespace advise_detail;
  std::vector<launching_thread> threads = launching_threads_of(a);
  const auto n = static_cast<std::uint32_t>(threads.size());
  std::uint64_t steps = 64 * static_cast<std::uint64_t>(a.calls.size() + a.ranges.size()) + 1'000'000;  // near linear
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n && !threads[j].launches.empty() && steps > 0; ++j) {
      --steps;
      if (i == j || threads[i].process != threads[j].process || !threads[i].goes_beside(threads[j], steps)) continue;
      threads[i].apart.push_back(j);
      threads[j].apart.push_back(i);
    }
  std::map<std::uint32_t, std::vector<std::uint32_t>> of_process;  // hosts, the first of the busiest thread
  std::map<std::uint32_t, std::uint32_t> number;                   // of a process
  for (std::uint32_t i = 0; i < n; ++i) {
    launching_thread& t = threads[i];
    std::vector<std::uint32_t>& hosts = of_process[t.process];
    std::vector<bool> taken(hosts_.size());
    for (const std::uint32_t j : t.apart)
      if (known(threads[j].host)) taken[threads[j].host] = true;
    for (const std::uint32_t h : hosts)
      if (!known(t.host) && !taken[h]) t.host = h;
    if (!known(t.host)) {
      t.host = static_cast<std::uint32_t>(hosts_.size());
      hosts.push_back(t.host);
      hosts_.push_back({number.try_emplace(t.process, static_cast<std::uint32_t>(number.size())).first->second});
    }
    of_.push_back({t.number, t.host});
    if (t.launches.empty()) continue;
    time_point& last = hosts_[t.host].last_launch;
    if (const time_point own = time_point::of(t.launches.back()); !known(last) || own > last) last = own;
  }
  processes_ = number.size();
  merge_sorted_runs(of_, [](const thread_host& x, const thread_host& y) { return x.thread < y.thread; });
}

std::uint32_t activity_hosts::of(std::uint32_t thread) const {
  const auto before = [](const thread_host& t, std::uint32_t number) { return t.thread < number; };
  const auto at = std::lower_bound(of_.begin(), of_.end(), thread, before);
  return at != of_.end() && at->thread == thread ? at->host : missing<std::uint32_t>;
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_HOSTS_BODY_HPP
