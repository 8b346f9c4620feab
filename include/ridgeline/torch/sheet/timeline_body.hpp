#ifndef RIDGELINE_TORCH_SHEET_TIMELINE_BODY_HPP
#define RIDGELINE_TORCH_SHEET_TIMELINE_BODY_HPP

#include <array>
#include <cstddef>
#include <utility>

#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/timeline.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>

namespace ridgeline {

inline constexpr auto torch_timeline_columns =
    columns(column<"type">([](const torch_timeline_row& r) { return name_of(r.part); }).left(),
            column<"time ms">(&torch_timeline_row::milliseconds).digits(3),
            column<"percent">(&torch_timeline_row::percent_of_total),
            column<"is_recompute">(&torch_timeline_row::recomputed));

torch_timelines torch_timelines_of(const torch_profile& run, bool unlinked, std::optional<double> micro_idle_below) {
  torch_timelines lines;
  std::array<std::vector<std::uint32_t>, 2> parts;
  const std::vector<std::uint32_t> events = gpu_events_of(run.tree(), unlinked);
  for (const std::uint32_t e : events) parts[run.recomputed(e) ? 1 : 0].push_back(e);
  for (std::size_t p = 0; p < 2; ++p) {
    const gpu_timeline line = gpu_timeline_of(run.tree(), parts[p], micro_idle_below);
    if (line.empty) continue;
    if (p == 0) lines.first_total = line[gpu_time::total];
    for (const gpu_time t : line.rows()) lines.rows.push_back({t, line[t] / 1000, line.percent(t), p == 1});
  }
  lines.total = parts[1].empty() ? lines.first_total
                                 : gpu_timeline_of(run.tree(), events)[gpu_time::total];
  return lines;
}

table sheet_of(std::string name, std::vector<torch_timeline_row> rows) {
  return table(std::move(name), std::move(rows), torch_timeline_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_TIMELINE_BODY_HPP
