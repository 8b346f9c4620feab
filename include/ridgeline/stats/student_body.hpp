#ifndef RIDGELINE_STATS_STUDENT_BODY_HPP
#define RIDGELINE_STATS_STUDENT_BODY_HPP

#include <cmath>
#include <limits>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/stats/student.hpp>

namespace ridgeline {

namespace stats_detail {

/// The logarithm of the gamma function by Lanczos' series (g = 7, nine terms), because `std::lgamma` writes to a
/// global.
inline double log_gamma(double x) {
  constexpr double c[] = {0.99999999999980993,   676.5203681218851,   -1259.1392167224028,
                          771.32342877765313,    -176.61502916214059, 12.507343278686905,
                          -0.13857109526572012,  9.9843695780195716e-6, 1.5056327351493116e-7};
  double sum = c[0];
  for (int i = 1; i < 9; ++i) sum += c[i] / (x - 1 + i);
  const double t = x + 6.5;
  return 0.91893853320467274178 + (x - 0.5) * std::log(t) - t + std::log(sum);  // log(2 pi) / 2
}

/// The continued fraction of the incomplete beta function; converges quickly for x < (a + 1) / (a + b + 2).
inline double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300, enough = 1e-15;
  const auto nonzero = [](double v) { return std::fabs(v) < tiny ? tiny : v; };
  double c = 1, d = 1 / nonzero(1 - (a + b) * x / (a + 1)), h = d;
  for (int m = 1; m < 10000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonzero(1 + even * d);
    c = nonzero(1 + even / c);
    h *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonzero(1 + odd * d);
    c = nonzero(1 + odd / c);
    h *= d * c;
    if (std::fabs(d * c - 1) < enough) break;
  }
  return h;
}

}  // namespace stats_detail

double beta_share(double a, double b, double x) {
  if (!(a > 0) || !(b > 0) || !(x == x)) return missing<double>;
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(stats_detail::log_gamma(a + b) - stats_detail::log_gamma(a) -
                                stats_detail::log_gamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * stats_detail::beta_fraction(a, b, x) / a;
  return 1 - front * stats_detail::beta_fraction(b, a, 1 - x) / b;
}

double student_tail(double t, double freedom) {
  if (!(t == t) || !(freedom > 0)) return missing<double>;
  if (t - t != 0) return t > 0 ? 0 : 1;
  if (freedom > 1e10) return 0.5 * std::erfc(t / std::sqrt(2.0));  // close to a normal distribution
  const double half = 0.5 * beta_share(freedom / 2, 0.5, freedom / (freedom + t * t));
  return t > 0 ? half : 1 - half;
}

double student_point(double tail, double freedom) {
  if (!(tail >= 0) || !(tail <= 1) || !(freedom > 0)) return missing<double>;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (tail == 0) return infinite;
  if (tail == 1) return -infinite;
  if (tail == 0.5) return 0;
  if (tail > 0.5) return -student_point(1 - tail, freedom);
  double low = 0, high = 1;
  while (student_tail(high, freedom) > tail && high < 1e300) low = high, high *= 2;
  for (int i = 0; i < 200; ++i) {  // one bit per step; a double has 53
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (student_tail(middle, freedom) > tail ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_STUDENT_BODY_HPP
