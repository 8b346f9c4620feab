#ifndef RIDGELINE_COMPARE_STEP_KINDS_HPP
#define RIDGELINE_COMPARE_STEP_KINDS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/percent_text.hpp>
#include <ridgeline/compare/versions.hpp>
#include <ridgeline/stats/series.hpp>

namespace ridgeline::compare_detail {

/// One kind of step on both sides: how many of the used steps are of it, and the share of all used steps.
struct step_kind_share {
  std::string_view kind;
  std::int64_t steps[2] = {};
  double share[2] = {};
};

/// The kinds of both sides, by name; steps without a kind are in none. Empty if a side knows no kinds.
inline std::vector<step_kind_share> kinds_of(const version& base, const version& next) {
  std::map<std::string_view, step_kind_share> kinds;
  std::int64_t known_kinds[2] = {};
  const version* const sides[] = {&base, &next};
  for (const std::size_t side : {0u, 1u})
    for (const measured_run& r : sides[side]->runs)
      for (const std::uint32_t s : r.used)
        if (const std::string& kind = r.run->steps[s].kind; !kind.empty())
          ++kinds[kind].steps[side], ++known_kinds[side];
  std::vector<step_kind_share> all;
  if (known_kinds[0] == 0 || known_kinds[1] == 0) return all;
  for (auto& [name, k] : kinds) {
    k.kind = name;
    for (const std::size_t side : {0u, 1u})
      k.share[side] = static_cast<double>(k.steps[side]) / static_cast<double>(sides[side]->used_steps());
    all.push_back(k);
  }
  return all;
}

/// How many requests a step of decoding serves on average, of the steps whose names say so, and the share of the time
/// of all steps that these take.
struct served_requests {
  double mean = missing<double>, share_of_time = 0;
};
inline served_requests requests_of(const version& of) {
  double requests = 0, steps = 0, time = 0, all = 0;
  for (const measured_run& r : of.runs)
    for (const std::uint32_t s : r.used) {
      const compared_step& step = r.run->steps[s];
      all += static_cast<double>(step.total());
      if (!known(step.requests)) continue;
      requests += static_cast<double>(step.requests), ++steps, time += static_cast<double>(step.total());
    }
  return {steps > 0 ? requests / steps : missing<double>, all > 0 ? time / all : 0};
}

/// `a step of decoding serves 8 requests in the baseline and 16 in the new run` where these numbers differ by more than
/// a fifth and such steps take more than a fifth of the baseline's time, as extents of ops may not differ, which the
/// ops of a graph do not have; else empty.
inline std::string changed_batch(const version& base, const version& next) {
  constexpr double fifth = 0.2;
  const served_requests a = requests_of(base), b = requests_of(next);
  if (!(std::fabs(b.mean - a.mean) > fifth * a.mean) || !(a.share_of_time > fifth)) return {};
  return "a step of decoding serves " + decimal_text(a.mean, 1) + " requests in the baseline and " +
         decimal_text(b.mean, 1) + " in the new run";
}

/// The kind of each step where every k-th one does more than the others (an optimizer's step behind several
/// micro-batches, an evaluation), told by the lengths of at least three such steps: 1, of the others 0. Empty if there
/// are none, or if one of them is not longer than the others.
inline std::vector<std::uint32_t> kinds_by_period(const std::vector<double>& lengths) {
  constexpr std::size_t fewest = 3;
  const double most = lengths.empty() ? 0 : median_of(lengths) + 4 * robust_deviation(lengths);
  std::vector<std::size_t> longer;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    if (lengths[i] > most) longer.push_back(i);
  if (longer.size() < fewest) return {};
  std::map<std::size_t, std::size_t> distances, places;
  const auto most_frequent = [](const std::map<std::size_t, std::size_t>& counts) {
    return *std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) { return a.second < b.second; });
  };
  for (std::size_t i = 1; i < longer.size(); ++i) ++distances[longer[i] - longer[i - 1]];
  const std::size_t period = most_frequent(distances).first;
  for (const std::size_t i : longer) ++places[i % period];
  const auto [place, met] = most_frequent(places);
  if (period < 2 || met < fewest || met != (lengths.size() - place + period - 1) / period) return {};
  std::vector<std::uint32_t> kinds(lengths.size());
  for (std::size_t i = place; i < kinds.size(); i += period) kinds[i] = 1;
  return kinds;
}

/// How many steps `kinds_by_period` has found to do more than the others.
inline std::int64_t steps_by_period(const version& of) {
  std::int64_t steps = 0;
  for (const measured_run& r : of.runs)
    for (std::size_t i = 0; i < r.kind_of.size(); ++i)
      steps += r.kind_of[i] == 1 && r.run->steps[r.used[i]].kind.empty() ? 1 : 0;
  return steps;
}

/// The values of a run's used steps, with outliers pulled in among steps of the same kind, because a step of a rare
/// kind is none. With `centred` the differences between kinds are taken out, which leaves the mean as it is.
inline pulled_values pull_in_by_kind(const measured_run& run, const std::vector<double>& values, bool centred = false) {
  if (run.kind_of.empty()) return pull_in(values);
  std::vector<std::vector<double>> of_kind;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (run.kind_of[i] >= of_kind.size()) of_kind.resize(run.kind_of[i] + std::size_t{1});
    of_kind[run.kind_of[i]].push_back(values[i]);
  }
  pulled_values all{values, 0};
  std::vector<double> means;
  double sum = 0;
  for (std::vector<double>& own : of_kind) {
    pulled_values pulled = pull_in(own);
    all.pulled += pulled.pulled;
    means.push_back(mean_of(pulled.values));
    if (!own.empty()) sum += means.back() * static_cast<double>(own.size());
    own = std::move(pulled.values);
  }
  std::vector<std::size_t> next(of_kind.size(), 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t kind = run.kind_of[i];
    all.values[i] = of_kind[kind][next[kind]++];
    if (centred) all.values[i] += sum / static_cast<double>(values.size()) - means[kind];
  }
  return all;
}

}  // namespace ridgeline::compare_detail

#endif  // RIDGELINE_COMPARE_STEP_KINDS_HPP
