#ifndef RIDGELINE_STATS_CHANGE_POINTS_HPP
#define RIDGELINE_STATS_CHANGE_POINTS_HPP

#include <cstddef>
#include <span>
#include <vector>

namespace ridgeline {

/// A change of a series' mean; values from index `at` on have the new mean.
struct change_point {
  std::size_t at = 0;
  std::size_t earliest = 0, latest = 0;  ///< range of indices where the change may lie instead
  double change = 0;                     ///< relative to the mean before it
  double p = 1;
};

struct change_point_rule {
  double least = 0.01;      ///< changes up to this fraction of the previous mean are ignored
  double alarms = 0.01;
  std::size_t tests = 1;    ///< number of series that are searched
  std::size_t fewest = 6;   ///< minimum number of values in a stretch for it to be searched
};

/// Splits the series where two means fit best, and then recursively on both sides as long as the split is significant:
/// p = 2 (n - 1) P(T > (|difference| - least * mean) / (s sqrt(1/k + 1/(n-k)))) with n - 2 degrees of freedom, times
/// the number of series. The result is ordered by `at`. `earliest` and `latest` delimit the splits whose sum of squares
/// is within a factor 1 + t^2 / (n - 2) of the smallest.
std::vector<change_point> change_points_of(std::span<const double> series, const change_point_rule& rule);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_CHANGE_POINTS_HPP
