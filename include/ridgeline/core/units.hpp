#ifndef RIDGELINE_CORE_UNITS_HPP
#define RIDGELINE_CORE_UNITS_HPP

#include <compare>
#include <concepts>
#include <iosfwd>
#include <string_view>

#include <ridgeline/core/fixed_string.hpp>
#include <ridgeline/core/missing.hpp>

namespace ridgeline {

/// The dimension of a quantity: exponents of work (FLOP), data (byte), time and clock cycles.
struct dim {
  int flop = 0;
  int byte = 0;
  int time = 0;
  int cycle = 0;
  friend constexpr bool operator==(const dim&, const dim&) = default;
  friend constexpr dim operator+(dim a, dim b) {
    return {a.flop + b.flop, a.byte + b.byte, a.time + b.time, a.cycle + b.cycle};
  }
  friend constexpr dim operator-(dim a, dim b) {
    return {a.flop - b.flop, a.byte - b.byte, a.time - b.time, a.cycle - b.cycle};
  }
};

template <dim D>
class quantity;

namespace core_detail {
/// A `quantity` or `whole_quantity` of any dimension.
template <class Q>
concept has_dimension = std::same_as<const dim, decltype(Q::dimension)>;
}  // namespace core_detail

/// A rational number: the size of a unit in base units.
struct ratio {
  long long num = 1;
  long long den = 1;
  friend constexpr bool operator==(const ratio&, const ratio&) = default;
};

/// A unit is a named type: its symbol, its quantity, and its size in base units (FLOP, byte, nanosecond, cycle).
template <fixed_string Symbol, class Quantity, ratio Size = ratio{}>
struct unit {
  using quantity_type = Quantity;
  static constexpr std::string_view symbol{Symbol};
  static constexpr ratio size = Size;
  /// `GBps(5300)` means `5300 * GBps` at a third of the compile time; used in long tables of constants.
  constexpr Quantity operator()(double n) const {
    return Quantity::of(n * static_cast<double>(Size.num) / static_cast<double>(Size.den));
  }
};

template <class U>
concept unit_of_measure = requires {
  typename U::quantity_type;
  U::symbol;
  U::size;
};

/// A double in base units with a compile-time dimension: adding bytes to seconds does not compile. An unknown value is
/// NaN and propagates through arithmetic; check with `known()`.
template <dim D>
class quantity {
 public:
  static constexpr dim dimension = D;

  constexpr quantity() = default;
  template <core_detail::has_dimension Other>
    requires(Other::dimension != D)
  quantity(Other) = delete;  // It measures something else: a rate is no amount, `200 * TFLOPps` and not `200 * GBps`.
  quantity(double) = delete;  // A number has no unit: `5 * KB`, `200 * TFLOPps`.
  /// A quantity of `value` base units: FLOP, byte, nanosecond, cycle.
  static constexpr quantity of(double value) {
    quantity q;
    q.value_ = value;
    return q;
  }
  static constexpr quantity unknown() { return of(missing<double>); }
  constexpr bool known() const { return value_ == value_; }

  constexpr double base() const { return value_; }
  /// The value in unit `u`; converts in a single step.
  template <unit_of_measure U>
    requires std::same_as<typename U::quantity_type, quantity>
  constexpr double in(U) const {
    if constexpr (U::size.num == 1) return value_ * static_cast<double>(U::size.den);
    return value_ * static_cast<double>(U::size.den) / static_cast<double>(U::size.num);
  }
  template <class U>
  double in(U) const = delete;  // A unit of something else: bytes are `in(KB)`, times `in(us)`.

  constexpr quantity& operator+=(quantity o) { value_ += o.value_; return *this; }
  constexpr quantity& operator-=(quantity o) { value_ -= o.value_; return *this; }
  friend constexpr quantity operator+(quantity a, quantity b) { return of(a.value_ + b.value_); }
  friend constexpr quantity operator-(quantity a, quantity b) { return of(a.value_ - b.value_); }
  friend constexpr quantity operator-(quantity a) { return of(-a.value_); }
  friend constexpr quantity operator*(quantity a, double f) { return of(a.value_ * f); }
  friend constexpr quantity operator*(double f, quantity a) { return of(f * a.value_); }
  friend constexpr quantity operator/(quantity a, double f) { return of(a.value_ / f); }
  friend constexpr bool operator==(quantity, quantity) = default;
  friend constexpr std::partial_ordering operator<=>(quantity, quantity) = default;
  friend void operator+(quantity, double) = delete;  // A number has no unit: `bytes + 5 * KB`.
  friend void operator-(quantity, double) = delete;  // A number has no unit: `bytes - 5 * KB`.
  friend bool operator==(quantity, double) = delete;  // A number has no unit: `bytes == 5 * KB`, `bytes.in(KB) == 5`.
  friend std::partial_ordering operator<=>(quantity, double) = delete;  // A number has no unit: `bytes > 5 * KB`.
  template <dim E>
  friend void operator+(quantity, quantity<E>) = delete;  // Only what measures the same: `cycles / clock + time`.
  template <dim E>
  friend void operator-(quantity, quantity<E>) = delete;  // Only of what measures the same: `time - cycles / clock`.
  template <dim E>
  friend bool operator==(quantity, quantity<E>) = delete;  // Only what measures the same: `cycles / clock == time`.
  template <dim E>
  friend std::partial_ordering operator<=>(quantity, quantity<E>) = delete;  // Only the same: `cycles / clock < time`.

