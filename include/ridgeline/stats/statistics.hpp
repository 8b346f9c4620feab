#ifndef RIDGELINE_STATS_STATISTICS_HPP
#define RIDGELINE_STATS_STATISTICS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

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
    return count > 1 ? std::sqrt(squares / static_cast<double>(count - 1)) : missing<double>;
  }
  /// The population standard deviation (n in the denominator).
  double population_deviation() const {
    return count > 0 ? std::sqrt(squares / static_cast<double>(count)) : missing<double>;
  }
};

/// `values` are reordered.
inline statistics statistics_of(std::vector<double>& values) {
  std::erase_if(values, [](double v) { return !known(v); });
  statistics s;
  s.count = static_cast<std::int64_t>(values.size());
  if (values.empty()) return s;
  compensated_sum total;
  s.min = s.max = values.front();
  for (const double v : values) {
    total.add(v);
    s.min = std::min(s.min, v);
    s.max = std::max(s.max, v);
  }
  s.sum = total.value();
  s.mean = s.sum / static_cast<double>(values.size());
  compensated_sum squares;
  for (const double v : values) squares.add((v - s.mean) * (v - s.mean));
  s.squares = squares.value();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  s.median = values.size() % 2 == 1 ? *middle : (*std::max_element(values.begin(), middle) + *middle) / 2;
  return s;
}

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_STATISTICS_HPP
