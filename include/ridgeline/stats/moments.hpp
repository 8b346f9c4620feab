#ifndef RIDGELINE_STATS_MOMENTS_HPP
#define RIDGELINE_STATS_MOMENTS_HPP

#include <cstdint>

#include <ridgeline/core/real.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/stats/exact_sum.hpp>

namespace ridgeline {

/// The mean of numbers from `min` to `max` by their sum; rounding does not take it out of that range, so that of equal
/// numbers it is exactly that number.
constexpr double mean_within(double sum, std::int64_t count, double min, double max) {
  return core_detail::lesser(core_detail::greater(sum / static_cast<double>(count), min), max);
}

/// Running totals for the mean and deviation of a list of numbers. Those of two lists can be merged without rounding
/// error. Unknown values are ignored.
struct moments {
  std::int64_t count = 0;
  exact_sum sum{}, squares{};
  double min = missing<double>, max = missing<double>;

  void add(double x) {
    if (!known(x)) return;
    min = count == 0 ? x : core_detail::lesser(min, x);
    max = count == 0 ? x : core_detail::greater(max, x);
    ++count;
    sum.add(x);
    squares.add_product(x, x);
  }
  void merge(const moments& other) {
    if (other.count == 0) return;
    min = count == 0 ? other.min : core_detail::lesser(min, other.min);
    max = count == 0 ? other.max : core_detail::greater(max, other.max);
    count += other.count;
    sum.merge(other.sum);
    squares.merge(other.squares);
  }
  double mean() const { return count > 0 ? mean_within(sum.value(), count, min, max) : missing<double>; }
  /// The sum of squared deviations from the mean m, computed as x^2 - 2 m x + m^2 and rounded once.
  double squared_distances() const {
    const double m = mean(), n = static_cast<double>(count);
    if (sum.overflown() || squares.overflown()) return missing<double>;
    exact_sum all = squares;
    for (const double part : sum.canonical()) all.add_product(-2 * m, part);
    const double high = m * m;
    all.add_product(high, n);
    all.add_product(core_detail::fused_sum(m, m, -high), n);
    return core_detail::greater(all.value(), 0.0);
  }
  /// With n - 1 in the denominator; missing for fewer than two values.
  double sample_deviation() const {
    return count > 1 ? core_detail::square_root(squared_distances() / static_cast<double>(count - 1)) : missing<double>;
  }
  double population_deviation() const {
    return count > 0 ? core_detail::square_root(squared_distances() / static_cast<double>(count)) : missing<double>;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_MOMENTS_HPP
