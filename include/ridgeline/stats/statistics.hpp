#ifndef RIDGELINE_STATS_STATISTICS_HPP
#define RIDGELINE_STATS_STATISTICS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/core/real.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/stats/compensated_sum.hpp>

namespace ridgeline {

/// What a list of numbers comes to. What is not known is left out; without a value all but `count` and `sum` are
/// unknown.
struct statistics {
  std::int64_t count = 0;
  double sum = 0;
  double mean = missing<double>;
  double median = missing<double>;
  double min = missing<double>;
  double max = missing<double>;
  double squares = 0;  ///< sum of squared distances from the mean

  /// The sample standard deviation (n - 1 in the denominator); unknown for fewer than two values.
  double sample_deviation() const {
    return count > 1 ? core_detail::square_root(squares / static_cast<double>(count - 1)) : missing<double>;
  }
  /// The population standard deviation (n in the denominator).
  double population_deviation() const {
    return count > 0 ? core_detail::square_root(squares / static_cast<double>(count)) : missing<double>;
  }
};

/// `values` are reordered.
statistics statistics_of(std::vector<double>& values);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_STATISTICS_HPP
