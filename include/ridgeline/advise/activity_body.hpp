#ifndef RIDGELINE_ADVISE_ACTIVITY_BODY_HPP
#define RIDGELINE_ADVISE_ACTIVITY_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <unordered_map>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/gpu/copy_way.hpp>

namespace ridgeline {

range_kind range_kind_of(std::string_view name) {
  for (const std::string_view step : {"ProfilerStep#", "execute_", "step[", "prefill[", "decode[",
                                      "[Executor] _forward_step"})
    if (name.starts_with(step)) return range_kind::step;
  if (name.starts_with("enumerate(DataLoader)#")) return range_kind::data_loading;
  if (name.ends_with("(dynamo_timed)")) return range_kind::compilation;
  for (const std::string_view work : {"compile_fx_inner", "async_compile.wait", "triton.compile"})
    if (name.starts_with(work)) return range_kind::compilation;
  return range_kind::other;
}

duration gpu_activity::window() const {
  if (works.empty()) return {};
  time_point end = works.front().end();
  for (const activity_work& w : works) end = w.end() > end ? w.end() : end;
  return end - works.front().start;
}

std::string gpu_activity::described(const activity_work& w) const {
  std::string text(name(w));
  if (!known(w.source) || !known(w.target)) return text;
  return text.append(" (").append(texts->text(w.source)).append(" -> ").append(texts->text(w.target)).append(")");
}

duration gpu_activity::busy() const {
  duration sum;
  for (const activity_work& w : works) sum += w.time;
  return sum;
}

duration longest_silence(std::vector<std::int64_t> starts) {
  merge_sorted_runs(starts, [](std::int64_t a, std::int64_t b) { return a < b; });
  duration longest;
  for (std::size_t i = 1; i < starts.size(); ++i) {
    const duration step = duration::of(starts[i] - starts[i - 1]);
    if (step > long_silence && step > longest) longest = step;
  }
  return longest;
}

void finish_activity(gpu_activity& a) {
  merge_sorted_runs(a.works, [](const activity_work& x, const activity_work& y) {
    return x.start.base() != y.start.base() ? x.start < y.start : x.end() < y.end();
  });
  merge_sorted_runs(a.calls, [](const activity_call& x, const activity_call& y) { return x.start < y.start; });
  std::unordered_map<std::uint32_t, bool> capturing;
  struct numbered {
    std::int64_t number;
    std::uint32_t call;
  };
  std::vector<numbered> launches;  // with equal numbers, by start
  launches.reserve(a.calls.size());
  for (std::uint32_t i = 0; i < a.calls.size(); ++i) {
    activity_call& c = a.calls[i];
    const std::string_view name = a.text(c.name);
    if (begins_capture(name)) capturing[c.thread] = true, ++a.graph_captures;
    if (ends_capture(name)) capturing[c.thread] = false;
    if (c.kind == call_kind::other) c.kind = call_kind_of(name);
    if (!capturing.empty()) c.captured = capturing[c.thread];
    if (known(c.correlation)) launches.push_back({c.correlation, i});
  }
  merge_sorted_runs(launches, [](const numbered& x, const numbered& y) { return x.number < y.number; });
  for (activity_work& w : a.works) {
    w.call = missing<std::uint32_t>;
    if (!known(w.correlation)) continue;
    const auto before = [&](const activity_work& of, const numbered& l) {
      return of.correlation != l.number ? of.correlation < l.number : of.start < a.calls[l.call].start;
    };
    const auto later = std::upper_bound(launches.begin(), launches.end(), w, before);
    if (later != launches.begin() && std::prev(later)->number == w.correlation) w.call = std::prev(later)->call;
    else if (later != launches.end() && later->number == w.correlation) w.call = later->call;
    if (known(w.call)) w.process = a.calls[w.call].process;
  }
  tell_blocking_copies(a);
}

void tell_blocking_copies(gpu_activity& a) {
  constexpr duration return_at_most = duration::of(50'000);
  if (a.texts == nullptr) return;
  asked_once copies(*a.texts, [](std::string_view call) {
    return call_kind_of(call) == call_kind::other && is_copy_call(call);
  });
  for (const activity_work& w : a.works) {
    if (w.kind != gpu_kind::copy || w.communicates || !known(w.call)) continue;
    activity_call& c = a.calls[w.call];
    if (c.kind != call_kind::other || w.end() > c.end() || c.end() - w.end() > return_at_most) continue;
    if (copies(c.name) && may_be_pageable(a.described(w))) c.kind = call_kind::blocking;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_ACTIVITY_BODY_HPP
