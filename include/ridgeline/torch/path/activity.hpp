#ifndef RIDGELINE_TORCH_PATH_ACTIVITY_HPP
#define RIDGELINE_TORCH_PATH_ACTIVITY_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/path/activity.hpp>
#include <ridgeline/gpu/path/chains.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

namespace gpu {
class communication_table;
}

/// What a PyTorch trace says happened on its host and its GPUs. Names lie in the trace, which must outlive it. What is
/// communication is decided as in `gpu_timeline`; a null table is the built-in one.
path_activity path_activity_of(const torch_trace& trace, const gpu::communication_table* communication = nullptr);

/// Which steps are looked at: annotations of the host whose name contains a text, counted from 0 by when they begin.
struct path_steps {
  std::string annotation = "ProfilerStep";   ///< empty: the whole trace
  std::size_t first = 0, last = 0;           ///< both included
};

/// The window of these annotations; missing when there are none of that name or not so many.
struct chosen_window {
  path_window window{};
  bool found = false;
  std::size_t annotations = 0;   ///< how many have such a name
};
chosen_window window_of(const path_activity& activity, const path_steps& steps);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_ACTIVITY_HPP
