#ifndef RIDGELINE_TT_READ_CPP_DEVICE_REPORT_HPP
#define RIDGELINE_TT_READ_CPP_DEVICE_REPORT_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/tt/record/op_run.hpp>

namespace ridgeline {

/// Reads `cpp_device_perf_report.csv`, in which tt-metal sums up its device log itself: a row for each run of an op.
/// The clock of the chip is not in it. A failure is a file that has no ids of ops and devices in its header.
expected<tt_op_runs> read_cpp_device_report(std::string_view text, const std::string& name);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_CPP_DEVICE_REPORT_HPP
