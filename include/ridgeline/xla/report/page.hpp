#ifndef RIDGELINE_XLA_REPORT_PAGE_HPP
#define RIDGELINE_XLA_REPORT_PAGE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/xla/sheet/tables.hpp>
#include <ridgeline/table/page.hpp>

/// The JAX report as a page.
namespace ridgeline {

/// Calls of the same op and shape as one point, of all categories that models describe.
inline roofline_chart jax_roofline(const jax_result& r) {
  const hw::roofs* const roofs = r.options.roofs;
  std::vector<std::string> specs;  // the points refer to them
  std::vector<roof_point> points;
  for (std::size_t c = 0; c < xla_category_table.size(); ++c) {
    for (const jax_group& group : group_by_parameters(r, static_cast<xla_category>(c))) {
      const xla_cost& cost = group.first->kind->cost;
      const time_quantity time = group.time.sum * us;
      const double calls = static_cast<double>(group.time.count);
      roof_point p;
      p.name = group.first->kind->name;
      p.shape = group.first->in->input_dims;
      p.at = cost.flops / cost.bytes;
      p.achieved = cost.flops * calls / time;
      if (roofs != nullptr) {
        const roof limits = cost.over(*roofs);
        p.share = limits.share(time / calls);
        p.bound = xla_detail::bound_of(limits);
      }
      p.count = static_cast<std::int64_t>(group.time.count);
      p.time = time;
      points.push_back(p);
      specs.push_back(hw::spec_of(cost.about.peak.engine, cost.about.peak.type));
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) points[i].spec = specs[i];
  return roofline_of(points, roofs);
}

/// The page of a JAX report: where the time goes, by kind, category and kernel, and the roofline.
inline report_page jax_page(const jax_result& r, std::vector<table> tables, const std::string& profile) {
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

#endif  // RIDGELINE_XLA_REPORT_PAGE_HPP
