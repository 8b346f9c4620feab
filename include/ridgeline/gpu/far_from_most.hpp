#ifndef RIDGELINE_GPU_FAR_FROM_MOST_HPP
#define RIDGELINE_GPU_FAR_FROM_MOST_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>

/// Spans whose stamps cannot be: one of them would decide how long everything took.
namespace ridgeline::gpu_detail {

/// Stamps of one recording do not stand a day apart. One at or before 0 with nothing
/// else within a minute is no stamp: profilers write 0 for what they could not time.
inline constexpr std::int64_t far_apart_ns = 86'400'000'000'000, alone_ns = 60'000'000'000;

/// Whether more than `most` lies between two stamps, the earlier one first: any two, 2^63 ns apart and more.
constexpr bool apart(std::int64_t first, std::int64_t last, std::int64_t most) {
  return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) > static_cast<std::uint64_t>(most);
}

/// Whether a start at or before 0 stands alone among `starts`, which are in order.
inline bool is_no_stamp(std::int64_t start, const std::vector<std::int64_t>& starts) {
  if (start > 0) return false;
  const auto [at, next] = std::equal_range(starts.begin(), starts.end(), start);
  return next != starts.end() && apart(start, *next, alone_ns) &&
         (at == starts.begin() || apart(*(at - 1), start, alone_ns));
}

/// When something ran, in nanoseconds.
struct stamped_span {
  std::int64_t start, end;
};

/// Whether nothing between these stamps can be far from anything else.
constexpr bool is_close_together(std::int64_t first, std::int64_t last) {
  return first > last || !apart(first, last, first > 0 ? far_apart_ns : alone_ns);
}

/// Which of some spans of one recording stand far from most of them. `starts` are those of all that it holds, in order.
inline std::vector<bool> far_from_most(const std::vector<stamped_span>& spans,
                                       const std::vector<std::int64_t>& starts) {
  const auto start_of = [&](std::uint32_t i) { return spans[i].start; };
  std::vector<bool> far(spans.size());
  std::vector<std::uint32_t> left;
  for (std::uint32_t i = 0; i < spans.size(); ++i) {
    if (is_no_stamp(spans[i].start, starts)) far[i] = true;
    else left.push_back(i);
  }
  if (left.empty()) return far;
  left = std::move(left) | sort_by(start_of);
  std::size_t best = 0, best_end = 0;
  for (std::size_t first = 0, i = 0; i < left.size(); ++i) {
    if (i + 1 < left.size() && !apart(start_of(left[i]), start_of(left[i + 1]), far_apart_ns)) continue;
    if (i + 1 - first > best_end - best) best = first, best_end = i + 1;
    first = i + 1;
  }
  if ((best_end - best) * 2 <= left.size()) best = 0, best_end = left.size();  // no side is most of them
  const std::int64_t last = start_of(left[best_end - 1]);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::int64_t end = spans[left[i]].end;
    far[left[i]] = i < best || i >= best_end || (end > last && apart(last, end, far_apart_ns));
  }
  return far;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_FAR_FROM_MOST_HPP
