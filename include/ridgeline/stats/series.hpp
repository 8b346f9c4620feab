#ifndef RIDGELINE_STATS_SERIES_HPP
#define RIDGELINE_STATS_SERIES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/core/missing.hpp>

/// Series of measurements one after the other, neighbours alike: means, their errors, and the difference of two.
namespace ridgeline {

/// The median, of an even number of values the mean of the middle two; unknown for none.
double median_of(std::span<const double> values);

/// The median distance from the median times 1.4826: of normal values their standard deviation.
double robust_deviation(std::span<const double> values);

/// Values with single outliers pulled in.
struct pulled_values {
  std::vector<double> values;
  std::int64_t pulled = 0;  ///< how many were changed
};

/// Sets values that lie more than four robust deviations from the median to that bound, when there are at most one in
/// ten of them (rounded up): more are no single events and stay. Series below six values stay as they are.
pulled_values pull_in(std::span<const double> values);

/// A mean with its standard error squared.
struct mean_estimate {
  double mean = missing<double>;
  double variance = missing<double>;  ///< of the mean; unknown for fewer than two values
  double freedom = 0;                 ///< degrees of freedom of the variance
  std::int64_t count = 0;
  std::int64_t pulled = 0;
};

/// The means of two series of consecutive measurements, outliers pulled in. From six values on neighbours are put
/// together: min(12, 2n/5) batches of consecutive values take out that neighbours are alike. Where both have at least
/// five batches, a slope that both share (least squares over both, relative to their means) takes out that the whole
/// drifts, for half a degree of freedom each.
struct two_means {
  mean_estimate base{}, next{};
};
two_means means_of_series(std::span<const double> base, std::span<const double> next);

/// The means of two lists of values that know nothing of each other, one run each. A list of one value takes the
/// relative variance of the other.
two_means means_of_runs(std::span<const double> base, std::span<const double> next);

/// A change with its standard error and degrees of freedom.
struct change_estimate {
  double change = missing<double>;
  double error = missing<double>;   ///< standard error; unknown where nothing was repeated
  double freedom = 0;

  /// p of "the change is larger than `least`", either way: 2 min(P(T > (change - least) / error), ...), at most 1.
  double p_above(double least) const;
  /// Half the width of the interval that holds the change with probability 1 - `alarms`.
  double half_width(double alarms) const;
  /// The change that would be found 8 times of 10 among `tests`: least + (t(alarms / 2 / tests) + t(0.2)) error.
  double detectable(double least, double alarms, std::size_t tests) const;
};

/// next / base - 1: variance (b/a)^2 var(a)/a^2 + var(b)/a^2, freedom by Welch and Satterthwaite.
change_estimate relative_change(const two_means& means);
/// (next - base) / `whole`, where `whole` counts as known exactly.
change_estimate change_of_share(const two_means& means, double whole);

/// p values adjusted for how many they are, in their order: each times its number over its rank, and never above that
/// of a larger one (Benjamini and Hochberg 1995). Unknown ones stay so and are not counted.
std::vector<double> adjusted_for_number(std::span<const double> p);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_SERIES_HPP
