#ifndef RIDGELINE_COMPARE_TREND_BODY_HPP
#define RIDGELINE_COMPARE_TREND_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/compare/step_kinds.hpp>
#include <ridgeline/compare/trend.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/stats/change_points.hpp>
#include <ridgeline/stats/series.hpp>

namespace ridgeline {

namespace compare_detail {

/// The mean over the runs of their mean step, with isolated outliers pulled in.
inline double pulled_mean(const version& of, const std::vector<std::vector<double>>& runs) {
  std::vector<double> means;
  for (std::size_t r = 0; r < runs.size(); ++r) means.push_back(mean_of(pull_in_by_kind(of.runs[r], runs[r]).values));
  return mean_of(means);
}

inline std::vector<std::vector<double>> step_lengths(const version& of) {
  std::vector<std::vector<double>> all;
  for (const measured_run& r : of.runs) {
    all.emplace_back();
    for (const std::uint32_t s : r.used) all.back().push_back(static_cast<double>(r.run->steps[s].total()));
  }
  return all;
}

/// Adds the change points of one series, for steps and ops alike.
inline void add_change_points(std::vector<change_point_row>& to, const compared_versions& versions,
                              const change_point_row& what, const std::vector<double>& values,
                              const change_point_rule& rule) {
  if (std::any_of(values.begin(), values.end(), [](double v) { return !known(v); })) return;
  for (const change_point& c : change_points_of(values, rule)) {
    change_point_row row = what;
    row.last_before = versions.all[c.at - 1].label, row.first_after = versions.all[c.at].label;
    row.earliest = versions.all[c.earliest].label, row.latest = versions.all[c.latest].label;
    row.change = c.change, row.p = c.p;
    to.push_back(std::move(row));
  }
}

/// The time of each op in each version.
inline std::vector<std::vector<counted_share>> shares_of_all(const compared_versions& versions) {
  std::vector<std::vector<counted_share>> all;
  for (const version& v : versions.all)
    all.push_back(shares_of(v, &compared_step::ops, &measured_run::op_of, versions.ops.size(), v.used_steps()));
  return all;
}

inline constexpr auto trend_columns = columns(
    column<"run">(&trend_row::run).left(), column<"step (µs)">([](const trend_row& r) { return r.step / 1000; }),
    column<"low (µs)">([](const trend_row& r) { return r.low / 1000; }),
    column<"high (µs)">([](const trend_row& r) { return r.high / 1000; }),
    column<"computation (µs)">([](const trend_row& r) { return r.parts[0] / 1000; }),
    column<"exposed_comm (µs)">([](const trend_row& r) { return r.parts[1] / 1000; }),
    column<"exposed_memcpy (µs)">([](const trend_row& r) { return r.parts[2] / 1000; }),
    column<"idle (µs)">([](const trend_row& r) { return r.parts[3] / 1000; }),
    column<"to base (%)">([](const trend_row& r) { return 100 * r.to_base; }),
    column<"to previous (%)">([](const trend_row& r) { return 100 * r.to_previous; }));

inline constexpr auto change_point_columns = columns(
    column<"level">([](const change_point_row& r) { return name_of(r.level); }).left(),
    column<"name">(&change_point_row::name).left(), column<"Input Dims">(&change_point_row::dims).left(),
    column<"Input type">(&change_point_row::types).left(), column<"last before">(&change_point_row::last_before).left(),
    column<"first after">(&change_point_row::first_after).left(),
    column<"earliest">(&change_point_row::earliest).left(), column<"latest">(&change_point_row::latest).left(),
    column<"change (%)">([](const change_point_row& r) { return 100 * r.change; }),
    column<"p">(&change_point_row::p).digits(4));

}  // namespace compare_detail

std::vector<trend_row> trend_of(const compared_versions& versions, const verdict_options& options) {
  std::vector<trend_row> rows;
  for (const version& v : versions.all) {
    trend_row r;
    r.run = v.label;
    const std::vector<std::vector<double>> lengths = compare_detail::step_lengths(v);
    std::vector<double> means;
    std::vector<pulled_values> steps;
    for (std::size_t run = 0; run < lengths.size(); ++run) {
      steps.push_back(compare_detail::pull_in_by_kind(v.runs[run], lengths[run]));
      if (!lengths[run].empty()) means.push_back(mean_of(steps.back().values));
    }
    const mean_estimate m = lengths.size() == 1 ? means_of_series(steps[0], steps[0]).base
                                                : means_of_runs(means, means).base;
    r.step = m.mean;
    const double half = change_estimate{0, std::sqrt(m.variance), m.freedom}.half_width(options.false_alarms);
    r.low = m.mean - half, r.high = m.mean + half;
    for (std::size_t p = 0; p < step_parts; ++p)
      r.parts[p] = v.mean_of([p](const compared_step& s) { return s.parts[p]; });
    if (!rows.empty()) r.to_base = r.step / rows.front().step - 1, r.to_previous = r.step / rows.back().step - 1;
    rows.push_back(std::move(r));
  }
  return rows;
}

table sheet_of_trend(std::vector<trend_row> rows) {
  return table("trend", std::move(rows), compare_detail::trend_columns);
}

table sheet_of_op_trends(const compared_versions& versions) {
  struct op_row {
    compared_op op{};
    double base = 0;
    std::vector<double> times{};
  };
  const std::vector<std::vector<counted_share>> shares = compare_detail::shares_of_all(versions);
  std::vector<op_row> rows;
  for (std::size_t op = 0; op < versions.ops.size(); ++op) {
    op_row r{versions.ops[op], 0, {}};
    bool any = false;
    for (std::size_t v = 0; v < shares.size(); ++v) {
      const auto steps = static_cast<double>(versions.all[v].used_steps());
      any = any || shares[v][op].calls != 0;
      r.times.push_back(steps > 0 ? static_cast<double>(shares[v][op].time) / steps / 1000 : missing<double>);
    }
    r.base = r.times.front();
    if (any) rows.push_back(std::move(r));
  }
  rows = std::move(rows) | sort_by(desc(&op_row::base));
  std::vector<std::string> titles;
  for (const version& v : versions.all) titles.push_back(v.label + " (µs)");
  constexpr auto keys = columns(
      column<"name">([](const op_row& r) { return std::string_view(r.op.name); }).left(),
      column<"Input Dims">([](const op_row& r) { return std::string_view(r.op.dims); }).left(),
      column<"Input type">([](const op_row& r) { return std::string_view(r.op.types); }).left());
  return table("trend_ops", std::move(rows), keys)
      .spread<op_row>("", std::move(titles), +[](const op_row& r, std::size_t n, std::string&) {
        return cell::of(r.times[n]);
      });
}

std::vector<change_point_row> change_points_of(const compared_versions& versions, const verdict_options& options) {
  using namespace compare_detail;
  std::vector<change_point_row> rows;
  constexpr std::size_t fewest = 6;
  if (versions.all.size() < fewest) return rows;
  change_point_rule rule{options.min_effect, options.false_alarms, 1, fewest};
  std::vector<double> lengths;
  for (const version& v : versions.all) lengths.push_back(pulled_mean(v, step_lengths(v)));
  add_change_points(rows, versions, {verdict_level::step, "step", {}, {}, {}, {}, {}, {}, 0, 0}, lengths, rule);
  const std::vector<std::vector<counted_share>> shares = shares_of_all(versions);
  std::vector<std::uint32_t> searched;
  for (std::uint32_t op = 0; op < versions.ops.size(); ++op) {
    bool large = false, in_all = true;
    for (std::size_t v = 0; v < shares.size(); ++v) {
      const version& of = versions.all[v];
      in_all = in_all && shares[v][op].calls != 0;
      large = large || static_cast<double>(shares[v][op].time) >=
                           options.min_share * of.mean_step() * static_cast<double>(of.used_steps());
    }
    if (large && in_all) searched.push_back(op);
  }
  rule.tests = searched.size();
  std::vector<std::vector<double>> means(searched.size());
  for (const version& v : versions.all) {
    const op_series values(v, versions.ops.size());
    for (std::size_t i = 0; i < searched.size(); ++i) means[i].push_back(pulled_mean(v, values.of_op(searched[i])));
  }
  for (std::size_t i = 0; i < searched.size(); ++i) {
    const compared_op& op = versions.ops[searched[i]];
    add_change_points(rows, versions, {verdict_level::op, op.name, op.dims, op.types, {}, {}, {}, {}, 0, 0}, means[i],
        rule);
  }
  return rows;
}

table sheet_of_change_points(std::vector<change_point_row> rows) {
  return table("change_points", std::move(rows), compare_detail::change_point_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_TREND_BODY_HPP
