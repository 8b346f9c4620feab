#ifndef RIDGELINE_TORCH_REPORT_COMPARED_RUN_HPP
#define RIDGELINE_TORCH_REPORT_COMPARED_RUN_HPP

#include <optional>

#include <ridgeline/compare/run.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

class torch_profile;

/// Prepares a trace for comparison. Its steps are the annotations that match `step`; without `step`, the annotations
/// `ProfilerStep#N`, else the step annotations of serving engines, else the whole trace as one step. An annotation
/// within another one of its thread is a part of that step. GPU work belongs to the step in whose annotation its launch
/// starts, on any thread of the process; annotations of one name in several processes are one step. Label, path and
/// kind are left to the caller.
compared_run compared_run_of(const call_tree& tree, const std::optional<text_pattern>& step = {});
/// The same with what the health of the trace says: a comparison refuses a run whose time line cannot be trusted.
compared_run compared_run_of(const torch_profile& run, const std::optional<text_pattern>& step = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_COMPARED_RUN_HPP
