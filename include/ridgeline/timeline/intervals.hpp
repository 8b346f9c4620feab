#ifndef RIDGELINE_TIMELINE_INTERVALS_HPP
#define RIDGELINE_TIMELINE_INTERVALS_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/timeline/interval.hpp>

namespace ridgeline {

namespace timeline_detail {

/// Merges an interval into one that starts no later, if they overlap or touch; false if they do not.
template <class Time>
bool merged_into(basic_interval<Time>& earlier, const basic_interval<Time>& p) {
  if (!(p.first <= earlier.last)) return false;
  if (p.last > earlier.last) earlier.last = p.last;
  return true;
}
/// An interval that ends before it starts counts as the point at its start.
template <class Time>
basic_interval<Time> forwards(const basic_interval<Time>& p) { return {p.first, p.last < p.first ? p.first : p.last}; }

}  // namespace timeline_detail

/// The union of the intervals; those that overlap or touch are merged. An interval that ends before it starts counts as
/// the point at its start.
template <class Time = double>
basic_interval_set<Time> union_of(std::vector<basic_interval<Time>> parts) {
  using part = basic_interval<Time>;
  merge_sorted_runs(parts, [](const part& a, const part& b) { return a.first < b.first; });
  std::size_t n = 0;
  for (const part& p : parts)
    if (n == 0 || !timeline_detail::merged_into(parts[n - 1], p)) parts[n++] = timeline_detail::forwards(p);
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

/// The length of the union of some intervals. `each(take)` calls `take(interval)` for one after the other, for as long
/// as it returns true. Intervals in order of their starts, as most lists are, need no memory; for others, `each` is
/// called again.
template <class Time, class Each>
Time length_of_union(Each each) {
  Time sum = 0, start = 0;
  basic_interval<Time> open{};
  bool any = false, ordered = true;
  each([&](const basic_interval<Time>& p) {
    if (any && p.first < start) return ordered = false;
    start = p.first;
    if (any && timeline_detail::merged_into(open, p)) return true;
    if (any) sum += open.last - open.first;
    open = timeline_detail::forwards(p);
    return any = true;
  });
  if (ordered) return any ? sum + (open.last - open.first) : sum;
  std::vector<basic_interval<Time>> parts;
  each([&](const basic_interval<Time>& p) { return parts.push_back(p), true; });
  return length_of(union_of(std::move(parts)));
}

/// From the first start to the last end; 0 if empty.
template <class Time = double>
Time extent_of(const basic_interval_set<Time>& a) { return a.empty() ? 0 : a.back().last - a.front().first; }

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_INTERVALS_HPP
