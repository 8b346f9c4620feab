#ifndef RIDGELINE_QUERY_BUSY_HPP
#define RIDGELINE_QUERY_BUSY_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/query/project.hpp>

namespace ridgeline {

/// A half-open interval [start, end) on a timeline.
struct busy_span {
  using takes_keys_of_group = void;
  time_point start{};
  time_point end{};
  constexpr duration time() const { return end - start; }
};

namespace query_detail {

/// The union of the records' intervals, in order. Records with zero length or an unknown time are ignored.
template <class Range>
std::vector<busy_span> union_of(Range&& range) {
  using record = record_of<Range>;
  static_assert(timed<record>, "busy and overlap need records with a start (a time_point) and a time (a duration)");
  std::vector<busy_span> spans;
  if constexpr (timed<record>) {
    for (auto&& r : range) {
      const time_point from = project(start, r), to = from + project(time, r);
      if (from < to) spans.push_back({from, to});
    }
    merge_sorted_runs(spans, [](const busy_span& a, const busy_span& b) { return a.start < b.start; });
    std::size_t kept = 0;
    for (const busy_span& s : spans) {
      if (kept == 0 || spans[kept - 1].end < s.start) spans[kept++] = s;
      else if (spans[kept - 1].end < s.end) spans[kept - 1].end = s.end;
    }
    spans.resize(kept);
  }
  return spans;
}

struct busy_step {
  template <class Range>
  std::vector<busy_span> operator()(Range&& range) const {
    return union_of(std::forward<Range>(range));
  }
};
struct overlap_step {
  std::vector<busy_span> other;
  template <class Range>
  std::vector<busy_span> operator()(Range&& range) const {
    const std::vector<busy_span> mine = union_of(std::forward<Range>(range));
    std::vector<busy_span> both;
    for (std::size_t i = 0, j = 0; i < mine.size() && j < other.size();) {
      const time_point from = mine[i].start < other[j].start ? other[j].start : mine[i].start;
      const time_point to = mine[i].end < other[j].end ? mine[i].end : other[j].end;
      if (from < to) both.push_back({from, to});
      ++(mine[i].end < other[j].end ? i : j);
    }
    return both;
  }
};

}  // namespace query_detail

/// The intervals during which any record ran, in order, neither touching nor overlapping. Records need start and time;
/// zero-length records and unknown times are ignored. `kernels | busy() | aggregate(sum<us>(time))` is the busy time.
constexpr auto busy() { return step{query_detail::busy_step{}}; }
/// Accepts `busy` without parentheses; it names two functions, so the type is spelled out here.
template <query_detail::stands_before_steps Left>
constexpr refused operator|(Left&& left, step<query_detail::busy_step> (*function)()) {
  return operator| <Left, query_detail::busy_step>(std::forward<Left>(left), function);
}
template <class... What>
  requires(sizeof...(What) > 0)
constexpr auto busy(What...) {
  static_assert(sizeof...(What) == 0, "busy takes no arguments: it gives the times at which any record ran. For "
                                      "each device: group_by(device) | within(busy())");
  return step{query_detail::busy_step{}};
}

/// The intervals during which any of the records and any of `others` ran at the same time, in the same form as `busy`.
/// `others` is read immediately and not stored.
template <class Range, class... More>
auto overlap(Range&& others, More...) {
  if constexpr (query_detail::is_range_of_records<Range> && sizeof...(More) == 0) {
    return step{query_detail::overlap_step{query_detail::union_of(std::forward<Range>(others))}};
  } else {
    static_assert(!std::is_same_v<Range, Range>, "overlap takes other records, and their times: overlap(copies); for "
                                                 "one device, where(equals(device, 0)) stands before both");
    return query_detail::refused_step;
  }
}
constexpr lacks_arguments overlap() { return {}; }

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_BUSY_HPP
