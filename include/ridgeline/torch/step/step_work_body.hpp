#ifndef RIDGELINE_TORCH_STEP_STEP_WORK_BODY_HPP
#define RIDGELINE_TORCH_STEP_STEP_WORK_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/record/clock.hpp>
#include <ridgeline/torch/step/step_finder.hpp>
#include <ridgeline/torch/step/step_work.hpp>
#include <ridgeline/torch/tree/link.hpp>

namespace ridgeline {

namespace torch_detail {

bool is_gpu_of_step(const torch_event& e, torch_faults faults) {
  if (e.phase != chrome_phase::complete || !known(e.correlation)) return false;
  return is_gpu(e.category) || (faults.gpu_ranges_are_work && e.category == kineto_category::gpu_user_annotation);
}

/// Events by place, and by start within each place.
std::vector<std::vector<std::uint32_t>> spans_by_place(const torch_trace& trace, std::span<const serving_step> steps) {
  std::vector<bool> wanted(trace.places.size() + 1, false);  // the last entry is for events without a place
  const auto slot = [&](const torch_event& e) { return trace.slot_of(e.place); };
  for (const serving_step& s : steps) wanted[slot(trace.events[s.event])] = true;
  std::vector<std::vector<std::uint32_t>> places(wanted.size());
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (e.is_complete() && wanted[slot(e)]) places[slot(e)].push_back(i);
  }
  for (std::vector<std::uint32_t>& p : places)
    merge_sorted_runs(p, [&](std::uint32_t a, std::uint32_t b) {
      return trace.events[a].start < trace.events[b].start;
    });
  return places;
}

}  // namespace torch_detail

step_work::step_work(const torch_trace& trace, std::span<const serving_step> steps, torch_faults faults) {
  const std::vector<std::vector<std::uint32_t>> places = torch_detail::spans_by_place(trace, steps);
  numbered_events work;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (torch_detail::is_gpu_of_step(trace.events[i], faults)) work.emplace_back(trace.events[i].correlation, i);
  order_by_number(work);
  std::optional<gpu_links> links;  // of work that has another link than a correlation, or one that repeats
  std::vector<bool> launched(trace.events.size(), false);
  torch_problems counted_elsewhere;
  if (!faults.links_need_flows) {
    links = link_gpu_work(trace, faults, counted_elsewhere);
    for (std::uint32_t i = 0; i < trace.events.size(); ++i)
      for (const std::uint32_t w : links->work_of(i)) launched[w] = true;
  }
  const torch_clock clock(trace, faults.rounded_ends);
  const step_finder finder(trace, {steps.begin(), steps.end()});
  const bool nested = finder.nested() && !faults.nested_steps_share_work;
  std::size_t budget = 16 * trace.events.size() + 1'000'000;  // guards against endlessly nested steps
  std::vector<std::uint64_t> taken_by(trace.events.size(), 0);
  for (std::size_t n = 0; n < steps.size(); ++n) {
    const torch_event& step = trace.events[steps[n].event];
    const std::vector<std::uint32_t>& events = places[trace.slot_of(step.place)];
    const std::int64_t first = clock.start(step), last = clock.end(step);
    auto at = std::lower_bound(events.begin(), events.end(), step.start, [&](std::uint32_t e, time_point start) {
      return trace.events[e].start < start;
    });
    const std::size_t gpu_first = gpu_.size();
    const auto take = [&](std::uint32_t w) {
      if (std::exchange(taken_by[w], n + 1) != n + 1) gpu_.push_back(w);
    };
    for (; at != events.end() && clock.start(trace.events[*at]) <= last; ++at) {
      if (budget == 0) {
        cut_ = true;
        break;
      }
      --budget;
      const torch_event& e = trace.events[*at];
      if (clock.start(e) < first || clock.end(e) > last) continue;
      if (nested && *at != steps[n].event && finder.of(e) != n) continue;  // of a step inside this one
      host_.push_back(*at);
      if (links)
        for (const std::uint32_t w : links->work_of(*at)) take(w);
      if (!known(e.correlation)) continue;
      const auto number = [](const auto& entry, std::int64_t wanted) { return entry.first < wanted; };
      for (auto w = std::lower_bound(work.begin(), work.end(), e.correlation, number);
           w != work.end() && w->first == e.correlation && budget != 0; ++w, --budget)
        if (!launched[w->second]) take(w->second);
    }
    std::vector<std::uint32_t> found(gpu_.begin() + static_cast<std::ptrdiff_t>(gpu_first), gpu_.end());
    merge_sorted_runs(found, [](std::uint32_t a, std::uint32_t b) { return a < b; });
    std::copy(found.begin(), found.end(), gpu_.begin() + static_cast<std::ptrdiff_t>(gpu_first));
    host_offsets_.push_back(host_.size());
    gpu_offsets_.push_back(gpu_.size());
  }
}

void keep_steps(torch_trace& trace, const step_work& work, std::span<const std::size_t> steps, torch_faults faults) {
  std::vector<bool> kept(trace.events.size(), false);
  std::vector<std::int64_t> numbers;
  for (const std::size_t s : steps) {
    for (const std::uint32_t e : work.host(s)) {
      kept[e] = true;
      if (known(trace.events[e].correlation)) numbers.push_back(trace.events[e].correlation);
    }
    for (const std::uint32_t e : work.gpu(s)) kept[e] = true;
  }
  merge_sorted_runs(numbers, [](std::int64_t a, std::int64_t b) { return a < b; });
  const auto linked = [&](const torch_event& e) {
    return known(e.correlation) && std::binary_search(numbers.begin(), numbers.end(), e.correlation);
  };
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    torch_event& e = trace.events[i];
    bool keep = kept[i];
    if (is_flow(e)) keep = linked(e);
    else if (e.phase == chrome_phase::metadata) keep = !faults.windows_lose_labels || !known(e.start);
    else if (e.category == kineto_category::gpu_user_annotation) keep = keep || linked(e);
    if (!keep) e = {.phase = chrome_phase::lost};
  }
  const auto leave_out = [&](auto& list) {
    std::erase_if(list, [&](const auto& entry) { return trace.events[entry.event].phase == chrome_phase::lost; });
  };
  leave_out(trace.file_times), leave_out(trace.details), leave_out(trace.graph_nodes), leave_out(trace.announcements);
  trace.lacks_steps_between = !steps.empty() && steps.back() - steps.front() + 1 != steps.size();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_STEP_WORK_BODY_HPP
