#ifndef RIDGELINE_GPU_FAR_FROM_MOST_HPP
#define RIDGELINE_GPU_FAR_FROM_MOST_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>

/// Finds spans with implausible timestamps; a single one would determine the total duration.
namespace ridgeline::gpu_detail {

/// Timestamps within one recording are less than a day apart. One at or before 0 with nothing else within a minute is
/// not a timestamp: profilers write 0 for events they could not time.
inline constexpr std::int64_t far_apart_ns = 86'400'000'000'000, alone_ns = 60'000'000'000;

/// Whether two timestamps are more than `most` apart, given the earlier one first; valid for any two, even 2^63 ns
/// apart.
constexpr bool apart(std::int64_t first, std::int64_t last, std::int64_t most) {
  return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) > static_cast<std::uint64_t>(most);
}

/// Work that ends more than an hour after everything else that was recorded has an end that was never written: somebody
/// launched it and waited for it.
inline constexpr std::int64_t outlasting_ns = 3'600'000'000'000;
constexpr bool outlasts(std::int64_t end, std::int64_t all_else) {
  return end > all_else && apart(all_else, end, outlasting_ns);
}

/// Whether a start has others among the sorted `starts`, but none within `least`.
inline bool is_alone(std::int64_t start, const std::vector<std::int64_t>& starts, std::int64_t least) {
  const auto [at, next] = std::equal_range(starts.begin(), starts.end(), start);
  return next != starts.end() && apart(start, *next, least) &&
         (at == starts.begin() || apart(*(at - 1), start, least));
}

/// Whether a start at or before 0 has no neighbour among the sorted `starts`.
inline bool is_no_stamp(std::int64_t start, const std::vector<std::int64_t>& starts) {
  return start <= 0 && is_alone(start, starts, alone_ns);
}

/// When something ran, in nanoseconds.
struct stamped_span {
  std::int64_t start, end;
};

/// Whether all timestamps in this range are close enough that none can be an outlier.
constexpr bool is_close_together(std::int64_t first, std::int64_t last) {
  return first > last || !apart(first, last, first > 0 ? far_apart_ns : alone_ns);
}

/// Marks the spans of one recording that are far from most of them. `starts` are the sorted starts of all its records.
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
  if ((best_end - best) * 2 <= left.size()) best = 0, best_end = left.size();  // no side has a majority
  const std::int64_t last = start_of(left[best_end - 1]);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const std::int64_t end = spans[left[i]].end;
    far[left[i]] = i < best || i >= best_end || (end > last && apart(last, end, far_apart_ns));
  }
  return far;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_FAR_FROM_MOST_HPP
