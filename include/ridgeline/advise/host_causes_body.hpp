#ifndef RIDGELINE_ADVISE_HOST_CAUSES_BODY_HPP
#define RIDGELINE_ADVISE_HOST_CAUSES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/advise/removed_work_body.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/timeline/intervals.hpp>

/// Named causes of host time: ranges and allocations, and launches that take long.
namespace ridgeline::advise_detail {

void add_evidence(std::vector<finding_evidence>& to, finding_evidence e) {
  for (finding_evidence& seen : to)
    if (seen.name == e.name) {
      if (e.time > seen.time) seen = std::move(e);
      return;
    }
  to.push_back(std::move(e));
  bound_evidence(to);  // names may all be distinct
}

/// Host time spent in ranges or calls from the first launch to the last piece of work: what was before delays all work
/// alike. Hosts that launch nothing are left out. Overlaps on a host count once, and waits of blocking calls inside
/// them are excluded.
class host_time {
 public:
  explicit host_time(const activity_findings_run& run) : run_(run) {
    const gpu_activity& a = run.activity;
    if (a.works.empty()) return;
    from_ = a.works.front().start.base(), to_ = from_ + run.replay.window().base();
    if (const activity_call* const launch = a.call_of(a.works.front())) from_ = std::min(from_, launch->start.base());
  }

  /// Adds spans as evidence and as time to remove.
  template <class Spans, class Wanted>
  void add(const Spans& spans, Wanted wanted, finding_draft& d) {
    const gpu_activity& a = run_.activity;
    const activity_hosts& hosts = run_.replay.hosts();
    for (const auto& s : spans) {
      if (!wanted(s) || s.end().base() <= from_ || s.start.base() >= to_) continue;
      const std::uint32_t host = hosts.of(s.thread);
      if (known(host) && !known(hosts.last_launch(host))) continue;
      host_spans& own = of_host_[host];
      own.thread = s.thread;
      own.parts.push_back({std::max(from_, s.start.base()), std::min(to_, s.end().base())});
      ++d.count;
      add_evidence(d.evidence, finding_evidence::of(a, s, a.text(s.name)));
    }
  }

  /// Removes that time where it passes: in pieces that end where a call of the host begins or ends, so that launches
  /// inside the spans come sooner as well.
  void cut(finding_draft& d) {
    see_calls();
    for (auto& of_one : of_host_) {
      host_spans& own = of_one.second;
      const covered_time waiting(std::move(own.waits));
      merge_sorted_runs(own.moments, [](std::int64_t x, std::int64_t y) { return x < y; });
      for (const span_ns& p : union_of(std::move(own.parts))) {
        std::int64_t at = p.first;
        const auto cut_to = [&](std::int64_t end) {
          const duration time = duration::of(end - at - waiting.in(at, end));
          if (time.base() > 0) d.change.cuts.push_back({time_point::of(end), time, own.thread});
          d.concerned += time;
          at = end;
        };
        for (auto m = std::upper_bound(own.moments.begin(), own.moments.end(), p.first);
             m != own.moments.end() && *m < p.last; ++m)
          cut_to(*m);
        cut_to(p.last);
      }
    }
    order_evidence(d.evidence);
  }

 private:
  struct host_spans {
    std::uint32_t thread = missing<std::uint32_t>;  // one of them
    std::vector<span_ns> parts{}, waits{};
    std::vector<std::int64_t> moments{};            // where calls begin and end
  };

  void see_calls() {
    const gpu_activity& a = run_.activity;
    const activity_hosts& hosts = run_.replay.hosts();
    const auto each_host = [&](const activity_call& call, auto see) {
      for (const std::uint32_t host : {hosts.of(call.thread), missing<std::uint32_t>})
        if (const auto own = of_host_.find(host); own != of_host_.end()) see(own->second);
    };
    if (of_host_.empty()) return;
    for (const activity_call& call : a.calls)
      each_host(call, [&](host_spans& own) {
        own.moments.push_back(call.start.base()), own.moments.push_back(call.end().base());
      });
    for (const gpu_replay::blocking& b : run_.replay.blocking_calls()) {
      const activity_call& call = a.calls[b.call];
      each_host(call, [&](host_spans& own) { own.waits.push_back({call.start.base(), call.end().base()}); });
    }
  }

