#ifndef RIDGELINE_XLA_REPORT_PAGE_BODY_HPP
#define RIDGELINE_XLA_REPORT_PAGE_BODY_HPP

/// The charts of the JAX report: include it through `impl.hpp`.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/roofline_chart.hpp>
#include <ridgeline/xla/report/page.hpp>
#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/sheet/columns.hpp>

namespace ridgeline {

namespace xla_detail {

/// Calls of one op and shape.
struct roof_group {
  std::string_view name;
  std::string_view dims;
  const jax_call* first = nullptr;
  std::int64_t count = 0;
  double microseconds = 0;
};

inline std::vector<roof_group> roof_groups(const std::vector<jax_call>& calls) {
  const auto kernel = [](const jax_call& c) { return c.kind->name; };
  const auto dims = [](const jax_call& c) { return std::string_view(c.in->input_dims); };
  const auto itself = [](const jax_call& c) { return &c; };
  std::vector<roof_group> groups;
  for (const auto& row : calls | where([](const jax_call& c) { return known(c.flops()); }) |
                             group_by(kernel, dims) |
                             aggregate(count, sum(&jax_call::microseconds), first(itself)))
    groups.push_back({row[kernel], row[dims], row[first(itself)], row[count], row[sum(&jax_call::microseconds)]});
  return groups;
}

}  // namespace xla_detail

roofline_chart jax_roofline(const jax_result& r) {
  const hw::roofs* const roofs = r.options.roofs;
  const std::vector<jax_call> calls = calls_of(r);
  const std::vector<xla_detail::roof_group> groups = xla_detail::roof_groups(calls);
  std::vector<std::string> specs;  // the points refer to them
  specs.reserve(groups.size());
  std::vector<roof_point> points;
  std::int64_t above = 0;
  for (const xla_detail::roof_group& group : groups) {
    const jax_call& call = *group.first;
    const double n = static_cast<double>(group.count);
    roof_point p;
    p.time = group.microseconds * us;
    if (roofs != nullptr) {
      const roof limits = call.over(*roofs);
      p.share = limits.share(p.time / n);
      p.bound = xla_detail::bound_of(limits);
      if (p.share > 1) {
        ++above;
        continue;
      }
    }
    p.name = group.name;
    p.shape = group.dims;
    p.spec = specs.emplace_back(hw::spec_of(call.kind->cost.peak.engine, call.kind->cost.peak.type));
    p.at = call.at();
    p.achieved = call.flops() * n / p.time;
    p.count = group.count;
    points.push_back(p);
  }
  roofline_chart chart = roofline_of(points, roofs);
  if (above != 0)
    chart.about += " Not drawn: " + std::to_string(above) + (above == 1 ? " op" : " ops") +
                   " faster than the chip allows; see hlo_calls, ABOVE_ROOF.";
  return chart;
}

report_page jax_page(const jax_result& r, std::vector<table> tables, const std::string& profile) {
  report_page p{"jax_report", "JAX report", {{"Profile", profile}}, {}, {}, {}};
  if (r.options.roofs != nullptr) p.facts.emplace_back("Chip", r.options.roofs->name);
  p.facts.emplace_back("GPUs", std::to_string(r.gpus.size()));
  const auto add = [&](const std::optional<bar_chart>& chart) {
    if (chart) p.charts.emplace_back(*chart);
  };
  add(bars_of(jax_averages_table(r), "type", "time ms", "GPU time, mean of all GPUs", "ms", 20));
  add(bars_of(jax_category_table(r), "op category", "total_direct_kernel_time_ms", "Kernel time by category", "ms",
              30));
  add(bars_of(jax_summary_table(r), "name", "total_direct_kernel_time_ms", "Kernels that take longest", "ms", 20));
  p.charts.emplace_back(jax_roofline(r));
  p.tables = std::move(tables);
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_PAGE_BODY_HPP
