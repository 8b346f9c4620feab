#ifndef RIDGELINE_RANKS_REPORT_FLEET_CHARTS_HPP
#define RIDGELINE_RANKS_REPORT_FLEET_CHARTS_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/figures.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/table/chart.hpp>

/// Charts for multi-rank reports. Internal: included by body files only.
namespace ridgeline::ranks_detail {

/// Colour classes for a rank's own time in a step relative to the median of all ranks in that step.
struct pace_class {
  double most;  ///< upper bound of the class, as a ratio to the median
  std::string_view name;
  std::uint8_t tone;
};
inline constexpr std::array pace_classes{pace_class{0.98, "over 2 % faster than the median", 10},
                                         pace_class{1.02, "within 2 %", 2},
                                         pace_class{1.05, "2 to 5 % slower", 9},
                                         pace_class{1.10, "5 to 10 % slower", 1},
                                         pace_class{1.25, "10 to 25 % slower", 11},
                                         pace_class{HUGE_VAL, "over 25 % slower", 3}};

/// The part of a step that is the rank's own: computation, copies, waiting for its host. In collectives it waits for
/// others.
inline double own_time(const rank_step& s) {
  constexpr std::size_t exposed_communication = 1, total = 5;  // as the rows of `gpu_timeline`
  return s.timeline[total] - s.timeline[exposed_communication];
}

/// Heat map of ranks by steps: the colour shows how long each rank's own part of each step takes. With very many
/// ranks, only the worst are shown.
inline timeline_chart pace_chart(const std::vector<rank_facts>& ranks) {
  constexpr std::size_t most_ranks = 256, most_steps = 2000;
  timeline_chart chart;
  chart.title = "Ranks by steps";
  chart.about = "How long each rank computes, copies or waits for its host in each step, without collectives, compared "
                "with the median of all ranks in that step.";
  chart.unit = "step";
  std::map<std::int64_t, std::vector<double>> computed;  // by step number
  for (const rank_facts& r : ranks)
    for (const rank_step& s : r.steps)
      if (known(s.number) && known(s.first)) computed[s.number].push_back(own_time(s));
  if (computed.empty() || computed.size() > most_steps || ranks.size() < 2) return chart;
  std::map<std::int64_t, std::pair<std::int64_t, double>> places;  // where a step stands, and its median
  for (const auto& [number, times] : computed) {
    places.emplace(number, std::pair(static_cast<std::int64_t>(places.size()), median_of(times)));
    chart.numbers.push_back(number);
  }
  const auto from_first = static_cast<std::uint64_t>(chart.numbers.back()) -
                          static_cast<std::uint64_t>(chart.numbers.front());
  if (from_first >= chart.numbers.size())
    chart.about += " Steps that no rank recorded are left out.";
  for (const pace_class& c : pace_classes) chart.names.emplace_back(c.name), chart.tones.push_back(c.tone);
  struct row {
    double worst = 0;
    std::size_t place = 0;
    timeline_chart::lane lane{};
  };
  std::vector<row> rows;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    row one{0, r, {"rank " + std::to_string(ranks[r].rank), {}, {{}}}};
    for (const rank_step& s : ranks[r].steps) {
      if (!known(s.number) || !known(s.first)) continue;
      const auto& [place, median] = places.at(s.number);
      const double pace = median > 0 ? own_time(s) / median : 1;
      std::uint32_t c = 0;
      while (c + 1 < pace_classes.size() && pace > pace_classes[c].most) ++c;
      one.worst = std::max(one.worst, pace);
      one.lane.levels[0].push_back({place, 1, c});
    }
    if (!one.lane.levels[0].empty()) rows.push_back(std::move(one));
  }
  if (rows.size() > most_ranks) {
    chart.about += " Of " + std::to_string(rows.size()) + " ranks the " + std::to_string(most_ranks) +
                   " with the worst step.";
    rows = std::move(rows) | sort_by(desc(&row::worst));
    rows.resize(most_ranks);
    rows = std::move(rows) | sort_by(&row::place);
  }
  chart.groups.push_back({"Ranks", {}});
  for (row& one : rows) chart.groups[0].lanes.push_back(std::move(one.lane));
  return chart;
}

/// The size 2^power in binary units, `4 MiB`.
inline std::string size_text(int power) {
  constexpr std::array<std::string_view, 7> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  const auto unit = static_cast<std::size_t>(std::clamp(power, 0, 69) / 10);
  return std::to_string(std::int64_t{1} << std::clamp(power, 0, 69) % 10) + " " + std::string(units[unit]);
}

/// Median bus bandwidth by kind and size of collective, next to the link's bandwidth if it is known.
inline bar_chart bandwidth_chart(const call_matching& all, const std::vector<collective_figures>& figures,
                                 double link) {
  bar_chart chart;
  chart.title = "Bus bandwidth by size";
  chart.about = "Median of the complete collectives of each kind, by message size rounded up to a power of two.";
  chart.unit = "GB/s";
  std::map<std::pair<std::string_view, int>, std::vector<double>> rates;
  for (const collective_figures& f : figures) {
    if (!(f.bus_rate > 0) || !(f.message >= 1)) continue;
    const auto power = static_cast<int>(std::ceil(std::log2(f.message)));
    rates[{name_of(all.collectives()[f.collective].kind), power}].push_back(f.bus_rate / 1e9);
  }
  constexpr std::size_t most = 60;
  chart.series.push_back({"bus bandwidth", {}, {}, {}});
  if (known(link)) chart.series.push_back({"link", {}, {}, {}});
  for (const auto& [key, values] : rates) {
    if (chart.labels.size() == most) {
      chart.about += " The first " + std::to_string(most) + " of " + std::to_string(rates.size()) + " sizes.";
      break;
    }
    chart.labels.push_back(std::string(key.first) + " " + size_text(key.second));
    chart.series[0].values.push_back(median_of(values));
    const char* const what = values.size() == 1 ? " collective" : " collectives";
    chart.series[0].notes.push_back(std::to_string(values.size()) + what);
    if (known(link)) chart.series[1].values.push_back(link / 1e9), chart.series[1].notes.emplace_back();
  }
  return chart;
}

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_REPORT_FLEET_CHARTS_HPP
