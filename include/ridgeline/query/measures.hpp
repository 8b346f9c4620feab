#ifndef RIDGELINE_QUERY_MEASURES_HPP
#define RIDGELINE_QUERY_MEASURES_HPP

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include <ridgeline/core/fixed_string.hpp>
#include <ridgeline/query/accumulators.hpp>
#include <ridgeline/query/project.hpp>
#include <ridgeline/query/step.hpp>

namespace ridgeline {

/// No unit: counts, ratios and text. A quantity needs a unit to be displayed.
inline constexpr struct unitless_t {
  static constexpr std::string_view symbol = "";
} unitless;

namespace query_detail {
/// Rejects arithmetic with measures, which have no values before there are rows.
template <class Measure>
constexpr Measure computed_with(const Measure& of) {
  static_assert(!std::is_same_v<Measure, Measure>,
                "a measure is no value yet: compute with what the rows have, row[sum(size)] / row[sum(time)], in a "
                "column of tabulate(\"kernels\", column<\"Rate\", GBps>([](const auto& row) { ... }))");
  return of;
}
template <class>
inline constexpr bool is_measure = false;
}  // namespace query_detail

/// What `aggregate` computes for a group: a statistic over the value of a word, a pointer to a member or a callable for
/// each record, and the unit of its column. Missing values are ignored.
template <class Kind, class What, auto Unit>
struct measure {
  using kind = Kind;
  using what = What;
  static constexpr auto unit = Unit;
  What of;

