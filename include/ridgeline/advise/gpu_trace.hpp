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

/// What health and findings read of a trace of a GPU profiler. Work is linked to the call that the trace names; numbers
/// of work and calls (`uid`) are positions in the trace's lists. A null table is the built-in one. The trace must
/// outlive it.
gpu_activity activity_of(const gpu_trace& trace, const gpu::communication_table* communication = nullptr);

/// The checks of such a trace; sheets are those of `gpu_tables`.
trace_health health_of(const gpu_trace& trace, const gpu_activity& activity, const gpu_replay& replay);

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_GPU_TRACE_HPP
