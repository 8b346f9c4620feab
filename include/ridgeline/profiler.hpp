#ifndef RIDGELINE_PROFILER_HPP
#define RIDGELINE_PROFILER_HPP

/// What a profiler needs to report from inside, on the standard library alone (and POSIX files in sink/output.hpp):
/// core.hpp, records and the live recorder that fills them, and the performance report over Tenstorrent ops.

#include <ridgeline/core.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/step.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/flow/align.hpp>
#include <ridgeline/flow/group.hpp>
#include <ridgeline/flow/lasting.hpp>
#include <ridgeline/flow/tt_blocks.hpp>
#include <ridgeline/flow/tt_devices.hpp>
#include <ridgeline/flow/tt_window.hpp>
#include <ridgeline/live/collected.hpp>
#include <ridgeline/live/keep.hpp>
#include <ridgeline/live/names.hpp>
#include <ridgeline/live/recorder.hpp>
#include <ridgeline/live/signpost.hpp>
#include <ridgeline/live/timed.hpp>
#include <ridgeline/live/tracy.hpp>
#include <ridgeline/model/tt_attributes.hpp>
#include <ridgeline/model/tt_category.hpp>
#include <ridgeline/model/tt_fidelity.hpp>
#include <ridgeline/model/tt_ops.hpp>
#include <ridgeline/model/tt_perf_row.hpp>
#include <ridgeline/record/data_quality.hpp>
#include <ridgeline/record/tt_faults.hpp>
#include <ridgeline/record/tt_op.hpp>
#include <ridgeline/report/quality_table.hpp>
#include <ridgeline/report/tt_perf.hpp>
#include <ridgeline/report/tt_perf_columns.hpp>
#include <ridgeline/report/tt_perf_hints.hpp>
#include <ridgeline/report/tt_perf_summary.hpp>
#include <ridgeline/report/tt_perf_tables.hpp>
#include <ridgeline/report/tt_perf_text.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/cell.hpp>
#include <ridgeline/table/colour.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/table/table.hpp>

#endif  // RIDGELINE_PROFILER_HPP