  // These are seen only where a measure is an operand, so that other errors do not list them.
  friend constexpr auto operator+(const measure& a, const auto&) { return query_detail::computed_with(a); }
  friend constexpr auto operator-(const measure& a, const auto&) { return query_detail::computed_with(a); }
  friend constexpr auto operator*(const measure& a, const auto&) { return query_detail::computed_with(a); }
  friend constexpr auto operator/(const measure& a, const auto&) { return query_detail::computed_with(a); }
  template <class Other>
    requires(!query_detail::is_measure<Other>)
  friend constexpr auto operator+(const Other&, const measure& b) {
    return query_detail::computed_with(b);
  }
  template <class Other>
    requires(!query_detail::is_measure<Other>)
  friend constexpr auto operator-(const Other&, const measure& b) {
    return query_detail::computed_with(b);
  }
  template <class Other>
    requires(!query_detail::is_measure<Other>)
  friend constexpr auto operator*(const Other&, const measure& b) {
    return query_detail::computed_with(b);
  }
  template <class Other>
    requires(!query_detail::is_measure<Other>)
  friend constexpr auto operator/(const Other&, const measure& b) {
    return query_detail::computed_with(b);
  }
};

namespace query_detail {

/// The value in a state, or missing if none was added; a text is then empty.
template <class State>
auto one_value(const State& s) {
  using value = decltype(s.value);
  using kept = value_or_missing<value>;
  if constexpr (may_be_missing<kept>) return s.any ? kept(s.value) : missing<kept>;
  else return s.value;
}

// The kinds of measure. `state<V>` is kept per group, `result` computes the value, `suffix` ends the column title.

struct count_kind {
  static constexpr std::string_view suffix = "count";
  template <class>
  using state = record_counter;
  template <class>
  static std::int64_t result(const record_counter& s) { return s.count; }
};
struct sum_kind {
  static constexpr std::string_view suffix = "sum";
  template <class V>
  using state = running_sum<V>;
  template <class V>
  static auto result(const running_sum<V>& s) { return s.total(); }
};
struct mean_kind {
  static constexpr std::string_view suffix = "mean";
  template <class V>
  using state = running_sum<V>;
  template <class V>
  static auto result(const running_sum<V>& s) { return arithmetic<V>::of(s.mean()); }
};
template <int Sign>
struct extreme_kind {
  static constexpr std::string_view suffix = Sign > 0 ? "min" : "max";
  template <class V>
  using state = extreme<V, Sign>;
  template <class V>
  static auto result(const extreme<V, Sign>& s) { return one_value(s); }
};
template <bool First>
struct one_kind {
  static constexpr std::string_view suffix = First ? "first" : "last";
  template <class V>
  using state = one_of<V, First>;
  template <class V>
  static auto result(const one_of<V, First>& s) { return one_value(s); }
};
struct deviation_kind {
  static constexpr std::string_view suffix = "stddev";
  template <class>
  using state = running_spread;
  template <class V>
  static auto result(const running_spread& s) { return arithmetic<V>::of(s.sample_deviation()); }
};
template <int Percent>
struct quantile_kind {
  static constexpr char digits[] = {'p', static_cast<char>('0' + Percent / 10), static_cast<char>('0' + Percent % 10)};
  static constexpr std::string_view suffix = Percent == 50 ? std::string_view("median") : std::string_view(digits, 3);
  template <class>
  using state = all_values;
  template <class V>
  static auto result(all_values& s) { return arithmetic<V>::of(s.quantile(Percent)); }
};

/// A group's fraction of the sum over all groups, and the running sum of these fractions in row order.
struct part_of_all {
  double own = 0, shown = 0;
};
template <bool Running>
struct share_kind {
  static constexpr std::string_view suffix = Running ? "cumulative" : "share";
  static constexpr bool running = Running;
  template <class V>
  using state = running_sum<V>;
  template <class V>
  static part_of_all result(const running_sum<V>& s) { return {s.number(), missing<double>}; }
};

/// What `count` counts: the record itself.
struct each_record {
  constexpr bool operator()(const auto&) const { return true; }
};

template <class Kind>
inline constexpr bool needs_order = false;
template <int Sign>
inline constexpr bool needs_order<extreme_kind<Sign>> = true;
template <class Kind>
inline constexpr bool needs_sum = false;
template <>
inline constexpr bool needs_sum<sum_kind> = true;
template <>
inline constexpr bool needs_sum<mean_kind> = true;
template <bool Running>
inline constexpr bool needs_sum<share_kind<Running>> = true;
template <>
inline constexpr bool needs_sum<deviation_kind> = true;
template <int Percent>
inline constexpr bool needs_sum<quantile_kind<Percent>> = true;

}  // namespace query_detail

/// The number of records of a group.
enum count_word : bool { count };

/// The sum of the known values, or zero if there are none: exact for integers and durations (missing if it does not fit
/// in 64 bits), compensated for doubles. `sum<us>(time)` is shown in microseconds.
template <auto Unit = unitless, class What>
constexpr auto sum(What what) { return measure<query_detail::sum_kind, What, Unit>{what}; }
/// The arithmetic mean. Like all measures below, missing when no value is known.
template <auto Unit = unitless, class What>
constexpr auto mean(What what) { return measure<query_detail::mean_kind, What, Unit>{what}; }
template <auto Unit = unitless, class What>
constexpr auto min(What what) { return measure<query_detail::extreme_kind<1>, What, Unit>{what}; }
template <auto Unit = unitless, class What>
constexpr auto max(What what) { return measure<query_detail::extreme_kind<-1>, What, Unit>{what}; }
/// The sample standard deviation (n - 1 in the denominator); missing for fewer than two values.
template <auto Unit = unitless, class What>
constexpr auto stddev(What what) { return measure<query_detail::deviation_kind, What, Unit>{what}; }
/// The value below which `Percent` percent of the values lie, with linear interpolation: `quantile<95, us>(time)`.
template <int Percent, auto Unit = unitless, class What>
constexpr auto quantile(What what) {
  constexpr bool possible = Percent >= 0 && Percent < 100;
  static_assert(possible, "quantile takes a percentage from 0 to 99: quantile<95, us>(time); for 100 use max");
  return measure<query_detail::quantile_kind<possible ? Percent : 0>, What, Unit>{what};
}
template <auto Percent, auto Unit = unitless, class... What>
constexpr lacks_arguments quantile(What...) {
  static_assert(sizeof...(What) == 0, "quantile takes a whole percentage in angle brackets: quantile<95, us>(time)");
  return {};
}
template <class... What>
constexpr lacks_arguments quantile(What...) {
  static_assert(sizeof...(What) == 0, "quantile takes a whole percentage in angle brackets: quantile<95, us>(time)");
  return {};
}
template <auto Unit = unitless, class What>
constexpr auto median(What what) { return measure<query_detail::quantile_kind<50>, What, Unit>{what}; }
/// The value of the first record in the group whose value is known, or of the last.
template <auto Unit = unitless, class What>
constexpr auto first(What what) { return measure<query_detail::one_kind<true>, What, Unit>{what}; }
template <auto Unit = unitless, class What>
constexpr auto last(What what) { return measure<query_detail::one_kind<false>, What, Unit>{what}; }
/// The group's fraction of the sum over all groups, shown as a percentage; missing when that sum is zero.
template <class What>
constexpr auto share(What what) { return measure<query_detail::share_kind<false>, What, unitless>{what}; }
/// The sum of the shares from the first row to this one; `sort_by` and `top` recompute it for their order.
template <class What>
constexpr auto cumulative(What what) { return measure<query_detail::share_kind<true>, What, unitless>{what}; }

/// A share is a ratio and takes no unit.
template <auto Unit, class What>
constexpr auto share(What what) {
  static_assert(!std::is_same_v<What, What>, "a share is a ratio and has no unit: share(time)");
  return share(what);
}

// A measure named without its argument, as in `aggregate(median)`, is a function whose type `aggregate` rejects with a
// readable error.
template <auto Unit = unitless>
constexpr lacks_arguments sum() { return {}; }
template <auto Unit = unitless>
constexpr lacks_arguments mean() { return {}; }
template <auto Unit = unitless>
constexpr lacks_arguments min() { return {}; }
template <auto Unit = unitless>
constexpr lacks_arguments max() { return {}; }
template <auto Unit = unitless>
constexpr lacks_arguments stddev() { return {}; }
template <auto Unit = unitless>
constexpr lacks_arguments median() { return {}; }
template <auto Unit = unitless>
constexpr lacks_arguments first() { return {}; }
template <auto Unit = unitless>
constexpr lacks_arguments last() { return {}; }
constexpr lacks_arguments share() { return {}; }
constexpr lacks_arguments cumulative() { return {}; }

/// A key, a measure or a projection with a custom title.
template <fixed_string Title, class Column>
struct titled_column {
  Column column;
  /// The column's value for a record when it is used as a projection.
  template <class Record>
    requires asks<Column, Record>
  constexpr decltype(auto) operator()(const Record& record) const {
    return project(column, record);
  }
};
/// Gives a column a custom title: `titled<"kernel">(name)`, `titled<"total">(sum<us>(time))`.
template <fixed_string Title, class Column>
constexpr auto titled(Column column) {
  return titled_column<Title, Column>{column};
}

/// Catches a title in parentheses, or none.
template <class Column>
constexpr auto titled(Column column) {
  static_assert(!std::is_same_v<Column, Column>, "the title goes in angle brackets: titled<\"score\">(&record::score)");
  return titled_column<"title", Column>{column};
}
template <class Title, class Column>
constexpr auto titled(const Title&, Column column) {
  return titled(column);
}

/// A key or another projection with the unit of its column: `in<us>(time)`.
template <auto Unit, class What>
struct column_in {
  What what;
  template <class Record>
    requires asks<What, Record>
  constexpr decltype(auto) operator()(const Record& record) const {
    return project(what, record);
  }
};
template <auto Unit, class What>
constexpr auto in(What what) {
  return column_in<Unit, What>{what};
}
/// Catches a unit in parentheses.
template <class Unit, class What>
constexpr auto in(const Unit&, What what) {
  static_assert(!std::is_same_v<Unit, Unit>, "the unit goes in angle brackets: in<us>(time)");
  return column_in<unitless, What>{what};
}

namespace query_detail {

/// A column without its title and unit, and without those in its measure; `count` becomes the measure it stands for.
template <class Column>
constexpr auto bare(const Column& column) { return column; }
template <fixed_string Title, class Column>
constexpr auto bare(const titled_column<Title, Column>& column);
template <auto Unit, class What>
constexpr auto bare(const column_in<Unit, What>& column);
template <class Kind, class What, auto Unit>
constexpr auto bare(const measure<Kind, What, Unit>& column);
constexpr auto bare(count_word) { return measure<count_kind, each_record, unitless>{{}}; }

template <fixed_string Title, class Column>
constexpr auto bare(const titled_column<Title, Column>& column) { return bare(column.column); }
template <auto Unit, class What>
constexpr auto bare(const column_in<Unit, What>& column) { return bare(column.what); }
template <class Kind, class What, auto Unit>
constexpr auto bare(const measure<Kind, What, Unit>& column) {
  return measure<Kind, decltype(bare(column.of)), Unit>{bare(column.of)};
}
template <class Column>
using bare_of = decltype(bare(std::declval<const Column&>()));

template <class Kind, class What, auto Unit>
inline constexpr bool is_measure<measure<Kind, What, Unit>> = true;

/// Whether two bare columns have the same type, ignoring units.
template <class A, class B>
inline constexpr bool alike = std::is_same_v<A, B>;
template <class Kind, class What, auto A, auto B>
inline constexpr bool alike<measure<Kind, What, A>, measure<Kind, What, B>> = true;

/// Callables whose values are equal when their bytes are.
template <class A>
concept compared_by_bytes =
    !std::is_empty_v<A> && std::is_trivially_copyable_v<A> && std::has_unique_object_representations_v<A>;
/// Whether two columns of this type can be compared: lambdas of one type that hold a std::string or a double cannot.
template <class A>
inline constexpr bool distinguishable = std::is_empty_v<A> || compared_by_bytes<A> ||
                                   requires(const A& a) { { a == a } -> std::same_as<bool>; };
template <class Kind, class What, auto Unit>
inline constexpr bool distinguishable<measure<Kind, What, Unit>> = distinguishable<What>;
template <class What, auto Unit>
inline constexpr bool distinguishable<column_in<Unit, What>> = distinguishable<What>;

/// Columns of the same type may still refer to different members, and lambdas of one type may hold different values.
/// Callables that cannot be compared are considered equal.
template <class A, class B>
constexpr bool equal_parts(const A& a, const B& b) {
  if constexpr (is_measure<A>) {
    return equal_parts(a.of, b.of);
  } else if constexpr (requires { { a == b } -> std::same_as<bool>; }) {
    return a == b;
  } else if constexpr (std::is_same_v<A, B> && compared_by_bytes<A>) {
    return __builtin_memcmp(&a, &b, sizeof a) == 0;
  } else {
    return true;
  }
}

}  // namespace query_detail

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_MEASURES_HPP
