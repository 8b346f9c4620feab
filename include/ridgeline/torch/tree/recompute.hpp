#ifndef RIDGELINE_TORCH_TREE_RECOMPUTE_HPP
#define RIDGELINE_TORCH_TREE_RECOMPUTE_HPP

#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// Which events run a second time because their results were not kept (activation checkpointing): the frames of
/// torch/utils/checkpoint.py that name `recompute_fn`, and all below them. One entry an event; nothing is marked in a
/// tree without Python frames.
std::vector<bool> recomputed_events(const call_tree& tree);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_RECOMPUTE_HPP
