#ifndef RIDGELINE_TORCH_READ_FLOW_LINKS_HPP
#define RIDGELINE_TORCH_READ_FLOW_LINKS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/read/device_tasks.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// The link number for the work of a call or op that has none itself. No profiler writes such numbers.
constexpr std::int64_t number_along_flow(std::uint32_t event) { return -2 - std::int64_t{event}; }

/// The last event to start on the flow's process and thread that is still running at the flow's time; the size of
/// `from` if there is none. `from` is ordered by place and start.
inline std::size_t event_around(const std::vector<placed_span>& from, const torch_event& flow) {
  const auto behind = std::upper_bound(from.begin(), from.end(), flow, [](const torch_event& a, const placed_span& b) {
    return std::tie(a.place, a.start) < std::tie(b.place, b.at);
  });
  if (behind == from.begin()) return from.size();
  const placed_span& last = *(behind - 1);
  return last.place == flow.place && flow.start <= last.at + last.time
             ? static_cast<std::size_t>(behind - 1 - from.begin())
             : from.size();
}

/// Links GPU work whose arguments name neither a correlation nor an op, using a flow that ends in the work and
/// begins in a runtime call or else in an op. The work gets the number of that call or op, or `number_along_flow` if
/// it has none. Work whose flow has no begin (its launch was not recorded) gets such a number as well.
inline void link_along_flows(torch_trace& trace) {
  std::vector<placed_span> calls, ops, works;
  struct flow_end {
    kineto_category category;
    symbol name;
    std::int64_t number;
    time_point at;
    bool finish;
    std::uint32_t event;
  };
  std::vector<flow_end> ends;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (is_flow(e)) {
      if (known(e.correlation) && known(e.start))
        ends.push_back({e.category, e.name, e.correlation, e.start, e.phase == chrome_phase::flow_finish, i});
      continue;
    }
    if (!e.has_span() || e.phase != chrome_phase::complete) continue;
    if (is_runtime(e.category)) calls.push_back({e.place, e.start, e.time, i});
    else if (e.category == kineto_category::cpu_op) ops.push_back({e.place, e.start, e.time, i});
    else if (is_gpu(e.category) && !known(e.correlation) && !known(e.external_id))
      works.push_back({e.place, e.start, e.time, i});
  }
  if (ends.empty() || works.empty()) return;
  calls = std::move(calls) | sort_by(&placed_span::place, &placed_span::at);
  ops = std::move(ops) | sort_by(&placed_span::place, &placed_span::at);
  works = std::move(works) | sort_by(&placed_span::place, &placed_span::at);
  ends = std::move(ends) |
         sort_by(&flow_end::category, &flow_end::name, &flow_end::number, &flow_end::finish, &flow_end::at);
  std::uint64_t numbered = 0;
  std::uint32_t from = missing<std::uint32_t>;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const flow_end& end = ends[i];
    if (i == 0 || std::tie(end.category, end.name, end.number) !=
                      std::tie(ends[i - 1].category, ends[i - 1].name, ends[i - 1].number))
      from = missing<std::uint32_t>;
    const torch_event& flow = trace.events[end.event];
    if (!end.finish) {
      if (const std::size_t call = event_around(calls, flow); call != calls.size()) from = calls[call].event;
      else if (const std::size_t op = event_around(ops, flow); op != ops.size()) from = ops[op].event;
      continue;
    }
    const std::size_t work = event_around(works, flow);
    if (work == works.size()) continue;
    torch_event& started = trace.events[works[work].event];
    if (known(started.correlation) || known(started.external_id)) continue;
    ++numbered;
    if (!known(from)) {  // its launch was not recorded: use a number that no call has
      started.correlation = number_along_flow(works[work].event);
      continue;
    }
    torch_event& launch = trace.events[from];
    std::int64_t torch_event::* const number =
        is_runtime(launch.category) ? &torch_event::correlation : &torch_event::external_id;
    if (!known(launch.*number)) launch.*number = number_along_flow(from);
    started.*number = launch.*number;
  }
  trace.linked_along_flows = numbered != 0;
  trace.problems.take_back(torch_problem::link_missing, numbered);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_FLOW_LINKS_HPP
