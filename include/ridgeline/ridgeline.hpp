#ifndef RIDGELINE_RIDGELINE_HPP
#define RIDGELINE_RIDGELINE_HPP

/// Everything. What needs the body of another library is declared only: one source file includes
/// <ridgeline/impl.hpp> too.

#include <ridgeline/core.hpp>
#include <ridgeline/profiler.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/name_index.hpp>
#include <ridgeline/core/natural_sort.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/step.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/hw/tt_perf_report_1_2_4.hpp>
#include <ridgeline/record/gpu_work.hpp>
#include <ridgeline/record/torch_event.hpp>
#include <ridgeline/record/torch_faults.hpp>
#include <ridgeline/record/torch_problem.hpp>
#include <ridgeline/record/torch_trace.hpp>
#include <ridgeline/source/bytes.hpp>
#include <ridgeline/source/csv.hpp>
#include <ridgeline/source/csv_records.hpp>
#include <ridgeline/source/inflate.hpp>
#include <ridgeline/source/json.hpp>
#include <ridgeline/source/json_cursor.hpp>
#include <ridgeline/source/json_text.hpp>
#include <ridgeline/source/kineto.hpp>
#include <ridgeline/source/number.hpp>
#include <ridgeline/source/tt_ops_csv.hpp>
#include <ridgeline/flow/align.hpp>
#include <ridgeline/flow/group.hpp>
#include <ridgeline/flow/lasting.hpp>
#include <ridgeline/flow/select.hpp>
#include <ridgeline/flow/tt_blocks.hpp>
#include <ridgeline/flow/tt_devices.hpp>
#include <ridgeline/flow/tt_window.hpp>
#include <ridgeline/tree/backward.hpp>
#include <ridgeline/tree/call_tree.hpp>
#include <ridgeline/tree/labels.hpp>
#include <ridgeline/tree/launcher.hpp>
#include <ridgeline/tree/link.hpp>
#include <ridgeline/tree/recompute.hpp>
#include <ridgeline/tree/walk.hpp>
#include <ridgeline/timeline/gpu_timeline.hpp>
#include <ridgeline/timeline/intervals.hpp>
#include <ridgeline/model/torch_category.hpp>
#include <ridgeline/model/tt_attributes.hpp>
#include <ridgeline/model/tt_category.hpp>
#include <ridgeline/model/tt_fidelity.hpp>
#include <ridgeline/model/tt_ops.hpp>
#include <ridgeline/model/tt_perf_row.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/report/tt_perf.hpp>
#include <ridgeline/report/tt_perf_columns.hpp>
#include <ridgeline/report/tt_perf_hints.hpp>
#include <ridgeline/report/tt_perf_summary.hpp>
#include <ridgeline/report/tt_perf_tables.hpp>
#include <ridgeline/report/tt_perf_text.hpp>

#endif  // RIDGELINE_RIDGELINE_HPP
