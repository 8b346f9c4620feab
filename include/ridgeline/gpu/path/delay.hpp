#ifndef RIDGELINE_GPU_PATH_DELAY_HPP
#define RIDGELINE_GPU_PATH_DELAY_HPP

#include <cstdint>

#include <ridgeline/core/missing.hpp>

namespace ridgeline {

/// What a delay between two moments is: an edge of a `dependency_graph` of a host and its GPUs, small or whole.
enum class delay_kind : std::uint8_t {
  host,        ///< time of a thread
  wakeup,      ///< from another thread that this one waited for
  launch,      ///< from a call to its task
  stream_gap,  ///< from a task to the next one, of its stream or one that it waited for
  sync_return, ///< from the end of a task to the return of a call
  task,        ///< from a task's begin to its end
  start        ///< from the window's begin to a task that nothing else leads to
};

/// What an edge of the graph stands for, beside `dependency_graph::edges()`.
struct delay_facts {
  delay_kind kind = delay_kind::host;
  bool binds = false;                              ///< it is what its target really waited for
  std::int64_t measured = 0;                       ///< ns; below 0 where clocks differ
  std::uint32_t owner = missing<std::uint32_t>;    ///< of host time the host event, of `task` and in streams the task
  /// from the task before it in its stream, and not all that it waits for
  bool in_stream = false;
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_DELAY_HPP
