#ifndef RIDGELINE_TT_REPORT_DEVICE_HPP
#define RIDGELINE_TT_REPORT_DEVICE_HPP

#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/tt/device/analyses.hpp>
#include <ridgeline/tt/device/result.hpp>
#include <ridgeline/tt/record/log_faults.hpp>

namespace ridgeline {

/// What a reader of the device report may choose; the defaults are the program's.
struct tt_device_options {
  const tt::setup* setup = &tt::default_setup;
  std::vector<tt_measure> more{};  ///< a user's, in front of all others
  bool ops = true;                  ///< look for ops in zone logs
  tt_log_faults faults{};
  unsigned threads = default_threads();
};

/// The report over a device log.
tt_device_result report_tt_device(const tt_device_log& log, const tt_device_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_HPP
