#ifndef RIDGELINE_TORCH_READ_SPAN_HALVES_HPP
#define RIDGELINE_TORCH_READ_SPAN_HALVES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// Joins spans that are recorded as a begin (`B`) and an end (`E`), as other writers of the Trace Event Format do.
/// An end closes the innermost open span on its process and thread, in the order of time and, at equal times, of the
/// file. A begin without an end, and an end without a begin, count as a span without a length.
inline void join_span_halves(torch_trace& trace) {
  struct half {
    std::uint32_t place, event;
    time_point at;
  };
  std::vector<half> halves;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (const torch_event& e = trace.events[i]; e.phase == chrome_phase::begin || e.phase == chrome_phase::end) {
      if (known(e.start)) halves.push_back({e.place, i, e.start});
      else trace.problems.add(torch_problem::time_missing);
    }
  if (halves.empty()) return;
  halves = std::move(halves) | sort_by(&half::place, &half::at);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;  // begin, end
  std::vector<std::uint32_t> open;
  std::uint32_t place = halves.front().place;
  const auto forget_open = [&] {
    if (!open.empty()) trace.problems.add(torch_problem::time_missing, torch_problems::nowhere, open.size());
    open.clear();
  };
  for (const half& h : halves) {
    if (h.place != place) forget_open();
    place = h.place;
    if (trace.events[h.event].phase == chrome_phase::begin) {
      open.push_back(h.event);
    } else if (open.empty()) {
      trace.problems.add(torch_problem::time_missing);
    } else {
      joined.emplace_back(open.back(), h.event);
      open.pop_back();
    }
  }
  forget_open();
  for (const auto& [begin, end] : joined) {
    torch_event& e = trace.events[begin];
    const double length_us = trace.start_us(trace.events[end]) - trace.start_us(e);
    e.time = trace.events[end].start - e.start;
    e.phase = chrome_phase::complete;
    const auto kept = std::lower_bound(trace.file_times.begin(), trace.file_times.end(), begin,
                                       [](const torch_file_time& t, std::uint32_t event) { return t.event < event; });
    if (kept != trace.file_times.end() && kept->event == begin) kept->length_us = length_us;
  }
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_SPAN_HALVES_HPP
