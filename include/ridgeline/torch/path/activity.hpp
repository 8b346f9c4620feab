#ifndef RIDGELINE_TORCH_PATH_ACTIVITY_HPP
#define RIDGELINE_TORCH_PATH_ACTIVITY_HPP

#include <string>

#include <ridgeline/gpu/path/activity.hpp>
#include <ridgeline/gpu/path/chains.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

namespace gpu {
class communication_table;
}

class call_tree;

/// The events on the host and the GPUs of a PyTorch trace. Names are views into the trace, which must outlive it.
/// Communication is recognised as in `gpu_timeline`, by the kernel's name and the op around its launch.
path_activity path_activity_of(const call_tree& tree);
/// The same from a trace, for which it builds a tree; a null table means the built-in one.
path_activity path_activity_of(const torch_trace& trace, const gpu::communication_table* communication = nullptr);

/// The steps to look at: host annotations whose name contains a text, numbered from 0 by start.
struct path_steps {
  std::string annotation = "ProfilerStep";   ///< empty: the whole trace
  std::size_t first = 0, last = 0;           ///< inclusive
};

/// The window of these annotations; not found if there are none of that name, or too few.
struct chosen_window {
  path_window window{};
  bool found = false;
  std::size_t annotations = 0;   ///< number of annotations with such a name
};
chosen_window window_of(const path_activity& activity, const path_steps& steps);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_ACTIVITY_HPP
