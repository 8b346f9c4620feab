#ifndef RIDGELINE_TORCH_TREE_RECOMPUTE_HPP
#define RIDGELINE_TORCH_TREE_RECOMPUTE_HPP

#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// Whether each event is recomputation because results were not kept (activation checkpointing): the frames of
/// torch/utils/checkpoint.py that name `recompute_fn`, and everything below them. One entry per event; nothing is
/// marked in a tree without Python frames.
std::vector<bool> recomputed_events(const call_tree& tree);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_RECOMPUTE_HPP
