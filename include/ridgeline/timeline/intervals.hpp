#ifndef RIDGELINE_TIMELINE_INTERVALS_HPP
#define RIDGELINE_TIMELINE_INTERVALS_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/timeline/interval.hpp>

namespace ridgeline {

/// The union of the intervals; those that overlap or touch are merged. An interval that ends before it starts counts as
/// the point at its start.
template <class Time = double>
basic_interval_set<Time> union_of(std::vector<basic_interval<Time>> parts) {
  using part = basic_interval<Time>;
  merge_sorted_runs(parts, [](const part& a, const part& b) { return a.first < b.first; });
  std::size_t n = 0;
  for (const basic_interval<Time>& p : parts) {
    if (n != 0 && p.first <= parts[n - 1].last) {
      if (p.last > parts[n - 1].last) parts[n - 1].last = p.last;
    } else {
      parts[n++] = {p.first, p.last < p.first ? p.first : p.last};
    }
  }
  parts.resize(n);
  return parts;
}

/// The parts of `a` that are not in `b`.
template <class Time = double>
basic_interval_set<Time> difference_of(const basic_interval_set<Time>& a, const basic_interval_set<Time>& b) {
  basic_interval_set<Time> left;
  std::size_t j = 0;
  for (basic_interval<Time> part : a) {
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

/// The intersection of `a` and `b`.
template <class Time = double>
basic_interval_set<Time> intersected(const basic_interval_set<Time>& a, const basic_interval_set<Time>& b) {
  basic_interval_set<Time> both;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const Time first = a[i].first > b[j].first ? a[i].first : b[j].first;
    const Time last = a[i].last < b[j].last ? a[i].last : b[j].last;
    if (first < last) both.push_back({first, last});
    if (a[i].last < b[j].last) ++i;
    else ++j;
  }
  return both;
}

/// The gaps between the intervals.
template <class Time = double>
basic_interval_set<Time> gaps_of(const basic_interval_set<Time>& a) {
  basic_interval_set<Time> gaps;
  for (std::size_t i = 1; i < a.size(); ++i) gaps.push_back({a[i - 1].last, a[i].first});
  return gaps;
}

/// The total length of all intervals, summed from first to last.
template <class Time = double>
Time length_of(const basic_interval_set<Time>& a) {
  Time sum = 0;
  for (const basic_interval<Time>& p : a) sum += p.last - p.first;
  return sum;
}

/// From the first start to the last end; 0 if empty.
template <class Time = double>
Time extent_of(const basic_interval_set<Time>& a) { return a.empty() ? 0 : a.back().last - a.front().first; }

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_INTERVALS_HPP
