#ifndef RIDGELINE_REPORT_MULTI_RANK_PAGE_HPP
#define RIDGELINE_REPORT_MULTI_RANK_PAGE_HPP

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/report/torch_page.hpp>
#include <ridgeline/sink/chart.hpp>

namespace ridgeline {

/// The page of a report over many ranks: where the time of a rank goes, and the ops of all ranks by intensity and rate.
inline report_page multi_rank_page(std::vector<table> tables, const std::string& folder) {
  report_page p{"multi_rank_report", "Report over ranks", {{"Directory", folder}}, {}, {}, {}};
  for (const table& t : tables)
    if (t.name() == "grouped_breakdown")
      if (std::optional<bar_chart> chart = bars_of(t, "Group", "Time (s)", "Time of a rank", "s", 30))
        p.charts.emplace_back(std::move(*chart));
  if (roofline_chart chart = torch_roofline(tables, nullptr); !chart.points.empty()) {
    chart.about = "A point for each op and shape, over all ranks; its size follows its kernel time.";
    p.charts.emplace_back(std::move(chart));
  }
  p.tables = std::move(tables);
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_REPORT_MULTI_RANK_PAGE_HPP
