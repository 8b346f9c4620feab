#ifndef RIDGELINE_GPU_READ_ROCPROF_JSON_HPP
#define RIDGELINE_GPU_READ_ROCPROF_JSON_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/gpu/record/trace.hpp>

namespace ridgeline {

/// Whether a JSON text was written by rocprofv3, judged by its first member.
bool is_rocprof_json(std::string_view text);

/// Reads the JSON of rocprofv3. `metadata`, which says who ran what where, is ignored except for the process number. A
/// text truncated among its records yields the complete ones. `file` is used in messages.
expected<gpu_trace> read_rocprof_json(std::string_view text, const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_ROCPROF_JSON_HPP
