#ifndef RIDGELINE_TORCH_TREE_RECOMPUTE_HPP
#define RIDGELINE_TORCH_TREE_RECOMPUTE_HPP

#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// Whether each event is recomputation because results were not kept (activation checkpointing): the frames of
/// torch/utils/checkpoint.py that name `recompute_fn`, and everything below them; and what is below an op
/// `CheckpointFunctionBackward` (`use_reentrant=True`), except for the backward nodes that it runs. One entry for each
/// event.
std::vector<bool> recomputed_events(const call_tree& tree);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_RECOMPUTE_HPP
