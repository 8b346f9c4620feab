#ifndef RIDGELINE_TORCH_SHEET_ROOF_POINTS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_ROOF_POINTS_BODY_HPP

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/sheet/metrics_rows.hpp>
#include <ridgeline/torch/sheet/roof_points.hpp>

namespace ridgeline {

std::vector<torch_roof_point> torch_roof_points(const std::vector<torch_unified_row>& rows,
                                                       const hw::roofs& roofs) {
  std::vector<std::string_view> specs;
  double least = 1, most = 1;
  const auto drawn = [](const torch_unified_row& r) {
    return !r.spec.empty() && r.intensity.value > 0 && r.compute_rate.mean > 0;
  };
  for (const torch_unified_row& r : rows) {
    if (!drawn(r)) continue;
    least = std::min(least, r.intensity.value), most = std::max(most, r.intensity.value);
    const std::string_view spec = torch_detail::roof_spec_of(r);
    if (std::find(specs.begin(), specs.end(), spec) == specs.end()) specs.push_back(spec);
  }
  std::vector<torch_roof_point> points;
  for (const std::string_view spec : specs) {
    const double peak = roofs.rate_of(spec).in(TFLOPps), slope = roofs.memory.in(GBps) / 1000;  // TFLOP/s per FLOP/B
    if (known(peak)) {
      std::string name = "roof of ";
      name.append(spec).append(": ").append(roofs.described());
      const double ridge = known(slope) ? peak / slope : least;  // without a slope it is level
      const double left = std::min(least, ridge) / 2, right = std::max(most, ridge) * 2;
      points.push_back({name, true, {}, left, known(slope) ? left * slope : peak});
      points.push_back({name, true, {}, ridge, peak});
      points.push_back({std::move(name), true, {}, right, peak});
    }
    for (const torch_unified_row& r : rows)
      if (drawn(r) && torch_detail::roof_spec_of(r) == spec)
        points.push_back({std::string(spec), false, r.name, r.intensity.value, r.compute_rate.mean});
  }
  return points;
}

inline constexpr auto torch_roof_columns =
    columns(column<"series">(&torch_roof_point::series).left(), column<"is_roof">(&torch_roof_point::roof),
            column<"op">(&torch_roof_point::op).left(), column<"FLOPS/Byte">(&torch_roof_point::intensity),
            column<"TFLOPS/s">(&torch_roof_point::rate));

table sheet_of(std::string name, std::vector<torch_roof_point> points) {
  return table(std::move(name), std::move(points), torch_roof_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_ROOF_POINTS_BODY_HPP
