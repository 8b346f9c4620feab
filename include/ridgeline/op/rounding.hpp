#ifndef RIDGELINE_OP_ROUNDING_HPP
#define RIDGELINE_OP_ROUNDING_HPP

#include <cstdint>

#include <ridgeline/core/units.hpp>

/// Integers stored as doubles, like tensor extents: unknown and huge values pass through unchanged.
namespace ridgeline::op {

/// The largest integer not greater than `x`.
constexpr double floor(double x) {
  if (!(x > -9e15 && x < 9e15)) return x;  // also NaN; above 2^53 there are no fractions
  const auto whole = static_cast<double>(static_cast<std::int64_t>(x));
  return whole > x ? whole - 1 : whole;
}
constexpr double ceil(double x) { return 0 - floor(-x); }  // not -0

/// Quotients, rounded down and up; missing when the divisor is zero.
constexpr double floor_div(double a, double b) { return b == 0 ? missing<double> : floor(a / b); }
constexpr double ceil_div(double a, double b) { return b == 0 ? missing<double> : ceil(a / b); }

/// The quotient; missing when the divisor is zero.
constexpr double divide(double a, double b) { return b == 0 ? missing<double> : a / b; }

/// `base` raised to a non-negative integer power; missing for other exponents.
constexpr double power(double base, double exponent) {
  if (!(exponent >= 0 && exponent < 9e15)) return missing<double>;
  double result = 1;
  for (auto n = static_cast<std::uint64_t>(exponent); n != 0; n /= 2, base *= base)
    if (n % 2 == 1) result *= base;
  return result;
}

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_ROUNDING_HPP
