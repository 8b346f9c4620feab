#ifndef RIDGELINE_STATS_STATISTICS_HPP
#define RIDGELINE_STATS_STATISTICS_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/core/real.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/stats/compensated_sum.hpp>

namespace ridgeline {

/// Summary statistics of a list of numbers. Unknown values are ignored; if none remain, everything but `count` and
/// `sum` is missing.
struct statistics {
  std::int64_t count = 0;
  double sum = 0;
  double mean = missing<double>;  ///< never outside of `min` and `max`
  double median = missing<double>;
  double min = missing<double>;
  double max = missing<double>;
  double squares = 0;  ///< sum of squared deviations from the mean

  /// The sample standard deviation (n - 1 in the denominator); missing for fewer than two values.
  double sample_deviation() const {
    return count > 1 ? core_detail::square_root(squares / static_cast<double>(count - 1)) : missing<double>;
  }
  /// The population standard deviation (n in the denominator).
  double population_deviation() const {
    return count > 0 ? core_detail::square_root(squares / static_cast<double>(count)) : missing<double>;
  }
};

/// Removes unknown values from `values` and reorders them.
statistics statistics_of(std::vector<double>& values);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_STATISTICS_HPP
