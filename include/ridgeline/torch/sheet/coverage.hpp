#ifndef RIDGELINE_TORCH_SHEET_COVERAGE_HPP
#define RIDGELINE_TORCH_SHEET_COVERAGE_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/torch/sheet/unified.hpp>

namespace ridgeline {

/// For how much of the GPU time of a run FLOP and bytes are known: one row for all of that, then the ops for which they
/// are not, and what belongs to no op, the longest first. Shares are of all GPU time.
struct torch_coverage_row {
  std::string op{};
  bool has_model = false;   ///< a model describes it; without figures the model could not read the calls
  std::int64_t calls = 0;
  double time = 0;  ///< microseconds
  torch_share part{};
};

std::vector<torch_coverage_row> torch_coverage_of(const torch_unified& unified);

/// The rows as the sheet `model_coverage`.
table sheet_of(std::string name, std::vector<torch_coverage_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_COVERAGE_HPP
