#ifndef RIDGELINE_TT_READ_CPP_DEVICE_REPORT_HPP
#define RIDGELINE_TT_READ_CPP_DEVICE_REPORT_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/tt/record/op_run.hpp>

namespace ridgeline {

/// Reads `cpp_device_perf_report.csv`, tt-metal's own summary of its device log: one row per run of an op. The
/// chip's clock follows from cycles and durations. Fails if the header has no ids of ops and devices. The last row of a
/// run counts, except in the report of `quick` mode, whose rows do not say to which replay they belong.
expected<tt_op_runs> read_cpp_device_report(std::string_view text, const std::string& name, bool quick = false);

/// Gives runs a clock of their own where that of all devices, by the log or by this file, contradicts the times of
/// their device: the writer converts cycles by the clock of each device.
void find_own_clocks(tt_op_runs& runs);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_CPP_DEVICE_REPORT_HPP
