#ifndef RIDGELINE_TT_DEVICE_LOG_DOUBTS_HPP
#define RIDGELINE_TT_DEVICE_LOG_DOUBTS_HPP

#include <ridgeline/tt/device/device_ops.hpp>
#include <ridgeline/tt/device/lines.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>

namespace ridgeline {

/// Doubtful data in a log: missing ends, silent cores, counters that restarted. `ops` may be empty if they were not
/// cut.
tt_log_doubts doubts_of(const tt_lines& lines, const tt_device_ops& ops, unsigned threads = 1);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_LOG_DOUBTS_HPP
