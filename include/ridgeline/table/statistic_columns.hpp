#ifndef RIDGELINE_TABLE_STATISTIC_COLUMNS_HPP
#define RIDGELINE_TABLE_STATISTIC_COLUMNS_HPP

#include <ridgeline/core/fixed_string.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/column.hpp>

/// Columns of statistics. `of` is the member of a row that is one, or a callable that returns it; values are shown
/// `factor` times as large.
namespace ridgeline {

namespace table_detail {
template <fixed_string Title, class Of, class Value>
constexpr auto statistic_column(Of of, int digits, int factor, Value value) {
  return column<Title>([=](const auto& row) { return projected(value, projected(of, row)) * factor; }).digits(digits);
}
/// A statistic of the times of launches, without and with nested ops.
template <fixed_string Name, class Direct, class Subtree, class Value>
constexpr auto both_times(Direct direct, Subtree subtree, Value value) {
  return columns(statistic_column<fixed_string("total_direct_kernel_time_") + Name>(direct, 3, 1, value),
                 statistic_column<fixed_string("total_subtree_kernel_time_") + Name>(subtree, 3, 1, value));
}
}  // namespace table_detail

/// `TB/s_mean`, `TB/s_std`.
template <fixed_string Title, class Of>
constexpr auto mean_columns(Of of, int digits = 2, int factor = 1) {
  using table_detail::statistic_column;
  return columns(statistic_column<Title + fixed_string("_mean")>(of, digits, factor, &statistics::mean),
                 statistic_column<Title + fixed_string("_std")>(of, digits, factor, &statistics::sample_deviation));
}
/// `TB/s_median`, `TB/s_min`, `TB/s_max`.
template <fixed_string Title, class Of>
constexpr auto median_columns(Of of, int digits = 2, int factor = 1) {
  using table_detail::statistic_column;
  return columns(statistic_column<Title + fixed_string("_median")>(of, digits, factor, &statistics::median),
                 statistic_column<Title + fixed_string("_min")>(of, digits, factor, &statistics::min),
                 statistic_column<Title + fixed_string("_max")>(of, digits, factor, &statistics::max));
}
/// Mean, median, standard deviation, minimum and maximum.
template <fixed_string Title, class Of>
constexpr auto statistic_columns(Of of, int digits = 2, int factor = 1) {
  using table_detail::statistic_column;
  return columns(statistic_column<Title + fixed_string("_mean")>(of, digits, factor, &statistics::mean),
                 statistic_column<Title + fixed_string("_median")>(of, digits, factor, &statistics::median),
                 statistic_column<Title + fixed_string("_std")>(of, digits, factor, &statistics::sample_deviation),
                 statistic_column<Title + fixed_string("_min")>(of, digits, factor, &statistics::min),
                 statistic_column<Title + fixed_string("_max")>(of, digits, factor, &statistics::max));
}

/// The columns of the times of a group of launches: `direct` without nested ops, `subtree` with them.
template <class Direct, class Subtree>
constexpr auto kernel_time_columns(Direct direct, Subtree subtree) {
  using table_detail::both_times;
  return both_times<"mean">(direct, subtree, &statistics::mean)
      .with(both_times<"median">(direct, subtree, &statistics::median))
      .with(both_times<"std">(direct, subtree, &statistics::sample_deviation))
      .with(both_times<"min">(direct, subtree, &statistics::min))
      .with(both_times<"max">(direct, subtree, &statistics::max))
      .with(both_times<"sum">(direct, subtree, &statistics::sum));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_STATISTIC_COLUMNS_HPP
