#ifndef RIDGELINE_TT_ADVISE_FINDINGS_HPP
#define RIDGELINE_TT_ADVISE_FINDINGS_HPP

#include <array>
#include <cstdint>
#include <span>

#include <ridgeline/advise/finding.hpp>
#include <ridgeline/tt/advise/rows.hpp>

namespace ridgeline {

/// What a row has for itself, in ns: the part of its time during which no other op of its device ran, and how long the
/// device was idle before it. Where ops run beside each other on sub-devices, these are less than its time and gap.
struct tt_own_time {
  double time = missing<double>, gap = missing<double>;
};

/// Inputs of the finding rules for Tenstorrent ops. `works` in drafts are positions in `rows.device`. Savings
/// add up over what ops have for themselves: drafts state their own `recoverable` time.
struct tt_findings_run {
  const tt_judged_rows& rows;
  const trace_health& health;
  std::span<const tt_own_time> own{};  ///< by position in `rows.device`; empty: ops run one after another
  /// No op saves more time than it has for itself.
  double alone(std::uint32_t row) const { return own.empty() ? rows.device[row].time() : own[row].time; }
  double gap(std::uint32_t row) const { return own.empty() ? rows.device[row].gap() : own[row].gap; }
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
