#ifndef RIDGELINE_TT_REPORT_DEVICE_PAGE_BODY_HPP
#define RIDGELINE_TT_REPORT_DEVICE_PAGE_BODY_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <ridgeline/table/format.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/report/device_page.hpp>
#include <ridgeline/tt/sheet/device_files.hpp>
#include <ridgeline/tt/sheet/device_tables.hpp>

namespace ridgeline {

namespace tt_detail {

/// Numbers names by first appearance and assigns colours: firmware the first, kernels the second, others the rest.
class tt_bar_names {
 public:
  explicit tt_bar_names(timeline_chart& chart) : chart_(chart) {}

  std::uint32_t of(std::uint64_t key, auto&& text_of) {
    const auto [at, fresh] = numbers_.try_emplace(key, static_cast<std::uint32_t>(chart_.names.size()));
    if (fresh) {
      chart_.names.push_back(text_of());
      const std::string& name = chart_.names.back();
      constexpr std::array<std::uint8_t, 5> others{1, 3, 4, 5, 6};
      const bool fw = name.ends_with("-FW") || name == "Firmware Start->Kernel start" ||
                      name == "Kernel End->Firmware End";
      const bool kernel = name.ends_with("-KERNEL") || name == "Kernel start->Kernel End";
      chart_.tones.push_back(fw ? std::uint8_t{0} : kernel ? std::uint8_t{2} : others[other_ % others.size()]);
      if (!fw && !kernel) {
        if (other_ / others.size() % 2 == 1) chart_.tones.back() = static_cast<std::uint8_t>(chart_.tones.back() + 8);
        ++other_;
      }
    }
    return at->second;
  }

