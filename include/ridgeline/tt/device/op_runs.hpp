#ifndef RIDGELINE_TT_DEVICE_OP_RUNS_HPP
#define RIDGELINE_TT_DEVICE_OP_RUNS_HPP

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/record/op_run.hpp>

namespace ridgeline {

/// The op runs in a zone log, with the data that an ops CSV has about them. With
/// `first_signal_from_start`, a device's first go signal is timed from the device's first marker.
tt_op_runs op_runs_of(const tt_device_log& log, const tt_log_faults& faults = {}, bool first_signal_from_start = false,
                      unsigned threads = default_threads());

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_OP_RUNS_HPP
