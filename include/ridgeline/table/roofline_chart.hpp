#ifndef RIDGELINE_TABLE_ROOFLINE_CHART_HPP
#define RIDGELINE_TABLE_ROOFLINE_CHART_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/core/utf8.hpp>
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
inline roofline_chart roofline_of(std::span<const roof_point> rows, const hw::roofs* roofs) {
  constexpr std::size_t longest_shape = 160;
  roofline_chart chart;
  chart.title = "Roofline";
  chart.about = "A point for each op and shape; its size follows its kernel time.";
  if (roofs != nullptr) {
    chart.memory = roofs->memory;
    chart.about += " Roofs: " + roofs->name;
    chart.about += roofs->measured ? ", measured." : ", the vendor's peaks.";
  } else {
    chart.about += " No roofs: no chip was named (--arch).";
  }
  const auto roof_named = [&](std::string_view spec) {
    if (spec.empty()) return roofline_chart::no_roof;
    std::size_t at = 0;
    while (at < chart.roofs.size() && chart.roofs[at].name != spec) ++at;
    if (at == chart.roofs.size())
      chart.roofs.push_back({std::string(spec), roofs != nullptr ? roofs->peak_of(spec) : missing<flop_rate>});
    return at;
  };
  for (const roof_point& row : rows) {
    const auto is_drawn = [](double value) { return value > 0 && value - value == 0; };  // and not infinite
    if (!is_drawn(row.at.base()) || !is_drawn(row.achieved.base()) || !is_drawn(row.time.base())) continue;
    roofline_chart::point p{std::string(row.name), roof_named(row.spec), row.at, row.achieved,
                            row.share, std::string(row.bound), row.count, row.time};
    if (!row.shape.empty()) p.name.append(" ").append(utf8_front(row.shape, longest_shape));
    chart.points.push_back(std::move(p));
  }
  return chart;
}

/// The points as rows of a table, with the roofs that they lie under: for who wants the numbers of the chart.
inline table roofline_table(const roofline_chart& chart) {
  struct row {
    std::string series{}, op{};
    bool roof = false;
    intensity at{};
    flop_rate rate{};
  };
  constexpr auto list = columns(column<"series">(&row::series).left(), column<"is_roof">(&row::roof),
                                column<"op">(&row::op).left(), column<"FLOPS/Byte", FLOPpB>(&row::at).shown_as(""),
                                column<"TFLOPS/s", TFLOPps>(&row::rate).shown_as(""));
  intensity least = 1 * FLOPpB, most = 1 * FLOPpB;
  for (const roofline_chart::point& p : chart.points) {
    if (p.at.base() < least.base()) least = p.at;
    if (p.at.base() > most.base()) most = p.at;
  }
  std::vector<row> rows;
  for (std::size_t i = 0; i < chart.roofs.size(); ++i) {
    const roofline_chart::roof& roof = chart.roofs[i];
    if (known(roof.peak) && known(chart.memory)) {
      const intensity ridge = roof.peak / chart.memory;
      const intensity left = (ridge.base() < least.base() ? ridge : least) / 2;
      const intensity right = (ridge.base() > most.base() ? ridge : most) * 2;
      const std::string name = "roof of " + roof.name;
      rows.push_back({name, {}, true, left, left * chart.memory});
      rows.push_back({name, {}, true, ridge, roof.peak});
      rows.push_back({name, {}, true, right, roof.peak});
    }
    for (const roofline_chart::point& p : chart.points)
      if (p.under == i) rows.push_back({roof.name, p.name, false, p.at, p.achieved});
  }
  return table("roofline", std::move(rows), list);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_ROOFLINE_CHART_HPP
