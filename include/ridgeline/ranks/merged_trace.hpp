#ifndef RIDGELINE_RANKS_MERGED_TRACE_HPP
#define RIDGELINE_RANKS_MERGED_TRACE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/real.hpp>
#include <ridgeline/ranks/faults.hpp>
#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// How the stamps of a rank move in a merged trace: by a constant, plus a drift that starts at a given stamp.
/// Nanoseconds.
struct merged_clock {
  std::int64_t by = 0;      ///< subtracted from each stamp
  std::int64_t at = 0;      ///< stamp at which the drift is zero
  double drift = 0;         ///< as a fraction (1e-6 is 1 ppm)
  std::int64_t moved(std::int64_t stamp) const {
    return stamp - by - core_detail::nearest(drift * static_cast<double>(stamp - at));
  }
  bool moves() const { return by != 0 || drift != 0; }
};

/// The point at which the arrow of a collective meets a rank: the kernel with this begin, duration and stream, in
/// nanoseconds of the rank's file. An arrow visits the ranks in order of arrival.
struct merged_arrow {
  std::int64_t begin = 0, span = 0;
  std::int64_t stream = missing<std::int64_t>;  ///< missing: any stream
  std::uint32_t collective = 0;
  char phase = 't';                             ///< flow phase in Chrome traces: `s` start, `t` step, `f` end
  std::string_view kind{};
};

/// One rank's trace as input of a merge.
struct merged_rank {
  std::int64_t rank = 0;
  std::string path{};
  merged_clock clock{};
  std::vector<merged_arrow> arrows{};           ///< ordered by begin and span
};

struct merged_trace_options {
  fleet_faults faults{};
  bool raw_clock = false;      ///< do not move stamps
  bool events_only = false;    ///< omit the metadata of the traces
  bool python_frames = false;   ///< keep `python_function` events
  std::size_t inflate_limit = 0;  ///< limit on a compressed trace's unpacked bytes; 0: `memory_limit`
  unsigned threads = default_threads();
};

/// Writes the traces of all ranks as one Chrome trace, with one process for each rank's host and one for its GPU.
/// Ids of processes, flows and links are made distinct; the old ones are kept in `args`. Stamps are moved by each
/// rank's clock, with the original kept as `ts_raw` in `args`; the metadata of the first trace is kept. Arrows
/// (flows of category `collective`) connect the kernels of one collective. Only one trace is in memory at a time
/// while writing. Traces that cannot be read, or are truncated, are reported in `quality`.
void write_merged_trace(output& to, const std::vector<merged_rank>& ranks, const merged_trace_options& options,
                        data_quality& quality);

/// The same to a file, compressed if its name ends in `.gz`. Returns nothing on success.
[[nodiscard]]
std::optional<failure> write_merged_trace_file(const std::string& path, const std::vector<merged_rank>& ranks,
                                               const merged_trace_options& options, data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_MERGED_TRACE_HPP
