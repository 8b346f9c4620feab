#ifndef RIDGELINE_ADVISE_IDLE_GAPS_HPP
#define RIDGELINE_ADVISE_IDLE_GAPS_HPP

#include <algorithm>
#include <vector>

#include <ridgeline/advise/activity.hpp>

/// Times in which nothing runs on the GPU; only for use in bodies.
namespace ridgeline::advise_detail {

struct idle_gap {
  time_point from{};
  duration time{};
  time_point to() const { return from + time; }
};

/// From this length on, what the host does during a gap explains it.
inline constexpr duration shortest_reported_gap = duration::of(1'000'000);

/// Each gap of at least this length, from the first piece of work to the last.
inline std::vector<idle_gap> idle_gaps_of(const gpu_activity& a, duration shortest) {
  std::vector<idle_gap> gaps;
  if (a.works.empty()) return gaps;
  time_point busy_until = a.works.front().start;
  for (const activity_work& w : a.works) {
    if (w.start > busy_until && w.start - busy_until >= shortest) gaps.push_back({busy_until, w.start - busy_until});
    busy_until = std::max(busy_until, w.end());
  }
  return gaps;
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_IDLE_GAPS_HPP
