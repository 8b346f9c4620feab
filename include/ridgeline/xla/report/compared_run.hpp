#ifndef RIDGELINE_XLA_REPORT_COMPARED_RUN_HPP
#define RIDGELINE_XLA_REPORT_COMPARED_RUN_HPP

#include <optional>

#include <ridgeline/compare/run.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// Prepares a profile for comparison. Its steps are the host annotations that match `step`, applied at the launches
/// of kernels; without `step`, the device's line `Steps`; else the executions of the program with the most GPU time,
/// with a new one at each repetition of the first instruction of the first one; else the whole profile as one step.
/// What the health of the profile says is part of it. Label, path and kind are left to the caller.
compared_run compared_run_of(const jax_result& report, const std::optional<text_pattern>& step = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_COMPARED_RUN_HPP
