#ifndef RIDGELINE_GPU_PATH_WALK_HPP
#define RIDGELINE_GPU_PATH_WALK_HPP

#include <vector>

#include <ridgeline/gpu/path/graph.hpp>
#include <ridgeline/gpu/path/rows.hpp>

namespace ridgeline {

/// The path that determined the window's length, traced from its end back through what each point waited for. Its rows
/// are contiguous and add up to the step. Takes linear time in the number of events on the path.
std::vector<path_row> critical_path(const run_graph& graph);

/// The rows of `what_if`: the measured step, a replay of the unchanged graph with the machine's constants (its change
/// is the error of the model), the standard scenarios, and the requested ones, each with its text.
struct asked_change {
  std::string text{};
  run_change change{};
};
std::vector<what_if_row> what_if(const run_graph& graph, const std::vector<asked_change>& asked);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_WALK_HPP