  const activity_findings_run& run_;
  std::int64_t from_ = 0, to_ = 0;
  std::map<std::uint32_t, host_spans> of_host_{};
};

/// What the host runs and waits for while it compiles: benchmarks of kernels, constants computed once. It goes with the
/// compiling; what was done for it on the host is time of the ranges.
class compiled_for {
 public:
  explicit compiled_for(const activity_findings_run& run) : run_(run) {
    std::map<std::uint32_t, std::vector<span_ns>> of_host;
    for (const activity_range& r : run.activity.ranges)
      if (known(r.thread) && (r.kind == range_kind::compilation || r.kind == range_kind::recompilation))
        of_host[run.replay.hosts().of(r.thread)].push_back({r.start.base(), r.end().base()});
    for (auto& [host, spans] : of_host) ranges_.emplace(host, union_of(std::move(spans)));
  }
  bool within(const activity_call& c) const {
    if (ranges_.empty()) return false;
    const auto own = ranges_.find(run_.replay.hosts().of(c.thread));
    if (own == ranges_.end()) return false;
    const auto after = std::upper_bound(own->second.begin(), own->second.end(), c.start.base(),
                                        [](std::int64_t at, const span_ns& s) { return at < s.first; });
    return after != own->second.begin() && c.end().base() <= (after - 1)->last;
  }
  void let_go(replay_change& change) const {
    const gpu_activity& a = run_.activity;
    if (ranges_.empty()) return;
    for (std::uint32_t w = 0; w < a.works.size(); ++w)
      if (const activity_call* const call = a.call_of(a.works[w]); call != nullptr && within(*call))
        change.gone_alone.push_back(w);
    for (const gpu_replay::blocking& b : run_.replay.blocking_calls())
      if (within(a.calls[b.call])) change.freed.push_back(b.call);
  }

 private:
  const activity_findings_run& run_;
  std::map<std::uint32_t, std::vector<span_ns>> ranges_{};  // by host
};

void cut_ranges(const activity_findings_run& run, range_kind kind, finding_drafts& to) {
  host_time time(run);
  finding_draft d;
  time.add(run.activity.ranges, [&](const activity_range& r) { return r.kind == kind; }, d);
  time.cut(d);
  if (kind == range_kind::compilation || kind == range_kind::recompilation) compiled_for(run).let_go(d.change);
  if (d.count != 0) to.add("") = std::move(d);
}

bool allocates(const activity_call& c) { return c.kind == call_kind::allocation; }

/// Which calls only wait, at most 50 us before one of their thread that frees memory, with no other call between:
/// freeing waits for the device itself, so that they go with it, and save nothing alone.
std::vector<bool> waits_for_freeing(const gpu_activity& a) {
  constexpr std::int64_t at_once = 50'000;
  asked_once waits(*a.texts, synchronizes);
  asked_once frees(*a.texts, [](std::string_view call) { return core_detail::has_any(call, {"Free", "Unmap"}); });
  std::map<std::uint32_t, std::uint32_t> last_of;  // call, by thread
  std::vector<bool> to(a.calls.size());
  if (std::none_of(a.calls.begin(), a.calls.end(), allocates)) return to;
  for (std::uint32_t c = 0; c < a.calls.size(); ++c) {
    const activity_call& call = a.calls[c];
    const std::uint32_t before = std::exchange(last_of.try_emplace(call.thread, c).first->second, c);
    to[before] = waits(a.calls[before].name) && allocates(call) && frees(call.name) &&
                 (call.start - a.calls[before].end()).base() <= at_once;
  }
  return to;
}

/// The idle time of GPUs while calls run: of the device on which it is longest, because calls of several threads and
/// processes run side by side.
class idle_below {
 public:
  explicit idle_below(const gpu_activity& a) : busy_(a, [](const activity_work&) { return true; }) {
    for (const activity_work& w : a.works)
      if (known(w.device)) spans_[w.device];
    if (spans_.empty()) spans_[missing<std::uint32_t>];
  }
  /// The idle time of the call's device from one moment to another, which counts.
  std::int64_t in(std::uint32_t device, std::int64_t from, std::int64_t to) const {
    return to - from - busy_.in(device, from, to);
  }
  void add(std::uint32_t device, std::int64_t from, std::int64_t to) {
    if (const auto own = spans_.find(device); own != spans_.end()) return own->second.push_back({from, to});
    for (auto& [any, spans] : spans_) spans.push_back({from, to});
  }
  duration longest() const {
    duration most;
    for (const auto& [device, spans] : spans_) {
      duration own;
      for (const span_ns& s : union_of(spans)) own += duration::of(in(device, s.first, s.last));
      most = std::max(most, own);
    }
    return most;
  }

