#ifndef RIDGELINE_TT_ADVISE_FINDINGS_HPP
#define RIDGELINE_TT_ADVISE_FINDINGS_HPP

#include <array>
#include <cstdint>
#include <span>

#include <ridgeline/advise/finding.hpp>
#include <ridgeline/tt/advise/rows.hpp>

namespace ridgeline {

/// Inputs of the finding rules for Tenstorrent ops. `works` in drafts are positions in `rows.device`. The ops of a
/// device run one after another, so savings add up: drafts state their own `recoverable` time.
struct tt_findings_run {
  const tt_judged_rows& rows;
  const trace_health& health;
};

using tt_finding_kind = finding_kind<tt_findings_run>;
/// The built-in kinds, in the order in which they claim rows.
std::span<const tt_finding_kind> tt_finding_kinds();

/// User-defined finding kinds, one struct per kind in the form `finding_kind_of` expects.
template <class... Kinds>
struct tt_finding_list {
  static constexpr std::array<tt_finding_kind, sizeof...(Kinds)> kinds{finding_kind_of<Kinds, tt_findings_run>()...};
};

/// The total time of the busiest device: ops and gaps, except gaps with compilation.
duration window_of(const tt_judged_rows& rows);

/// What to fix in the ops of a report; `own` adds user-defined kinds.
finding_list findings_of(const tt_judged_rows& rows, const trace_health& health,
                         std::span<const tt_finding_kind> own = {}, const finding_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_FINDINGS_HPP
