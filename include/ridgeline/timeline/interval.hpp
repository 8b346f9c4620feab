#ifndef RIDGELINE_TIMELINE_INTERVAL_HPP
#define RIDGELINE_TIMELINE_INTERVAL_HPP

#include <cstdint>
#include <vector>

namespace ridgeline {

/// A stretch of time from `first` to `last`, counted in whole nanoseconds or whatever its maker counts.
template <class Time>
struct basic_interval {
  Time first = 0;
  Time last = 0;
  friend bool operator==(const basic_interval&, const basic_interval&) = default;
};
using interval = basic_interval<double>;

/// Intervals in order, none touching the next: what `union_of` makes of any list, and what the others expect and give.
template <class Time>
using basic_interval_set = std::vector<basic_interval<Time>>;
using interval_set = basic_interval_set<double>;

/// A stretch of a list of intervals, from `first` up to `last`.
struct interval_range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t size() const { return last - first; }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_INTERVAL_HPP
