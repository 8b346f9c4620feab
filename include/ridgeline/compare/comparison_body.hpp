#ifndef RIDGELINE_COMPARE_COMPARISON_BODY_HPP
#define RIDGELINE_COMPARE_COMPARISON_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/comparison.hpp>

namespace ridgeline {

namespace compare_detail {

struct run_row {
  std::string label{}, kind{}, chip{}, unit{};
  std::int64_t devices = 0, steps = 0, warm_up = 0, used = 0;
};

inline constexpr auto run_columns = columns(
    column<"run">(&run_row::label).left(), column<"kind">(&run_row::kind).left(),
    column<"chip">(&run_row::chip).left(), column<"devices">(&run_row::devices),
    column<"unit">(&run_row::unit).left(), column<"steps">(&run_row::steps),
    column<"warm-up">(&run_row::warm_up), column<"used">(&run_row::used));

struct step_row {
  std::string label{};
  const compared_step* step = nullptr;
  step_state state = step_state::used;
};

template <std::size_t Part>
constexpr std::int64_t part_of_step(const step_row& r) { return r.step->parts[Part]; }

inline constexpr auto step_columns = columns(
    column<"run">(&step_row::label).left(),
    column<"step">([](const step_row& r) { return std::string_view(r.step->name); }).left(),
    column<"state">([](const step_row& r) { return name_of(r.state); }).left(),
    column<"total (ns)">([](const step_row& r) { return r.step->total(); }),
    column<"computation (ns)">(&part_of_step<0>), column<"exposed_comm (ns)">(&part_of_step<1>),
    column<"exposed_memcpy (ns)">(&part_of_step<2>), column<"idle (ns)">(&part_of_step<3>),
    column<"GPU events">([](const step_row& r) { return r.step->events; }));

inline table sheet_of_runs(const compared_versions& versions) {
  std::vector<run_row> rows;
  for (const version& v : versions.all)
    for (std::size_t i = 0; i < v.runs.size(); ++i) {
      const measured_run& m = v.runs[i];
      run_row r{v.label_of(i), m.run->kind, m.run->chip, m.run->unit, m.run->devices, 0, 0, 0};
      r.steps = static_cast<std::int64_t>(m.states.size());
      r.warm_up = std::count(m.states.begin(), m.states.end(), step_state::warm_up);
      r.used = static_cast<std::int64_t>(m.used.size());
      rows.push_back(std::move(r));
    }
  return table("runs", std::move(rows), run_columns);
}

inline table sheet_of_steps(const compared_versions& versions) {
  std::vector<step_row> rows;
  for (const version& v : versions.all)
    for (std::size_t i = 0; i < v.runs.size(); ++i)
      for (std::size_t s = 0; s < v.runs[i].states.size(); ++s)
        rows.push_back({v.label_of(i), &v.runs[i].run->steps[s], v.runs[i].states[s]});
  return table("steps", std::move(rows), step_columns);
}

}  // namespace compare_detail

comparison compare_runs(const std::vector<compared_run>& runs, const comparison_options& options) {
  comparison c;
  c.versions = versions_of(runs, options.steps);
  c.options = options.verdicts;
  if (options.gate && known(options.gate->min_effect)) c.options.min_effect = options.gate->min_effect;
  if (options.gate && known(options.gate->false_alarms)) c.options.false_alarms = options.gate->false_alarms;
  for (std::size_t next = 1; next < c.versions.all.size(); ++next) {
    std::vector<comparability_row> checks = comparability_of(c.versions, next, options.allowed);
    const bool refused = refuses(checks);
    c.refused = c.refused || refused;
    std::vector<verdict> verdicts = verdicts_of(c.versions, next, c.options, !refused);
    std::vector<attribution_row> attribution = attribution_of(c.versions, next);
    std::move(checks.begin(), checks.end(), std::back_inserter(c.checks));
    std::move(verdicts.begin(), verdicts.end(), std::back_inserter(c.verdicts));
    std::move(attribution.begin(), attribution.end(), std::back_inserter(c.attribution));
  }
  const std::vector<version>& all = c.versions.all;
  const bool without_steps = all.size() > 1 && std::any_of(all.begin(), all.end(), [](const version& v) {
    return v.used_steps() == 0;
  });
  if (options.gate) c.gate = gate_of(c.verdicts, *options.gate, c.options.min_effect, c.refused || without_steps);
  return c;
}

comparison compare_runs(std::vector<compared_run>&& runs, const comparison_options& options) {
  comparison c = compare_runs(runs, options);
  c.runs = std::move(runs);  // none of them moves
  return c;
}

std::vector<table> sheets_of(const comparison& c) {
  std::vector<table> sheets{compare_detail::sheet_of_runs(c.versions)};
  sheets.push_back(sheet_of_comparability(c.checks));
  sheets.push_back(sheet_of_verdicts(c.verdicts));
  sheets.push_back(sheet_of_attribution(c.attribution));
  sheets.push_back(compare_detail::sheet_of_steps(c.versions));
  sheets.push_back(sheet_of_trend(trend_of(c.versions, c.options)));
  sheets.push_back(sheet_of_op_trends(c.versions));
  sheets.push_back(sheet_of_change_points(change_points_of(c.versions, c.options)));
  if (c.gate) sheets.push_back(sheet_of_gate(*c.gate));
  return sheets;
}

std::string sentence_of(const comparison& c, const version& of) {
  for (const verdict& v : c.verdicts)
    if (v.run == of.label && v.level == verdict_level::step) {
      const std::string what = sentence_of(v, c.options);
      const bool is = v.is == change_verdict::slower || v.is == change_verdict::faster || v.is == change_verdict::same;
      return of.label + (is ? " is " : ": ") + what;
    }
  return of.label + ": nothing was compared";
}

void write_gate_markdown(output& to, const comparison& c) {
  constexpr std::size_t most = 8;
  std::string sentences;
  for (std::size_t i = 1; i < c.versions.all.size() && i <= most; ++i)
    sentences += (i == 1 ? "" : "; ") + sentence_of(c, c.versions.all[i]);
  write_gate_markdown(to, *c.gate, sentences, c.attribution);
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_COMPARISON_BODY_HPP
