#ifndef RIDGELINE_TORCH_RUN_SUBTREE_TIME_HPP
#define RIDGELINE_TORCH_RUN_SUBTREE_TIME_HPP

#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/timeline/interval.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// For each stretch of a list of events, the time in microseconds in which at least one of them ran; 0 for an empty
/// stretch. Events without a span, and `missing<std::uint32_t>` in the list, count as nothing.
std::vector<double> busy_times(const torch_trace& trace, const torch_clock& clock,
                               std::span<const std::uint32_t> events, std::span<const interval_range> stretches);

/// For each event, the range of the tree's GPU work that is below it.
std::vector<interval_range> gpu_ranges_of(const call_tree& tree, const std::vector<std::uint32_t>& events);

/// For each event, the time in microseconds in which at least one piece of the GPU work below it ran; 0 if there is
/// none.
std::vector<double> subtree_times(const call_tree& tree, const std::vector<std::uint32_t>& events);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_SUBTREE_TIME_HPP
