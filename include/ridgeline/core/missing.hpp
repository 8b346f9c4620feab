#ifndef RIDGELINE_CORE_MISSING_HPP
#define RIDGELINE_CORE_MISSING_HPP

#include <concepts>

namespace ridgeline {

/// The value that stands for "not given" in a `T`. A type of one's own specialises it, or has a static `unknown()` and
/// a member `known()`.
template <class T>
struct missing_value;  // not defined: any value of a `T` may be meant (bool, text)

template <std::floating_point T>
struct missing_value<T> {
  static constexpr T value = static_cast<T>(__builtin_nan(""));  // <limits> costs 8 % of core.hpp
};
/// The least of a signed type, the largest of an unsigned one (INT64_MIN, 0xFFFFFFFF). In types of one and two bytes
/// every value is meant.
template <std::integral T>
  requires(sizeof(T) >= 4)
struct missing_value<T> {
  static constexpr T value = T(-1) < T(0) ? static_cast<T>(1ull << (8 * sizeof(T) - 1)) : static_cast<T>(-1);
};
/// An enumeration that has the word `none`.
template <class T>
  requires requires { { T::none } -> std::same_as<T>; }
struct missing_value<T> {
  static constexpr T value = T::none;
};
template <class T>
  requires requires(const T& x) { { T::unknown() } -> std::same_as<T>; { x.known() } -> std::same_as<bool>; }
struct missing_value<T> {
  static constexpr T value = T::unknown();
};
/// std::optional, by its shape.
template <class T>
  requires requires(T x) { { x.has_value() } -> std::same_as<bool>; x.reset(); }
struct missing_value<T> {
  static constexpr T value{};
};

/// A type that can say that its value was not given.
template <class T>
concept may_be_missing = requires { missing_value<T>::value; };

/// What is not given: not-a-number, INT64_MIN, 0xFFFFFFFF, `none`, `X::unknown()`, the empty optional.
template <may_be_missing T>
inline constexpr T missing = missing_value<T>::value;

/// Whether a value was given: the one question about what is missing. A missing value stays missing in the arithmetic
/// of quantities, durations and doubles; in that of plain integers it does not, so ask first.
template <may_be_missing T>
constexpr bool known(const T& x) {
  if constexpr (requires { x.known(); }) {
    return x.known();
  } else if constexpr (requires { x.has_value(); }) {
    return x.has_value();
  } else if constexpr (std::floating_point<T>) {
    return x == x;
  } else {
    return x != missing<T>;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_MISSING_HPP
