#ifndef RIDGELINE_TT_DEVICE_LOG_DOUBTS_HPP
#define RIDGELINE_TT_DEVICE_LOG_DOUBTS_HPP

#include <ridgeline/tt/device/device_ops.hpp>
#include <ridgeline/tt/device/lines.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>

namespace ridgeline {

/// What is to be doubted in a log: ends that are missing, cores that are silent, counters that began again. `ops` may
/// be empty where they were not cut.
tt_log_doubts doubts_of(const tt_lines& lines, const tt_device_ops& ops);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_LOG_DOUBTS_HPP
