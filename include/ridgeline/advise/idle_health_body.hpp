#ifndef RIDGELINE_ADVISE_IDLE_HEALTH_BODY_HPP
#define RIDGELINE_ADVISE_IDLE_HEALTH_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health_body.hpp>
#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/table/format.hpp>

/// Checks of idle time: unexplained idle time, and time taken by the profiler itself.
namespace ridgeline::activity_rules {

void idle_unexplained(const activity_evidence& e, health_check& c) {
  const gpu_activity& a = e.activity;
  if (e.linked == 0 || e.epochs_mixed || e.window.base() <= 0) return;
  constexpr std::int64_t least = 100'000;  // ns
  constexpr double degraded = 0.05, unknowable = 0.5;
  struct process_times {
    std::vector<span_ns> busy{}, idle{};
  };
  std::map<std::uint32_t, process_times> processes;  // work of one explains no idle time of another
  for (const activity_work& w : a.works)
    if (known(w.process)) processes[w.process].busy.push_back({w.start.base(), w.end().base()});
  for (const activity_work& w : a.works) {
    if (known(w.process)) continue;
    for (auto& [process, times] : processes) times.busy.push_back({w.start.base(), w.end().base()});
  }
  std::uint32_t first = missing<std::uint32_t>;
  std::uint64_t count = 0;
  const auto add = [&](std::uint32_t process, std::int64_t from, std::int64_t to, std::uint32_t uid) {
    const auto at = processes.find(process);
    if (at == processes.end()) return;
    at->second.idle.push_back({from, to});
    if (count++ == 0) first = uid;
  };
  for (const gpu_replay::blocking& b : e.replay.blocking_calls()) {
    const activity_call& call = a.calls[b.call];
    if (is_copy_call(a.text(call.name)) || b.cost <= least) continue;
    add(call.process, call.end().base() - b.cost, call.end().base(), call.uid);
  }
  for (std::uint32_t i = 0; i < a.works.size(); ++i) {
    const activity_call* const call = a.call_of(a.works[i]);
    if (call == nullptr) continue;
    const std::int64_t ready = std::max(e.replay.waiting_of(i).ready, call->end().base()),
                       start = a.works[i].start.base();
    if (start - ready > least) add(a.works[i].process, ready, start, a.works[i].uid);
  }
  double sum = 0, all = 0;
  for (auto& [process, times] : processes) {
    const auto covered = union_of(std::move(times.busy));
    const std::int64_t from = covered.front().first, to = covered.back().last;
    all += static_cast<double>(to) - static_cast<double>(from);
    for (const span_ns& gap : difference_of(union_of(std::move(times.idle)), covered))
      sum += static_cast<double>(std::max<std::int64_t>(0, std::min(gap.last, to) - std::max(gap.first, from)));
  }
  const double share = all > 0 ? sum / all : 0;
  if (!(share > degraded)) return pass(c);
  report(c, share > unknowable ? trace_verdict::unknowable : trace_verdict::degraded, count, share, first,
         "idle time; " + in_percent(share, 0) + " of the window passes without recorded work although work was queued");
}

void profiler_overhead(const activity_evidence& e, health_check& c) {
  if (e.window.base() <= 0 || e.epochs_mixed) return;
  const std::int64_t from = e.activity.works.front().start.base(), to = from + e.window.base();
  std::vector<span_ns> spans;
  std::uint32_t first = missing<std::uint32_t>;
  for (const activity_range& r : e.activity.overhead) {
    const std::int64_t low = std::max(from, r.start.base()), high = std::min(to, r.end().base());
    if (low >= high) continue;
    if (spans.empty()) first = r.uid;
    spans.push_back({low, high});
  }
  const std::uint64_t n = spans.size();
  const duration together = duration::of(length_of(union_of(std::move(spans))));
  const double share = together / e.window;
  constexpr double most = 0.05;
  if (!(share > most)) return pass(c);
  report(c, trace_verdict::degraded, n, share, first,
         "the profiler itself took " + in_percent(share) + " of the window: idle time includes its work");
}

}  // namespace ridgeline::activity_rules

#endif  // RIDGELINE_ADVISE_IDLE_HEALTH_BODY_HPP
