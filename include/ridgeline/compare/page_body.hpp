#ifndef RIDGELINE_COMPARE_PAGE_BODY_HPP
#define RIDGELINE_COMPARE_PAGE_BODY_HPP

/// The body of `page_of` a comparison.

#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/compare/percent_text.hpp>

namespace ridgeline {

namespace compare_detail {

/// From the baseline's step to the new one's: what each piece adds.
inline bar_chart waterfall_of(const comparison& c, const version& v) {
  bar_chart chart;
  chart.title = "From " + c.versions.all.front().label + " to " + v.label + ": what adds to the difference";
  chart.about = sentence_of(c, v) + ". The whole difference, then the pieces that add most to it, a step.";
  chart.unit = "ns";
  chart.series.push_back({"difference", {}, {}, {}});
  constexpr std::size_t most = 16;
  double rest = 0;
  for (const attribution_row* r : c.of(c.attribution, v.label)) {
    if (r->steps == 0) continue;
    const double each = static_cast<double>(r->delta()) / static_cast<double>(r->steps);
    if (chart.labels.size() >= most) {
      rest += each;
      continue;
    }
    if (each == 0 && r->part != "total") continue;
    chart.labels.push_back(r->part == "total" ? "whole step" : std::string(r->part) + ": " + r->name);
    chart.series[0].values.push_back(each);
    chart.series[0].notes.push_back(std::string(r->cause()) + (r->dims.empty() ? "" : " " + r->dims));
  }
  if (rest != 0) {
    chart.labels.emplace_back("all others");
    chart.series[0].values.push_back(rest);
    chart.series[0].notes.emplace_back();
  }
  return chart;
}

/// What was tested, by its share of the step, a series a verdict: one colour each.
inline bar_chart intervals_of(const comparison& c, const version& v) {
  bar_chart chart;
  chart.shape = bar_chart::form::stacked;
  chart.title = "Changes and their intervals: " + v.label;
  chart.about = "By share of the step. Changes up to " + percent_text(c.options.min_effect) +
                " are none; the interval of each is beside it.";
  chart.unit = "%";
  for (const change_verdict is : {change_verdict::slower, change_verdict::faster, change_verdict::same,
                                  change_verdict::cannot_tell, change_verdict::not_judged})
    chart.series.push_back({std::string(name_of(is)), {}, {}, {}});
  constexpr std::size_t most = 40;
  for (const verdict* t : c.of(c.verdicts, v.label)) {
    if (t->level == verdict_level::part || !known(t->change) || chart.labels.size() == most) continue;
    if (t->is == change_verdict::small) continue;
    chart.labels.push_back(t->dims.empty() ? t->name : t->name + " " + t->dims);
    for (chart_series& s : chart.series) {
      const bool own = s.name == name_of(t->is);
      s.values.push_back(own ? 100 * t->change : 0);
      s.notes.push_back(own && known(t->low) ? percent_text(t->low, false) + " to " + percent_text(t->high) : "");
    }
  }
  std::erase_if(chart.series, [](const chart_series& s) {
    for (const double value : s.values)
      if (value != 0) return false;
    return true;
  });
  return chart;
}

/// The steps of both sides one after the other, by their state.
inline bar_chart steps_of(const comparison& c, const version& v) {
  bar_chart chart;
  chart.title = "Steps: " + v.label;
  chart.about = "Warm-up, cut and left out steps are not compared.";
  chart.unit = "ns";
  chart.shape = bar_chart::form::stacked;
  for (const step_state s : {step_state::used, step_state::warm_up, step_state::cut, step_state::left_out})
    chart.series.push_back({std::string(name_of(s)), {}, {}, {}});
  constexpr std::size_t most = 200;
  for (const version* side : {&c.versions.all.front(), &v})
    for (std::size_t r = 0; r < side->runs.size(); ++r)
      for (std::size_t i = 0; i < side->runs[r].states.size() && chart.labels.size() < most; ++i) {
        const compared_step& step = side->runs[r].run->steps[i];
        chart.labels.push_back(side->label_of(r) + " " + step.name);
        for (chart_series& s : chart.series)
          s.values.push_back(s.name == name_of(side->runs[r].states[i]) ? static_cast<double>(step.total()) : 0);
      }
  return chart;
}

/// The step of each version, by its parts.
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
  for (std::size_t i = 1; i < all.size() && i <= most_versions; ++i)
    page.facts.emplace_back(i == 1 ? "Verdict" : "", sentence_of(c, all[i]));
  if (c.gate) page.facts.emplace_back("Gate", name_of(c.gate->state));
  for (const comparability_row& r : c.checks)
    if (r.severity == check_severity::refuse) page.facts.emplace_back("Not comparable", r.run + ": " + r.text);
  page.facts.emplace_back("Baseline", all.front().label);
  if (all.size() > 2) page.charts.emplace_back(trend_chart_of(c));
  for (std::size_t i = 1; i < all.size() && i <= most_versions; ++i) {
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
