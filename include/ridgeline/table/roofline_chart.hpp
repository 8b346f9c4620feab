#ifndef RIDGELINE_TABLE_ROOFLINE_CHART_HPP
#define RIDGELINE_TABLE_ROOFLINE_CHART_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/table/table.hpp>

/// Rooflines as data: built from a report's rows, drawn by a sink or turned into a table.
namespace ridgeline {

/// Ops by operational intensity and achieved rate, under the roofs of a chip.
struct roofline_chart {
  static constexpr std::size_t no_roof = static_cast<std::size_t>(-1);
  struct roof {
    std::string name{};              ///< the precision it is quoted for
    flop_rate peak{};
  };
  struct point {
    std::string name{};
    std::size_t under = no_roof;     ///< index into `roofs`
    intensity at{};
    flop_rate achieved{};
    double share = missing<double>;    ///< fraction of the roof above it
    std::string bound{};
    std::int64_t count = 1;
    time_quantity time{};                 ///< total over all `count` calls
  };
  std::string title{}, about{};
  bandwidth memory = missing<bandwidth>;
  std::vector<roof> roofs{};
  std::vector<point> points{};
};

/// What a report knows about one op, or about the calls of one op and shape: the input for one point.
struct roof_point {
  std::string_view name{};
  std::string_view shape{};        ///< appended to the name, truncated if long
  std::string_view spec{};         ///< the peak it is compared to, such as `matrix_bf16`; empty: none
  std::string_view bound{};
  intensity at{};
  flop_rate achieved{};
  double share = missing<double>;    ///< fraction of the roof above it
  std::int64_t count = 1;
  time_quantity time{};                 ///< total over all `count` calls
};

/// The roofline of these rows under the roofs of a chip (null: no chip was named), in row order. There is one roof for
/// each peak named by a row, in order of first appearance. Rows without FLOP, traffic or time are not shown.
roofline_chart roofline_of(std::span<const roof_point> rows, const hw::roofs* roofs);

/// The points and the roofs above them as rows of a table, for readers who want the chart's numbers.
table roofline_table(const roofline_chart& chart);

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_ROOFLINE_CHART_HPP
