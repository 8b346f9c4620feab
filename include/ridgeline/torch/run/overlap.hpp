#ifndef RIDGELINE_TORCH_RUN_OVERLAP_HPP
#define RIDGELINE_TORCH_RUN_OVERLAP_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>

namespace ridgeline {

/// Work that ran at the same time as a piece of GPU work, and for how long.
struct gpu_overlap {
  std::uint32_t event = missing<std::uint32_t>;
  torch_span common{};  ///< the time in which both ran
};

/// The overlaps of all GPU events of a trace.
class gpu_overlaps {
 public:
  std::vector<gpu_overlap> all;
  grouping of_event{};                ///< positions in `all` by event
  std::uint64_t passed_over = 0;      ///< GPU events still running that later ones were not compared with

  static constexpr std::size_t most_at_once = 64;
  static constexpr std::size_t most_more = 250'000;  ///< total limit on further comparisons, as sheet cells name each
};

/// Finds GPU events that overlap: both have non-zero duration, they are on different streams and below different
/// ops, and they overlap by at least one microsecond. `op_of` is the op of each event, or `missing<std::uint32_t>`.
/// The work is bounded: each event is compared with the 64 most recently started events that are still running, and
/// with more as long as these further comparisons do not exceed `most_more` in total.
gpu_overlaps gpu_overlaps_of(const torch_profile& run, std::vector<std::uint32_t> events,
                             const std::vector<std::uint32_t>& op_of);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_OVERLAP_HPP
