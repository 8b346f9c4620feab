#ifndef RIDGELINE_TT_DEVICE_LOG_DOUBTS_HPP
#define RIDGELINE_TT_DEVICE_LOG_DOUBTS_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/tt/device/device_ops.hpp>
#include <ridgeline/tt/device/lines.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>

namespace ridgeline {

/// Doubtful data in a log: missing ends, silent cores, counters that restarted. `ops` may be empty if they were not
/// cut.
tt_log_doubts doubts_of(const tt_lines& lines, const tt_device_ops& ops, unsigned threads = 1);

namespace tt_detail {

/// One run of an op in a replay of a trace, which are numbered from 1.
struct tt_replayed_run {
  std::int64_t device = 0, trace = 0, session = 0, id = 0;
};
/// Counts the runs that are missing before the last replay of their trace.
void count_lost_runs(const std::vector<tt_replayed_run>& runs, tt_log_doubts& to);

}  // namespace tt_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_LOG_DOUBTS_HPP
