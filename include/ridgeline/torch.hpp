#ifndef RIDGELINE_TORCH_HPP
#define RIDGELINE_TORCH_HPP

/// PyTorch: Kineto and Perfetto traces, call trees, op models, phases, serving, the report. Declarations only: one
/// source file of the program must also include <ridgeline/impl.hpp>.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/advise/findings.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/torch/capture/capture.hpp>
#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/diff/original.hpp>
#include <ridgeline/torch/diff/side.hpp>
#include <ridgeline/torch/diff/tree_diff.hpp>
#include <ridgeline/torch/module/modules.hpp>
#include <ridgeline/torch/module/parent_modules.hpp>
#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/torch/op/cost.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/torch/op/model_set.hpp>
#include <ridgeline/torch/op/model_table.hpp>
#include <ridgeline/torch/op/parameters.hpp>
#include <ridgeline/torch/path/activity.hpp>
#include <ridgeline/torch/path/critical_path.hpp>
#include <ridgeline/torch/path/marked_trace.hpp>
#include <ridgeline/torch/path/original.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/phase/phases.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/read/inductor_cache.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/read/recording.hpp>
#include <ridgeline/torch/record/event.hpp>
#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/record/problem.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/report/compared_run.hpp>
#include <ridgeline/torch/report/overview.hpp>
#include <ridgeline/torch/report/page.hpp>
#include <ridgeline/torch/report/records.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/category.hpp>
#include <ridgeline/torch/run/extension.hpp>
#include <ridgeline/torch/run/extension_table.hpp>
#include <ridgeline/torch/run/gpu_work.hpp>
#include <ridgeline/torch/run/launches.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/run/quality.hpp>
#include <ridgeline/torch/serving/coverage.hpp>
#include <ridgeline/torch/serving/steps.hpp>
#include <ridgeline/torch/sheet/added_columns.hpp>
#include <ridgeline/torch/sheet/call_stack.hpp>
#include <ridgeline/torch/sheet/collectives.hpp>
#include <ridgeline/torch/sheet/coverage.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/op_price.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/sheet/overlap.hpp>
#include <ridgeline/torch/sheet/phases.hpp>
#include <ridgeline/torch/sheet/roof_points.hpp>
#include <ridgeline/torch/sheet/rooflines.hpp>
#include <ridgeline/torch/sheet/timeline.hpp>
#include <ridgeline/torch/sheet/unified.hpp>
#include <ridgeline/torch/tree/backward.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/edit.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>
#include <ridgeline/torch/tree/labels.hpp>
#include <ridgeline/torch/tree/walk.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_TORCH_HPP
