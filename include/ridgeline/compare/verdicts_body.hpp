#ifndef RIDGELINE_COMPARE_VERDICTS_BODY_HPP
#define RIDGELINE_COMPARE_VERDICTS_BODY_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/compare/percent_text.hpp>
#include <ridgeline/compare/replaced_work.hpp>
#include <ridgeline/compare/step_kinds.hpp>
#include <ridgeline/compare/verdicts.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/stats/series.hpp>

namespace ridgeline {

namespace compare_detail {

using run_series = std::vector<std::vector<double>>;  // by run, one value per step

/// The means of both sides: with one run each, over their steps; otherwise each run is one value. Outliers are pulled
/// in among steps of the same kind. If both sides have the same mix of kinds, it adds nothing to the uncertainty.
class means_of_versions {
 public:
  means_of_versions(const version& base, const version& next)
      : base_(base), next_(next), by_period_{steps_by_period(base), steps_by_period(next)},
        same_mix_(is_same_mix()) {}

  two_means of(const run_series& base, const run_series& next, std::int64_t& outliers) const {
    if (base.size() == 1 && next.size() == 1) {
      if ((by_period_[0] > 0) != (by_period_[1] > 0))  // what would be pulled in on one side is none on the other
        return means_of_series(pulled_values{base[0]}, pulled_values{next[0]});
      const two_means m = means_of_series(pull_in_by_kind(base_.runs[0], base[0], same_mix_),
                                          pull_in_by_kind(next_.runs[0], next[0], same_mix_));
      outliers = m.base.pulled + m.next.pulled;
      return m;
    }
    std::vector<double> means[2];
    const auto add = [&](const version& of, const run_series& side, std::vector<double>& to) {
      for (std::size_t r = 0; r < side.size(); ++r) {
        const pulled_values p = pull_in_by_kind(of.runs[r], side[r]);
        outliers += p.pulled;
        if (!p.values.empty()) to.push_back(mean_of(p.values));
      }
    };
    add(base_, base, means[0]);
    add(next_, next, means[1]);
    return means_of_runs(means[0], means[1]);
  }

 private:
  /// Whether the shares of all kinds are equal within one point, and each kind has enough steps for a mean of its own.
  bool is_same_mix() const {
    constexpr double point = 0.01;
    constexpr std::int64_t fewest = 4;
    std::vector<step_kind_share> kinds = kinds_of(base_, next_);
    if (const auto [a, b] = by_period_; kinds.empty() && a > 0 && b > 0) {
      const auto share = [](std::int64_t n, const version& of) {
        return static_cast<double>(n) / static_cast<double>(of.used_steps());
      };
      const std::int64_t other_a = base_.used_steps() - a, other_b = next_.used_steps() - b;
      kinds = {{"", {a, b}, {share(a, base_), share(b, next_)}},
               {"", {other_a, other_b}, {share(other_a, base_), share(other_b, next_)}}};
    }
    return kinds.size() > 1 && std::all_of(kinds.begin(), kinds.end(), [](const step_kind_share& k) {
             return k.steps[0] >= fewest && k.steps[1] >= fewest && std::fabs(k.share[0] - k.share[1]) <= point;
           });
  }

