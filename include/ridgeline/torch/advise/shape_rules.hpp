#ifndef RIDGELINE_TORCH_ADVISE_SHAPE_RULES_HPP
#define RIDGELINE_TORCH_ADVISE_SHAPE_RULES_HPP


#include <ridgeline/torch/advise/findings.hpp>

/// The rules that use shapes and types of ops, or sizes of messages.
namespace ridgeline::torch_findings {

void layout_copies(const torch_findings_run& run, finding_drafts& to);
void dtype_roundtrip(const torch_findings_run& run, finding_drafts& to);
void unfused_elementwise(const torch_findings_run& run, finding_drafts& to);
void optimizer_unfused(const torch_findings_run& run, finding_drafts& to);
void gemm_fp32(const torch_findings_run& run, finding_drafts& to);
void gemm_below_roof(const torch_findings_run& run, finding_drafts& to);
void attention_below_roof(const torch_findings_run& run, finding_drafts& to);
void kv_cache_bandwidth(const torch_findings_run& run, finding_drafts& to);
void attention_unfused(const torch_findings_run& run, finding_drafts& to);
void memory_below_roof(const torch_findings_run& run, finding_drafts& to);
void comm_small(const torch_findings_run& run, finding_drafts& to);
void recompute_share(const torch_findings_run& run, finding_drafts& to);

}  // namespace ridgeline::torch_findings

#endif  // RIDGELINE_TORCH_ADVISE_SHAPE_RULES_HPP
