#ifndef RIDGELINE_XLA_REPORT_COMPARED_RUN_HPP
#define RIDGELINE_XLA_REPORT_COMPARED_RUN_HPP

#include <optional>

#include <ridgeline/compare/run.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// A profile as a run to compare. Its steps are the host's annotations that `step` is found in, by where kernels are
/// launched; without one the device's line `Steps`; else the executions of the program with the most GPU time, a new
/// one where the first instruction of the first one comes again; else the whole profile is one step. Label, path and
/// kind are left to the caller.
compared_run compared_run_of(const jax_result& report, const std::optional<text_pattern>& step = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_COMPARED_RUN_HPP
