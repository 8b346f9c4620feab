#ifndef RIDGELINE_GPU_READ_ROCPROF_JSON_HPP
#define RIDGELINE_GPU_READ_ROCPROF_JSON_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/gpu/record/trace.hpp>

namespace ridgeline {

/// Whether a JSON text is what rocprofv3 writes: told by the member that it begins with.
bool is_rocprof_json(std::string_view text);

/// The trace in the JSON of rocprofv3. Who ran what where (`metadata`) is not looked at but for the process's number. A
/// text that breaks off among its records gives those that are whole. `file` is for messages.
expected<gpu_trace> read_rocprof_json(std::string_view text, const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_ROCPROF_JSON_HPP
