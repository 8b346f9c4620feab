#ifndef RIDGELINE_TT_REPORT_DEVICE_OPS_HPP
#define RIDGELINE_TT_REPORT_DEVICE_OPS_HPP

#include <ridgeline/tt/report/device.hpp>
#include <ridgeline/tt/report/ops.hpp>

namespace ridgeline {

/// The ops report of a zone log alone: one row for each run of an op on each device, without what only the host knows.
tt_ops_report report_tt_device_ops(const tt_device_result& result);

/// For each core, from the end of its last kernel in one op to the start of its first data mover in the next: a row for
/// each pair of ops, a column for each core that has one or more firmware zones, in nanoseconds.
tt_ops_report report_tt_core_gaps(const tt_device_result& result);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_OPS_HPP
