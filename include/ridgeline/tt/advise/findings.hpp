#ifndef RIDGELINE_TT_ADVISE_FINDINGS_HPP
#define RIDGELINE_TT_ADVISE_FINDINGS_HPP

#include <array>
#include <cstdint>
#include <span>

#include <ridgeline/advise/finding.hpp>
#include <ridgeline/tt/advise/rows.hpp>

namespace ridgeline {

/// What rules over Tenstorrent ops read. `works` of their drafts are positions in `rows.device`. Ops of a device follow
/// each other, so that what is saved adds up: drafts give their `recoverable` time themselves.
struct tt_findings_run {
  const tt_judged_rows& rows;
  const trace_health& health;
};

using tt_finding_kind = finding_kind<tt_findings_run>;
std::span<const tt_finding_kind> tt_finding_kinds();

/// A user's kinds: a struct each, as `finding_kind_of` takes them.
template <class... Kinds>
struct tt_finding_list {
  static constexpr std::array<tt_finding_kind, sizeof...(Kinds)> kinds{finding_kind_of<Kinds, tt_findings_run>()...};
};

/// The time of the device that is busy longest: ops and gaps, those of compilation left out.
duration window_of(const tt_judged_rows& rows);

finding_list findings_of(const tt_judged_rows& rows, const trace_health& health,
                         std::span<const tt_finding_kind> own = {}, const finding_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_FINDINGS_HPP
