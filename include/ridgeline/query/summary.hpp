#ifndef RIDGELINE_QUERY_SUMMARY_HPP
#define RIDGELINE_QUERY_SUMMARY_HPP

#include <string_view>

#include <ridgeline/query/measures.hpp>
#include <ridgeline/stats/statistics.hpp>

namespace ridgeline {

namespace query_detail {
struct summary_kind {
  static constexpr std::string_view suffix = "summary";
  template <class>
  using state = all_values;
  template <class V>
  static statistics result(all_values& s) {
    s.sorted = false;  // `statistics_of` reorders the values, which quantiles of the same value share
    return statistics_of(s.values);
  }
};
template <>
inline constexpr bool needs_sum<summary_kind> = true;
}  // namespace query_detail

/// Count, sum, mean, median, standard deviation, minimum and maximum in one measure, as a `statistics`. Sums and
/// deviations use compensated summation, as in the sheets of a report.
template <class What>
constexpr auto summary(What what) {
  return measure<query_detail::summary_kind, What, unitless>{what};
}
template <auto Unit, class What>
constexpr auto summary(What what) {
  static_assert(!std::is_same_v<What, What>, "a summary has no unit, its members are in base units: summary(time)");
  return summary(what);
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_SUMMARY_HPP
