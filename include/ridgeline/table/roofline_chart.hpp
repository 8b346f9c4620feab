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

/// Rooflines as data: from the rows of a report to what a sink draws, and to a table.
namespace ridgeline {

/// Ops by intensity and achieved rate, under the roofs of a chip.
struct roofline_chart {
  static constexpr std::size_t no_roof = static_cast<std::size_t>(-1);
  struct roof {
    std::string name{};              ///< the precision that it is quoted for
    flop_rate peak{};
  };
  struct point {
    std::string name{};
    std::size_t under = no_roof;     ///< position in `roofs`
    intensity at{};
    flop_rate achieved{};
    double share = missing<double>;    ///< of the roof above it
    std::string bound{};
    std::int64_t count = 1;
    time_quantity time{};                 ///< of all of them
  };
  std::string title{}, about{};
  bandwidth memory = missing<bandwidth>;
  std::vector<roof> roofs{};
  std::vector<point> points{};
};

/// What a report knows of one op, or of the calls of one op and shape: the row that a point is made of.
struct roof_point {
  std::string_view name{};
  std::string_view shape{};        ///< behind the name; cut where it is long
  std::string_view spec{};         ///< the peak that it is judged by, `matrix_bf16`; empty: none
  std::string_view bound{};
  intensity at{};
  flop_rate achieved{};
  double share = missing<double>;    ///< of the roof above it
  std::int64_t count = 1;
  time_quantity time{};                 ///< of all of them
};

/// The roofline of these rows under the roofs of a chip (null: none was named), in the order of the rows: one roof for
/// each peak that a row names, in the order in which they are named first. Rows without FLOP, traffic or time have no
/// place on it.
roofline_chart roofline_of(std::span<const roof_point> rows, const hw::roofs* roofs);

/// The points as rows of a table, with the roofs that they lie under: for who wants the numbers of the chart.
table roofline_table(const roofline_chart& chart);

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_ROOFLINE_CHART_HPP
