#ifndef RIDGELINE_STATS_CHANGE_POINTS_HPP
#define RIDGELINE_STATS_CHANGE_POINTS_HPP

#include <cstddef>
#include <span>
#include <vector>

namespace ridgeline {

/// Where a series changes its mean: values from `at` on belong to the new one.
struct change_point {
  std::size_t at = 0;
  std::size_t earliest = 0, latest = 0;  ///< where the change can lie as well
  double change = 0;                     ///< relative to the mean before
  double p = 1;
};

struct change_point_rule {
  double least = 0.01;      ///< changes up to this part of the mean before are none
  double alarms = 0.01;
  std::size_t tests = 1;    ///< how many series are searched
  std::size_t fewest = 6;   ///< values that a stretch must have to be searched
};

/// Splits the series where two means fit best, and again on both sides as long as the split is no accident:
/// p = 2 (n - 1) P(T > (|difference| - least * mean) / (s sqrt(1/k + 1/(n-k)))) with n - 2 degrees of freedom, times
/// the number of series. In order of `at`. `earliest` and `latest` bound the splits whose sum of squares is within
/// 1 + t^2 / (n - 2) of the least one.
std::vector<change_point> change_points_of(std::span<const double> series, const change_point_rule& rule);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_CHANGE_POINTS_HPP
