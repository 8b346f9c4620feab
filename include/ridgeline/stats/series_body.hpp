#ifndef RIDGELINE_STATS_SERIES_BODY_HPP
#define RIDGELINE_STATS_SERIES_BODY_HPP

#include <algorithm>
#include <cmath>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/stats/student.hpp>

namespace ridgeline {

namespace stats_detail {

inline constexpr std::size_t fewest_batched = 6, fewest_sloped = 5, most_batches = 12;

/// The means and midpoints of batches of consecutive values; for a short series, the values themselves.
struct batches {
  std::vector<double> means{}, middles{};
};
inline batches batches_of(std::span<const double> values) {
  const std::size_t n = values.size();
  const std::size_t k = n < fewest_batched ? n : std::min(most_batches, (2 * n + 4) / 5);
  batches b;
  for (std::size_t i = 0; i < k; ++i) {
    const std::size_t first = i * n / k, last = (i + 1) * n / k;
    b.means.push_back(mean_of(values.subspan(first, last - first)));
    b.middles.push_back(static_cast<double>(first + last - 1) / 2);
  }
  return b;
}

/// Batches relative to their mean and scaled by it, ready for a common slope to be removed.
struct centred {
  std::vector<double> y{}, x{};
  double scale = 1;
};
inline centred centred_of(const batches& b) {
  centred c;
  const double y = mean_of(b.means), x = mean_of(b.middles);
  c.scale = y != 0 && known(y) ? std::fabs(y) : 1;
  for (std::size_t i = 0; i < b.means.size(); ++i) {
    c.y.push_back((b.means[i] - y) / c.scale);
    c.x.push_back(b.middles[i] - x);
  }
  return c;
}

inline void set_variance(mean_estimate& to, const centred& c, double slope, double lost) {
  const std::size_t k = c.y.size();
  to.freedom = static_cast<double>(k) - 1 - lost;
  if (k < 2 || !(to.freedom > 0)) return;
  double squares = 0;
  for (std::size_t i = 0; i < k; ++i) squares += (c.y[i] - slope * c.x[i]) * (c.y[i] - slope * c.x[i]);
  to.variance = squares * c.scale * c.scale / to.freedom / static_cast<double>(k);
}

/// Combines the variances of two terms of a sum and their degrees of freedom.
inline change_estimate welch(double change, double va, double fa, double vb, double fb) {
  change_estimate e;
  e.change = change;
  if (!known(va) || !known(vb)) return e;
  e.error = std::sqrt(va + vb);
  const double below = (fa > 0 ? va * va / fa : 0) + (fb > 0 ? vb * vb / fb : 0);
  e.freedom = below > 0 ? (va + vb) * (va + vb) / below : std::min(fa, fb);
  return e;
}

}  // namespace stats_detail

double mean_of(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  return statistics_of(copy).mean;
}

double median_of(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  return statistics_of(copy).median;
}

double robust_deviation(std::span<const double> values) {
  const double middle = median_of(values);
  std::vector<double> distances;
  for (const double v : values) distances.push_back(std::fabs(v - middle));
  return 1.4826 * median_of(distances);
}

pulled_values pull_in(std::span<const double> values) {
  pulled_values p{{values.begin(), values.end()}, 0};
  if (values.size() < stats_detail::fewest_batched) return p;
  const double middle = median_of(values), bound = 4 * robust_deviation(values);
  const auto outside = static_cast<std::size_t>(std::count_if(
      values.begin(), values.end(), [&](double v) { return std::fabs(v - middle) > bound; }));
  if (outside > (values.size() + 9) / 10) return p;
  p.pulled = static_cast<std::int64_t>(outside);
  for (double& v : p.values) v = std::clamp(v, middle - bound, middle + bound);
  return p;
}

two_means means_of_series(std::span<const double> base, std::span<const double> next) {
  return means_of_series(pull_in(base), pull_in(next));
}

two_means means_of_series(const pulled_values& a, const pulled_values& b) {
  const stats_detail::batches in_a = stats_detail::batches_of(a.values), in_b = stats_detail::batches_of(b.values);
  const stats_detail::centred ca = stats_detail::centred_of(in_a), cb = stats_detail::centred_of(in_b);
  const auto batched = [](const pulled_values& v) { return v.values.size() >= stats_detail::fewest_batched; };
  const bool sloped = batched(a) && batched(b) && ca.y.size() >= stats_detail::fewest_sloped &&
                      cb.y.size() >= stats_detail::fewest_sloped;
  double slope = 0;
  if (sloped) {
    double xy = 0, xx = 0;
    for (const stats_detail::centred* c : {&ca, &cb})
      for (std::size_t i = 0; i < c->y.size(); ++i) xy += c->x[i] * c->y[i], xx += c->x[i] * c->x[i];
    slope = xx > 0 ? xy / xx : 0;
  }
  two_means m;
  m.base = {mean_of(a.values), missing<double>, 0, static_cast<std::int64_t>(a.values.size()), a.pulled};
  m.next = {mean_of(b.values), missing<double>, 0, static_cast<std::int64_t>(b.values.size()), b.pulled};
  stats_detail::set_variance(m.base, ca, slope, sloped ? 0.5 : 0);
  stats_detail::set_variance(m.next, cb, slope, sloped ? 0.5 : 0);
  return m;
}

two_means means_of_runs(std::span<const double> base, std::span<const double> next) {
  const auto estimate = [](std::span<const double> values) {
    std::vector<double> copy(values.begin(), values.end());
    const statistics s = statistics_of(copy);
    mean_estimate e{s.mean, missing<double>, static_cast<double>(s.count) - 1, s.count, 0};
    if (s.count > 1) e.variance = s.squares / e.freedom / static_cast<double>(s.count);
    return e;
  };
  two_means m{estimate(base), estimate(next)};
  const auto borrow = [](mean_estimate& to, const mean_estimate& of) {
    if (to.count != 1 || of.count < 2) return;
    const double ratio = of.mean != 0 && known(of.mean) ? to.mean / of.mean : 1;
    to.variance = of.variance * static_cast<double>(of.count) * ratio * ratio;
    to.freedom = of.freedom;
  };
  borrow(m.base, m.next);
  borrow(m.next, m.base);
  return m;
}

double change_estimate::p_above(double least) const {
  if (!known(change) || !known(error)) return missing<double>;
  if (error == 0) return std::fabs(change) > least ? 0 : 1;
  const double up = student_tail((change - least) / error, freedom);
  const double down = student_tail((-change - least) / error, freedom);
  return std::min(1.0, 2 * std::min(up, down));
}

double change_estimate::p_above_at_bound(double least) const {
  if (!known(change) || !known(base_error) || !known(next_error)) return p_above(least);
  const double bound = change < 0 ? 1 - least : 1 + least, above = change < 0 ? bound - 1 - change : 1 + change - bound;
  const double of_base = bound * base_error;
  return stats_detail::welch(above, of_base * of_base, base_freedom, next_error * next_error, next_freedom).p_above(0);
}

double change_estimate::half_width(double alarms) const {
  if (!known(error)) return missing<double>;
  return error == 0 ? 0 : student_point(alarms / 2, freedom) * error;
}

double change_estimate::detectable(double least, double alarms, std::size_t tests) const {
  if (!known(error)) return missing<double>;
  if (error == 0) return least;
  const double each = alarms / 2 / static_cast<double>(std::max<std::size_t>(tests, 1));
  return least + (student_point(each, freedom) + student_point(0.2, freedom)) * error;
}

change_estimate relative_change(const two_means& m) {
  const double a = m.base.mean, b = m.next.mean;
  if (!known(a) || !known(b) || a == 0) return {};
  const double ratio = b / a;
  change_estimate e = stats_detail::welch(ratio - 1, ratio * ratio * m.base.variance / (a * a), m.base.freedom,
                                          m.next.variance / (a * a), m.next.freedom);
  if (!known(e.error)) return e;
  e.base_error = std::sqrt(m.base.variance) / std::fabs(a), e.next_error = std::sqrt(m.next.variance) / std::fabs(a);
  e.base_freedom = m.base.freedom, e.next_freedom = m.next.freedom;
  return e;
}

change_estimate change_of_share(const two_means& m, double whole) {
  if (!known(m.base.mean) || !known(m.next.mean) || !known(whole) || whole == 0) return {};
  return stats_detail::welch((m.next.mean - m.base.mean) / whole, m.base.variance / (whole * whole), m.base.freedom,
                             m.next.variance / (whole * whole), m.next.freedom);
}

std::vector<double> adjusted_for_number(std::span<const double> p) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (known(p[i])) order.emplace_back(p[i], i);
  merge_sorted_runs(order, [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<double> q(p.begin(), p.end());
  double least = 1;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const auto& [value, at] = order[rank - 1];
    least = std::min(least, value * static_cast<double>(order.size()) / static_cast<double>(rank));
    q[at] = least;
  }
  return q;
}

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_SERIES_BODY_HPP
