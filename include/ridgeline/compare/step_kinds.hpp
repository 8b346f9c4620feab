#ifndef RIDGELINE_COMPARE_STEP_KINDS_HPP
#define RIDGELINE_COMPARE_STEP_KINDS_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/versions.hpp>
#include <ridgeline/stats/series.hpp>

namespace ridgeline::compare_detail {

/// How often each kind of step occurs among the used steps that have one.
inline std::map<std::string_view, std::int64_t> kinds_of(const version& of) {
  std::map<std::string_view, std::int64_t> n;
  for (const measured_run& r : of.runs)
    for (const std::uint32_t s : r.used)
      if (const std::string& kind = r.run->steps[s].kind; !kind.empty()) ++n[kind];
  return n;
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
    double of_own = 0;
    for (const double v : pulled.values) of_own += v;
    sum += of_own;
    means.push_back(own.empty() ? 0 : of_own / static_cast<double>(own.size()));
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
