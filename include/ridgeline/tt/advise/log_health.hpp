#ifndef RIDGELINE_TT_ADVISE_LOG_HEALTH_HPP
#define RIDGELINE_TT_ADVISE_LOG_HEALTH_HPP

#include <ridgeline/advise/health.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>

namespace ridgeline {

struct tt_judged_rows;

/// The health checks of a device log, for the sheets of the device report.
trace_health health_of(const tt_log_doubts& log);

/// The health checks of an ops CSV made from logs: those of individual rows, and those of the underlying device
/// logs. `host_only`: the CSV is not meant to contain devices, so its rows are not checked.
trace_health health_of_ops(tt_judged_rows rows, const tt_log_doubts& log, bool host_only = false);

/// Adds the checks of the device logs from which rows were made.
void append_log_checks(trace_health& health, const tt_log_doubts& log);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_LOG_HEALTH_HPP
