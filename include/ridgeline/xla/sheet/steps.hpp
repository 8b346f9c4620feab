#ifndef RIDGELINE_XLA_SHEET_STEPS_HPP
#define RIDGELINE_XLA_SHEET_STEPS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// The steps of a profile: what marks them, their names in order of time, and which one each device event is of.
struct jax_steps {
  std::string unit = "whole";            ///< `whole`: nothing marks steps, and there is one
  std::vector<std::string> names;
  std::vector<std::uint32_t> of;         ///< by UID; missing: of none
};

/// By the host's annotations that `step` is found in, around the launches; without a pattern by the line `Steps` of
/// each device, else by the host's annotations with a `step_num`, else by the executions of the program with the most
/// time on devices: a new one begins where another `run_id` does, else where the first instruction of the first one
/// comes again. Work is of the annotation around its launch; else around the first event of the host with its `run_id`,
/// else around its own start.
jax_steps steps_of(const jax_result& r, const std::optional<text_pattern>& step = {});

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_STEPS_HPP
