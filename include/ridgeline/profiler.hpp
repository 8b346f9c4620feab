#ifndef RIDGELINE_PROFILER_HPP
#define RIDGELINE_PROFILER_HPP

/// What a profiler needs to report from inside, on the standard library alone (and POSIX files in sink/output.hpp):
/// core.hpp, records and the live recorder that fills them, and the performance report over Tenstorrent ops.

#include <ridgeline/core.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/query/align.hpp>
#include <ridgeline/query/group.hpp>
#include <ridgeline/query/lasting.hpp>
#include <ridgeline/tt/tree/blocks.hpp>
#include <ridgeline/tt/tree/devices.hpp>
#include <ridgeline/tt/tree/window.hpp>
#include <ridgeline/live/collected.hpp>
#include <ridgeline/live/keep.hpp>
#include <ridgeline/live/names.hpp>
#include <ridgeline/live/recorder.hpp>
#include <ridgeline/live/signpost.hpp>
#include <ridgeline/live/timed.hpp>
#include <ridgeline/live/tracy.hpp>
#include <ridgeline/tt/op/attributes.hpp>
#include <ridgeline/tt/op/category.hpp>
#include <ridgeline/tt/op/fidelity.hpp>
#include <ridgeline/tt/op/ops.hpp>
#include <ridgeline/tt/op/perf_row.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/tt/record/faults.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/perf_columns.hpp>
#include <ridgeline/tt/sheet/perf_hints.hpp>
#include <ridgeline/tt/sheet/perf_summary.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/partial_file.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/cell.hpp>
#include <ridgeline/table/colour.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/table/table.hpp>

#endif  // RIDGELINE_PROFILER_HPP
