#ifndef RIDGELINE_TT_REPORT_PERF_PAGE_BODY_HPP
#define RIDGELINE_TT_REPORT_PERF_PAGE_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <ridgeline/hw/tenstorrent.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/op/category.hpp>
#include <ridgeline/tt/report/perf_page.hpp>

namespace ridgeline {

bar_chart tt_summary_chart(const tt_perf_result& report, bool classic) {
  bar_chart chart;
  chart.shape = bar_chart::form::stacked;
  chart.title = "Device time by op";
  chart.about = classic ? "Share of the device time; the parts of a bar are sorted by time."
                        : "Share of the device time; the parts of a bar are sorted by category, then by time.";
  chart.unit = "%";
  std::set<std::int64_t> all_devices;
  for (const tt_summary_row& row : report.summary) all_devices.insert(row.device.value_or(-1));
  const std::vector<std::int64_t> devices(all_devices.begin(), all_devices.end());
  for (const std::int64_t d : devices) chart.labels.push_back(d < 0 ? "all devices" : "device " + std::to_string(d));
  std::vector<const tt_summary_row*> order;
  for (const tt_summary_row& row : report.summary) order.push_back(&row);
  constexpr std::array<tt_category, 5> first{tt_category::compute, tt_category::tensor_manipulation,
                                             tt_category::data_movement, tt_category::other, tt_category::host};
  const auto rank = [&](const tt_summary_row* r) { return std::find(first.begin(), first.end(), r->category); };
  order = std::move(order) | sort_by([&](const tt_summary_row* r) { return classic ? 0 : rank(r) - first.begin(); },
                                     desc([](const tt_summary_row* r) { return r->time_us; }));
  std::map<std::string_view, std::size_t> series;
  for (const tt_summary_row* row : order) {
    const auto [at, fresh] = series.try_emplace(row->key, chart.series.size());
    if (fresh)
      chart.series.push_back({row->key, std::vector<double>(devices.size()),
                              classic ? std::string() : std::string(name_of(row->category)),
                              std::vector<std::string>(devices.size())});
    const auto d = static_cast<std::size_t>(
        std::lower_bound(devices.begin(), devices.end(), row->device.value_or(-1)) - devices.begin());
    chart.series[at->second].values[d] = row->share * 100;
    std::string& note = chart.series[at->second].notes[d];
    note += in_percent(row->share) + ", " + grouped_text(row->time_us, 0) + " μs, " + std::to_string(row->ops) +
            (row->ops == 1 ? " op" : " ops");
    if (known(row->weighted))
      note += ", FLOPs " + fixed_text(row->least * 100, 1) + " to " + in_percent(row->largest) + ", weighted mean " +
              in_percent(row->weighted);
  }
  return chart;
}

roofline_chart tt_perf_roofline(const tt_perf_result& report) {
  struct fidelity_row {
    std::string_view name;
    math at;
  };
  constexpr std::array<fidelity_row, 4> fidelities{fidelity_row{"HiFi4", hifi4}, fidelity_row{"HiFi3", hifi3},
                                                   fidelity_row{"HiFi2", hifi2}, fidelity_row{"LoFi", lofi}};
  roofline_chart chart;
  chart.title = "Roofline";
  if (report.on) chart.memory = report.on->dram;
  std::array<std::size_t, fidelities.size()> roofs;
  roofs.fill(roofline_chart::no_roof);
  struct sums {
    double flops = 0, bytes = 0;
    time_quantity time{};
    std::int64_t count = 0;
    const tt_perf_row* first = nullptr;
  };
  std::map<std::pair<std::string_view, std::string_view>, sums> groups;
  std::size_t left_out = 0;
  for (const tt_perf_row& row : report.rows) {
    if (!known(row.flops) && !known(row.dram)) continue;
    if (!(row.flops.base() > 0) || !(row.dram.base() > 0) || !(row.time.base() > 0)) {
      ++left_out;
      continue;
    }
    sums& s = groups[{row.label, row.op->fidelity}];
    s.flops += row.flops.base() * row.time.base();
    s.bytes += row.dram.base() * row.time.base();
    s.time = s.time + row.time;
    ++s.count;
    if (s.first == nullptr) s.first = &row;
  }
  for (const auto& [key, s] : groups) {
    const tt_perf_row& row = *s.first;
    roofline_chart::point p{std::string(row.label), roofline_chart::no_roof, {}, {}, missing<double>,
                            std::string(name_of(row.bound)), s.count, s.time};
    p.at = s.flops / s.bytes * FLOPpB;
    p.achieved = s.flops * FLOP / s.time;
    for (std::size_t f = 0; f < fidelities.size() && report.on; ++f) {
      if (fidelities[f].name != row.op->fidelity) continue;
      const flop_rate peak = hw::peak_rate(*report.on, fidelities[f].at);
      if (!known(peak)) break;
      if (roofs[f] == roofline_chart::no_roof) {
        roofs[f] = chart.roofs.size();
        chart.roofs.push_back({std::string(fidelities[f].name), peak});
      }
      p.under = roofs[f];
      const double reachable = std::min(peak.base(), p.at.base() * chart.memory.base());
      if (reachable > 0) p.share = p.achieved.base() / reachable;
    }
    chart.points.push_back(std::move(p));
  }
  const bool at_lofi = roofs.back() != roofline_chart::no_roof;
  if (at_lofi && report.on->architecture == "wormhole" && !report.faults.constants_of_1_2_4)
    chart.roofs.push_back({"LoFi, vendor's figure", hw::detail::wormhole_lofi_of_vendor * report.on->cores});
  chart.about = "Ops with the same code, sizes and fidelity are one point; its size shows their time.";
  if (left_out != 0)
    chart.about += " Not drawn: " + std::to_string(left_out) + " without DRAM traffic.";
  return chart;
}

report_page tt_perf_page(const tt_perf_result& report, std::vector<table> tables, const std::string& files,
                         bool classic) {
  report_page p{"tt_perf_report", "Performance report", {}, {}, std::move(tables), {}};
  p.facts = {{"Files", files}, {"Chip", report.on ? std::string(report.on->name) : std::string("not known")},
             {"Device ops", std::to_string(report.device_ops)}, {"Host ops", std::to_string(report.host_ops)}};
  p.facts.emplace_back("Device time", grouped_text(report.time.in(us), 0) + " μs");
  if (std::any_of(p.tables.begin(), p.tables.end(), [](const table& t) { return t.name() == "summary"; }))
    p.charts.emplace_back(tt_summary_chart(report, classic));
  p.charts.emplace_back(tt_perf_roofline(report));
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_PERF_PAGE_BODY_HPP
