#ifndef RIDGELINE_TT_HPP
#define RIDGELINE_TT_HPP

/// Tenstorrent: ops CSVs, op logs and device logs, their reports. Declarations only: one source file of the program
/// must also include <ridgeline/impl.hpp>.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/tt/advise/findings.hpp>
#include <ridgeline/tt/advise/health.hpp>
#include <ridgeline/tt/advise/log_health.hpp>
#include <ridgeline/tt/device/marker_records.hpp>
#include <ridgeline/tt/op/ops.hpp>
#include <ridgeline/tt/op/perf_row.hpp>
#include <ridgeline/tt/op/roof.hpp>
#include <ridgeline/tt/read/analysis_file.hpp>
#include <ridgeline/tt/read/compared_run.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/read/host_zones.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/read/ops_log.hpp>
#include <ridgeline/tt/record/host_zone.hpp>
#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/record/marker.hpp>
#include <ridgeline/tt/record/measure.hpp>
#include <ridgeline/tt/report/device.hpp>
#include <ridgeline/tt/report/device_ops.hpp>
#include <ridgeline/tt/report/device_page.hpp>
#include <ridgeline/tt/report/op_times.hpp>
#include <ridgeline/tt/report/ops.hpp>
#include <ridgeline/tt/report/ops_page.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/report/perf_files.hpp>
#include <ridgeline/tt/report/perf_page.hpp>
#include <ridgeline/tt/sheet/advice_tables.hpp>
#include <ridgeline/tt/sheet/device_files.hpp>
#include <ridgeline/tt/sheet/device_json.hpp>
#include <ridgeline/tt/sheet/device_tables.hpp>
#include <ridgeline/tt/sheet/device_text.hpp>
#include <ridgeline/tt/sheet/host_zones.hpp>
#include <ridgeline/tt/sheet/ops_tree.hpp>
#include <ridgeline/tt/sheet/perf_summary.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>
#include <ridgeline/tt/tree/device_ops.hpp>
#include <ridgeline/tt/tree/devices.hpp>
#include <ridgeline/tt/tree/window.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_TT_HPP
