#ifndef RIDGELINE_GPU_GPU_SPANS_HPP
#define RIDGELINE_GPU_GPU_SPANS_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/gpu/work.hpp>
#include <ridgeline/timeline/intervals.hpp>

namespace ridgeline {

/// Intervals of GPU work by kind of work, in any unit of time.
template <class Time = double>
struct gpu_spans {
  std::array<std::vector<basic_interval<Time>>, 3> lanes{};

  void add(gpu_lane lane, basic_interval<Time> span) { lanes[static_cast<std::size_t>(lane)].push_back(span); }
};

/// The timeline of some GPU work. `microseconds` converts a time difference to microseconds; gaps shorter than
/// `micro_idle_below` microseconds count as micro idle time.
template <class Time, class Microseconds>
gpu_timeline gpu_timeline_of(gpu_spans<Time> spans, Microseconds microseconds,
                             std::optional<double> micro_idle_below = {}) {
  std::vector<basic_interval<Time>> all_parts;
  for (const auto& lane : spans.lanes) all_parts.insert(all_parts.end(), lane.begin(), lane.end());
  gpu_timeline t;
  t.empty = all_parts.empty();
  t.split_idle = micro_idle_below.has_value();
  if (t.empty) return t;
  const auto lane = [&](gpu_lane l) { return union_of(std::move(spans.lanes[static_cast<std::size_t>(l)])); };
  const basic_interval_set<Time> compute = lane(gpu_lane::compute);
  const basic_interval_set<Time> communication = lane(gpu_lane::communication);
  const basic_interval_set<Time> copies = lane(gpu_lane::copy);
  const basic_interval_set<Time> all = union_of(std::move(all_parts));
  t[gpu_time::computation] = microseconds(length_of(compute));
  t[gpu_time::exposed_communication] = microseconds(length_of(difference_of(communication, compute)));
  t[gpu_time::exposed_copy] = microseconds(length_of(difference_of(difference_of(copies, compute), communication)));
  t[gpu_time::busy] = microseconds(length_of(all));
  t[gpu_time::total] = microseconds(extent_of(all));
  t[gpu_time::idle] = microseconds(extent_of(all) - length_of(all));
  t[gpu_time::communication] = microseconds(length_of(communication));
  t[gpu_time::copy] = microseconds(length_of(copies));
  Time micro = 0, macro = 0;
  for (const basic_interval<Time>& gap : gaps_of(all)) {
    const Time length = gap.last - gap.first;
    (micro_idle_below && microseconds(length) < *micro_idle_below ? micro : macro) += length;
  }
  t[gpu_time::micro_idle] = microseconds(micro);
  t[gpu_time::macro_idle] = microseconds(macro);
  return t;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_GPU_SPANS_HPP