 private:
  timeline_chart& chart_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_{};
  std::size_t other_ = 0;
};

/// Adds a RISC's bars for a log with six columns: the interval from each marker to the next, except between runs.
void add_marker(timeline_chart::lane& lane, const tt_marker& from, const tt_marker& to, std::int64_t t0,
                tt_bar_names& names) {
  if (from.what == 0 || from.point == tt_point::fw_end) return;
  const auto name_of_point = [](const tt_marker& m) {
    constexpr std::array<std::string_view, 5> points{"", "Firmware Start", "Kernel start", "Kernel End",
                                                     "Firmware End"};
    const auto at = static_cast<std::size_t>(m.point);
    return at == 0 ? std::to_string(m.what) : std::string(points[at]);
  };
  const std::uint32_t name = names.of((std::uint64_t{from.what} << 32) | to.what, [&] {
    std::string text = name_of_point(from);
    text += "->";
    return text += name_of_point(to);
  });
  if (lane.levels.empty()) lane.levels.emplace_back();
  lane.levels[0].push_back({from.cycles - t0, to.cycles - from.cycles, name});
}

timeline_chart::group tt_core_group(const tt_device_result& result, const tt_core_line& core, std::int64_t t0,
                                    tt_bar_names& names, bool with_device) {
  constexpr std::size_t deepest = 8;
  const tt_lines& lines = result.lines;
  const bool zones = lines.log->has_zones();
  timeline_chart::group group;
  if (with_device) group.name = "device " + std::to_string(lines.log->devices[core.device]) + " ";
  group.name += std::to_string(core.x) + ", " + std::to_string(core.y);
  tt_by_risc<std::size_t> lane_of{};
  for (const tt_risc r : core.riscs) {
    if (r == tt_risc::none) break;
    lane_of[static_cast<std::size_t>(r)] = group.lanes.size();
    group.lanes.push_back({std::string(name_of(r)), std::string(name_of(r)), {}});
  }
  tt_by_risc<std::vector<const tt_marker*>> open;
  for (const tt_entry& e : lines.of(core)) {
    const tt_marker& m = lines.at(e.marker);
    std::vector<const tt_marker*>& stack = open[static_cast<std::size_t>(m.risc)];
    timeline_chart::lane& lane = group.lanes[lane_of[static_cast<std::size_t>(m.risc)]];
    if (!zones) {
      if (!stack.empty()) add_marker(lane, *stack.back(), m, t0, names);
      stack.assign(1, &m);
    } else if (m.phase == tt_phase::begin) {
      if (stack.size() < deepest) stack.push_back(&m);
    } else if (m.phase == tt_phase::end) {
      std::size_t at = stack.size();
      while (at > 0 && stack[at - 1]->what != m.what) --at;
      if (at == 0) continue;  // its beginning is not in the log
      if (lane.levels.size() < at) lane.levels.resize(at);
      const std::string_view zone = lines.log->zones.text(symbol{m.what});
      const std::uint32_t name = names.of(m.what, [&] { return std::string(zone.empty() ? "without a name" : zone); });
      lane.levels[at - 1].push_back({stack[at - 1]->cycles - t0, m.cycles - stack[at - 1]->cycles, name});
      stack.resize(at - 1);
    }
  }
  return group;
}

/// Marks the starts of launches: for each, the first core's firmware start. None if no core has a second launch.
void mark_launches(const tt_device_result& result, std::size_t device, timeline_chart& chart) {
  constexpr std::size_t most = 500;
  std::vector<std::int64_t> starts;
  const tt_lines& lines = result.lines;
  const tt_device_line& d = lines.devices[device];
  for (std::size_t c = d.first_core; c < d.last_core; ++c) {
    std::size_t launch = 0;
    for (const tt_entry& e : lines.of(lines.cores[c])) {
      if (!e.begins_launch() || launch == most) continue;
      if (launch == starts.size()) starts.push_back(e.cycles - d.t0);
      starts[launch] = std::min(starts[launch], e.cycles - d.t0);
      ++launch;
    }
  }
  for (std::size_t i = 0; starts.size() > 1 && i < starts.size(); ++i)
    chart.marks.emplace_back(starts[i], "Launch " + std::to_string(i + 1));
}

}  // namespace tt_detail

timeline_chart tt_device_timeline(const tt_device_result& result) {
  const tt_device_log& log = *result.lines.log;
  timeline_chart chart;
  chart.title = "Device timeline";
  chart.about = "From the first marker of each device (T0); one lane for each RISC of each core.";
  chart.unit = "cycles";
  if (known(log.clock)) chart.nanoseconds = log.nanoseconds(1);
  tt_detail::tt_bar_names names(chart);
  for (std::size_t d = 0; d < result.lines.devices.size(); ++d) {
    const tt_device_line& device = result.lines.devices[d];
    for (const std::size_t c : result.lines.by_place(device))
      chart.groups.push_back(tt_detail::tt_core_group(result, result.lines.cores[c], device.t0, names,
                                                   log.devices.size() > 1));
  }
  if (log.devices.size() == 1 && !log.has_zones()) tt_detail::mark_launches(result, 0, chart);
  return chart;
}

std::vector<bar_chart> tt_device_histograms(const tt_device_result& result, std::size_t most) {
  std::vector<bar_chart> charts;
  const tt_device_log& log = *result.lines.log;
  for (const tt_device_analysis& a : result.found) {
    if (a.lines.size() < 3 || charts.size() == most) continue;
    double least = a.lines.front().of.median, largest = least;
    for (const tt_line_statistics& l : a.lines) {
      least = std::min(least, l.of.median);
      largest = std::max(largest, l.of.median);
    }
    if (!(largest > least)) continue;  // all values are equal, as the tables show
    const std::size_t bins = std::min<std::size_t>(30, std::max<std::size_t>(5, a.lines.size() / 2));
    const double width = (largest - least) / static_cast<double>(bins);
    bar_chart chart;
    chart.shape = bar_chart::form::histogram;
    chart.title = a.what.name;
    if (log.devices.size() > 1) chart.title += ", device " + std::to_string(log.devices[a.device]);
    const bool cores = a.what.across == tt_across::core;
    chart.about = cores ? "Medians of the cores: number of cores in each bin."
                        : "Times of the ops: number of ops in each bin.";
    chart.unit = cores ? "cores" : "ops";
    chart.series.push_back({"", std::vector<double>(bins), "", {}});
    for (const tt_line_statistics& l : a.lines) {
      const auto bin = static_cast<std::size_t>((l.of.median - least) / width);
      chart.series[0].values[std::min(bin, bins - 1)] += 1;
    }
    for (std::size_t b = 0; b < bins; ++b) {
      const double cycles = least + width * static_cast<double>(b);
      chart.labels.push_back(known(log.clock) ? grouped_text(log.nanoseconds(cycles), 0) + " ns"
                                              : grouped_text(cycles, 0) + " cycles");
    }
    charts.push_back(std::move(chart));
  }
  return charts;
}

report_page tt_device_page(const tt_device_result& result, const std::string& log_path) {
  const tt_device_log& log = *result.lines.log;
  report_page p{"tt_device_report", "Device report", {}, {}, {}, {}};
  const std::string clock = known(log.clock) ? tt_detail::clock_text(log) + " MHz" : "unknown";
  p.facts = {{"Log", log_path}, {"Architecture", log.arch}, {"Clock", clock},
             {"Devices", std::to_string(log.devices.size())}, {"Cores", std::to_string(result.lines.cores.size())},
             {"Markers", std::to_string(log.markers.size())}};
  p.charts.emplace_back(tt_device_timeline(result));
  for (bar_chart& chart : tt_device_histograms(result, 12)) p.charts.emplace_back(std::move(chart));
  p.tables = {tt_statistics_table(result), tt_core_statistics_table(result), quality_table(result.quality)};
  return p;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_PAGE_BODY_HPP
