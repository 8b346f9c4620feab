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
#include <ridgeline/sink/roofline_page.hpp>
#include <ridgeline/xla/report/page.hpp>
#include <ridgeline/xla/sheet/columns.hpp>

namespace ridgeline {

roofline_chart jax_roofline(const jax_result& r) {
  const hw::roofs* const roofs = r.options.roofs;
  roofline_chart chart = sink_detail::roofline_head(roofs);
  for (std::size_t c = 0; c < xla_category_table.size(); ++c) {
    for (const jax_group& group : group_by_parameters(r, static_cast<xla_category>(c))) {
      const xla_cost& cost = group.first->kind->cost;
      const time_quantity time = group.time.sum * us;
      if (!(cost.flops.base() > 0) || !(cost.bytes.base() > 0) || !(time.base() > 0)) continue;
      const double calls = static_cast<double>(group.time.count);
      roofline_chart::point p;
      p.name = group.first->kind->name;
      sink_detail::append_shape(p.name, group.first->in->input_dims);
      p.under = sink_detail::roof_named(chart, hw::spec_of(cost.peak.engine, cost.peak.type), roofs);
      p.at = cost.flops / cost.bytes;
      p.achieved = cost.flops * calls / time;
      if (roofs != nullptr) {
        const roof limits = cost.over(*roofs);
        p.share = limits.share(time / calls);
        p.bound = xla_detail::bound_of(limits);
      }
      p.count = static_cast<std::int64_t>(group.time.count);
      p.time = time;
      chart.points.push_back(std::move(p));
    }
  }
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
