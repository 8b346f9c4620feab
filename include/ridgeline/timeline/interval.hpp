#ifndef RIDGELINE_TIMELINE_INTERVAL_HPP
#define RIDGELINE_TIMELINE_INTERVAL_HPP

#include <cstdint>
#include <vector>

namespace ridgeline {

/// A period from `first` to `last`, in whole nanoseconds or any other unit its creator uses.
template <class Time>
struct basic_interval {
  Time first = 0;
  Time last = 0;
  friend bool operator==(const basic_interval&, const basic_interval&) = default;
};
using interval = basic_interval<double>;

/// Sorted intervals that do not touch: the result of `union_of` for any list, and what the other functions take and
/// return.
template <class Time>
using basic_interval_set = std::vector<basic_interval<Time>>;
using interval_set = basic_interval_set<double>;

/// A range of positions in a list of intervals, from `first` up to, but not including, `last`.
struct interval_range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t size() const { return last - first; }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_INTERVAL_HPP
