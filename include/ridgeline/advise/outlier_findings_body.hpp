#ifndef RIDGELINE_ADVISE_OUTLIER_FINDINGS_BODY_HPP
#define RIDGELINE_ADVISE_OUTLIER_FINDINGS_BODY_HPP

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/series.hpp>

/// Findings about kernels that take much longer than their like.
namespace ridgeline::activity_findings {

using namespace advise_detail;

void slow_outliers(const activity_findings_run& run, finding_drafts& to) {
  constexpr std::size_t least_alike = 10;
  constexpr std::int64_t least_above = 20'000;  // ns
  const gpu_activity& a = run.activity;
  struct key {
    symbol name, grid, block, op, dims;
  };
  distinct<key> keys;
  std::vector<std::uint32_t> group_of;
  for (std::uint32_t i = 0; i < a.works.size(); ++i) {
    const activity_work& w = a.works[i];
    const activity_op* const op = a.op_of(w);
    const bool fits = w.kind == gpu_kind::kernel && !w.communicates && !to.claimed(i);
    group_of.push_back(!fits ? no_group
                             : keys.number({w.name, w.grid, w.block, op ? op->name : missing<symbol>,
                                            op ? op->dims : missing<symbol>}));
  }
  const grouping groups = grouped(group_of, keys.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto members = groups.of(g);
    if (members.size() < least_alike) continue;
    std::vector<double> times;
    for (const std::uint32_t i : members) times.push_back(static_cast<double>(a.works[i].time.base()));
    const auto median = static_cast<std::int64_t>(std::ceil(median_of(times)));  // of two the mean, rounded up to ns
    std::vector<std::uint32_t> slow;
    for (const std::uint32_t i : members)
      if (const std::int64_t t = a.works[i].time.base(); t > 3 * median && t > median + least_above) slow.push_back(i);
    if (slow.empty() || slow.size() * 5 > members.size()) continue;
    const key& k = keys.keys()[g];
    finding_draft& d = to.add(short_name(a.text(k.name)) + (known(k.dims) ? " " + short_name(a.text(k.dims)) : ""));
    for (const std::uint32_t i : slow) d.change.times.emplace_back(i, duration::of(median));
    d.detail = time_text(duration::of(median));
    take_works(a, d, std::move(slow));
  }
}

}  // namespace ridgeline::activity_findings

#endif  // RIDGELINE_ADVISE_OUTLIER_FINDINGS_BODY_HPP
