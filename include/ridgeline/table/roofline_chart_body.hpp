#ifndef RIDGELINE_TABLE_ROOFLINE_CHART_BODY_HPP
#define RIDGELINE_TABLE_ROOFLINE_CHART_BODY_HPP

#include <utility>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/table/roofline_chart.hpp>

namespace ridgeline {

roofline_chart roofline_of(std::span<const roof_point> rows, const hw::roofs* roofs) {
  constexpr std::size_t longest_shape = 160;
  roofline_chart chart;
  chart.title = "Roofline";
  chart.about = "One point for each op and shape; its size shows its kernel time.";
  if (roofs != nullptr) {
    chart.memory = roofs->memory;
    chart.about += " Roofs: " + roofs->name;
    chart.about += roofs->measured ? ", measured." : ", the vendor's peaks.";
  } else {
    chart.about += " No roofs: no chip was given (--arch).";
  }
  const auto roof_named = [&](std::string_view spec) {
    if (spec.empty()) return roofline_chart::no_roof;
    std::size_t at = 0;
    while (at < chart.roofs.size() && chart.roofs[at].name != spec) ++at;
    if (at == chart.roofs.size())
      chart.roofs.push_back({std::string(spec), roofs != nullptr ? roofs->rate_of(spec) : missing<flop_rate>});
    return at;
  };
  for (const roof_point& row : rows) {
    const auto is_drawn = [](double value) { return value > 0 && value - value == 0; };  // and finite
    if (!is_drawn(row.at.base()) || !is_drawn(row.achieved.base()) || !is_drawn(row.time.base())) continue;
    roofline_chart::point p{std::string(row.name), roof_named(row.spec), row.at, row.achieved,
                            row.share, std::string(row.bound), row.count, row.time};
    if (!row.shape.empty()) p.name.append(" ").append(utf8_front(row.shape, longest_shape));
    chart.points.push_back(std::move(p));
  }
  return chart;
}

table roofline_table(const roofline_chart& chart) {
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
    if (known(roof.peak)) {
      const bool slopes = known(chart.memory);
      const intensity ridge = slopes ? roof.peak / chart.memory : least;
      const intensity left = (ridge.base() < least.base() ? ridge : least) / 2;
      const intensity right = (ridge.base() > most.base() ? ridge : most) * 2;
      const std::string name = "roof of " + roof.name;
      rows.push_back({name, {}, true, left, slopes ? left * chart.memory : roof.peak});
      rows.push_back({name, {}, true, ridge, roof.peak});
      rows.push_back({name, {}, true, right, roof.peak});
    }
    for (const roofline_chart::point& p : chart.points)
      if (p.under == i) rows.push_back({roof.name, p.name, false, p.at, p.achieved});
  }
  return table("roofline", std::move(rows), list);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_ROOFLINE_CHART_BODY_HPP
