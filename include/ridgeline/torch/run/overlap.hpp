#ifndef RIDGELINE_TORCH_RUN_OVERLAP_HPP
#define RIDGELINE_TORCH_RUN_OVERLAP_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>

namespace ridgeline {

/// What ran at the same time as a piece of GPU work, and for how long.
struct gpu_overlap {
  std::uint32_t event = missing<std::uint32_t>;
  torch_span common{};  ///< when both ran
};

/// The overlaps of each GPU event of a trace.
class gpu_overlaps {
 public:
  std::vector<gpu_overlap> all;
  grouping of_event{};                ///< by event: positions in `all`
  std::uint64_t passed_over = 0;      ///< GPU events that later ones were not compared with though they still ran

  static constexpr std::size_t most_at_once = 64;
  static constexpr std::size_t most_more = 250'000;  ///< comparisons beyond that, in all: cells of the sheet name each
};

/// Which GPU events overlap: both last longer than nothing, on other streams, below other ops, for one microsecond at
/// least. `op_of` has the op of each event, or `missing<std::uint32_t>`. The work is bounded: each event is compared
/// with the 64 that began last among those that still run, and with more of them as long as these are `most_more` in
/// all.
gpu_overlaps gpu_overlaps_of(const torch_profile& run, std::vector<std::uint32_t> events,
                             const std::vector<std::uint32_t>& op_of);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_OVERLAP_HPP
