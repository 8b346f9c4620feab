#ifndef RIDGELINE_TORCH_RUN_LAUNCHES_BODY_HPP
#define RIDGELINE_TORCH_RUN_LAUNCHES_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/run/categories.hpp>
#include <ridgeline/torch/run/launches.hpp>
#include <ridgeline/torch/run/subtree_time.hpp>
#include <ridgeline/torch/tree/launcher.hpp>

namespace ridgeline {

std::uint32_t torch_launches::row_of(const call_tree& tree, std::uint32_t event) const {
  return tree.contains(event) ? row_at[tree.first_of(event)] : missing<std::uint32_t>;
}

torch_launches torch_launches_of(const call_tree& tree, torch_categories& categories) {
  const torch_trace& trace = tree.trace();
  const torch_clock clock = tree.clock();
  launcher_table booked = launchers_of(tree);
  torch_launches launches;
  launches.work = std::move(booked.work);
  launches.rows.reserve(booked.rows.size());
  launches.row_at.assign(tree.order().size(), missing<std::uint32_t>);
  const auto by_start = [&](std::uint32_t a, std::uint32_t b) {
    return clock.start(trace.events[a]) < clock.start(trace.events[b]);
  };
  std::vector<std::uint32_t> events;
  std::vector<interval_range> ranges;
  for (const launcher& l : booked.rows) {
    std::uint32_t *const first = launches.work.data() + l.first, *const last = launches.work.data() + l.last;
    merge_sorted_runs(first, last, by_start);
    const torch_event& call = trace.events[l.event];
    launches.row_at[tree.first_of(l.event)] = static_cast<std::uint32_t>(launches.rows.size());
    const std::uint32_t launch = tree.parent_of(*first);
    const symbol by = known(launch) ? trace.events[launch].name : missing<symbol>;
    launches.rows.push_back({l.event, l.first, l.last, categories(call.name, std::span(first, last), by), 0, 0});
    events.push_back(l.event);
    ranges.push_back({l.first, l.last});
  }
  const std::vector<double> direct = busy_times(trace, clock, launches.work, ranges);
  const std::vector<double> below = subtree_times(tree, events);
  for (std::size_t i = 0; i < launches.rows.size(); ++i) {
    launches.rows[i].direct_time = direct[i];
    launches.rows[i].subtree_time = below[i];
  }
  return launches;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_LAUNCHES_BODY_HPP
