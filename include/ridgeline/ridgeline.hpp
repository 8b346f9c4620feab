#ifndef RIDGELINE_RIDGELINE_HPP
#define RIDGELINE_RIDGELINE_HPP

/// Everything. Functions that depend on other libraries are only declared here: one source file must also include
/// <ridgeline/impl.hpp>.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/advise/gpu_trace.hpp>
#include <ridgeline/compare.hpp>
#include <ridgeline/core.hpp>
#include <ridgeline/core/cycles.hpp>
#include <ridgeline/core/decimal_time.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/name_index.hpp>
#include <ridgeline/core/pack.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/problem_counts.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/gpu.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/hw/tt_perf_report_1_2_4.hpp>
#include <ridgeline/live.hpp>
#include <ridgeline/op/attention.hpp>
#include <ridgeline/op/convolution.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/gemm.hpp>
#include <ridgeline/op/moe.hpp>
#include <ridgeline/op/norm.hpp>
#include <ridgeline/op/rounding.hpp>
#include <ridgeline/op/sequence.hpp>
#include <ridgeline/profiler.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/busy.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/join.hpp>
#include <ridgeline/query/lasting.hpp>
#include <ridgeline/query/measures.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/query/summary.hpp>
#include <ridgeline/query/take.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/query/within.hpp>
#include <ridgeline/query/words.hpp>
#include <ridgeline/ranks.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/gpu_arch.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/read/read_csv.hpp>
#include <ridgeline/read/sqlite.hpp>
#include <ridgeline/read/workbook.hpp>
#include <ridgeline/sink/archive.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/html.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/json_in_html.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/partial_file.hpp>
#include <ridgeline/sink/sha256.hpp>
#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/sink/tar.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/stats/change_points.hpp>
#include <ridgeline/stats/exact_sum.hpp>
#include <ridgeline/stats/histogram.hpp>
#include <ridgeline/stats/moments.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/stats/student.hpp>
#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/database.hpp>
#include <ridgeline/table/page.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/table/roofline_chart.hpp>
#include <ridgeline/table/sheet_spelling.hpp>
#include <ridgeline/table/tabulate.hpp>
#include <ridgeline/torch.hpp>
#include <ridgeline/tt.hpp>
#include <ridgeline/xla.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_RIDGELINE_HPP
