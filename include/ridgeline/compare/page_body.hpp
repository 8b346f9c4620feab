#ifndef RIDGELINE_COMPARE_PAGE_BODY_HPP
#define RIDGELINE_COMPARE_PAGE_BODY_HPP

/// The body of `page_of` a comparison.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/compare/percent_text.hpp>

namespace ridgeline {

namespace compare_detail {

/// A waterfall from the baseline's step to the new one: the parts, then the pieces that contribute most, each starting
/// where the previous one ended. `sum` is the running position.
inline void add_waterfall_row(span_chart& chart, std::string label, std::string note, double each, double& sum) {
  chart.rows.push_back({std::move(label), std::move(note), each > 0 ? 0u : 1u, missing<double>, sum, sum + each});
  sum += each;
}
inline span_chart waterfall_of(const comparison& c, const version& v) {
  span_chart chart;
  chart.title = "From " + c.versions.all.front().label + " to " + v.label + ": what makes up the difference";
  chart.about = sentence_of(c, v) + ". Per step: its parts, then the pieces that contribute most to the difference, "
                                    "each starting where the previous one ended.";
  chart.unit = "ns";
  chart.series = {"longer", "shorter", "whole step"};
  constexpr std::size_t most = 16;
  std::array<double, step_parts> parts{};
  std::vector<attribution_row> pieces;
  double whole = 0;
  for (attribution_row& r : with_replaced_work_as_one(c.of(c.attribution, v.label))) {
    if (r.steps == 0) continue;
    const double each = static_cast<double>(r.delta()) / static_cast<double>(r.steps);
    if (r.part == "total") {
      whole = each;
      continue;
    }
    for (std::size_t p = 0; p < step_parts; ++p)
      if (r.part == name_of(static_cast<step_part>(p))) parts[p] += each;
    pieces.push_back(std::move(r));
  }
  double sum = 0;
  for (std::size_t p = 0; p < step_parts; ++p)
    if (parts[p] != 0)
      add_waterfall_row(chart, std::string(name_of(static_cast<step_part>(p))), "all of it", parts[p], sum);
  chart.rows.push_back({"whole step", "the difference", 2, whole, 0, whole});
  sum = 0;
  double rest = whole;
  for (std::size_t i = 0; i < pieces.size() && i < most; ++i) {
    const attribution_row& r = pieces[i];
    const double each = static_cast<double>(r.delta()) / static_cast<double>(r.steps);
    if (each == 0) continue;
    add_waterfall_row(chart, std::string(r.part) + ": " + r.what(), std::string(r.cause()), each, sum);
    rest -= each;
  }
  if (pieces.size() > most) add_waterfall_row(chart, "all others", "", rest, sum);
  return chart;
}

/// What was tested, by its share of the step: the change and its interval, with one colour per verdict.
inline span_chart intervals_of(const comparison& c, const version& v) {
  span_chart chart;
  chart.title = "Changes and their intervals: " + v.label;
  chart.about = "The step, then the ops by their share of it. In the shaded band, up to " +
                percent_text(c.options.min_effect) + ", changes do not count.";
  chart.unit = "%";
  chart.band = 100 * c.options.min_effect;
  constexpr std::array shown{change_verdict::slower, change_verdict::faster, change_verdict::same,
                             change_verdict::cannot_tell, change_verdict::not_judged};
  for (const change_verdict is : shown) chart.series.emplace_back(name_of(is));
  constexpr std::size_t most = 40;
  std::size_t tested = 0;
  for (const verdict* t : c.of(c.verdicts, v.label)) {
    if (t->level == verdict_level::part || !known(t->change)) continue;
    const auto is = std::find(shown.begin(), shown.end(), t->is);
    if (is == shown.end() || ++tested > most) continue;
    const std::string op = t->dims.empty() ? t->name : t->name + " " + t->dims;
    chart.rows.push_back({t->level == verdict_level::step ? "step" : op,
                          known(t->share) ? percent_text(t->share) + " of the step" : "",
                          static_cast<std::uint32_t>(is - shown.begin()), 100 * t->change, 100 * t->low,
                          100 * t->high});
  }
  if (tested > most)
    chart.about += " The first " + std::to_string(most) + " of " + std::to_string(tested) +
                   "; all are in the sheet verdicts.";
  return chart;
}

/// The steps of both sides, one after the other, by their state.
inline bar_chart steps_of(const comparison& c, const version& v) {
  bar_chart chart;
  chart.title = "Steps: " + v.label;
  chart.about = "Warm-up, cut and excluded steps are not compared.";
  chart.unit = "ns";
  chart.shape = bar_chart::form::stacked;
  for (const step_state s : {step_state::used, step_state::warm_up, step_state::cut, step_state::left_out})
    chart.series.push_back({std::string(name_of(s)), {}, {}, {}});
  constexpr std::size_t most = 100;  // per side, so that both are visible
  for (const version* side : {&c.versions.all.front(), &v}) {
    std::size_t steps = 0;
    for (std::size_t r = 0; r < side->runs.size(); ++r)
      for (std::size_t i = 0; i < side->runs[r].states.size(); ++i) {
        if (++steps > most) continue;
        const compared_step& step = side->runs[r].run->steps[i];
        chart.labels.push_back(side->label_of(r) + " " + step.name);
        for (chart_series& s : chart.series)
          s.values.push_back(s.name == name_of(side->runs[r].states[i]) ? static_cast<double>(step.total()) : 0);
      }
    if (steps > most)
      chart.about += " Of " + side->label + " the first " + std::to_string(most) + " of " + std::to_string(steps) + ".";
  }
  return chart;
}

/// The step of each version, divided into parts.
inline bar_chart trend_chart_of(const comparison& c) {
  bar_chart chart;
  chart.title = "The step over all runs";
  chart.unit = "ns";
  chart.shape = bar_chart::form::stacked;
  for (std::size_t p = 0; p < step_parts; ++p)
    chart.series.push_back({std::string(name_of(static_cast<step_part>(p))), {}, {}, {}});
  for (const version& v : c.versions.all) {
    chart.labels.push_back(v.label);
    for (std::size_t p = 0; p < step_parts; ++p) {
      const double mean = v.mean_of([p](const compared_step& s) { return s.parts[p]; });
      chart.series[p].values.push_back(known(mean) ? mean : 0);
    }
  }
  for (const change_point_row& p : change_points_of(c.versions, c.options)) {
    chart.about += (chart.about.empty() ? "" : " ") + std::string("Changed with ") + p.first_after + ": " + p.name
        + " " +
                   percent_text(p.change) + ".";
    if (chart.about.size() > 400) break;
  }
  return chart;
}

}  // namespace compare_detail

report_page page_of(const comparison& c, std::vector<table> more) {
  using namespace compare_detail;
  report_page page{"compare_report", "Comparison", {}, {}, {}, {}};
  constexpr std::size_t most_versions = 4;
  const std::vector<version>& all = c.versions.all;
  const std::size_t first = all.size() > most_versions ? all.size() - most_versions : 1;  // only the newest
  for (std::size_t i = first; i < all.size(); ++i)
    page.facts.emplace_back(i == first ? "Verdict" : "And", sentence_of(c, all[i]));
  if (c.gate) page.facts.emplace_back("Gate", name_of(c.gate->state));
  for (const comparability_row& r : c.checks)
    if (r.severity == check_severity::refuse) page.facts.emplace_back("Not comparable", r.run + ": " + r.text);
  page.facts.emplace_back("Baseline", all.front().label);
  if (all.size() > 2) page.charts.emplace_back(trend_chart_of(c));
  for (std::size_t i = first; i < all.size(); ++i) {
    page.charts.emplace_back(waterfall_of(c, all[i]));
    page.charts.emplace_back(intervals_of(c, all[i]));
    page.charts.emplace_back(steps_of(c, all[i]));
  }
  page.tables = sheets_of(c);
  std::move(more.begin(), more.end(), std::back_inserter(page.tables));
  return page;
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_PAGE_BODY_HPP
