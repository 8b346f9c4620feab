#ifndef RIDGELINE_TORCH_RUN_SUBTREE_TIME_HPP
#define RIDGELINE_TORCH_RUN_SUBTREE_TIME_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// How long at least one piece of the GPU work below each of some events ran, in microseconds; 0 without any.
std::vector<double> subtree_times(const call_tree& tree, const std::vector<std::uint32_t>& events);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_SUBTREE_TIME_HPP
