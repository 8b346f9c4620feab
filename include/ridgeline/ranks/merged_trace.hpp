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

/// How stamps of a rank move in a merged trace: by nanoseconds, and a drift from a stamp on.
struct merged_clock {
  std::int64_t by = 0;      ///< taken off
  std::int64_t at = 0;      ///< where the drift starts
  double drift = 0;         ///< in parts of one
  std::int64_t moved(std::int64_t stamp) const {
    return stamp - by - core_detail::nearest(drift * static_cast<double>(stamp - at));
  }
  bool moves() const { return by != 0 || drift != 0; }
};

/// Where the arrow of a collective meets a rank: at the kernel that begins then, lasts so long and runs on that stream,
/// in nanoseconds of the rank's file. An arrow goes from rank to rank as they came.
struct merged_arrow {
  std::int64_t begin = 0, span = 0;
  std::int64_t stream = missing<std::int64_t>;  ///< missing: any
  std::uint32_t collective = 0;
  char phase = 't';                             ///< as traces say it: `s` begins it, `t` is on its way, `f` ends it
  std::string_view kind{};
};

/// A rank's trace for a merged one.
struct merged_rank {
  std::int64_t rank = 0;
  std::string path{};
  merged_clock clock{};
  std::vector<merged_arrow> arrows{};           ///< by begin and span
};

struct merged_trace_options {
  fleet_faults faults{};
  bool raw_clock = false;      ///< leave all stamps
  bool events_only = false;    ///< leave out what describes the traces
  bool python_frames = false;   ///< keep `python_function` events
  std::size_t inflate_limit = 0;  ///< bytes of a packed trace, unpacked; 0: `memory_limit`
  unsigned threads = default_threads();
};

/// Writes the traces of all ranks as one Chrome trace, a process for each rank's host and GPU: numbers of processes,
/// flows and links are set apart, the old ones stand in `args`. Stamps move as each rank's clock says, and stand as
/// `ts_raw` in `args` then; what describes the first trace stays. Arrows (flows of category `collective`) join the
/// kernels of one collective. For writing, one trace is in memory at a time. What cannot be read, or ends too early, is
/// said in `quality`.
void write_merged_trace(output& to, const std::vector<merged_rank>& ranks, const merged_trace_options& options,
                        data_quality& quality);

/// The same into a file, packed when its name ends in `.gz`. Nothing on success.
std::optional<failure> write_merged_trace_file(const std::string& path, const std::vector<merged_rank>& ranks,
                                               const merged_trace_options& options, data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_MERGED_TRACE_HPP
