#ifndef RIDGELINE_TORCH_READ_DEVICE_TASKS_HPP
#define RIDGELINE_TORCH_READ_DEVICE_TASKS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// The position of an event in a trace: its place and start.
struct placed_span {
  std::uint32_t place;
  time_point at;
  duration time;
  std::uint32_t event;
};

/// The shortest event that starts where `there` does; the size of `from` if there is none. `from` is ordered by
/// place, start and length.
inline std::size_t event_at(const std::vector<placed_span>& from, const torch_event& there) {
  const auto at = std::lower_bound(from.begin(), from.end(), there, [](const placed_span& a, const torch_event& b) {
    return std::tie(a.place, a.at) < std::tie(b.place, b.start);
  });
  return at != from.end() && at->place == there.place && at->at == there.start
             ? static_cast<std::size_t>(at - from.begin())
             : from.size();
}

/// Gives work of Ascend devices the `External id` of the op where a flow of category `async_npu` begins. Such a flow
/// begins at the start of the op and ends at the start of its work, on their threads; nothing else links them, so work
/// in which none ends has no launch that could be missing.
inline void link_device_tasks(torch_trace& trace) {
  std::vector<placed_span> ops, works;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!e.is_complete()) continue;
    if (e.category == kineto_category::cpu_op) ops.push_back({e.place, e.start, e.time, i});
    if (is_gpu(e.category) && !known(e.external_id)) works.push_back({e.place, e.start, e.time, i});
  }
  struct task_flow_end {
    std::int64_t number;
    std::uint32_t event;
    bool finish;
  };
  std::vector<task_flow_end> ends;
  for (const torch_event_details& d : trace.details) {
    const torch_event& e = trace.events[d.event];
    if (is_flow(e) && known(e.correlation) && known(e.start) && known(d.category) &&
        trace.text(d.category) == "async_npu")
      ends.push_back({e.correlation, d.event, e.phase == chrome_phase::flow_finish});
  }
  ops = std::move(ops) | sort_by(&placed_span::place, &placed_span::at, &placed_span::time);
  works = std::move(works) | sort_by(&placed_span::place, &placed_span::at, &placed_span::time);
  ends = std::move(ends) | sort_by(&task_flow_end::number, &task_flow_end::finish);
  std::size_t op = ops.size();
  std::uint64_t linked = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (i == 0 || ends[i].number != ends[i - 1].number) op = ops.size();
    const torch_event& there = trace.events[ends[i].event];
    if (!ends[i].finish) {
      op = event_at(ops, there);
      continue;
    }
    const std::size_t work = event_at(works, there);
    if (op == ops.size() || work == works.size()) continue;
    torch_event& launcher = trace.events[ops[op].event];
    if (!known(launcher.external_id)) launcher.external_id = std::int64_t{ops[op].event} + 1;
    std::int64_t& number = trace.events[works[work].event].external_id;
    if (!known(number)) ++linked;
    number = launcher.external_id;
  }
  if (linked != 0) trace.linked_along_flows = true;
  trace.problems.take_back(torch_problem::link_missing, linked);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_DEVICE_TASKS_HPP
