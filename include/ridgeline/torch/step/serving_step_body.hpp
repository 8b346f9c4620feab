#ifndef RIDGELINE_TORCH_STEP_SERVING_STEP_BODY_HPP
#define RIDGELINE_TORCH_STEP_SERVING_STEP_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/step/draft_ranges.hpp>
#include <ridgeline/torch/step/serving_step.hpp>
#include <ridgeline/torch/step/step_finder.hpp>

namespace ridgeline {

namespace torch_detail {

bool starts_gpu_work(std::string_view name) {
  static constexpr core_detail::word_list<3> words{{"launch", "memcpy", "memset"}};
  return words.any_in(name);
}

/// Removes the steps around others that start no GPU work outside of these.
void leave_out_idle_outer(const torch_trace& trace, std::vector<serving_step>& steps) {
  const step_finder finder(trace, steps);
  if (!finder.nested()) return;
  std::vector<bool> kept(steps.size(), true);
  for (std::size_t s = 0; s < steps.size(); ++s)
    if (known(finder.around(s))) kept[finder.around(s)] = false;
  asked_once starts_work(trace.texts, [](std::string_view name) { return starts_gpu_work(name); });
  for (const torch_event& e : trace.events) {
    if (!is_runtime(e.category) || !e.is_complete() || !starts_work(e.name)) continue;
    if (const std::size_t s = finder.of(e); known(s)) kept[s] = true;
  }
  std::size_t next = 0;
  for (std::size_t s = 0; s < steps.size(); ++s)
    if (kept[s]) steps[next++] = steps[s];
  steps.resize(next);
}

}  // namespace torch_detail

bool step_finder::holds(std::size_t step, const torch_event& event) const {
  const torch_event& range = trace_.events[events_[step]];
  return range.start <= event.start && event.end() <= range.end();
}

step_finder::step_finder(const torch_trace& trace, const std::vector<serving_step>& steps)
    : trace_(trace), around_(steps.size(), missing<std::size_t>), places_(trace.places.size() + 1) {
  for (const serving_step& s : steps) {
    places_[trace.slot_of(trace.events[s.event].place)].push_back(events_.size());
    events_.push_back(s.event);
  }
  std::vector<std::size_t> open;
  for (std::vector<std::size_t>& place : places_) {
    merge_sorted_runs(place, [&](std::size_t a, std::size_t b) {
      const torch_event &x = trace.events[events_[a]], &y = trace.events[events_[b]];
      return x.start != y.start ? x.start < y.start : x.end() > y.end();
    });
    open.clear();
    for (const std::size_t s : place) {
      while (!open.empty() && !holds(open.back(), trace.events[events_[s]])) open.pop_back();
      if (!open.empty()) around_[s] = open.back(), nested_ = true;
      open.push_back(s);
    }
  }
}

std::size_t step_finder::of(const torch_event& event) const {
  const std::vector<std::size_t>& place = places_[trace_.slot_of(event.place)];
  const auto after = std::upper_bound(
      place.begin(), place.end(), event.start,
      [&](time_point start, std::size_t s) { return start < trace_.events[events_[s]].start; });
  std::size_t s = after == place.begin() ? missing<std::size_t> : *(after - 1);
  while (known(s) && !holds(s, event)) s = around_[s];
  return s;
}

std::vector<serving_step> serving_steps_of(const torch_trace& trace, torch_faults faults) {
  std::vector<std::optional<step_detail>> details(trace.texts.bound());
  std::array<std::vector<serving_step>, 3> steps;
  const draft_ranges drafts(trace);
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (e.category != kineto_category::user_annotation || !e.is_complete()) continue;
    std::optional<step_detail>& detail = details[index_of(e.name)];
    if (!detail) detail = step_detail_of(trace.name(e));
    if (*detail == step_detail::none) continue;
    if (!faults.draft_prompts_are_steps && drafts.hold(e)) continue;
    serving_step& s = steps[static_cast<std::size_t>(*detail)].emplace_back(read_serving_step(trace.name(e)));
    s.event = i;
  }
  std::vector<serving_step>& detailed = steps[static_cast<std::size_t>(step_detail::detailed)];
  std::vector<serving_step>& found = detailed.empty() ? steps[static_cast<std::size_t>(step_detail::native)] : detailed;
  merge_sorted_runs(found, [&](const serving_step& a, const serving_step& b) {
    return trace.events[a.event].start < trace.events[b.event].start;
  });
  if (!faults.nested_steps_share_work) torch_detail::leave_out_idle_outer(trace, found);
  return std::move(found);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_SERVING_STEP_BODY_HPP
