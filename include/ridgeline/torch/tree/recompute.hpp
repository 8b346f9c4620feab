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

/// Whether each event is run for the forward pass although an autograd node is around it: recomputation, and ops with a
/// sequence number of their own, which ops of a backward pass do not have, as they need no gradients.
std::vector<bool> forward_work_in_backward(const call_tree& tree);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_RECOMPUTE_HPP