 private:
  double value_ = 0;
};

template <class Char, class Traits, core_detail::has_dimension Q>
std::basic_ostream<Char, Traits>& operator<<(  // A quantity is shown in a unit: `out << time.in(us)`.
    std::basic_ostream<Char, Traits>&, Q) = delete;

/// Products and quotients of quantities; a plain double when the dimensions cancel.
template <dim A, dim B>
constexpr auto operator*(quantity<A> a, quantity<B> b) {
  if constexpr (A + B == dim{}) {
    return a.base() * b.base();
  } else {
    return quantity<A + B>::of(a.base() * b.base());
  }
}
template <dim A, dim B>
constexpr auto operator/(quantity<A> a, quantity<B> b) {
  if constexpr (A == B) {
    return a.base() / b.base();
  } else {
    return quantity<A - B>::of(a.base() / b.base());
  }
}
template <dim B>
constexpr auto operator/(double a, quantity<B> b) {
  return quantity<dim{} - B>::of(a / b.base());
}

template <std::convertible_to<double> Number, class U>
  requires unit_of_measure<U>
constexpr typename U::quantity_type operator*(Number n, U) {
  return U::quantity_type::of(static_cast<double>(n) * static_cast<double>(U::size.num) /
                              static_cast<double>(U::size.den));
}

/// Compound units: `5 * GB / sec`, `4096 * FLOP / cycle`, `288 * (GB / sec)`.
template <dim D, unit_of_measure U>
constexpr auto operator*(quantity<D> q, U unit) {
  return q * (1 * unit);
}
template <dim D, unit_of_measure U>
constexpr auto operator/(quantity<D> q, U unit) {
  return q / (1 * unit);
}
template <unit_of_measure A, unit_of_measure B>
constexpr auto operator*(A a, B b) {
  return 1 * a * (1 * b);
}
template <unit_of_measure A, unit_of_measure B>
constexpr auto operator/(A a, B b) {
  return 1 * a / (1 * b);
}

using flop_count = quantity<dim{.flop = 1}>;
using byte_count = quantity<dim{.byte = 1}>;
using time_quantity = quantity<dim{.time = 1}>;
using cycle_count = quantity<dim{.cycle = 1}>;
using flop_rate = quantity<dim{.flop = 1, .time = -1}>;
using bandwidth = quantity<dim{.byte = 1, .time = -1}>;
using frequency = quantity<dim{.time = -1, .cycle = 1}>;
using intensity = quantity<dim{.flop = 1, .byte = -1}>;        ///< operational intensity: FLOP per byte
using flops_per_cycle = quantity<dim{.flop = 1, .cycle = -1}>;

// The base unit of time is the nanosecond, which profilers count in, so whole numbers stay exact.
inline constexpr struct FLOP_t final : unit<"FLOP", flop_count> {} FLOP;
inline constexpr struct GFLOP_t final : unit<"GFLOP", flop_count, ratio{1'000'000'000, 1}> {} GFLOP;
inline constexpr struct TFLOP_t final : unit<"TFLOP", flop_count, ratio{1'000'000'000'000, 1}> {} TFLOP;
inline constexpr struct B_t final : unit<"B", byte_count> {} B;
inline constexpr struct KB_t final : unit<"kB", byte_count, ratio{1'000, 1}> {} KB;
inline constexpr struct MB_t final : unit<"MB", byte_count, ratio{1'000'000, 1}> {} MB;
inline constexpr struct GB_t final : unit<"GB", byte_count, ratio{1'000'000'000, 1}> {} GB;
inline constexpr struct KiB_t final : unit<"KiB", byte_count, ratio{1'024, 1}> {} KiB;
inline constexpr struct MiB_t final : unit<"MiB", byte_count, ratio{1'048'576, 1}> {} MiB;
inline constexpr struct GiB_t final : unit<"GiB", byte_count, ratio{1'073'741'824, 1}> {} GiB;
inline constexpr struct ns_t final : unit<"ns", time_quantity> {} ns;
inline constexpr struct us_t final : unit<"μs", time_quantity, ratio{1'000, 1}> {} us;
inline constexpr struct ms_t final : unit<"ms", time_quantity, ratio{1'000'000, 1}> {} ms;
inline constexpr struct sec_t final : unit<"s", time_quantity, ratio{1'000'000'000, 1}> {} sec;
inline constexpr struct cycle_t final : unit<"cycle", cycle_count> {} cycle;
inline constexpr struct MHz_t final : unit<"MHz", frequency, ratio{1, 1'000}> {} MHz;
inline constexpr struct GHz_t final : unit<"GHz", frequency> {} GHz;
inline constexpr struct GBps_t final : unit<"GB/s", bandwidth> {} GBps;
inline constexpr struct TBps_t final : unit<"TB/s", bandwidth, ratio{1'000, 1}> {} TBps;
inline constexpr struct GFLOPps_t final : unit<"GFLOP/s", flop_rate> {} GFLOPps;
inline constexpr struct TFLOPps_t final : unit<"TFLOP/s", flop_rate, ratio{1'000, 1}> {} TFLOPps;
inline constexpr struct FLOPpB_t final : unit<"FLOP/B", intensity> {} FLOPpB;
inline constexpr struct FLOPpcycle_t final : unit<"FLOP/cycle", flops_per_cycle> {} FLOPpcycle;

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_UNITS_HPP
