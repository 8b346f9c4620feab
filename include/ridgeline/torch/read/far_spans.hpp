#ifndef RIDGELINE_TORCH_READ_FAR_SPANS_HPP
#define RIDGELINE_TORCH_READ_FAR_SPANS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <ridgeline/gpu/far_from_most.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

inline void take_time(torch_trace& trace, torch_event& e) {
  e.start = missing<time_point>;
  e.time = missing<duration>;
  trace.problems.add(torch_problem::time_unknown);
}

/// Takes the times from spans that have none of their own, so that a few of them do not decide how long the trace is:
/// those that start at 0, where nothing else does, with no length or a day from all others; and those a day from the
/// rest of their side, host or GPU, if they are at most one in fifty of it. More of them are a trace of several epochs.
inline void take_times_of_far_spans(torch_trace& trace) {
  constexpr std::size_t one_in = 50;
  std::vector<std::int64_t> starts;
  std::vector<std::uint32_t> sides[2];
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!e.is_complete()) continue;
    starts.push_back(e.start.base());
    sides[is_gpu(e.category) ? 1 : 0].push_back(i);
  }
  starts = std::move(starts) | sort_by([](std::int64_t at) { return at; });
  for (const std::vector<std::uint32_t>& side : sides) {
    std::vector<gpu_detail::stamped_span> spans;
    for (const std::uint32_t i : side) {
      const std::int64_t start = trace.events[i].start.base();
      spans.push_back({start, start});
    }
    const std::vector<bool> far = gpu_detail::far_from_most(spans, starts);
    std::vector<std::uint32_t> others;
    for (std::size_t n = 0; n < side.size(); ++n) {
      if (!far[n]) continue;
      torch_event& e = trace.events[side[n]];
      if (!gpu_detail::is_no_stamp(e.start.base(), starts)) others.push_back(side[n]);
      else if (e.time <= duration() || gpu_detail::is_alone(e.start.base(), starts, gpu_detail::far_apart_ns))
        take_time(trace, e);
    }
    if (others.size() * one_in > side.size()) continue;
    for (const std::uint32_t i : others) take_time(trace, trace.events[i]);
  }
}

/// Takes the times from GPU work that outlasts everything else: starts of spans, and ends of host spans within a day.
inline void take_times_of_outlasting_work(torch_trace& trace) {
  std::int64_t all_else = std::numeric_limits<std::int64_t>::min();
  std::size_t count = 0;
  for (const torch_event& e : trace.events) {
    if (!e.is_complete()) continue;
    const bool until_end = !is_gpu(e.category) && e.time.base() <= gpu_detail::far_apart_ns;
    all_else = std::max(all_else, until_end ? e.end().base() : e.start.base());
    ++count;
  }
  if (count < 2) return;
  for (torch_event& e : trace.events)
    if (e.is_complete() && is_gpu(e.category) && gpu_detail::outlasts(e.end().base(), all_else)) take_time(trace, e);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_FAR_SPANS_HPP
