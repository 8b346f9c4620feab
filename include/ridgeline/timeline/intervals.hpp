#ifndef RIDGELINE_TIMELINE_INTERVALS_HPP
#define RIDGELINE_TIMELINE_INTERVALS_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>

namespace ridgeline {

/// A stretch of time from `first` to `last`, in whatever unit its maker counts.
struct interval {
  double first = 0;
  double last = 0;
  friend bool operator==(const interval&, const interval&) = default;
};

/// Intervals in order, none touching the next: what `union_of` makes of any list, and what the others expect and give.
using interval_set = std::vector<interval>;

/// All that is in any of the intervals; those that overlap or touch are joined. An interval that ends before it starts
/// counts as the point where it starts.
inline interval_set union_of(std::vector<interval> parts) {
  merge_sorted_runs(parts, [](const interval& a, const interval& b) { return a.first < b.first; });
  std::size_t n = 0;
  for (const interval& p : parts) {
    if (n != 0 && p.first <= parts[n - 1].last) {
      if (p.last > parts[n - 1].last) parts[n - 1].last = p.last;
    } else {
      parts[n++] = {p.first, p.last < p.first ? p.first : p.last};
    }
  }
  parts.resize(n);
  return parts;
}

/// What is in `a` and not in `b`.
inline interval_set difference_of(const interval_set& a, const interval_set& b) {
  interval_set left;
  std::size_t j = 0;
  for (interval part : a) {
    while (j < b.size() && b[j].last <= part.first) ++j;
    for (std::size_t k = j; k < b.size() && b[k].first < part.last; ++k) {
      if (b[k].first > part.first) left.push_back({part.first, b[k].first});
      part.first = b[k].last;
      if (part.first >= part.last) break;
      j = k;
    }
    if (part.first < part.last) left.push_back(part);
  }
  return left;
}

/// What is in both.
inline interval_set intersected(const interval_set& a, const interval_set& b) {
  interval_set both;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double first = a[i].first > b[j].first ? a[i].first : b[j].first;
    const double last = a[i].last < b[j].last ? a[i].last : b[j].last;
    if (first < last) both.push_back({first, last});
    if (a[i].last < b[j].last) ++i;
    else ++j;
  }
  return both;
}

/// The gaps between the intervals.
inline interval_set gaps_of(const interval_set& a) {
  interval_set gaps;
  for (std::size_t i = 1; i < a.size(); ++i) gaps.push_back({a[i - 1].last, a[i].first});
  return gaps;
}

/// The time that all of them take, added up from the first to the last.
inline double length_of(const interval_set& a) {
  double sum = 0;
  for (const interval& p : a) sum += p.last - p.first;
  return sum;
}

/// From the first start to the last end; 0 for nothing.
inline double extent_of(const interval_set& a) { return a.empty() ? 0 : a.back().last - a.front().first; }

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_INTERVALS_HPP
