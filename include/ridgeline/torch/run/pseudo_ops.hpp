#ifndef RIDGELINE_TORCH_RUN_PSEUDO_OPS_HPP
#define RIDGELINE_TORCH_RUN_PSEUDO_OPS_HPP

namespace ridgeline {

class tree_edit;
struct torch_trace;

/// Removes the counter of its registration from the name of a profiled op of SGLang, which differs from run to run:
/// `sglang_profiler::f_12` becomes `sglang_profiler::f`, which models know.
void drop_registration_counters(torch_trace& trace);

/// Adds ops for work that serving engines run without telling the profiler: `--enable_pseudo_ops`. One op of vLLM,
/// SGLang or AITER launches several matrix products of a mixture of experts; each gets an op of its own around its
/// launch, with the arguments that a model needs. Attention recognised by its Python frame gets one around what the
/// frame calls; this needs Python frames in the tree.
void add_pseudo_ops(tree_edit& edit);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_PSEUDO_OPS_HPP
