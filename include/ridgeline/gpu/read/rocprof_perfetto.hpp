#ifndef RIDGELINE_GPU_READ_ROCPROF_PERFETTO_HPP
#define RIDGELINE_GPU_READ_ROCPROF_PERFETTO_HPP

#include <string_view>

#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/record/trace.hpp>

namespace ridgeline {

/// The work, calls and ranges of a Perfetto trace in the form written by rocprofv3. Slices of other writers become
/// calls if they have a correlation number, otherwise ranges of their thread, with their category as the domain.
gpu_trace gpu_trace_of(perfetto_trace trace);

/// Whether a value with that name is used.
bool is_rocprof_perfetto_value(std::string_view name);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_ROCPROF_PERFETTO_HPP
