#ifndef RIDGELINE_TT_SHEET_DEVICE_TEXT_HPP
#define RIDGELINE_TT_SHEET_DEVICE_TEXT_HPP

#include <ridgeline/sink/output.hpp>
#include <ridgeline/tt/device/result.hpp>

/// `device_stats.txt`: each analysis with its statistics and, for cores, a map of the chip.
namespace ridgeline {

/// Whether there is a statistics text: with that fault, logs with six columns have one only for Grayskull.
bool has_statistics(const tt_device_result& result);

void write_tt_device(output& to, const tt_device_result& result);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_TEXT_HPP
