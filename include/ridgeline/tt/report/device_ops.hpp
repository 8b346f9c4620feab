#ifndef RIDGELINE_TT_REPORT_DEVICE_OPS_HPP
#define RIDGELINE_TT_REPORT_DEVICE_OPS_HPP

#include <ridgeline/tt/report/device.hpp>
#include <ridgeline/tt/report/ops.hpp>

namespace ridgeline {

/// The ops report from a zone log alone: one row for each run of an op on each device, without data that only the
/// host has.
tt_ops_report report_tt_device_ops(const tt_device_result& result);

/// For each core, the time from the end of its last kernel in one op to the start of its first data mover in the
/// next, in nanoseconds: a row for each pair of ops, a column for each core with at least one firmware zone. A program
/// that the host launched without an op has the id 0.
tt_ops_report report_tt_core_gaps(const tt_device_result& result);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_OPS_HPP
