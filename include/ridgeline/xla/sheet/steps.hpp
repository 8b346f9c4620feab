#ifndef RIDGELINE_XLA_SHEET_STEPS_HPP
#define RIDGELINE_XLA_SHEET_STEPS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// The steps of a profile: what marks them, their names in order of time, and the step of each device event.
struct jax_steps {
  std::string unit = "whole";            ///< `whole`: nothing marks steps, so there is just one
  std::vector<std::string> names;
  std::vector<std::uint32_t> of;         ///< by UID; missing: in no step
};

/// Finds the steps by host annotations that match `step`, around the launches. Without a pattern: by the line
/// `Steps` of each device, else by host annotations with a `step_num`, else by the executions of the program with
/// the most device time, with a new one at each change of `run_id` or else at each repetition of the first
/// instruction that an execution runs once (a profile may begin within a loop). Work belongs to the annotation around
/// its launch, else around the first host event with its `run_id`, else around its own start.
jax_steps steps_of(const jax_result& r, const std::optional<text_pattern>& step = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_STEPS_HPP
