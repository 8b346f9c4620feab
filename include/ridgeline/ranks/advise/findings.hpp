#ifndef RIDGELINE_RANKS_ADVISE_FINDINGS_HPP
#define RIDGELINE_RANKS_ADVISE_FINDINGS_HPP

#include <array>
#include <span>

#include <ridgeline/advise/finding.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/xla/advise/activity.hpp>

namespace ridgeline {

/// Inputs of the finding rules for a multi-rank run. Each draft states its own `recoverable` time.
struct rank_findings_run {
  const fleet_partial& ranks;
  const rank_comparison& all;
  const trace_health& health;
};

using rank_finding_kind = finding_kind<rank_findings_run>;
/// The built-in kinds.
std::span<const rank_finding_kind> rank_finding_kinds();

/// User-defined finding kinds, one struct per kind in the form `finding_kind_of` expects.
template <class... Kinds>
struct rank_finding_list {
  static constexpr std::array<rank_finding_kind, sizeof...(Kinds)> kinds{
      finding_kind_of<Kinds, rank_findings_run>()...};
};

/// What the findings of a multi-rank run refer to: the longest time line of a rank or, where only a part of the steps
/// is compared, the time of these.
duration window_of(const rank_comparison& all);

/// What to fix in a multi-rank run; `own` adds user-defined kinds. Inputs are only read during the call.
finding_list findings_of(const fleet_partial& ranks, const rank_comparison& all, const trace_health& health,
                         std::span<const rank_finding_kind> own = {}, const finding_options& options = {});

/// What to fix in a JAX profile, including what the comparison of its devices tells.
finding_list findings_of(const jax_result& report, const gpu_activity& activity, const gpu_replay& replay,
                         const trace_health& health, const rank_comparison& devices,
                         const finding_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_ADVISE_FINDINGS_HPP