 private:
  covered_by busy_;
  std::map<std::uint32_t, std::vector<span_ns>> spans_{};  // by device
};

/// Whether a call may load the module of its kernel, by call: it is the first launch of a kernel of that name on its
/// device by its process and does not start in the first half of the call, its kernel is not known, or a call within it
/// loads one. The driver submits a kernel once it has loaded the module.
std::vector<bool> may_load_modules(const gpu_activity& a, const std::vector<std::uint32_t>& work_of) {
  asked_once loads(*a.texts, [](std::string_view call) {
    return core_detail::has_any(call, {"ModuleLoad", "LibraryLoad"});
  });
  using thread_call = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<thread_call> loading;
  for (std::uint32_t i = 0; i < a.calls.size(); ++i)
    if (loads(a.calls[i].name)) loading.emplace_back(a.calls[i].thread, i);
  loading = std::move(loading) | sort_by(&thread_call::first);
  struct kernel {
    symbol name;
    std::uint32_t device, process;
  };
  distinct<kernel> kernels;
  std::vector<bool> may(a.calls.size(), true);
  for (std::uint32_t i = 0; i < a.calls.size(); ++i) {
    const activity_call& c = a.calls[i];
    if (c.kind != call_kind::kernel_launch || !known(work_of[i])) continue;
    const activity_work& w = a.works[work_of[i]];
    const std::size_t seen = kernels.size();
    may[i] = kernels.number({w.name, w.device, c.process}) == seen && 2 * (w.start - c.start).base() > c.time.base();
    if (may[i] || !is_long_launch(c)) continue;
    const auto next = std::upper_bound(loading.begin(), loading.end(), thread_call{c.thread, i});
    may[i] = next != loading.end() && next->first == c.thread && a.calls[next->second].start < c.end();
  }
  return may;
}

/// Launches during which the GPU is idle for long: those that load a module, or the others, which something holds up.
finding_draft long_launches(const activity_findings_run& run, bool loading) {
  const gpu_activity& a = run.activity;
  finding_draft d;
  if (std::none_of(a.calls.begin(), a.calls.end(), is_long_launch)) return d;
  idle_below idle_time(a);
  std::vector<std::uint32_t> work_of(a.calls.size(), missing<std::uint32_t>);  // the first
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (known(a.works[i].call) && !known(work_of[a.works[i].call])) work_of[a.works[i].call] = i;
  const std::int64_t from = a.works.front().start.base(), last = from + run.replay.window().base();
  const std::vector<bool> may_load = may_load_modules(a, work_of);
  for (std::size_t i = 0; i < a.calls.size(); ++i) {
    const activity_call& c = a.calls[i];
    if (!is_long_launch(c) || may_load[i] != loading) continue;
    const std::int64_t first = std::max(from, c.start.base()), end = std::min(last, c.end().base());
    if (first >= end) continue;
    const std::uint32_t w = work_of[i], device = known(w) ? a.works[w].device : missing<std::uint32_t>;
    const std::int64_t idle = idle_time.in(device, first, end);
    if (2 * idle <= c.time.base()) continue;
    ++d.count;
    d.concerned += c.time;
    idle_time.add(device, first, end);
    d.change.cuts.push_back({c.end(), duration::of(idle), c.thread});
    if (const std::int64_t ready = known(w) ? run.replay.waiting_of(w).ready : missing<std::int64_t>; known(ready)) {
      // the call submits its kernel late: that does not wait for what it follows alone
      const std::int64_t start = a.works[w].start.base(), within = std::min(start, end);
      const std::int64_t late = std::min(start - ready, within > first ? idle_time.in(device, first, within) : 0);
      if (late > 0) d.change.sooner.emplace_back(w, duration::of(late));
    }
    add_evidence(d.evidence, finding_evidence::of(a, c, a.text(c.name)));
  }
  d.recoverable = idle_time.longest();
  return d;
}

/// All causes of host time that can be named.
replay_change named_causes(const activity_findings_run& run) {
  finding_draft d;
  d.change.freed = run.replay.followed_calls();
  host_time time(run);
  time.add(run.activity.ranges, [](const activity_range& r) {
    return r.kind == range_kind::data_loading || r.kind == range_kind::compilation ||
           r.kind == range_kind::recompilation;
  }, d);
  time.add(run.activity.calls, allocates, d);
  time.cut(d);
  compiled_for(run).let_go(d.change);
  d.change.add(long_launches(run, true).change);
  return d.change;
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_HOST_CAUSES_BODY_HPP
