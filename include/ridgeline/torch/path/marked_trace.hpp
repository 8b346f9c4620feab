#ifndef RIDGELINE_TORCH_PATH_MARKED_TRACE_HPP
#define RIDGELINE_TORCH_PATH_MARKED_TRACE_HPP

#include <cstddef>
#include <optional>
#include <string>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/gpu/path/rows.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// Writes the trace at `trace_path` to `path` with added counters, one for each row of `queue_length` and
/// `memory_bw`. Events are copied unchanged. The file is compressed if `path` ends in `.gz`. Returns nothing on
/// success.
[[nodiscard]]
std::optional<failure> write_counter_trace(const std::string& path, const std::string& trace_path,
    const path_rows& rows,
                                           const torch_trace& trace, std::size_t inflate_limit = 0);

/// Writes only the events on the critical path, with `args.critical` 1, and their surroundings (annotations, Python
/// frames, names of threads), plus an arrow for each wait on the path. Returns nothing on success.
[[nodiscard]]
std::optional<failure> write_marked_trace(const std::string& path, const std::string& trace_path, const path_rows& rows,
                                          const torch_trace& trace, std::size_t inflate_limit = 0);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_MARKED_TRACE_HPP
