#ifndef RIDGELINE_PROFILER_HPP
#define RIDGELINE_PROFILER_HPP

/// What a profiler needs to report from inside, using only the standard library and POSIX: core.hpp, records and the
/// live recorder that collects them, and the performance report on Tenstorrent ops. Declarations only: one source file
/// of the program must also include <ridgeline/impl/profiler.hpp>.
///
/// For custom columns, include <ridgeline/tt/sheet/perf_columns.hpp>; for steps over ranges of ops,
/// <ridgeline/tt/tree/select.hpp>.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/core.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/faults.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/live/collected.hpp>
#include <ridgeline/live/keep.hpp>
#include <ridgeline/live/names.hpp>
#include <ridgeline/live/recorder.hpp>
#include <ridgeline/live/signpost.hpp>
#include <ridgeline/live/timed.hpp>
#include <ridgeline/live/tracy.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/partial_file.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/tt/op/cost.hpp>
#include <ridgeline/tt/op/ops.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>
#include <ridgeline/tt/tree/devices.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_PROFILER_HPP
