#ifndef RIDGELINE_STATS_SERIES_HPP
#define RIDGELINE_STATS_SERIES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/core/missing.hpp>

/// Statistics for series of consecutive, correlated measurements: means, their errors, and the difference of two means.
namespace ridgeline {

/// The median; for an even number of values the mean of the middle two; missing if there are none.
double median_of(std::span<const double> values);

/// The mean of the values that are not missing; missing if there are none.
double mean_of(std::span<const double> values);

/// 1.4826 times the median absolute deviation from the median, which equals the standard deviation of normal data.
double robust_deviation(std::span<const double> values);

/// Values with isolated outliers pulled in.
struct pulled_values {
  std::vector<double> values;
  std::int64_t pulled = 0;  ///< how many values were changed
};

/// Clamps values more than four robust deviations from the median to that bound, provided they are at most one in ten
/// (rounded up); more than that are not isolated events and stay. Series of fewer than six values are left unchanged.
pulled_values pull_in(std::span<const double> values);

/// A mean and its squared standard error.
struct mean_estimate {
  double mean = missing<double>;
  double variance = missing<double>;  ///< of the mean; missing for fewer than two values
  double freedom = 0;                 ///< degrees of freedom of the variance
  std::int64_t count = 0;
  std::int64_t pulled = 0;
};

/// The means of two series of consecutive measurements, with outliers pulled in. From six values on, consecutive values
/// are combined into min(12, 2n/5) batches to remove the correlation between neighbours. If both series have at least
/// five batches, a common slope (least squares over both, relative to their means) is removed to account for drift, at
/// the cost of half a degree of freedom each.
struct two_means {
  mean_estimate base{}, next{};
};
two_means means_of_series(std::span<const double> base, std::span<const double> next);
/// The same for series in which outliers have been pulled in already, or are not to be.
two_means means_of_series(const pulled_values& base, const pulled_values& next);

/// The means of two lists of independent values, one per run. A list with a single value takes the relative variance of
/// the other.
two_means means_of_runs(std::span<const double> base, std::span<const double> next);

/// A change with its standard error and degrees of freedom.
struct change_estimate {
  double change = missing<double>;
  double error = missing<double>;   ///< standard error; missing if nothing was repeated
  double freedom = 0;
  /// Of a ratio: the standard errors of both means relative to the base's, and their degrees of freedom.
  double base_error = missing<double>, next_error = missing<double>;
  double base_freedom = 0, next_freedom = 0;

  /// p of "the change is larger than `least`", in either direction: 2 min(P(T > (change - least) / error), ...), at
  /// most 1.
  double p_above(double least) const;
  /// The same with the error that the ratio has if it is changed by `least` alone. That of `p_above` is the error at
  /// the measured ratio, so that of a noisy base hardly anything remains if `next` is much smaller.
  double p_above_at_bound(double least) const;
  /// Half the width of the confidence interval that contains the change with probability 1 - `alarms`.
  double half_width(double alarms) const;
  /// The change that would be detected 8 times out of 10 among `tests`: least + (t(alarms / 2 / tests) + t(0.2)) error.
  double detectable(double least, double alarms, std::size_t tests) const;
};

/// next / base - 1: variance (b/a)^2 var(a)/a^2 + var(b)/a^2, degrees of freedom by Welch and Satterthwaite.
change_estimate relative_change(const two_means& means);
/// (next - base) / `whole`, treating `whole` as exact.
change_estimate change_of_share(const two_means& means, double whole);

/// p values adjusted for multiple testing (Benjamini and Hochberg 1995), in input order: each is multiplied by the
/// number of p values, divided by its rank, and limited to the adjusted value of the next larger one. Missing p values
/// stay missing and are not counted.
std::vector<double> adjusted_for_number(std::span<const double> p);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_SERIES_HPP
