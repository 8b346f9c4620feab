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
/// file; if it names another one, and those within that one begin where it ends, it closes that one. What a begin lacks
/// of numbers and arguments its end may have. A begin without an end, and an end without a begin, count as a span
/// without a length.
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
  // how deep the span is that an end closes, from 1
  const auto depth_of = [&](const half& h) -> std::size_t {
    constexpr std::size_t most = 16;
    const symbol name = trace.events[h.event].name;
    if (!known(name)) return 1;
    for (std::size_t depth = 1; depth <= std::min(most, open.size()); ++depth) {
      const torch_event& e = trace.events[open[open.size() - depth]];
      if (e.name == name) return depth;
      if (e.start != h.at) break;
    }
    return 1;
  };
  for (const half& h : halves) {
    if (h.place != place) forget_open();
    place = h.place;
    if (trace.events[h.event].phase == chrome_phase::begin) {
      open.push_back(h.event);
    } else if (open.empty()) {
      trace.problems.add(torch_problem::time_missing);
    } else {
      const auto ended = open.end() - static_cast<std::ptrdiff_t>(depth_of(h));
      joined.emplace_back(*ended, h.event);
      open.erase(ended);
    }
  }
  forget_open();
  for (const auto& [begin, end] : joined) {
    torch_event& e = trace.events[begin];
    torch_event& other = trace.events[end];
    if (!known(e.correlation)) e.correlation = other.correlation;
    if (!known(e.external_id)) e.external_id = other.external_id;
    if (!known(e.args) && e.category == other.category) e.args = other.args;
    other.category = kineto_category::none;  // it is merged into `e`
    const double length_us = trace.start_us(other) - trace.start_us(e);
    e.time = other.start - e.start;
    e.phase = chrome_phase::complete;
    const auto kept = std::lower_bound(trace.file_times.begin(), trace.file_times.end(), begin,
                                       [](const torch_file_time& t, std::uint32_t event) { return t.event < event; });
    if (kept != trace.file_times.end() && kept->event == begin) kept->length_us = length_us;
  }
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_SPAN_HALVES_HPP
