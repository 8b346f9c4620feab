#ifndef RIDGELINE_ADVISE_GPU_TRACE_HPP
#define RIDGELINE_ADVISE_GPU_TRACE_HPP

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/health.hpp>

namespace ridgeline {

class gpu_replay;
struct gpu_trace;
namespace gpu {
class communication_table;
}

/// The activity of a GPU profiler's trace, for health and findings. Work is linked to the call given in the trace;
/// numbers of work and calls (`uid`) are indexes into the trace's lists. A null `communication` means the built-in
/// table. The trace must outlive the result.
gpu_activity activity_of(const gpu_trace& trace, const gpu::communication_table* communication = nullptr);

/// The checks of such a trace; the sheets are those of `gpu_tables`.
trace_health health_of(const gpu_trace& trace, const gpu_activity& activity, const gpu_replay& replay);

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_GPU_TRACE_HPP
