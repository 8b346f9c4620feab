#ifndef RIDGELINE_TORCH_PATH_CRITICAL_PATH_HPP
#define RIDGELINE_TORCH_PATH_CRITICAL_PATH_HPP

#include <string>
#include <vector>

#include <ridgeline/core/owned.hpp>
#include <ridgeline/gpu/path/usage.hpp>
#include <ridgeline/gpu/path/walk.hpp>
#include <ridgeline/torch/path/activity.hpp>

namespace ridgeline {

class torch_profile;
namespace hw {
struct roofs;
}

/// Options of the critical path.
struct critical_path_options {
  path_steps steps{};
  std::vector<std::string> data_load{};              ///< events whose name contains any of these count as data loading
  duration unexplained = duration::of(30'000);       ///< a delay beyond the usual one by more than this needs a cause
  gpu_usage_options usage{};
  std::vector<asked_change> what_if{};
  const hw::roofs* roofs = nullptr;                  ///< the chip, for changes that move ops to their roof
  /// makes `kernel_sequences` for ops whose name contains this; empty: none
  std::string sequence_op{};
  std::size_t least_sequence = 3;                    ///< minimum number of kernels that such an op launches
};

/// Explains the duration of a step: the events, what waited for what, the graph of the window, and the rows of the
/// sheets. Refers to the trace of the run.
struct critical_path_report {
  owned<path_activity> activity;
  owned<gpu_waits> waits;
  owned<host_chains> chains;
  run_graph graph;                     ///< without goals if there is no such step
  chosen_window window;
  path_rows rows;
};

/// Computes the critical path. With a run, ops with a model have roofs if the options give a chip and a change needs
/// them. `simulate(report.graph, *read_change("kernels:gemm*0.5"))` then gives the duration of the step after a
/// change, in ns; missing if there is no such step.
critical_path_report critical_path(const torch_profile& run, const critical_path_options& options = {});
critical_path_report critical_path(const torch_trace& trace, const critical_path_options& options = {},
                                   const gpu::communication_table* communication = nullptr);
critical_path_report critical_path(torch_trace&&, const critical_path_options& = {},  // Name the trace: rows need it
                                   const gpu::communication_table* = nullptr) = delete;

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_CRITICAL_PATH_HPP
