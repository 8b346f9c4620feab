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

/// What the critical path is asked for.
struct critical_path_options {
  path_steps steps{};
  std::vector<std::string> data_load{};              ///< events whose name contains one of these load data
  duration unexplained = duration::of(30'000);       ///< a delay longer than usual by more than this needs a cause
  gpu_usage_options usage{};
  std::vector<asked_change> what_if{};
  const hw::roofs* roofs = nullptr;                  ///< the chip, for changes that put ops at their roof
  /// `kernel_sequences` of ops whose name contains this; empty: none
  std::string sequence_op{};
  std::size_t least_sequence = 3;                    ///< kernels that such an op launches at least
};

/// Why a step took as long as it did: what happened, what waited for what, the graph of the window and the rows of the
/// sheets. It refers to the trace of the run.
struct critical_path_report {
  owned<path_activity> activity;
  owned<gpu_waits> waits;
  owned<host_chains> chains;
  run_graph graph;                     ///< without goals where there is no such step
  chosen_window window;
  path_rows rows;
};

/// Of a run, ops that a model describes have roofs, where the options name a chip and a change asks for them.
/// `critical_path(run)` and then `simulate(report.graph, *read_change("kernels:gemm*0.5"))`: the
/// step after the change, in ns.
critical_path_report critical_path(const torch_profile& run, const critical_path_options& options = {});
critical_path_report critical_path(const torch_trace& trace, const critical_path_options& options = {},
                                   const gpu::communication_table* communication = nullptr);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_CRITICAL_PATH_HPP
