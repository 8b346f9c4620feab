#ifndef RIDGELINE_TORCH_SHEET_COVERAGE_HPP
#define RIDGELINE_TORCH_SHEET_COVERAGE_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/torch/sheet/unified.hpp>

namespace ridgeline {

/// How much of a run's GPU time has known FLOP and bytes: one row for all of that time, then the ops without them,
/// and work that belongs to no op, longest first. Shares are of all GPU time.
struct torch_coverage_row {
  std::string op{};
  bool has_model = false;   ///< it has a model; with no figures, the model could not read the calls
  std::int64_t calls = 0;   ///< of work that belongs to no op: how much work
  double time = 0;  ///< microseconds
  torch_share part{};
};

/// The rows for GPU work that is already grouped by op.
std::vector<torch_coverage_row> torch_coverage_of(const torch_unified& unified);

/// The rows as the sheet `model_coverage`.
table sheet_of(std::string name, std::vector<torch_coverage_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_COVERAGE_HPP
