#ifndef RIDGELINE_TT_RECORD_LOG_DOUBTS_HPP
#define RIDGELINE_TT_RECORD_LOG_DOUBTS_HPP

#include <cstdint>

#include <ridgeline/core/missing.hpp>

namespace ridgeline {

/// Counts of doubtful data in device logs. Cores that dispatch work are excluded, because their work need not end.
struct tt_log_doubts {
  std::uint64_t logs = 0;                ///< number of logs checked; 0: only `dropped` is known
  std::uint64_t cut = 0;                 ///< logs that end within a row: cores after it are missing
  std::uint64_t markers = 0, riscs = 0;  ///< markers; processors with markers
  std::uint64_t dropped = 0;             ///< how often the profiler itself reported a full buffer
  std::uint64_t starts = 0, unpaired = 0;  ///< starts of firmware and kernels; those without an end
  std::uint64_t unpaired_of_dispatch = 0;  ///< the same on dispatch cores
  std::uint64_t stale = 0;               ///< starts of an earlier run, which are left out
  std::uint64_t ends_alone = 0;          ///< ends of firmware and kernels without a start
  std::uint64_t zones_without_end = 0, zones_without_start = 0;  ///< user zones
  std::uint64_t runs = 0, partial = 0;   ///< runs of ops by host id; those missing a core of other runs
  std::uint64_t starts_of_no_op = 0;     ///< starts of a core with the host id 0: programs launched without an op
  std::uint64_t replayed_runs = 0, lost_runs = 0;  ///< runs in replays; those missing before a trace's last replay
  std::uint64_t wraps = 0;               ///< processors whose counter wrapped around
  std::int64_t first_unpaired = missing<std::int64_t>, first_wrap = missing<std::int64_t>;  ///< positions of markers
  std::int64_t first_partial = missing<std::int64_t>;  ///< host id of the op

  void merge(const tt_log_doubts& more) {
    const auto first = [](std::int64_t& to, std::int64_t from) {
      if (!known(to)) to = from;
    };
    first(first_unpaired, more.first_unpaired), first(first_wrap, more.first_wrap);
    first(first_partial, more.first_partial);
    cut += more.cut;
    logs += more.logs, markers += more.markers, riscs += more.riscs, dropped += more.dropped, starts += more.starts;
    unpaired += more.unpaired, unpaired_of_dispatch += more.unpaired_of_dispatch, runs += more.runs;
    stale += more.stale, starts_of_no_op += more.starts_of_no_op;
    partial += more.partial, lost_runs += more.lost_runs, replayed_runs += more.replayed_runs;
    wraps += more.wraps, ends_alone += more.ends_alone;
    zones_without_end += more.zones_without_end, zones_without_start += more.zones_without_start;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_LOG_DOUBTS_HPP
