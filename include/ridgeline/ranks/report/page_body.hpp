#ifndef RIDGELINE_RANKS_REPORT_PAGE_BODY_HPP
#define RIDGELINE_RANKS_REPORT_PAGE_BODY_HPP

#include <optional>
#include <string_view>
#include <utility>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/ranks/report/fleet_charts.hpp>
#include <ridgeline/ranks/report/page.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/torch/report/page.hpp>

namespace ridgeline {

fleet_roofs fleet_roofs_of(const hw::roofs* chip) {
  fleet_roofs roofs;
  roofs.chip = chip;
  if (const hw::device* const on = chip == nullptr ? nullptr : hw::chips::find(chip->name))
    roofs.link = (known(on->link_total) ? on->link_total / 2 : on->link).in(GBps) * 1e9;
  return roofs;
}

report_page multi_rank_page(const multi_rank_report& r, std::vector<table> tables, const std::string& folder,
                            const fleet_roofs& roofs) {
  report_page p{"multi_rank_report", "Multi-rank report", {{"Folder", folder}}, {}, {}, {}};
  p.facts.emplace_back("Ranks", std::to_string(r.partial().ranks.size()));
  if (const rank_comparison* const c = r.comparison(); c != nullptr && r.partial().ranks.size() > 1) {
    p.facts.emplace_back("Verdict", c->what_if().verdict.why);
    if (timeline_chart pace = ranks_detail::pace_chart(r.partial().ranks); !pace.groups.empty())
      p.charts.emplace_back(std::move(pace));
    if (bar_chart rates = ranks_detail::bandwidth_chart(c->matching(), c->figures(), roofs.link); !rates.labels.empty())
      p.charts.emplace_back(std::move(rates));
  }
  const auto add = [&](const table& t, std::string_view labels, std::string_view values, std::string title,
                       std::string unit) {
    if (const std::optional<bar_chart> chart = bars_of(t, labels, values, std::move(title), std::move(unit), 30))
      p.charts.emplace_back(*chart);
  };
  for (const table& t : tables) {
    if (t.name() == "gpu_timelines") add(t, "type", "time_ms_avg", "GPU time, mean of all ranks", "ms");
    if (t.name() == "grouped_breakdown") add(t, "Group", "Time (s)", "Time per rank by kind of op", "s");
    if (t.name() == "kernel_launchers") add(t, "name", "time_ms_avg", "Launchers that take longest, per rank", "ms");
    if (t.name() == "summary_nccl_implicit_sync_cat")
      add(t, "Collective name", "Total comm latency (ms)", "Collectives by total latency", "ms");
  }
  if (roofline_chart chart = torch_roofline(tables, roofs.chip); !chart.points.empty()) {
    chart.about = "One point for each op and shape, over all ranks; its size shows its kernel time.";
    p.charts.emplace_back(std::move(chart));
  }
  if (r.partial().ranks.size() > 1)
    for (const table& t : r.collective_tables(false))
      if (t.name() == "straggler_summary")
        add(t, "rank", "total_wait_time_us", "Who waits: the others wait for the rank that waits least", "µs");
  p.tables = std::move(tables);
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_PAGE_BODY_HPP
