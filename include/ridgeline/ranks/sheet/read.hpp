#ifndef RIDGELINE_RANKS_SHEET_READ_HPP
#define RIDGELINE_RANKS_SHEET_READ_HPP

#include <cstdint>
#include <string>

#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline {

struct rank_reading {
  torch_run_options run{};
  torch_model_faults models{};
  bool kernels = false;   ///< keep every kernel
  bool unlinked = false;  ///< the time line also counts GPU work without a launch
  bool linked_calls_only = false;  ///< only collectives the original finds: linked, named by arguments
};

/// What one rank's trace contains, as a partial result.
fleet_partial partial_of(const torch_trace& trace, std::int64_t rank, const std::string& path,
                         const rank_reading& how = {});

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_READ_HPP
