#ifndef RIDGELINE_CORE_REAL_HPP
#define RIDGELINE_CORE_REAL_HPP

#include <cstdint>

/// The functions of <cmath> that headers call. (That header brings the special functions along and costs as much
/// compile time as <string>; bodies include it.)
namespace ridgeline::core_detail {

inline constexpr double infinite = __builtin_huge_val();
inline double square_root(double x) { return __builtin_sqrt(x); }
inline double magnitude(double x) { return __builtin_fabs(x); }
/// `x * y + z`, rounded once.
inline double fused_sum(double x, double y, double z) { return __builtin_fma(x, y, z); }
/// The nearest whole number, halves away from zero.
inline std::int64_t nearest(double x) { return __builtin_llround(x); }

}  // namespace ridgeline::core_detail

#endif  // RIDGELINE_CORE_REAL_HPP
