#ifndef RIDGELINE_TORCH_READ_FLOW_LINKS_HPP
#define RIDGELINE_TORCH_READ_FLOW_LINKS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/timeline/nested_spans.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// The link number for the work of a call or op that has none itself. No profiler writes such numbers.
constexpr std::int64_t number_along_flow(std::uint32_t event) { return -2 - std::int64_t{event}; }
constexpr bool is_along_flow(std::int64_t number) { return number <= number_along_flow(0); }

/// One end of a flow.
struct flow_end {
  kineto_category category;
  symbol name;
  std::int64_t number;
  time_point at;
  bool finish;
  std::uint32_t event;
};

/// Ends of flows, with those of one flow together, by time, the beginnings first. The ends of a flow share category and
/// number. Names may differ (PyTorch 1.7 names the beginning after the op, the end after the kernel), and tell flows
/// apart only where a category has several names with one number on either side.
inline std::vector<flow_end> by_flow(std::vector<flow_end> ends) {
  ends = std::move(ends) | sort_by(&flow_end::category, &flow_end::number, &flow_end::finish, &flow_end::name);
  const auto same_number = [](const flow_end& a, const flow_end& b) {
    return a.category == b.category && a.number == b.number;
  };
  for (std::size_t first = 0, last = 0; first < ends.size(); first = last) {
    bool several = false;
    for (last = first + 1; last < ends.size() && same_number(ends[first], ends[last]); ++last)
      several = several || (ends[last].finish == ends[last - 1].finish && ends[last].name != ends[last - 1].name);
    for (std::size_t i = first; i < last && !several; ++i) ends[i].name = ends[first].name;
  }
  return std::move(ends) |
         sort_by(&flow_end::category, &flow_end::name, &flow_end::number, &flow_end::finish, &flow_end::at);
}

/// Links GPU work whose arguments name neither a correlation nor an op, using a flow that ends in the work and
/// begins in a runtime call or else in an op. The work gets the number of that call or op, or `number_along_flow` if
/// it has none. Work whose flow has no begin (its launch was not recorded) gets such a number as well. Where calls have
/// correlations, work that names only an op is linked to the call in which its flow begins.
inline void link_along_flows(torch_trace& trace) {
  std::vector<nested_spans<time_point>::span> all_calls, all_ops, all_works;
  std::vector<flow_end> ends;
  const bool calls_have_numbers = std::any_of(trace.events.begin(), trace.events.end(), [](const torch_event& e) {
    return is_runtime(e.category) && known(e.correlation);
  });
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (is_flow(e)) {
      if (known(e.correlation) && known(e.start))
        ends.push_back({e.category, e.name, e.correlation, e.start, e.phase == chrome_phase::flow_finish, i});
      continue;
    }
    if (!e.is_complete()) continue;
    const time_point closed = e.start + e.time + duration::of(1);  // a flow may point at the last moment
    if (is_runtime(e.category)) all_calls.push_back({e.place, e.start, closed, i});
    else if (e.category == kineto_category::cpu_op) all_ops.push_back({e.place, e.start, closed, i});
    else if (is_gpu(e.category) && !known(e.correlation) && (calls_have_numbers || !known(e.external_id)))
      all_works.push_back({e.place, e.start, closed, i});
  }
  if (ends.empty() || all_works.empty()) return;
  const nested_spans<time_point> calls(std::move(all_calls)), ops(std::move(all_ops)), works(std::move(all_works));
  ends = by_flow(std::move(ends));
  std::uint64_t numbered = 0;
  std::uint32_t from = missing<std::uint32_t>;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const flow_end& end = ends[i];
    if (i == 0 || std::tie(end.category, end.name, end.number) !=
                      std::tie(ends[i - 1].category, ends[i - 1].name, ends[i - 1].number))
      from = missing<std::uint32_t>;
    const torch_event& flow = trace.events[end.event];
    if (!end.finish) {
      if (const std::uint32_t call = calls.innermost(flow.place, flow.start); known(call)) from = call;
      else if (const std::uint32_t op = ops.innermost(flow.place, flow.start); known(op)) from = op;
      continue;
    }
    const std::uint32_t work = works.innermost(flow.place, flow.start);
    if (!known(work)) continue;
    torch_event& started = trace.events[work];
    const bool named = known(started.external_id);
    if (known(started.correlation) || (named && !(known(from) && is_runtime(trace.events[from].category)))) continue;
    if (!named) ++numbered;
    if (!known(from)) {  // its launch was not recorded: use a number that no call has
      started.correlation = number_along_flow(work);
      continue;
    }
    torch_event& launch = trace.events[from];
    std::int64_t torch_event::* const number =
        is_runtime(launch.category) ? &torch_event::correlation : &torch_event::external_id;
    if (!known(launch.*number)) launch.*number = number_along_flow(from);
    started.*number = launch.*number;
  }
  if (numbered != 0) trace.linked_along_flows = true;
  trace.problems.take_back(torch_problem::link_missing, numbered);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_FLOW_LINKS_HPP
