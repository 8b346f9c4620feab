#ifndef RIDGELINE_TT_READ_CPP_DEVICE_REPORT_HPP
#define RIDGELINE_TT_READ_CPP_DEVICE_REPORT_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/tt/record/op_run.hpp>

namespace ridgeline {

/// Reads `cpp_device_perf_report.csv`, tt-metal's own summary of its device log: one row per run of an op. The
/// chip's clock follows from cycles and durations. Fails if the header has no ids of ops and devices.
expected<tt_op_runs> read_cpp_device_report(std::string_view text, const std::string& name);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_CPP_DEVICE_REPORT_HPP