  const version &base_, &next_;
  std::array<std::int64_t, 2> by_period_;  ///< on each side, steps that do more at equal distances
  bool same_mix_;
};

template <class Value>
run_series series_of(const version& of, Value value) {
  run_series all;
  for (const measured_run& r : of.runs) {
    all.emplace_back();
    for (const std::uint32_t s : r.used) all.back().push_back(static_cast<double>(value(r.run->steps[s])));
  }
  return all;
}

/// A verdict before the correction for multiple testing.
struct tested {
  verdict row{};
  change_estimate change{};
  bool counts = true;  ///< is tested and included in the correction for multiple testing
};

inline change_verdict judged(const tested& t, const verdict_options& o) {
  const verdict& v = t.row;
  if (v.q <= o.false_alarms) return v.change > 0 ? change_verdict::slower : change_verdict::faster;
  return v.low >= -o.min_effect && v.high <= o.min_effect ? change_verdict::same : change_verdict::cannot_tell;
}

inline constexpr std::string_view base_is_noisy = "the noise of the baseline may explain it";

/// `more calls`, `fewer calls` where a change of an op comes from how often it is called, not from how long calls take.
inline std::string_view calls_that_changed(const verdict& v) {
  if (v.level != verdict_level::op || !(v.base_calls > 0 && v.next_calls > 0)) return {};
  const double more = v.next_calls - v.base_calls, delta = v.next_time - v.base_time;
  const double effect = more * (v.base_time / v.base_calls + v.next_time / v.next_calls) / 2;
  if (!(2 * effect * (delta < 0 ? -1 : 1) > std::fabs(delta))) return {};
  return more > 0 ? "more calls" : "fewer calls";
}

/// Tests the rows of one level together.
inline void judge(std::vector<tested>& rows, const verdict_options& o) {
  std::vector<double> p, at_bound;
  std::size_t tests = 0;
  for (tested& t : rows) {
    t.row.p = t.counts ? t.change.p_above(o.min_effect) : missing<double>;
    p.push_back(t.row.p);
    at_bound.push_back(t.counts ? t.change.p_above_at_bound(o.min_effect) : missing<double>);
    tests += t.counts ? 1 : 0;
  }
  const std::vector<double> q = adjusted_for_number(p), q_at_bound = adjusted_for_number(at_bound);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    tested& t = rows[i];
    if (!t.counts) continue;
    verdict& v = t.row;
    const double half = t.change.half_width(o.false_alarms);
    v.q = q[i], v.low = v.change - half, v.high = v.change + half;
    v.detectable = t.change.detectable(o.min_effect, o.false_alarms, tests);
    v.is = judged(t, o);
    if (v.is == change_verdict::slower || v.is == change_verdict::faster)
      v.reason = q_at_bound[i] > o.false_alarms ? base_is_noisy : calls_that_changed(v);
    if (v.is != change_verdict::cannot_tell) continue;
    constexpr std::int64_t few = 6;  // smaller samples are not batched
    v.reason = v.base_steps == 0 || v.next_steps == 0 ? "no steps"
               : v.base_steps < few || v.next_steps < few ? "too few steps" : "too noisy";
  }
}

}  // namespace compare_detail

std::vector<verdict> verdicts_of(const compared_versions& versions, std::size_t next, const verdict_options& options,
                                 bool is_judged) {
  using namespace compare_detail;
  const version &a = versions.all.front(), &b = versions.all[next];
  const double step_a = a.mean_step(), step_b = b.mean_step();
  const means_of_versions means(a, b);
  const auto start = [&](verdict_level level) {
    tested t;
    t.row.run = b.label, t.row.level = level;
    t.row.base_steps = a.used_steps(), t.row.next_steps = b.used_steps();
    return t;
  };
  std::vector<tested> levels[3];
  const auto length = [](const compared_step& s) { return s.total(); };
  tested step = start(verdict_level::step);
  step.row.name = "step";
  step.row.base_time = step_a, step.row.next_time = step_b, step.row.share = step_a > 0 ? 1 : missing<double>;
  const two_means lengths = means.of(series_of(a, length), series_of(b, length), step.row.outliers);
  step.change = relative_change(lengths);
  step.row.change = step.change.change;
  levels[0].push_back(std::move(step));
  for (std::size_t part = 0; part < step_parts; ++part) {
    const auto time = [part](const compared_step& s) { return s.parts[part]; };
    tested t = start(verdict_level::part);
    t.row.name = name_of(static_cast<step_part>(part));
    t.row.base_time = a.mean_of(time), t.row.next_time = b.mean_of(time), t.row.share = t.row.base_time / step_a;
    t.change = change_of_share(means.of(series_of(a, time), series_of(b, time), t.row.outliers), lengths.base.mean);
    t.row.change = t.change.change;
    levels[1].push_back(std::move(t));
  }
  const std::size_t ops = versions.ops.size();
  const op_series values_a(a, ops), values_b(b, ops);
  const auto shares = [&](const version& v) {
    return shares_of(v, &compared_step::ops, &measured_run::op_of, ops, v.used_steps());
  };
  const auto pieces = [&](const version& v) {
    return shares_of(v, &compared_step::pieces, &measured_run::piece_of, versions.pieces.size(), v.used_steps());
  };
  const std::vector<counted_share> sums_a = shares(a), sums_b = shares(b), pieces_a = pieces(a), pieces_b = pieces(b);
  const replaced_work replaced(versions, pieces_a, pieces_b);
  for (std::uint32_t op = 0; op < ops; ++op) {
    const counted_share &x = sums_a[op], &y = sums_b[op];
    if (x.calls == 0 && y.calls == 0) continue;
    tested t = start(verdict_level::op);
    verdict& v = t.row;
    v.name = versions.ops[op].name, v.dims = versions.ops[op].dims, v.types = versions.ops[op].types;
    const auto n = static_cast<double>(v.base_steps), m = static_cast<double>(v.next_steps);
    if (n > 0) v.base_calls = static_cast<double>(x.calls) / n, v.base_time = static_cast<double>(x.time) / n;
    if (m > 0) v.next_calls = static_cast<double>(y.calls) / m, v.next_time = static_cast<double>(y.time) / m;
    v.share = v.base_time / step_a;
    const bool small = !(v.share >= options.min_share) && !(v.next_time / step_b >= options.min_share);
    t.counts = !small && x.calls != 0 && y.calls != 0;
    if (small) v.is = change_verdict::small;
    else if (x.calls == 0) v.is = change_verdict::appeared;
    else if (y.calls == 0) v.is = change_verdict::gone;
    if (const std::string other = t.counts || small ? std::string() : replaced.kept_in(op); !other.empty())
      v.reason = "same kernels as " + other;
    if (x.calls != 0 && y.calls != 0) {
      t.change = relative_change(means.of(values_a.of_op(op), values_b.of_op(op), v.outliers));
      v.change = t.change.change;
    }
    levels[2].push_back(std::move(t));
  }
  levels[2] = std::move(levels[2]) | sort_by(desc([](const tested& t) { return t.row.base_time; }),
                                             desc([](const tested& t) { return t.row.next_time; }));
  std::vector<verdict> all;
  for (std::vector<tested>& level : levels) {
    if (is_judged) judge(level, options);
    for (tested& t : level) {
      if (!is_judged) t.row.is = change_verdict::not_judged, t.row.reason = "not comparable";
      all.push_back(std::move(t.row));
    }
  }
  return all;
}

