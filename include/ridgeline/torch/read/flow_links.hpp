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

/// Spans by place and start, those around others first.
class placed_spans {
 public:
  explicit placed_spans(std::vector<placed_span> all)
      : all_(std::move(all) | sort_by(&placed_span::place, &placed_span::at, desc(&placed_span::time))) {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      const placed_span& s = all_[i];
      while (!open.empty() && !runs_at(open.back(), s.place, s.at)) open.pop_back();
      around_.push_back(open.empty() ? missing<std::uint32_t> : open.back());
      open.push_back(i);
    }
  }
  /// The event of the last span to start on the flow's process and thread that is still running at the flow's time;
  /// missing if there is none.
  std::uint32_t event_at(const torch_event& flow) const {
    constexpr int deepest = 64;
    const auto before = [](const torch_event& a, const placed_span& b) {
      return std::tie(a.place, a.start) < std::tie(b.place, b.at);
    };
    const auto behind = std::upper_bound(all_.begin(), all_.end(), flow, before);
    std::uint32_t at = behind == all_.begin() ? missing<std::uint32_t>
                                              : static_cast<std::uint32_t>(behind - all_.begin() - 1);
    for (int depth = 0; known(at) && depth < deepest; ++depth, at = around_[at])
      if (runs_at(at, flow.place, flow.start)) return all_[at].event;
    return missing<std::uint32_t>;
  }

 private:
  bool runs_at(std::uint32_t span, std::uint32_t place, time_point time) const {
    return all_[span].place == place && time <= all_[span].at + all_[span].time;
  }

  std::vector<placed_span> all_;
  std::vector<std::uint32_t> around_{};
};

/// Links GPU work whose arguments name neither a correlation nor an op, using a flow that ends in the work and
/// begins in a runtime call or else in an op. The work gets the number of that call or op, or `number_along_flow` if
/// it has none. Work whose flow has no begin (its launch was not recorded) gets such a number as well.
inline void link_along_flows(torch_trace& trace) {
  std::vector<placed_span> all_calls, all_ops, all_works;
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
    if (is_runtime(e.category)) all_calls.push_back({e.place, e.start, e.time, i});
    else if (e.category == kineto_category::cpu_op) all_ops.push_back({e.place, e.start, e.time, i});
    else if (is_gpu(e.category) && !known(e.correlation) && !known(e.external_id))
      all_works.push_back({e.place, e.start, e.time, i});
  }
  if (ends.empty() || all_works.empty()) return;
  const placed_spans calls(std::move(all_calls)), ops(std::move(all_ops)), works(std::move(all_works));
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
      if (const std::uint32_t call = calls.event_at(flow); known(call)) from = call;
      else if (const std::uint32_t op = ops.event_at(flow); known(op)) from = op;
      continue;
    }
    const std::uint32_t work = works.event_at(flow);
    if (!known(work)) continue;
    torch_event& started = trace.events[work];
    if (known(started.correlation) || known(started.external_id)) continue;
    ++numbered;
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
  trace.linked_along_flows = numbered != 0;
  trace.problems.take_back(torch_problem::link_missing, numbered);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_FLOW_LINKS_HPP
