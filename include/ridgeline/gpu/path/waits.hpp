#ifndef RIDGELINE_GPU_PATH_WAITS_HPP
#define RIDGELINE_GPU_PATH_WAITS_HPP

#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/path/activity.hpp>

namespace ridgeline {

/// What was the last thing that a GPU task waited for: its call, the task before it in its stream, a task of another
/// stream that the trace names, or one that it does not name.
enum class task_bound : std::uint8_t { nothing, call, stream, source, inferred };

/// What one task waits for. Numbers are indexes to the activity's lists, missing where there is none.
struct task_wait {
  std::uint32_t call = missing<std::uint32_t>;      ///< host event that gave it away
  std::uint32_t before = missing<std::uint32_t>;    ///< task of its stream
  std::uint32_t inferred = missing<std::uint32_t>;  ///< task of another stream
  std::uint32_t first_source = 0, sources = 0;      ///< recorded waits: a stretch of `gpu_waits::sources`
  std::uint32_t bound_to = missing<std::uint32_t>;  ///< a task, or of `task_bound::call` a host event
  task_bound bound = task_bound::nothing;
  std::int64_t given = 0;                           ///< when it was given away, ns
  std::int64_t excess = 0;                          ///< ns by which it began later than what binds explains
};

/// The tasks that a call of the host waits for.
struct call_wait {
  std::uint32_t call = 0;
  std::uint32_t first = 0, tasks = 0;   ///< a stretch of `gpu_waits::awaited`
  bool synchronizes = false;            ///< by its name it does nothing but wait
};

/// What the machine needs between cause and effect, as measured over the whole trace.
struct wait_constant {
  std::int64_t ns = 0;
  std::int64_t samples = 0;
};
struct wait_model {
  wait_constant launch_latency{};   ///< from a call's begin to its task's on an idle GPU
  wait_constant stream_gap{};       ///< between tasks of one stream that follow each other
  wait_constant sync_return{};      ///< from the end of the last task to the return of the call that waits for it
  wait_constant sync_call{};        ///< a call that waits for nothing
};

struct gpu_waits {
  std::vector<task_wait> tasks;                 ///< by task
  std::vector<std::uint32_t> sources;
  std::vector<call_wait> calls;
  std::vector<std::uint32_t> awaited;
  std::vector<std::uint32_t> wait_of;           ///< by host event: index to `calls`, or missing
  std::vector<std::uint32_t> by_stream;         ///< tasks by stream, begin and number
  std::vector<std::uint32_t> by_device;         ///< tasks by device, begin and number
  wait_model model{};
  std::int64_t unexplained = 0;                 ///< ns; what is above needs a cause

  std::span<const std::uint32_t> sources_of(const task_wait& w) const {
    return {sources.data() + w.first_source, w.sources};
  }
  std::span<const std::uint32_t> awaited_by(const call_wait& w) const { return {awaited.data() + w.first, w.tasks}; }
};

/// What each task and each call waits for. A delay that is longer than the usual one by more than `unexplained` needs a
/// cause: a task of another stream whose end explains it, else it is not explained. n log n.
gpu_waits waits_of(const path_activity& activity, duration unexplained);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_WAITS_HPP
