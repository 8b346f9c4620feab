#ifndef RIDGELINE_CORE_LESSER_HPP
#define RIDGELINE_CORE_LESSER_HPP

/// `std::min` and `std::max`, for headers that call no more of <algorithm>: that header costs as much compile time as
/// <string>; bodies include it.
namespace ridgeline::core_detail {

template <class T>
constexpr T lesser(T a, T b) {
  return b < a ? b : a;
}
template <class T>
constexpr T greater(T a, T b) {
  return a < b ? b : a;
}

}  // namespace ridgeline::core_detail

#endif  // RIDGELINE_CORE_LESSER_HPP
