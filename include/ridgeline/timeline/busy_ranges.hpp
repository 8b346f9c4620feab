#ifndef RIDGELINE_TIMELINE_BUSY_RANGES_HPP
#define RIDGELINE_TIMELINE_BUSY_RANGES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/timeline/interval.hpp>

namespace ridgeline {

namespace timeline_detail {

/// The length of the union of a few intervals; overwrites `scratch`.
template <class Time>
Time length_of_few(const basic_interval<Time>* first, const basic_interval<Time>* last,
                   std::vector<basic_interval<Time>>& scratch) {
  if (last - first == 1) return first->last > first->first ? first->last - first->first : 0;
  scratch.assign(first, last);
  const auto by_start = [](const basic_interval<Time>& a, const basic_interval<Time>& b) { return a.first < b.first; };
  if (!std::is_sorted(scratch.begin(), scratch.end(), by_start)) std::sort(scratch.begin(), scratch.end(), by_start);
  Time length = 0, begin = 0, end = 0;
  bool open = false;
  for (const basic_interval<Time>& p : scratch) {
    if (open && p.first <= end) {
      end = std::max(end, p.last);
      continue;
    }
    if (open) length += end - begin;
    begin = p.first;
    end = std::max(p.first, p.last);
    open = true;
  }
  return open ? length + (end - begin) : 0;
}

/// Handles all ranges in one sweep: time is split into segments, each tagged with the last interval that covers it. The
/// part of the timeline covered by a range consists of the segments whose tag lies in that range.
template <class Time>
class busy_sweep {
 public:
  explicit busy_sweep(std::size_t intervals) : sums_(intervals + 1, 0) {}

  void insert(const basic_interval<Time>& span, std::uint32_t index) {
    if (!(span.first < span.last)) return;
    auto at = segments_.lower_bound(span.first);
    if (at != segments_.begin()) {
      const auto before = std::prev(at);
      if (before->second.end > span.first) {  // split it in two
        const segment whole = before->second;
        before->second.end = span.first;
        at = segments_.emplace_hint(at, span.first, whole);
      }
    }
    while (at != segments_.end() && at->first < span.last) {
      const Time end = std::min(at->second.end, span.last);
      add(at->second.index, at->first - end);
      if (at->second.end > span.last) segments_.emplace(span.last, segment{at->second.end, at->second.index});
      at = segments_.erase(at);
    }
    segments_.emplace(span.first, segment{span.last, index});
    add(index, span.last - span.first);
  }
  /// The total length covered by the intervals from `first` to the last one inserted.
  Time covered_since(std::uint32_t first) const { return total_ - before(first); }

 private:
  struct segment {
    Time end;
    std::uint32_t index;
  };
  void add(std::uint32_t index, Time length) {
    total_ += length;
    for (std::size_t i = std::size_t{index} + 1; i < sums_.size(); i += i & (~i + 1)) sums_[i] += length;
  }
  Time before(std::uint32_t index) const {
    Time sum = 0;
    for (std::size_t i = index; i > 0; i -= i & (~i + 1)) sum += sums_[i];
    return sum;
  }

  std::map<Time, segment> segments_{};
  std::vector<Time> sums_;  // a Fenwick tree over the intervals
  Time total_ = 0;
};

}  // namespace timeline_detail

/// For each range, how long at least one of its intervals was active. `spans` may be in any order and overlap. Takes n
/// log n time for n intervals and ranges, however the ranges nest.
template <class Time>
std::vector<Time> busy_in_ranges(const std::vector<basic_interval<Time>>& spans,
                                 std::span<const interval_range> ranges) {
  constexpr std::uint32_t few = 64;
  std::vector<Time> busy(ranges.size(), 0);
  std::vector<std::uint32_t> large;
  std::vector<basic_interval<Time>> scratch;
  std::size_t to_look_at = 0;
  for (std::uint32_t i = 0; i < ranges.size(); ++i) {
    const interval_range& r = ranges[i];
    if (r.size() == 0) continue;
    if (r.size() > few) large.push_back(i), to_look_at += r.size();
    else busy[i] = timeline_detail::length_of_few(spans.data() + r.first, spans.data() + r.last, scratch);
  }
  if (to_look_at <= 4 * spans.size()) {  // little nesting
    for (const std::uint32_t i : large)
      busy[i] = timeline_detail::length_of_few(spans.data() + ranges[i].first, spans.data() + ranges[i].last, scratch);
    return busy;
  }
  merge_sorted_runs(large, [&](std::uint32_t a, std::uint32_t b) { return ranges[a].last < ranges[b].last; });
  timeline_detail::busy_sweep<Time> sweep(spans.size());
  std::uint32_t inserted = 0;
  for (const std::uint32_t i : large) {
    for (; inserted < ranges[i].last; ++inserted) sweep.insert(spans[inserted], inserted);
    busy[i] = sweep.covered_since(ranges[i].first);
  }
  return busy;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_BUSY_RANGES_HPP
