#ifndef RIDGELINE_GPU_READ_ROCPROF_PERFETTO_HPP
#define RIDGELINE_GPU_READ_ROCPROF_PERFETTO_HPP

#include <string_view>

#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/record/trace.hpp>

namespace ridgeline {

/// The work, calls and ranges of a Perfetto trace as rocprofv3 writes it. Slices of other writers are calls when they
/// have a number that links, else ranges of their thread, their category the domain.
gpu_trace gpu_trace_of(perfetto_trace trace);

/// Whether a value of that name is read.
bool is_rocprof_perfetto_value(std::string_view name);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_ROCPROF_PERFETTO_HPP
