#ifndef RIDGELINE_COMPARE_TREND_HPP
#define RIDGELINE_COMPARE_TREND_HPP

#include <string>
#include <vector>

#include <ridgeline/compare/verdicts.hpp>
#include <ridgeline/compare/versions.hpp>
#include <ridgeline/table/table.hpp>

/// Development over many versions, and which of them caused changes.
namespace ridgeline {

/// One version in a trend. Times are ns per step.
struct trend_row {
  std::string run{};
  double step = missing<double>, low = missing<double>, high = missing<double>;
  double parts[step_parts] = {};
  double to_base = missing<double>, to_previous = missing<double>;  ///< ratios
};

/// A change in a series of versions.
struct change_point_row {
  verdict_level level = verdict_level::step;
  std::string name{}, dims{}, types{};
  std::string last_before{}, first_after{}, earliest{}, latest{};  ///< labels
  double change = missing<double>, p = missing<double>;
};

std::vector<trend_row> trend_of(const compared_versions& versions, const verdict_options& options);
table sheet_of_trend(std::vector<trend_row> rows);

/// One row per op, one column per version: microseconds per step.
table sheet_of_op_trends(const compared_versions& versions);

/// From six versions on: where the step changed, and each op that occurs in all versions and is large enough in at
/// least one.
std::vector<change_point_row> change_points_of(const compared_versions& versions, const verdict_options& options);
table sheet_of_change_points(std::vector<change_point_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_TREND_HPP
