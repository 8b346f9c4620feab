#ifndef RIDGELINE_TORCH_SHEET_ROOF_POINTS_HPP
#define RIDGELINE_TORCH_SHEET_ROOF_POINTS_HPP

#include <string>
#include <vector>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/sheet/unified.hpp>

namespace ridgeline {

/// A point of the roofline chart: an op, or an end or corner of a roof. Points of one series are consecutive.
struct torch_roof_point {
  std::string series{};           ///< `matrix_bf16`; `roof of matrix_bf16: mi300x, vendor peak`
  bool roof = false;
  std::string op{};
  double intensity = 0;           ///< FLOP per byte
  double rate = 0;                ///< TFLOP/s
};

/// The ops of a run by the peak that applies to them; each series is preceded by its roof.
std::vector<torch_roof_point> torch_roof_points(const std::vector<torch_unified_row>& rows, const hw::roofs& roofs);

/// The points as the sheet `roofline`.
table sheet_of(std::string name, std::vector<torch_roof_point> points);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_ROOF_POINTS_HPP
