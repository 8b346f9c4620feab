#ifndef RIDGELINE_CORE_WHOLE_QUANTITY_HPP
#define RIDGELINE_CORE_WHOLE_QUANTITY_HPP

#include <compare>
#include <concepts>
#include <cstdint>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/units.hpp>

namespace ridgeline {

namespace core_detail::whole {

template <class Int>
concept factor = std::integral<Int> && !std::same_as<Int, bool>;

/// An integer that may be above the largest signed one.
template <class Int>
concept large_count = std::unsigned_integral<Int> && sizeof(Int) >= sizeof(std::int64_t);
/// What would be cut, or has a unit.
template <class Number>
concept no_count = std::floating_point<Number> || !std::convertible_to<Number, std::int64_t>;
constexpr std::int64_t narrow(large_count auto n) {
  return static_cast<std::int64_t>(n) < 0 ? missing<std::int64_t> : static_cast<std::int64_t>(n);
}

constexpr std::int64_t added(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  const bool lost = a == missing<std::int64_t> || b == missing<std::int64_t> || __builtin_add_overflow(a, b, &sum);
  return lost ? missing<std::int64_t> : sum;
}
constexpr std::int64_t negated(std::int64_t a) { return a == missing<std::int64_t> ? a : -a; }
template <factor Int>
constexpr std::int64_t multiplied(std::int64_t a, Int n) {
  std::int64_t product = 0;
  const bool lost = a == missing<std::int64_t> || __builtin_mul_overflow(a, n, &product);
  return lost ? missing<std::int64_t> : product;
}
/// The nearest integer, ties to even; missing when it does not fit or `x` is NaN.
constexpr std::int64_t rounded(double x) {
  if (!(x > -9223372036854775808.0 && x < 9223372036854775808.0)) return missing<std::int64_t>;  // 2^63
  const auto cut = static_cast<std::int64_t>(x);
  const double rest = x - static_cast<double>(cut);
  const bool odd = cut % 2 != 0;
  if (rest > 0.5 || (rest == 0.5 && odd)) return cut + 1;
  if (rest < -0.5 || (rest == -0.5 && odd)) return cut - 1;
  return cut;
}
/// `n` base units in units of `size`. Rounded once below 2^53; larger numbers are split to keep their low digits.
constexpr double in_units(std::int64_t n, ratio size) {
  if (n == missing<std::int64_t>) return missing<double>;
  const auto num = static_cast<double>(size.num), den = static_cast<double>(size.den);
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  if (size.den != 1 || size.num == 1 || (n < exact && n > -exact)) return static_cast<double>(n) * den / num;
  return static_cast<double>(n / size.num) + static_cast<double>(n % size.num) / num;
}
constexpr std::partial_ordering compared(std::int64_t a, std::int64_t b) {
  if (a == missing<std::int64_t> || b == missing<std::int64_t>) return std::partial_ordering::unordered;
  return a <=> b;
}

}  // namespace core_detail::whole

/// A whole number of base units (nanoseconds, cycles, bytes): exact where `quantity` would round. Like NaN, a missing
/// value propagates through arithmetic, equals nothing and is unordered. A result that does not fit in 64 bits is
/// missing. Default-constructed it is zero.
template <dim D>
class whole_quantity {
 public:
  static constexpr dim dimension = D;

  constexpr whole_quantity() = default;
  static constexpr whole_quantity of(std::int64_t base_units) {
    whole_quantity q;
    q.count_ = base_units;
    return q;
  }
  /// Missing when it does not fit: a counter that says -1 where nothing was recorded.
  static constexpr whole_quantity of(core_detail::whole::large_count auto base_units) {
    return of(core_detail::whole::narrow(base_units));
  }
  static whole_quantity of(core_detail::whole::no_count auto) = delete;  // Not whole: `duration(1.5 * us)` rounds.
  /// The nearest whole number of base units, ties to even: `duration(2.5 * us)`.
  explicit constexpr whole_quantity(quantity<D> q) : count_(core_detail::whole::rounded(q.base())) {}
  whole_quantity(double) = delete;  // A number has no unit: `duration::of(5)` nanoseconds, `duration(5 * us)`.
  static constexpr whole_quantity unknown() { return of(missing<std::int64_t>); }

