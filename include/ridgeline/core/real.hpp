#ifndef RIDGELINE_CORE_REAL_HPP
#define RIDGELINE_CORE_REAL_HPP

#include <cstdint>

/// The functions from <cmath> and <algorithm> that headers need. Each of those headers costs as much compile time as
/// <string>, so only bodies include them.
namespace ridgeline::core_detail {

inline constexpr double infinite = __builtin_huge_val();
inline double square_root(double x) { return __builtin_sqrt(x); }
inline double magnitude(double x) { return __builtin_fabs(x); }
/// `x * y + z`, rounded once.
inline double fused_sum(double x, double y, double z) { return __builtin_fma(x, y, z); }
/// The nearest integer, ties away from zero.
inline std::int64_t nearest(double x) { return __builtin_llround(x); }

/// `std::min` and `std::max`.
template <class T>
constexpr T lesser(T a, T b) {
  return b < a ? b : a;
}
template <class T>
constexpr T greater(T a, T b) {
  return a < b ? b : a;
}

}  // namespace ridgeline::core_detail

#endif  // RIDGELINE_CORE_REAL_HPP
