#ifndef RIDGELINE_CORE_MISSING_HPP
#define RIDGELINE_CORE_MISSING_HPP

#include <concepts>
#include <type_traits>

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "ridgeline needs NaN, which -ffast-math and -Ofast give up: add -fno-finite-math-only after them"
#endif

namespace ridgeline {

/// The value of `T` that means "not given". To support your own type, specialise this, or give it a static `unknown()`
/// and a member `known()`.
template <class T>
struct missing_value;  // not defined: every value of `T` may be valid data (bool, text)

template <std::floating_point T>
struct missing_value<T> {
  static constexpr T value = static_cast<T>(__builtin_nan(""));  // <limits> costs 8 % of core.hpp
};
/// The minimum of a signed type, the maximum of an unsigned one (INT64_MIN, 0xFFFFFFFF). One- and two-byte types have
/// no missing value, because any of their values may be valid data.
template <std::integral T>
  requires(sizeof(T) >= 4)
struct missing_value<T> {
  static constexpr T value = T(-1) < T(0) ? static_cast<T>(T(1) << (8 * sizeof(T) - 1)) : static_cast<T>(-1);
};
/// An enumeration with an enumerator `none`.
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
/// std::optional and types with the same interface.
template <class T>
  requires requires(T x) { { x.has_value() } -> std::same_as<bool>; x.reset(); }
struct missing_value<T> {
  static constexpr T value{};
};

/// A type with a value that means "not given".
template <class T>
concept may_be_missing = requires { missing_value<T>::value; };

/// The value that means "not given": NaN, INT64_MIN, 0xFFFFFFFF, `none`, `X::unknown()` or the empty optional.
template <may_be_missing T>
inline constexpr T missing = missing_value<T>::value;

/// Whether a value was given; an optional that holds a missing one gives none. Arithmetic on quantities, durations and
/// doubles propagates missing values; arithmetic on plain integers does not, so check those first.
template <may_be_missing T>
constexpr bool known(const T& x) {
  if constexpr (requires { x.known(); }) {
    return x.known();
  } else if constexpr (requires { x.has_value(); *x; }) {
    if (!x.has_value()) return false;
    if constexpr (may_be_missing<std::remove_cvref_t<decltype(*x)>>) return known(*x);
    else return true;
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
