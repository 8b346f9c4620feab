#ifndef RIDGELINE_TT_SHEET_DEVICE_FILES_HPP
#define RIDGELINE_TT_SHEET_DEVICE_FILES_HPP

#include <string>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/tt/device/result.hpp>

/// Writes `device_rearranged_timestamps.csv` and `device_chrome_tracing.json` as a stream.
namespace ridgeline {

namespace tt_detail {

/// The clock in MHz: `1000`, `1202.5`; `0` if it is unknown.
std::string clock_text(const tt_device_log& log);

}  // namespace tt_detail

/// The times of the four default markers: one row per core, one cell per RISC and marker; several times are in one
/// cell, ascending.
void write_tt_rearranged(output& to, const tt_device_result& result, unsigned threads = default_threads());

/// The log as a trace for Perfetto: a process per device, a thread per RISC, times in microseconds since the
/// device's first marker. With `trace_pids_by_core`, in the original's format, for logs with six columns.
void write_tt_trace(output& to, const tt_device_result& result);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_FILES_HPP
