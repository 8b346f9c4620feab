#ifndef RIDGELINE_TT_REPORT_DEVICE_HPP
#define RIDGELINE_TT_REPORT_DEVICE_HPP

#include <cstddef>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/tt/device/analyses.hpp>
#include <ridgeline/tt/device/device_ops.hpp>
#include <ridgeline/tt/device/lines.hpp>
#include <ridgeline/tt/device/samples.hpp>
#include <ridgeline/tt/record/log_faults.hpp>

namespace ridgeline {

/// What a reader of the device report may choose; the defaults are the program's.
struct tt_device_options {
  const tt::setup* setup = &tt::setups.front();
  std::vector<tt_measure> more{};  ///< a user's, in front of all others
  bool ops = true;                  ///< look for ops in zone logs
  tt_log_faults faults{};
  unsigned threads = default_threads();
};

/// What one analysis found on one line: a core's, the device's, or an op's.
struct tt_line_statistics {
  std::size_t line = 0;  ///< position in `tt_lines::cores`, or in `tt_device_ops::ops` or `dispatch`
  tt_statistics of{};
};

/// What one analysis found on one device. Lines without a sample are left out.
struct tt_device_analysis {
  tt_measure what{};
  std::size_t device = 0;  ///< position in the log's devices
  std::vector<tt_line_statistics> lines{};
  tt_statistics all{};     ///< over all of them
};

/// A device report: lines, ops, and what each analysis found, device by device, in the order of the analyses. It points
/// into the log that it was made from; that must outlive it.
struct tt_device_result {
  tt_lines lines{};
  tt_device_ops ops{};
  std::vector<tt_measure> analyses{};
  std::vector<tt_device_analysis> found{};
  tt_log_faults faults{};
  data_quality quality{};
};

/// The report over a device log.
tt_device_result report_tt_device(const tt_device_log& log, const tt_device_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_HPP
