#ifndef RIDGELINE_QUERY_ACCUMULATORS_HPP
#define RIDGELINE_QUERY_ACCUMULATORS_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/real.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/core/wide.hpp>
#include <ridgeline/stats/compensated_sum.hpp>

/// What the measures of `aggregate` accumulate for each group. Missing values must be filtered out before `add`.
namespace ridgeline::query_detail {

/// An integer wide enough for the sum of as many 64-bit numbers as there can be records.
using wide_whole = core_detail::wide;

/// The same number in 64 bits; missing if it does not fit.
template <class Whole>
constexpr Whole narrow(wide_whole n) {
  return static_cast<Whole>(n) == n ? static_cast<Whole>(n) : missing<Whole>;
}

/// How numbers of one type are summed, and the type of their mean and quantiles.
template <class V>
struct arithmetic;  // not defined: not a number

template <std::integral V>
struct arithmetic<V> {
  /// Exact; missing on overflow. Only what needs all 64 bits without a sign is summed in such.
  using total = std::conditional_t<std::unsigned_integral<V> && sizeof(V) == 8, std::uint64_t, std::int64_t>;
  using real = double;
  static constexpr wide_whole whole(V v) { return v; }
  static constexpr total total_of(wide_whole n) { return narrow<total>(n); }
  static constexpr double number(V v) { return static_cast<double>(v); }
  static constexpr real of(double x) { return x; }
};
template <dim D>
struct arithmetic<whole_quantity<D>> {
  using total = whole_quantity<D>;
  using real = quantity<D>;
  static constexpr wide_whole whole(whole_quantity<D> v) { return v.base(); }
  static constexpr total total_of(wide_whole n) { return total::of(narrow<std::int64_t>(n)); }
  static constexpr double number(whole_quantity<D> v) { return static_cast<double>(v.base()); }
  static constexpr real of(double x) { return real::of(x); }
};
template <std::floating_point V>
struct arithmetic<V> {
  using total = double;
  using real = double;
  static constexpr double number(V v) { return static_cast<double>(v); }
  static constexpr real of(double x) { return x; }
};
template <dim D>
struct arithmetic<quantity<D>> {
  using total = quantity<D>;
  using real = quantity<D>;
  static constexpr double number(quantity<D> v) { return v.base(); }
  static constexpr real of(double x) { return real::of(x); }
};

template <class V>
concept counts_whole = requires(V v) { arithmetic<V>::whole(v); };
template <class V>
concept adds_up = requires(V v) { arithmetic<V>::number(v); };

/// A truth value, or an enumeration without `none`: any value may be valid data, and none of them looks like nothing.
template <class V>
inline constexpr bool is_always_data = std::same_as<V, bool> || (std::is_enum_v<V> && !may_be_missing<V>);

/// The type in which a value is kept where it may also be missing: integers of one and two bytes, any of which may be
/// valid data, take four; truth values and enumerations are optional.
template <class V>
using value_or_missing = std::conditional_t<
    is_always_data<V>, std::optional<V>,
    std::conditional_t<std::integral<V> && !std::same_as<V, char> && (sizeof(V) < 4), std::int32_t, V>>;

/// Unwraps optionals: the contained value, or missing when the optional is empty.
template <class V>
struct content {
  using type = V;
  static constexpr bool given(const V& v) {
    if constexpr (may_be_missing<V>) return known(v);
    return true;
  }
  static constexpr const V& of(const V& v) { return v; }
};
template <class V>
  requires requires(const V& v) { v.has_value(); *v; }
struct content<V> {
  using inner = content<std::remove_cvref_t<decltype(*std::declval<const V&>())>>;
  using type = typename inner::type;
  static constexpr bool given(const V& v) { return v.has_value() && inner::given(*v); }
  static constexpr const type& of(const V& v) { return inner::of(*v); }
};
template <class V>
using content_of = typename content<V>::type;

struct record_counter {
  std::int64_t count = 0;
  void add() { ++count; }
};

/// Sum and count of the known values: exact for integers and whole quantities, compensated summation otherwise.
template <class V>
class running_sum {
 public:
  void add(const V& v) {
    if constexpr (counts_whole<V>) {
      whole_ += arithmetic<V>::whole(v);
    } else {
      real_.add(arithmetic<V>::number(v));
    }
    ++count_;
  }
  typename arithmetic<V>::total total() const {
    if constexpr (counts_whole<V>) {
      return arithmetic<V>::total_of(whole_);
    } else {
      return arithmetic<V>::of(real_.value());
    }
  }
  /// In base units.
  double number() const {
    if constexpr (counts_whole<V>) return static_cast<double>(whole_);
    return real_.value();
  }
  double mean() const { return count_ > 0 ? number() / static_cast<double>(count_) : missing<double>; }

 private:
  struct nothing {
    void add(double) {}
    double value() const { return 0; }
  };
  std::int64_t count_ = 0;
  wide_whole whole_ = 0;
  std::conditional_t<counts_whole<V>, nothing, compensated_sum> real_{};
};

/// The smallest (`Sign` 1) or the largest (`Sign` -1) value.
template <class V, int Sign>
struct extreme {
  V value{};
  bool any = false;
  void add(const V& v) {
    if (!any || (Sign > 0 ? v < value : value < v)) value = v;
    any = true;
  }
};

/// The first known value, or the last.
template <class V, bool First>
struct one_of {
  V value{};
  bool any = false;
  void add(const V& v) {
    if (!any || !First) value = v;
    any = true;
  }
};

/// Mean and sum of squared deviations in one pass (Welford 1962).
struct running_spread {
  std::int64_t count = 0;
  double mean = 0, squares = 0;
  void add(double x) {
    ++count;
    const double from_old = x - mean;
    mean += from_old / static_cast<double>(count);
    squares += from_old * (x - mean);
  }
  double sample_deviation() const {
    return count > 1 ? core_detail::square_root(squares / static_cast<double>(count - 1)) : missing<double>;
  }
};

/// All values, for statistics that depend on their order.
struct all_values {
  std::vector<double> values;
  bool sorted = true;
  void add(double x) {
    sorted = values.empty() || (sorted && !(x < values.back()));
    values.push_back(x);
  }
  /// The value below which `percent` of all values lie, with linear interpolation like NumPy's default (type 7 of
  /// Hyndman and Fan 1996); missing when there are no values.
  double quantile(double percent) {
    if (values.empty()) return missing<double>;
    if (!sorted) merge_sorted_runs(values, [](double a, double b) { return a < b; });
    sorted = true;
    const double place = percent / 100 * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double part = place - static_cast<double>(below);
    if (part == 0) return values[below];
    const double step = values[below + 1] - values[below];
    return part < 0.5 ? values[below] + step * part : values[below + 1] - step * (1 - part);  // from the nearer one
  }
};

}  // namespace ridgeline::query_detail

#endif  // RIDGELINE_QUERY_ACCUMULATORS_HPP
