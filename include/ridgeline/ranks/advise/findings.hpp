#ifndef RIDGELINE_RANKS_ADVISE_FINDINGS_HPP
#define RIDGELINE_RANKS_ADVISE_FINDINGS_HPP

#include <array>
#include <span>

#include <ridgeline/advise/finding.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>

namespace ridgeline {

/// What rules over the ranks of a run read. Drafts give their `recoverable` time themselves.
struct rank_findings_run {
  const fleet_partial& ranks;
  const rank_comparison& all;
  const trace_health& health;
};

using rank_finding_kind = finding_kind<rank_findings_run>;
std::span<const rank_finding_kind> rank_finding_kinds();

/// A user's kinds: a struct each, as `finding_kind_of` takes them.
template <class... Kinds>
struct rank_finding_list {
  static constexpr std::array<rank_finding_kind, sizeof...(Kinds)> kinds{
      finding_kind_of<Kinds, rank_findings_run>()...};
};

/// The time line of the rank whose is longest.
duration window_of(const fleet_partial& ranks);

finding_list findings_of(const fleet_partial& ranks, const rank_comparison& all, const trace_health& health,
                         std::span<const rank_finding_kind> own = {}, const finding_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_ADVISE_FINDINGS_HPP
