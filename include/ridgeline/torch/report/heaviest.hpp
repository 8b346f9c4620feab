#ifndef RIDGELINE_TORCH_REPORT_HEAVIEST_HPP
#define RIDGELINE_TORCH_REPORT_HEAVIEST_HPP

#include <vector>

#include <ridgeline/torch/report/overview.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/sheet/host_ops.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/unified.hpp>

/// The ten rows at the top of an overview. Rows are in the order of their sheet, heaviest first.
namespace ridgeline::torch_detail {

/// Describes ops, their bounds, and how much of their time the models cover.
void describe_ops(const torch_unified& unified, const torch_report_options& options, torch_overview& o);
/// The same for a trace without ops: its kernels.
void describe_kernels(const std::vector<torch_kernel_row>& rows, torch_overview& o);
/// The same for a trace without GPU work.
void describe_host_ops(const std::vector<torch_host_op_row>& rows, torch_overview& o);

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_REPORT_HEAVIEST_HPP
