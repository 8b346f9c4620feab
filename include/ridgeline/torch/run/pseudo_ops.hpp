#ifndef RIDGELINE_TORCH_RUN_PSEUDO_OPS_HPP
#define RIDGELINE_TORCH_RUN_PSEUDO_OPS_HPP

namespace ridgeline {

class tree_edit;

/// Adds ops for work that serving engines run without telling the profiler: `--enable_pseudo_ops`. One op of vLLM,
/// SGLang or AITER launches several matrix products of a mixture of experts; each gets an op of its own around its
/// launch, with the arguments that a model needs. Attention recognised by its Python frame gets one around what the
/// frame calls; this needs Python frames in the tree.
void add_pseudo_ops(tree_edit& edit);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_PSEUDO_OPS_HPP
