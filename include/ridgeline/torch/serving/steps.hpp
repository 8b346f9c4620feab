#ifndef RIDGELINE_TORCH_SERVING_STEPS_HPP
#define RIDGELINE_TORCH_SERVING_STEPS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/step/steady.hpp>
#include <ridgeline/torch/step/step_work.hpp>

namespace ridgeline {

/// Selects the steps of a serving run that a report covers.
struct serving_choice {
  std::optional<step_range> steps{};        ///< only these, counted from 0; numbers beyond the run are ignored
  std::optional<step_phase> kind{};         ///< only steps of this kind
  std::optional<steady_window> window{};    ///< only the steps of this window
  steady_options steady{};
};

/// The steps of a serving run, which of them are steady, and what the GPU did in each.
struct serving_run {
  std::vector<serving_step> steps;          ///< the steps chosen by number; others are not part of the run
  std::size_t first = 0;                    ///< the number of the first one in the trace
  std::size_t steps_of_trace = 0;           ///< how many the trace has
  std::vector<std::string> names;
  steady_state steady{};
  std::vector<std::size_t> chosen;          ///< the steps that the report is about, positions in `steps`
  bool all_chosen = true;                   ///< the report is about the whole trace
  std::size_t other_ranges = 0;             ///< ranges named like steps, such as `step[TARGET_VERIFY`, that are none
  std::vector<table> tables;                ///< `steps`, `steady_state`, `phase_runs`, and without faults `step_times`
  data_quality problems;                    ///< what of the steps is not known
};

/// Whether ranges of the GPU are named like steps, which do not show what the host did in them.
bool names_steps_on_gpu(const torch_trace& trace);

/// Finds the steps of a trace, makes their sheets, and reduces the trace to the chosen steps.
serving_run serving_run_of(torch_trace& trace, const serving_choice& choice, torch_faults faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SERVING_STEPS_HPP
