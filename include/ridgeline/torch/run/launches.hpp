#ifndef RIDGELINE_TORCH_RUN_LAUNCHES_HPP
#define RIDGELINE_TORCH_RUN_LAUNCHES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/torch/run/subtree_time.hpp>
#include <ridgeline/torch/run/categories.hpp>
#include <ridgeline/timeline/busy_ranges.hpp>
#include <ridgeline/torch/tree/launcher.hpp>

namespace ridgeline {

/// A call that GPU work is booked to (`launcher`), with what kind of op it is and how long its work took. Times are
/// microseconds, as those of `gpu_timeline`.
struct torch_launch {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t first = 0;        ///< its GPU work, collectives left out, by start: a stretch of `torch_launches::work`
  std::uint32_t last = 0;
  std::string_view category{};
  double direct_time = 0;         ///< at least one piece of its work ran
  double subtree_time = 0;        ///< or of the work of anything below it, collectives included
};

/// The launches of a trace by start.
struct torch_launches {
  std::vector<torch_launch> rows{};
  std::vector<std::uint32_t> work{};
  std::vector<std::uint32_t> row_of{};  ///< by event: its row, or `missing<std::uint32_t>`

  std::span<const std::uint32_t> work_of(const torch_launch& l) const {
    return {work.data() + l.first, work.data() + l.last};
  }
};

inline torch_launches torch_launches_of(const call_tree& tree, torch_categories& categories) {
  const torch_trace& trace = tree.trace();
  const torch_clock clock = tree.clock();
  launcher_table booked = launchers_of(tree);
  torch_launches launches;
  launches.work = std::move(booked.work);
  launches.rows.reserve(booked.rows.size());
  launches.row_of.assign(trace.events.size(), missing<std::uint32_t>);
  const auto by_start = [&](std::uint32_t a, std::uint32_t b) { return trace.events[a].ts < trace.events[b].ts; };
  std::vector<std::uint32_t> events;
  std::vector<interval_range> ranges;
  for (const launcher& l : booked.rows) {
    const auto first = launches.work.begin() + l.first, last = launches.work.begin() + l.last;
    if (!std::is_sorted(first, last, by_start)) std::stable_sort(first, last, by_start);
    const torch_event& call = trace.events[l.event];
    launches.row_of[l.event] = static_cast<std::uint32_t>(launches.rows.size());
    launches.rows.push_back({l.event, l.first, l.last, categories(call.name, trace.events[*first].name), 0, 0});
    events.push_back(l.event);
    ranges.push_back({l.first, l.last});
  }
  std::vector<interval> spans(launches.work.size());
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const torch_event& e = trace.events[launches.work[i]];
    if (e.has_span()) spans[i] = {clock.start(e), clock.end(e)};
  }
  const std::vector<double> direct = busy_in_ranges(spans, ranges), below = subtree_times(tree, events);
  for (std::size_t i = 0; i < launches.rows.size(); ++i) {
    launches.rows[i].direct_time = clock.microseconds(direct[i]);
    launches.rows[i].subtree_time = below[i];
  }
  return launches;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_LAUNCHES_HPP
