#ifndef RIDGELINE_GPU_PATH_DELAY_HPP
#define RIDGELINE_GPU_PATH_DELAY_HPP

#include <cstdint>

#include <ridgeline/core/missing.hpp>

namespace ridgeline {

/// The kind of delay between two points in time, an edge in the `dependency_graph` of a host and its GPUs.
enum class delay_kind : std::uint8_t {
  host,        ///< time spent on a thread
  wakeup,      ///< from another thread that this one waited for
  launch,      ///< from a call to its task
  stream_gap,  ///< from a task to the next one in its stream, or to one that waited for it
  sync_return, ///< from the end of a task to the return of a call
  task,        ///< from a task's begin to its end
  start        ///< from the window's begin to a task without other predecessors
};

/// What an edge of the graph represents, parallel to `dependency_graph::edges()`.
struct delay_facts {
  delay_kind kind = delay_kind::host;
  bool binds = false;                              ///< its target actually waited for it
  std::int64_t measured = 0;                       ///< ns; negative where clocks disagree
  std::uint32_t owner = missing<std::uint32_t>;    ///< for host time a host event; for `task` and in streams a task
  /// leads from the previous task in its stream, and is not the only thing its target waits for
  bool in_stream = false;
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_DELAY_HPP
