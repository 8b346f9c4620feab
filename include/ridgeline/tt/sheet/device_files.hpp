#ifndef RIDGELINE_TT_SHEET_DEVICE_FILES_HPP
#define RIDGELINE_TT_SHEET_DEVICE_FILES_HPP

#include <string>

#include <ridgeline/sink/output.hpp>
#include <ridgeline/tt/device/result.hpp>

/// `device_rearranged_timestamps.csv` and `device_chrome_tracing.json`, written as a stream.
namespace ridgeline {

namespace tt_detail {

/// `1000`, `1202.5`.
std::string clock_text(const tt_device_log& log);

}  // namespace tt_detail

/// The times of the four default markers, a row a core, a cell a RISC and marker; several of one kind stand in one
/// cell, ascending.
void write_tt_rearranged(output& to, const tt_device_result& result);

/// The log as a trace that Perfetto opens: a process for each device, a thread for each RISC, times in microseconds
/// since the device's first marker. With `trace_pids_by_core`, as the original writes it, for logs of six columns.
void write_tt_trace(output& to, const tt_device_result& result);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_FILES_HPP
