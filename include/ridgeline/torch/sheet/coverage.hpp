#ifndef RIDGELINE_TORCH_SHEET_COVERAGE_HPP
#define RIDGELINE_TORCH_SHEET_COVERAGE_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/torch/sheet/unified.hpp>

namespace ridgeline {

/// How much of the GPU time of a run the models explain: one row for all of it that they do, then the ops that have
/// none, the longest first.
struct torch_coverage_row {
  std::string op{};
  bool has_model = false;
  std::int64_t calls = 0;
  double time = 0;  ///< microseconds
  torch_share part{};
};

std::vector<torch_coverage_row> torch_coverage_of(const torch_unified& unified);

/// The rows as the sheet `model_coverage`.
table sheet_of(std::string name, std::vector<torch_coverage_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_COVERAGE_HPP
