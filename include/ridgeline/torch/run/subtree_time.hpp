#ifndef RIDGELINE_TORCH_RUN_SUBTREE_TIME_HPP
#define RIDGELINE_TORCH_RUN_SUBTREE_TIME_HPP

#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/timeline/interval.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// How long at least one event of each stretch of a list of events ran, in microseconds; 0 for an empty stretch. Events
/// without a span, and `missing<std::uint32_t>` in the list, count as nothing.
std::vector<double> busy_times(const torch_trace& trace, const torch_clock& clock,
                               std::span<const std::uint32_t> events, std::span<const interval_range> stretches);

/// How long at least one piece of the GPU work below each of some events ran, in microseconds; 0 without any.
std::vector<double> subtree_times(const call_tree& tree, const std::vector<std::uint32_t>& events);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_SUBTREE_TIME_HPP
