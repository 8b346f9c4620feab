#ifndef RIDGELINE_ADVISE_OUTLIER_FINDINGS_BODY_HPP
#define RIDGELINE_ADVISE_OUTLIER_FINDINGS_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/series.hpp>

/// Findings about kernels that take much longer than their like.
namespace ridgeline {

namespace advise_detail {

/// Whether the work of an op, or of a kernel without one, lies in the values of tensors: in lengths, counts or indices,
/// so that calls of equal shapes are not alike.
bool works_by_values(std::string_view name) {
  for (const std::string_view word :
       {"varlen", "paged", "unified_attention", "kvcache", "kv_cache", "ragged", "jagged", "nested", "grouped", "moe",
        "embedding", "scatter", "gather", "index_", "::index", "sort", "topk", "unique", "nonzero", "masked_select"})
    if (core_detail::stands_in(name, word)) return true;
  return false;
}

/// The step in which work was launched.
class launch_steps {
 public:
  explicit launch_steps(const gpu_activity& a) : a_(a) {
    for (const activity_range& r : a.ranges)
      if (r.kind == range_kind::step && known(r.thread)) steps_.push_back({r.process, r.start.base(), r.end().base()});
    merge_sorted_runs(steps_, before);
  }
  /// The one that began last; missing if none runs.
  std::uint32_t of(const activity_work& w) const {
    const activity_call* const call = a_.call_of(w);
    if (call == nullptr) return missing<std::uint32_t>;
    const step at{call->process, call->start.base(), 0};
    const auto next = std::upper_bound(steps_.begin(), steps_.end(), at, before);
    if (next == steps_.begin()) return missing<std::uint32_t>;
    const step& s = *(next - 1);
    return s.process == at.process && s.end > at.start ? static_cast<std::uint32_t>(next - 1 - steps_.begin())
                                                       : missing<std::uint32_t>;
  }

 private:
  struct step {
    std::uint32_t process;
    std::int64_t start, end;
  };
  static bool before(const step& x, const step& y) {
    return std::tie(x.process, x.start) < std::tie(y.process, y.start);
  }

  const gpu_activity& a_;
  std::vector<step> steps_{};
};

/// Leaves out slow calls that are of slow steps: of several, half or more of a step's calls are slow, and none of
/// another's.
void keep_single(const gpu_activity& a, const launch_steps& steps, std::span<const std::uint32_t> all,
                 std::vector<std::uint32_t>& slow) {
  constexpr std::size_t several = 3;
  struct calls {
    std::size_t all = 0, slow = 0;
  };
  std::map<std::uint32_t, calls> by_step;
  for (const std::uint32_t i : all)
    if (const std::uint32_t s = steps.of(a.works[i]); known(s)) ++by_step[s].all;
  for (const std::uint32_t i : slow)
    if (const std::uint32_t s = steps.of(a.works[i]); known(s)) ++by_step[s].slow;
  if (std::none_of(by_step.begin(), by_step.end(), [](const auto& s) { return s.second.slow == 0; })) return;
  std::erase_if(slow, [&](std::uint32_t i) {
    const auto at = by_step.find(steps.of(a.works[i]));
    return at != by_step.end() && at->second.slow >= several && 2 * at->second.slow >= at->second.all;
  });
}

}  // namespace advise_detail

namespace activity_findings {

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
  asked_once by_values(*a.texts, works_by_values);
  std::optional<launch_steps> steps;
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
    if (by_values(known(k.op) ? k.op : k.name)) continue;
    if (!steps) steps.emplace(a);
    keep_single(a, *steps, {members.begin(), members.end()}, slow);
    if (slow.empty()) continue;
    finding_draft& d = to.add(short_name(a.text(k.name)) + (known(k.dims) ? " " + short_name(a.text(k.dims)) : ""));
    for (const std::uint32_t i : slow) d.change.times.emplace_back(i, duration::of(median));
    d.detail = time_text(duration::of(median));
    take_works(a, d, std::move(slow));
  }
}

}  // namespace activity_findings

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_OUTLIER_FINDINGS_BODY_HPP
