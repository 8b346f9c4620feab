#ifndef RIDGELINE_TT_ADVISE_LOG_HEALTH_HPP
#define RIDGELINE_TT_ADVISE_LOG_HEALTH_HPP

#include <ridgeline/advise/health.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>

namespace ridgeline {

struct tt_judged_rows;

/// The checks of a device log; sheets are those of the device report.
trace_health health_of(const tt_log_doubts& log);

/// The checks of the ops CSV that is made of logs: those of single rows, and those of the device logs behind them.
/// `host_only`: there is to be no device in it.
trace_health health_of_ops(const tt_judged_rows& rows, const tt_log_doubts& log, bool host_only = false);

/// Adds the checks of the device logs that rows were made of.
void append_log_checks(trace_health& health, const tt_log_doubts& log);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_LOG_HEALTH_HPP