  constexpr bool known() const { return count_ != missing<std::int64_t>; }
  /// The number of base units; `missing<std::int64_t>` when unknown.
  constexpr std::int64_t base() const { return count_; }
  template <unit_of_measure U>
    requires std::same_as<typename U::quantity_type, quantity<D>>
  constexpr double in(U) const {
    return core_detail::whole::in_units(count_, U::size);
  }
  template <class U>
  double in(U) const = delete;  // A unit of something else: a time is `in(us)`.
  /// Exact below 2^53 base units (104 days in nanoseconds), otherwise the nearest double.
  constexpr operator quantity<D>() const {  // NOLINT: a whole number of nanoseconds is a time
    return known() ? quantity<D>::of(static_cast<double>(count_)) : quantity<D>::unknown();
  }

  constexpr whole_quantity& operator+=(whole_quantity o) { return *this = *this + o; }
  constexpr whole_quantity& operator-=(whole_quantity o) { return *this = *this - o; }
  friend constexpr whole_quantity operator+(whole_quantity a, whole_quantity b) {
    return of(core_detail::whole::added(a.count_, b.count_));
  }
  friend constexpr whole_quantity operator-(whole_quantity a, whole_quantity b) {
    return of(core_detail::whole::added(a.count_, core_detail::whole::negated(b.count_)));
  }
  friend constexpr whole_quantity operator-(whole_quantity a) { return of(core_detail::whole::negated(a.count_)); }
  template <core_detail::whole::factor Int>
  friend constexpr whole_quantity operator*(whole_quantity a, Int n) {
    return of(core_detail::whole::multiplied(a.count_, n));
  }
  template <core_detail::whole::factor Int>
  friend constexpr whole_quantity operator*(Int n, whole_quantity a) {
    return a * n;
  }
  friend constexpr bool operator==(whole_quantity a, whole_quantity b) { return a.known() && a.count_ == b.count_; }
  friend constexpr std::partial_ordering operator<=>(whole_quantity a, whole_quantity b) {
    return core_detail::whole::compared(a.count_, b.count_);
  }
  friend void operator+(whole_quantity, double) = delete;  // A number has no unit: `time + duration::of(5)`.
  friend void operator-(whole_quantity, double) = delete;  // A number has no unit: `time - duration::of(5)`.
  friend bool operator==(whole_quantity, double) = delete;  // A number has no unit: `time == 5 * us`.
  friend std::partial_ordering operator<=>(whole_quantity, double) = delete;  // A number has no unit: `time > 5 * us`.
  // Only quantities of the same dimension can be added and compared; `clock.time_of(n)` converts cycles to time.
  template <dim E>
  friend void operator+(whole_quantity, whole_quantity<E>) = delete;  // Not the same: `clock.time_of(n) + time`.
  template <dim E>
  friend void operator-(whole_quantity, whole_quantity<E>) = delete;  // Not the same: `time - clock.time_of(n)`.
  template <dim E>
  friend bool operator==(whole_quantity, whole_quantity<E>) = delete;  // Not the same: `clock.time_of(n)`.
  template <dim E>
  friend std::partial_ordering operator<=>(whole_quantity, whole_quantity<E>) = delete;  // `clock.time_of(n) < time`.

 private:
  std::int64_t count_ = 0;
};

// Combined with doubles, and with quantities of any dimension, a whole quantity converts to a `quantity`: `flops /
// time`. Division does not stay whole: `time / 3` is a quantity, `time / time` a ratio.

template <dim D, std::floating_point Number>
constexpr quantity<D> operator*(whole_quantity<D> a, Number n) { return quantity<D>(a) * static_cast<double>(n); }
template <dim D, std::floating_point Number>
constexpr quantity<D> operator*(Number n, whole_quantity<D> a) { return quantity<D>(a) * static_cast<double>(n); }
template <dim D, std::convertible_to<double> Number>
constexpr quantity<D> operator/(whole_quantity<D> a, Number n) { return quantity<D>(a) / static_cast<double>(n); }
template <dim D, unit_of_measure U>
constexpr auto operator/(whole_quantity<D> a, U unit) { return quantity<D>(a) / unit; }
template <dim D>
constexpr auto operator/(double a, whole_quantity<D> b) { return a / quantity<D>(b); }
template <dim A, dim B>
constexpr auto operator*(quantity<A> a, whole_quantity<B> b) { return a * quantity<B>(b); }
template <dim A, dim B>
constexpr auto operator*(whole_quantity<A> a, quantity<B> b) { return quantity<A>(a) * b; }
template <dim A, dim B>
constexpr auto operator*(whole_quantity<A> a, whole_quantity<B> b) { return quantity<A>(a) * quantity<B>(b); }
template <dim A, dim B>
constexpr auto operator/(quantity<A> a, whole_quantity<B> b) { return a / quantity<B>(b); }
template <dim A, dim B>
constexpr auto operator/(whole_quantity<A> a, quantity<B> b) { return quantity<A>(a) / b; }
template <dim A, dim B>
constexpr auto operator/(whole_quantity<A> a, whole_quantity<B> b) { return quantity<A>(a) / quantity<B>(b); }

/// A point on a clock, in whole base units since that clock's zero. The difference of two is a length; adding two is
/// meaningless and does not compile. Missing values and overflow behave as for `whole_quantity`.
template <dim D>
class stamp {
 public:
  using length = whole_quantity<D>;

