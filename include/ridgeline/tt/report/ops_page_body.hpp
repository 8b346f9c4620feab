#ifndef RIDGELINE_TT_REPORT_OPS_PAGE_BODY_HPP
#define RIDGELINE_TT_REPORT_OPS_PAGE_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/report/op_times_body.hpp>
#include <ridgeline/tt/report/ops_page.hpp>

namespace ridgeline {

namespace tt_detail {

/// Arranges bars, ordered by start, in as few levels as possible so that bars in one level do not overlap; bars that
/// would need more than 16 levels are left out and counted.
std::vector<std::vector<timeline_chart::bar>> levels_of(const std::vector<timeline_chart::bar>& bars,
                                                        std::size_t& left_out) {
  constexpr std::size_t deepest = 16;
  std::vector<std::vector<timeline_chart::bar>> levels;
  for (const timeline_chart::bar& b : bars) {
    std::size_t at = 0;
    while (at < levels.size() && levels[at].back().start + levels[at].back().length > b.start) ++at;
    if (at == deepest) {
      ++left_out;
      continue;
    }
    if (at == levels.size()) levels.emplace_back();
    levels[at].push_back(b);
  }
  return levels;
}

}  // namespace tt_detail

timeline_chart tt_ops_timeline(const tt_ops_report& report) {
  timeline_chart chart;
  chart.title = "Ops on the host";
  chart.nanoseconds = 1;
  chart.unit = "ns";
  const std::size_t code = tt_detail::title_at(report, "OP CODE"), from = tt_detail::title_at(report, "HOST START TS"),
                    to = tt_detail::title_at(report, "HOST END TS");
  std::map<std::string_view, std::uint32_t> names;
  std::vector<timeline_chart::bar> bars;
  for (const std::vector<stored_cell>& row : report.rows) {
    const cell start = tt_detail::cell_at(row, from), end = tt_detail::cell_at(row, to);
    if (start.kind != cell_kind::integer || end.kind != cell_kind::integer || end.integer < start.integer) continue;
    const auto [at, fresh] =
        names.try_emplace(tt_detail::trimmed_code(row, code), static_cast<std::uint32_t>(chart.names.size()));
    if (fresh) {
      chart.names.emplace_back(at->first);
      chart.tones.push_back(static_cast<std::uint8_t>((chart.names.size() - 1) % 16));
    }
    bars.push_back({start.integer, end.integer - start.integer, at->second});
  }
  if (bars.empty()) return chart;
  bars = std::move(bars) | sort_by(&timeline_chart::bar::start, desc(&timeline_chart::bar::length));
  // A call that ran on several devices has a row for each.
  bars.erase(std::unique(bars.begin(), bars.end(), [](const timeline_chart::bar& a, const timeline_chart::bar& b) {
               return a.start == b.start && a.length == b.length && a.name == b.name;
             }), bars.end());
  const std::int64_t origin = bars.front().start;
  for (timeline_chart::bar& b : bars) b.start -= origin;
  std::size_t left_out = 0;
  std::vector<std::vector<timeline_chart::bar>> levels = tt_detail::levels_of(bars, left_out);
  timeline_chart::group group{"host", {}};
  for (std::size_t l = 0; l < levels.size(); ++l) {
    std::string name = "depth " + std::to_string(l + 1);
    group.lanes.push_back({name, name, {}});
    group.lanes.back().levels.push_back(std::move(levels[l]));
  }
  chart.groups.push_back(std::move(group));
  if (left_out != 0) chart.about = "Not drawn: " + std::to_string(left_out) + " calls nested more than 16 deep.";
  return chart;
}

bar_chart tt_ops_bars(const tt_ops_report& report, std::size_t most) {
  bar_chart chart;
  chart.title = "Kernel time on the device by op";
  chart.unit = "ns";
  std::vector<tt_op_time> order = tt_op_times(report);
  std::erase_if(order, [](const tt_op_time& op) { return !known(op.kernels); });
  if (order.empty()) return chart;
  if (order.size() > most) {
    chart.about = "The " + std::to_string(most);
    chart.about += " largest of " + std::to_string(order.size()) + ".";
    order.resize(most);
  }
  chart.series.emplace_back();
  for (const tt_op_time& op : order) {
    chart.labels.push_back(op.code);
    chart.series[0].values.push_back(op.kernels.in(ns));
  }
  return chart;
}

report_page tt_ops_page(const tt_ops_report& report, std::vector<table> tables, const std::string& logs) {
  report_page p{"tt_ops_report", "Ops report", {{"Logs", logs}, {"Rows", std::to_string(report.rows.size())}},
                {}, std::move(tables), {}};
  p.charts.emplace_back(tt_ops_bars(report, 25));
  if (timeline_chart chart = tt_ops_timeline(report); !chart.groups.empty()) p.charts.emplace_back(std::move(chart));
  for (const table& t : p.tables)
    if (t.name() == "host_zones")
      if (std::optional<bar_chart> zones = bars_of(t, "Zone", "Total", "Zones of the host", "μs", 25))
        p.charts.emplace_back(std::move(*zones));
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_OPS_PAGE_BODY_HPP
