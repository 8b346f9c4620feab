#ifndef RIDGELINE_STATS_CHANGE_POINTS_BODY_HPP
#define RIDGELINE_STATS_CHANGE_POINTS_BODY_HPP

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <ridgeline/stats/change_points.hpp>
#include <ridgeline/stats/student.hpp>

namespace ridgeline {

namespace stats_detail {

/// The best split of a stretch, if it is significant; positions count from the start of the stretch.
inline std::optional<change_point> best_split(std::span<const double> y, const change_point_rule& rule) {
  const std::size_t n = y.size();
  double mean = 0;
  for (const double v : y) mean += v / static_cast<double>(n);
  std::vector<double> sums{0};  // sums of deviations from the mean, to preserve precision
  double squares = 0;
  for (const double v : y) {
    sums.push_back(sums.back() + (v - mean));
    squares += (v - mean) * (v - mean);
  }
  const auto rest_of = [&](std::size_t k) {  // the sum of squared deviations from the two means
    const double first = sums[k], last = sums[n] - sums[k];
    const double gained = first * first / static_cast<double>(k) + last * last / static_cast<double>(n - k);
    return std::max(0.0, squares - gained);
  };
  change_point best{1, 1, 1, 0, 1};
  double least = rest_of(1);
  for (std::size_t k = 2; k < n; ++k)
    if (const double rest = rest_of(k); rest < least) least = rest, best.at = k;
  const double k = static_cast<double>(best.at), all = static_cast<double>(n);
  const double before = mean + sums[best.at] / k, after = mean + (sums[n] - sums[best.at]) / (all - k);
  if (before == 0) return std::nullopt;
  best.change = after / before - 1;
  const double freedom = all - 2, spread = std::sqrt(least / freedom * (1 / k + 1 / (all - k)));
  const double above = std::fabs(after - before) - rule.least * std::fabs(before);
  if (!(above > 0)) return std::nullopt;
  const double tail = spread > 0 ? student_tail(above / spread, freedom) : 0;
  best.p = std::min(1.0, 2 * (all - 1) * tail * static_cast<double>(rule.tests));
  if (!(best.p <= rule.alarms) || !(std::fabs(best.change) > rule.least)) return std::nullopt;
  const double t = student_point(rule.alarms / 2, freedom), bound = least * (1 + t * t / freedom);
  best.earliest = best.latest = best.at;
  for (std::size_t i = 1; i < n; ++i) {
    if (rest_of(i) > bound) continue;
    best.earliest = std::min(best.earliest, i);
    best.latest = std::max(best.latest, i);
  }
  return best;
}

}  // namespace stats_detail

std::vector<change_point> change_points_of(std::span<const double> series, const change_point_rule& rule) {
  std::vector<change_point> found;
  const std::size_t fewest = std::max<std::size_t>(rule.fewest, 3);
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, series.size()}};  // the first stretch is on top
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    if (last - first < fewest) continue;
    const std::optional<change_point> split = stats_detail::best_split(series.subspan(first, last - first), rule);
    if (!split) continue;
    change_point at = *split;
    at.at += first, at.earliest += first, at.latest += first;
    found.push_back(at);
    open.emplace_back(at.at, last);
    open.emplace_back(first, at.at);
  }
  // few elements, and each stretch is searched before those after it: insertion sort by position
  for (std::size_t i = 1; i < found.size(); ++i)
    std::rotate(std::upper_bound(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(i), found[i],
                                 [](const change_point& a, const change_point& b) { return a.at < b.at; }),
                found.begin() + static_cast<std::ptrdiff_t>(i), found.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  return found;
}

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_CHANGE_POINTS_BODY_HPP
