#ifndef RIDGELINE_GPU_PATH_WAITS_HPP
#define RIDGELINE_GPU_PATH_WAITS_HPP

#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/path/activity.hpp>

namespace ridgeline {

/// What a GPU task waited for last: its call, the previous task in its stream, a task in another stream that the trace
/// names, or one that was inferred.
enum class task_bound : std::uint8_t { nothing, call, stream, source, inferred };

/// What one task waits for. Numbers are indexes into the activity's lists; missing if there is none.
struct task_wait {
  std::uint32_t call = missing<std::uint32_t>;      ///< the host event that submitted it
  std::uint32_t before = missing<std::uint32_t>;    ///< the previous task in its stream
  std::uint32_t inferred = missing<std::uint32_t>;  ///< a task in another stream
  std::uint32_t first_source = 0, sources = 0;      ///< recorded waits: a range in `gpu_waits::sources`
  std::uint32_t bound_to = missing<std::uint32_t>;  ///< a task, or for `task_bound::call` a host event
  task_bound bound = task_bound::nothing;
  std::int64_t given = 0;                           ///< when it was submitted, ns
  std::int64_t excess = 0;                          ///< ns it began later than its binding dependency explains
};

/// The tasks that a host call waits for.
struct call_wait {
  std::uint32_t call = 0;
  std::uint32_t first = 0, tasks = 0;   ///< a range in `gpu_waits::awaited`
  bool synchronizes = false;            ///< judging by its name, it does nothing but wait
};

/// The machine's typical delay between cause and effect, measured over the whole trace.
struct wait_constant {
  std::int64_t ns = 0;
  std::int64_t samples = 0;
};
struct wait_model {
  wait_constant launch_latency{};   ///< from a call's begin to its task's begin on an idle GPU
  wait_constant stream_gap{};       ///< between consecutive tasks in a stream
  wait_constant sync_return{};      ///< from the end of the last task to the return of the call waiting for it
  wait_constant sync_call{};        ///< a call that has nothing to wait for
};

struct gpu_waits {
  std::vector<task_wait> tasks;                 ///< by task
  std::vector<std::uint32_t> sources;
  std::vector<call_wait> calls;
  std::vector<std::uint32_t> awaited;
  std::vector<std::uint32_t> wait_of;           ///< by host event: index into `calls`, or missing
  std::vector<std::uint32_t> by_stream;         ///< tasks by stream, begin and number
  std::vector<std::uint32_t> by_device;         ///< tasks by device, begin and number
  wait_model model{};
  std::int64_t unexplained = 0;                 ///< ns; a longer delay needs a cause

  std::span<const std::uint32_t> sources_of(const task_wait& w) const {
    return {sources.data() + w.first_source, w.sources};
  }
  std::span<const std::uint32_t> awaited_by(const call_wait& w) const { return {awaited.data() + w.first, w.tasks}; }
};

/// What each task and each call waits for. A delay that exceeds the usual one by more than `unexplained` needs a cause:
/// a task in another stream whose end explains it; otherwise it remains unexplained. Takes n log n time.
gpu_waits waits_of(const path_activity& activity, duration unexplained);

/// The waits between streams that the profiler recorded, alone: in the result only `sources`, and `call`, `given`,
/// `first_source` and `sources` of tasks are filled.
gpu_waits recorded_waits_of(const path_activity& activity);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_WAITS_HPP
