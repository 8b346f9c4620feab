#ifndef RIDGELINE_TT_REPORT_DEVICE_HPP
#define RIDGELINE_TT_REPORT_DEVICE_HPP

#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/tt/device/analyses.hpp>
#include <ridgeline/tt/device/result.hpp>
#include <ridgeline/tt/record/log_faults.hpp>

namespace ridgeline {

/// User options of the device report; the defaults are those of the program.
struct tt_device_options {
  const tt::setup* setup = &tt::default_setup;
  std::vector<tt_measure> more{};  ///< user-defined analyses, before all others
  bool ops = true;                  ///< look for ops in zone logs
  tt_log_faults faults{};
  unsigned threads = default_threads();
};

/// Makes the report of a device log, which must outlive the result.
tt_device_result report_tt_device(const tt_device_log& log, const tt_device_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_HPP
