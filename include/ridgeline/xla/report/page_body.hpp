#ifndef RIDGELINE_XLA_REPORT_PAGE_BODY_HPP
#define RIDGELINE_XLA_REPORT_PAGE_BODY_HPP

#include <cstdint>
#include <optional>
#include <utility>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/roofline_chart.hpp>
#include <ridgeline/xla/report/page.hpp>
#include <ridgeline/xla/sheet/call_groups.hpp>
#include <ridgeline/xla/sheet/columns.hpp>

namespace ridgeline {

roofline_chart jax_roofline(const jax_result& r) {
  const hw::roofs* const roofs = r.options.roofs;
  const std::vector<xla_detail::call_group> groups = xla_detail::group_calls(r.calls);
  std::vector<std::string> specs;  // the points refer to them
  specs.reserve(groups.size());
  std::vector<roof_point> points;
  std::int64_t above = 0;
  for (const xla_detail::call_group& group : groups) {
    const jax_call& call = *group.first;
    if (!(call.flops().base() > 0) || call.kind->starts) continue;
    roof_point p;
    p.time = group.microseconds * us;
    if (roofs != nullptr) {
      p.share = group.share(*roofs);
      p.bound = xla_detail::bound_of(group.over(*roofs));
      if (p.share > 1) {
        ++above;
        continue;
      }
    }
    p.name = group.name;
    p.shape = group.dims;
    p.spec = specs.emplace_back(hw::spec_of(call.peak().engine, call.peak().type));
    p.at = call.at();
    p.achieved = call.flops() * static_cast<double>(group.count) / p.time;
    p.count = group.count;
    points.push_back(p);
  }
  hw::roofs published;
  if (roofs != nullptr) published = *roofs, published.vectors_stand_in = false;  // TF32 rounding cannot be told
  roofline_chart chart = roofline_of(points, roofs == nullptr ? nullptr : &published);
  if (above != 0)
    chart.about += " Not drawn: " + std::to_string(above) + (above == 1 ? " op" : " ops") +
                   " faster than the chip allows; see hlo_calls, ABOVE_ROOF.";
  return chart;
}

report_page jax_page(const jax_result& r, std::vector<table> tables, const std::string& profile) {
  const std::string device(name_of(r.trace->device));
  report_page p{"jax_report", "JAX report", {{"Profile", profile}}, {}, {}, {}};
  if (r.options.roofs != nullptr) p.facts.emplace_back("Chip", r.options.roofs->name);
  p.facts.emplace_back(device + "s", std::to_string(r.gpus.size()));
  const auto add = [&](const std::optional<bar_chart>& chart) {
    if (chart) p.charts.emplace_back(*chart);
  };
  add(bars_of(jax_averages_table(r), "type", "time ms", device + " time, mean of all " + device + "s", "ms", 20));
  add(bars_of(jax_category_table(r), "op category", "total_direct_kernel_time_ms", "Kernel time by category", "ms",
              30));
  add(bars_of(jax_summary_table(r), "name", "total_direct_kernel_time_ms", "Kernels that take longest", "ms", 20));
  p.charts.emplace_back(jax_roofline(r));
  p.tables = std::move(tables);
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_PAGE_BODY_HPP