  constexpr stamp() = default;
  static constexpr stamp of(std::int64_t base_units) {
    stamp s;
    s.count_ = base_units;
    return s;
  }
  /// Missing when it does not fit.
  static constexpr stamp of(core_detail::whole::large_count auto base_units) {
    return of(core_detail::whole::narrow(base_units));
  }
  static stamp of(core_detail::whole::no_count auto) = delete;  // Not whole: `time_point{} + duration(1.5 * us)`.
  static constexpr stamp unknown() { return of(missing<std::int64_t>); }

  constexpr bool known() const { return count_ != missing<std::int64_t>; }
  /// Base units since the clock's zero; `missing<std::int64_t>` when unknown.
  constexpr std::int64_t base() const { return count_; }
  /// The time since the clock's zero in unit `u`, rounded to a double.
  template <unit_of_measure U>
    requires std::same_as<typename U::quantity_type, quantity<D>>
  constexpr double in(U) const {
    return core_detail::whole::in_units(count_, U::size);
  }

  constexpr stamp& operator+=(length l) { return *this = *this + l; }
  constexpr stamp& operator-=(length l) { return *this = *this - l; }
  friend constexpr stamp operator+(stamp s, length l) { return of(core_detail::whole::added(s.count_, l.base())); }
  friend constexpr stamp operator+(length l, stamp s) { return s + l; }
  friend constexpr stamp operator-(stamp s, length l) { return s + -l; }
  friend constexpr length operator-(stamp a, stamp b) {
    return length::of(core_detail::whole::added(a.count_, core_detail::whole::negated(b.count_)));
  }
  friend void operator+(stamp, stamp) = delete;  // Two stamps do not add up: subtract them, or add a length to one.
  friend void operator+(stamp, double) = delete;  // A number has no unit: add a length, `start + duration::of(5)`.
  friend void operator+(double, stamp) = delete;  // A number has no unit: add a length, `duration::of(5) + start`.
  friend void operator-(stamp, double) = delete;  // A number has no unit: take a length, `start - duration::of(5)`.
  friend void operator+(stamp, quantity<D>) = delete;  // Rounded to whole units first: `start + duration(5 * us)`.
  friend void operator+(quantity<D>, stamp) = delete;  // Rounded to whole units first: `duration(5 * us) + start`.
  friend void operator-(stamp, quantity<D>) = delete;  // Rounded to whole units first: `start - duration(5 * us)`.
  friend bool operator==(stamp, double) = delete;  // A number has no unit: `start == time_point::of(5)`.
  friend std::partial_ordering operator<=>(stamp, double) = delete;  // A number has no unit: `start > zero`.
  friend bool operator==(stamp, quantity<D>) = delete;  // Not a length: `end - start == 5 * us`.
  friend std::partial_ordering operator<=>(stamp, quantity<D>) = delete;  // Not a length: `end - start > 5 * us`.
  template <class Stream>
  friend Stream& operator<<(Stream&, stamp) = delete;  // The time since the clock's zero: `out << start.in(us)`.
  friend constexpr bool operator==(stamp a, stamp b) { return a.known() && a.count_ == b.count_; }
  friend constexpr std::partial_ordering operator<=>(stamp a, stamp b) {
    return core_detail::whole::compared(a.count_, b.count_);
  }

 private:
  std::int64_t count_ = 0;
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_WHOLE_QUANTITY_HPP
