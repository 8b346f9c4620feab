#ifndef RIDGELINE_RANKS_MERGED_TRACE_HPP
#define RIDGELINE_RANKS_MERGED_TRACE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/ranks/faults.hpp>
#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// A rank's trace for a merged one.
struct merged_rank {
  std::int64_t rank = 0;
  std::string path{};
};

struct merged_trace_options {
  fleet_faults faults{};
  bool python_frames = false;   ///< keep `python_function` events
  std::size_t inflate_limit = 0;  ///< bytes of a packed trace, unpacked; 0: `memory_limit`
  unsigned threads = default_threads();
};

/// Writes the traces of all ranks as one Chrome trace, a process for each rank's host and GPU: numbers of processes,
/// flows and links are set apart, the old ones stand in `args`. Time stamps are not touched. For writing, one trace is
/// in memory at a time. What cannot be read, or ends too early, is said in `quality`.
void write_merged_trace(output& to, const std::vector<merged_rank>& ranks, const merged_trace_options& options,
                        data_quality& quality);

/// The same into a file, packed when its name ends in `.gz`. Nothing on success.
std::optional<failure> write_merged_trace_file(const std::string& path, const std::vector<merged_rank>& ranks,
                                               const merged_trace_options& options, data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_MERGED_TRACE_HPP
