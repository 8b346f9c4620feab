#ifndef RIDGELINE_TORCH_REPORT_HEAVIEST_BODY_HPP
#define RIDGELINE_TORCH_REPORT_HEAVIEST_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/torch/op/metrics.hpp>
#include <ridgeline/torch/report/heaviest.hpp>

namespace ridgeline::torch_detail {

/// The first rows of a sheet that is ordered heaviest first.
template <class Row>
std::span<const Row> heaviest_of(const std::vector<Row>& rows) {
  return std::span(rows).first(std::min<std::size_t>(rows.size(), 10));
}

/// The bound, on the overview's chip, of a row from a sheet made without a chip.
void judge_by_overview(const torch_unified_row& r, const hw::roofs& roofs, torch_heavy_op& op) {
  torch_metrics m;
  m.flops = r.gflops.value * 1e9, m.bytes = r.megabytes.value * 1048576;
  m.time = r.time.mean;
  judge_by_chip(m, r.spec, roofs);
  if (!m.has_roof()) return;
  op.bound = m.bound();
  op.of_roof = m.share();
}

/// Whether all GPU work of a row is copies between host and device, which the memory does not limit.
bool only_crosses_the_bus(const torch_unified_row& r) {
  return !r.details.empty() && std::all_of(r.details.begin(), r.details.end(), [&](const kernel_detail& d) {
    return advise_detail::crosses_the_bus(r.run->trace().text(d.name));
  });
}

void describe_ops(const torch_unified& unified, const torch_report_options& options, torch_overview& o) {
  o.ops = unified.rows.size();
  for (const torch_unified_row& r : heaviest_of(unified.rows)) {
    torch_heavy_op& op = o.heaviest.emplace_back();
    op.name = r.name;
    if (known(r.arguments.input_dims))
      append_python(op.dims, r.run->trace().text(r.arguments.input_dims), python_list::tuple);
    op.count = r.count, op.time = r.time.sum, op.share = r.part.share;
    op.compute_rate = r.compute_rate.mean, op.memory_rate = r.memory_rate.mean;
    op.bound = r.bound, op.of_roof = r.share.mean;
    if (options.roofs == nullptr && options.overview_roofs != nullptr)
      judge_by_overview(r, *options.overview_roofs, op);
    if (!op.bound.empty() && only_crosses_the_bus(r)) op.bound = "BUS", op.of_roof = missing<double>;
  }

  using row = torch_unified_row;
  constexpr auto counted = &row::is_counted;
  const auto not_counted = [](const row& r) { return !r.is_counted(); };
  const auto time = sum([](const row& r) { return r.time.sum; });
  const auto share = sum([](const row& r) { return r.part.share; });
  double all = 0, of_counted = 0;
  for (const auto& r : unified.rows | group_by(counted) | aggregate(time)) {
    all += r[time];
    if (r[counted]) of_counted = r[time];
  }
  if (all > 0) o.counted = of_counted / all;
  constexpr auto name = &row::name;  // arguments may differ
  for (const auto& r : unified.rows | where(not_counted) | group_by(name) | aggregate(share) | sort_by(desc(share)) |
                           take(3))
    o.uncounted.push_back({std::string(r[name]), r[share]});

  o.sheets_have_roofs = options.roofs != nullptr;
  o.of_traced_device = options.roofs_of_trace || !o.sheets_have_roofs;
  if (const hw::roofs* const roofs = o.sheets_have_roofs ? options.roofs : options.overview_roofs; roofs != nullptr)
    o.roof = roofs->described();
}

void describe_kernels(const std::vector<torch_kernel_row>& rows, torch_overview& o) {
  o.of_kernels = true, o.ops = rows.size();
  for (const torch_kernel_row& r : heaviest_of(rows)) {
    torch_heavy_op& op = o.heaviest.emplace_back();
    op.name = r.kernel, op.count = r.time.count, op.time = r.time.sum, op.share = r.of_kernels;
  }
}

void describe_host_ops(const std::vector<torch_host_op_row>& rows, torch_overview& o) {
  o.of_host = true, o.ops = rows.size();
  for (const torch_host_op_row& r : heaviest_of(rows)) {
    torch_heavy_op& op = o.heaviest.emplace_back();
    op.name = r.name, op.count = r.count, op.time = r.self_time, op.share = r.share;
  }
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_REPORT_HEAVIEST_BODY_HPP
