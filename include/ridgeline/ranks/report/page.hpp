#ifndef RIDGELINE_RANKS_REPORT_PAGE_HPP
#define RIDGELINE_RANKS_REPORT_PAGE_HPP

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/torch/report/page.hpp>
#include <ridgeline/table/page.hpp>

/// The multi-rank report as a page.
namespace ridgeline {

/// The page over one configuration: where a rank's time goes, and who waits for whom.
inline report_page multi_rank_page(const multi_rank_report& r, std::vector<table> tables, const std::string& folder) {
  report_page p{"multi_rank_report", "Multi-rank report", {{"Folder", folder}}, {}, {}, {}};
  p.facts.emplace_back("Ranks", std::to_string(r.partial().ranks.size()));
  const auto add = [&](const table& t, std::string_view labels, std::string_view values, std::string title,
                       std::string unit) {
    if (const std::optional<bar_chart> chart = bars_of(t, labels, values, std::move(title), std::move(unit), 30))
      p.charts.emplace_back(*chart);
  };
  for (const table& t : tables) {
    if (t.name() == "gpu_timelines") add(t, "type", "time_ms_avg", "GPU time, mean of all ranks", "ms");
    if (t.name() == "grouped_breakdown") add(t, "Group", "Time (s)", "Time of a rank by kind of op", "s");
    if (t.name() == "kernel_launchers") add(t, "name", "time_ms_avg", "Launchers that take longest, of a rank", "ms");
    if (t.name() == "summary_nccl_implicit_sync_cat")
      add(t, "Collective name", "Total comm latency (ms)", "Collectives by total latency", "ms");
  }
  if (roofline_chart chart = torch_roofline(tables, nullptr); !chart.points.empty()) {
    chart.about = "A point for each op and shape, over all ranks; its size follows its kernel time.";
    p.charts.emplace_back(std::move(chart));
  }
  if (r.partial().ranks.size() > 1)
    for (const table& t : r.collective_tables(false))
      if (t.name() == "straggler_summary")
        add(t, "rank", "total_wait_time_us", "Who waits: the rank that waits least is waited for", "µs");
  p.tables = std::move(tables);
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_PAGE_HPP