namespace compare_detail {
inline constexpr auto verdict_columns = columns(
    column<"run">(&verdict::run).left(), column<"level">([](const verdict& v) { return name_of(v.level); }).left(),
    column<"name">(&verdict::name).left(), column<"Input Dims">(&verdict::dims).left(),
    column<"Input type">(&verdict::types).left(), column<"base steps">(&verdict::base_steps),
    column<"new steps">(&verdict::next_steps), column<"base calls">(&verdict::base_calls),
    column<"new calls">(&verdict::next_calls),
    column<"base (µs)">([](const verdict& v) { return v.base_time / 1000; }),
    column<"new (µs)">([](const verdict& v) { return v.next_time / 1000; }),
    column<"share (%)">([](const verdict& v) { return 100 * v.share; }),
    column<"change (%)">([](const verdict& v) { return 100 * v.change; }),
    column<"low (%)">([](const verdict& v) { return 100 * v.low; }),
    column<"high (%)">([](const verdict& v) { return 100 * v.high; }),
    column<"detectable (%)">([](const verdict& v) { return 100 * v.detectable; }),
    column<"q">(&verdict::q).digits(4), column<"outlier steps">(&verdict::outliers),
    column<"verdict">([](const verdict& v) { return name_of(v.is); }).left(),
        column<"reason">(&verdict::reason).left());

/// By how much the means of all values differ, if outliers alone make it more than the minimum effect.
inline std::string as_measured(const verdict& v, double min_effect) {
  const double change = (v.next_time - v.base_time) / v.base_time;
  if (v.outliers == 0 || !(std::fabs(change) > min_effect)) return {};
  return "; as measured " + percent_text(std::fabs(change)) + (change > 0 ? " slower" : " faster") + ", with " +
         std::to_string(v.outliers) + (v.outliers == 1 ? " outlier step" : " outlier steps") + " clipped";
}

}  // namespace compare_detail

table sheet_of_verdicts(std::vector<verdict> rows) {
  return table("verdicts", std::move(rows), compare_detail::verdict_columns);
}

std::string sentence_of(const verdict& v, const verdict_options& o) {
  using compare_detail::percent_text;
  const std::string but = v.reason.empty() ? "" : "; " + v.reason;
  switch (v.is) {
    case change_verdict::slower:
      return percent_text(v.change) + " slower per step (" + percent_text(v.low, false) + " to " +
             percent_text(v.high) + ")" + but;
    case change_verdict::faster:
      return percent_text(-v.change) + " faster per step (" + percent_text(-v.high, false) + " to " +
             percent_text(-v.low) + ")" + but;
    case change_verdict::same:
      return "same within " + percent_text(o.min_effect) + compare_detail::as_measured(v, o.min_effect);
    case change_verdict::not_judged: return "not judged: the runs are not comparable";
    default: break;
  }
  if (!known(v.detectable))
    return "cannot tell: " + (v.reason.empty() ? "nothing was repeated" : v.reason);
  return "cannot tell: a change below " + percent_text(v.detectable) + " would not have been seen";
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_VERDICTS_BODY_HPP
