#ifndef RIDGELINE_TT_DEVICE_RESULT_HPP
#define RIDGELINE_TT_DEVICE_RESULT_HPP

#include <cstddef>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/tt/device/analyses.hpp>
#include <ridgeline/tt/device/device_ops.hpp>
#include <ridgeline/tt/device/lines.hpp>
#include <ridgeline/tt/device/samples.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>
#include <ridgeline/tt/record/log_faults.hpp>

/// The contents of a device report; made by tt/report/device.hpp, shown by sheets and files.
namespace ridgeline {

/// The result of one analysis on one line: a core's, a device's, or an op's.
struct tt_line_statistics {
  std::size_t line = 0;  ///< position in `tt_lines::cores`, or in `tt_device_ops::ops` or `dispatch`
  tt_statistics of{};
};

/// The result of one analysis on one device. Lines without a sample are left out.
struct tt_device_analysis {
  tt_measure what{};
  std::size_t device = 0;  ///< position in the log's devices
  std::vector<tt_line_statistics> lines;
  tt_statistics all{};     ///< over all lines
};

/// A device report: time lines, ops, and the results of the analyses, device by device, in the order of the
/// analyses. It refers to the log it was made from, which must outlive it.
struct tt_device_result {
  tt_lines lines;
  tt_device_ops ops;
  std::vector<tt_measure> analyses;
  std::vector<tt_device_analysis> found;
  tt_log_faults faults{};
  tt_log_doubts doubts;
  data_quality quality;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_RESULT_HPP
