#ifndef RIDGELINE_COMPARE_TREND_HPP
#define RIDGELINE_COMPARE_TREND_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/verdicts.hpp>
#include <ridgeline/compare/versions.hpp>
#include <ridgeline/table/table.hpp>

/// How things went over many versions, and which one changed them.
namespace ridgeline {

/// A version among all. Times are ns a step.
struct trend_row {
  std::string run{};
  double step = missing<double>, low = missing<double>, high = missing<double>;
  double parts[step_parts] = {};
  double to_base = missing<double>, to_previous = missing<double>;  ///< ratios
};

/// One change of one series of versions.
struct change_point_row {
  verdict_level level = verdict_level::step;
  std::string name{}, dims{}, types{};
  std::string last_before{}, first_after{}, earliest{}, latest{};  ///< labels
  double change = missing<double>, p = missing<double>;
};

std::vector<trend_row> trend_of(const compared_versions& versions, const verdict_options& options);
table sheet_of_trend(std::vector<trend_row> rows);

/// Ops by rows, versions by columns: microseconds a step.
table sheet_of_op_trends(const compared_versions& versions);

/// Of six versions and more: where the step, and each op that is large enough in some version and in all of them,
/// changed.
std::vector<change_point_row> change_points_of(const compared_versions& versions, const verdict_options& options);
table sheet_of_change_points(std::vector<change_point_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_TREND_HPP
