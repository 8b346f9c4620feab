#ifndef RIDGELINE_RANKS_ADVISE_FINDINGS_BODY_HPP
#define RIDGELINE_RANKS_ADVISE_FINDINGS_BODY_HPP

/// What to fix in a run over many ranks. Include via `impl.hpp`.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/ranks/advise/awaited_ranks.hpp>
#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/sheet/tables.hpp>
#include <ridgeline/ranks/what_if.hpp>

namespace ridgeline {

namespace ranks_detail {

duration longest_of(const std::vector<rank_facts>& ranks) {
  double longest = 0;
  for (const rank_facts& r : ranks)
    if (!r.timeline_empty) longest = std::max(longest, r.timeline[total_part]);
  return duration(longest * us);
}

/// Upper bound on the time that can be recovered: the length of the time line or, where the ranks could be replayed,
/// how much longer the run takes than it would with every rank as fast as the median, whichever is less.
duration most_of(const rank_comparison& all) {
  const double excess = all.what_if().excess;
  const duration window = longest_of(all.matching().ranks());
  return known(excess) ? std::min(window, duration(std::max(excess, 0.0) * us)) : window;
}

/// What making a rank as fast as the median saves: how much longer the run takes with its own times alone. In a
/// pipeline all stages wait for each other, so that only what a rank has above the median rank is its own. Missing: the
/// run could not be replayed.
double saving_of(std::uint32_t position, const what_if_analysis& what) {
  if (position >= what.ranks.size() || !known(what.ranks[position].own)) return missing<double>;
  double usual = 0;
  if (what.stages) {
    std::vector<double> all;
    for (const rank_excess& r : what.ranks) all.push_back(r.own);
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>((all.size() - 1) / 2);
    std::nth_element(all.begin(), middle, all.end());
    usual = std::max(0.0, *middle);
  }
  return std::max(what.ranks[position].own - usual, 0.0);
}

/// Ranks that arrive last at collectives, and how long the others wait for them. What the replay says is bounded by
/// that: they cannot gain more than they wait, nor more than the time in which they have nothing to compute.
void comm_imbalance(const rank_findings_run& run, finding_drafts& to) {
  const call_matching& all = run.all.matching();
  for (const rank_facts& r : all.ranks())
    if (r.has_several_gpus()) return;
  const what_if_analysis& what = run.all.what_if();
  const bool replayed = known(what.excess);
  const duration most = most_of(run.all);
  for (auto& [position, rank] : awaited_ranks(run.all, replayed).find()) {
    const double saving = saving_of(position, what), wait = rank.mean(&wait_for_rank::wait);
    const double gain =
        known(saving) ? std::min(saving, rank.mean(&wait_for_rank::gain)) : rank.mean(&wait_for_rank::idle);
    finding_draft& d = to.add("rank " + std::to_string(all.ranks()[position].rank));
    d.recoverable = std::min(duration(gain * us), most);
    d.concerned = duration(rank.time * us);
    d.count = rank.count;
    d.unsure = what.verdict.straggler == "cannot tell";
    advise_detail::order_evidence(rank.evidence);
    d.evidence = std::move(rank.evidence);
    const std::string number = std::to_string(all.ranks()[position].rank);
    for (finding_evidence& e : d.evidence) e.name += " that rank " + number + " joins last";
    const bool blamed = position < what.ranks.size() && what.ranks[position].blamed;
    d.detail = number + "," + (blamed ? what.verdict.cause : "") + "," + advise_detail::time_text(duration(wait * us));
  }
}

/// The detail: the rank, the cause, and how long the others wait, with commas between.
std::string advice_on_imbalance(const finding_numbers& n) {
  const std::size_t first = std::min(n.detail.find(','), n.detail.size());
  const std::size_t second = std::min(n.detail.find(',', first + 1), n.detail.size());
  const std::string rank(n.detail.substr(0, first));
  const std::string_view cause = n.detail.substr(first, second - first), wait = n.detail.substr(second);
  const std::string what = cause == ",compute" ? "Move work away from rank " + rank + ", whose GPU computes longer"
                           : cause == ",host"  ? "Launch earlier on rank " + rank + ", whose GPU waits for its host"
                           : cause == ",link"  ? "Check the links of rank " + rank
                                               : "Find what holds rank " + rank + " back";
  return what + ": the others wait " + std::string(wait.substr(std::min<std::size_t>(wait.size(), 1))) + " of " +
         advise_detail::time_text(n.window) + " for it in " +
         advise_detail::counted(n.count, "collective", "collectives") + ".";
}

inline constexpr std::array rank_kinds_in_order{rank_finding_kind{"comm_imbalance", finding_confidence::high,
                                                                  finding_bound::upper, "", "clock_between_ranks",
                                                                  comm_imbalance, advice_on_imbalance}};

}  // namespace ranks_detail

std::span<const rank_finding_kind> rank_finding_kinds() { return ranks_detail::rank_kinds_in_order; }

duration window_of(const fleet_partial& ranks) { return ranks_detail::longest_of(ranks.ranks); }

finding_list findings_of(const fleet_partial& ranks, const rank_comparison& all, const trace_health& health,
                         std::span<const rank_finding_kind> own, const finding_options& options) {
  const rank_findings_run run{ranks, all, health};
  finding_drafts drafts;
  std::vector<judged_draft> found;
  advise_detail::collect_all(run, own, health, "", drafts, found);
  advise_detail::collect_all(run, rank_finding_kinds(), health, "", drafts, found);
  finding_list list = ranked(std::move(found), nullptr, window_of(ranks), options);
  list.combined = std::min(list.combined, ranks_detail::most_of(all));  // waits for several ranks overlap
  return list;
}

finding_list findings_of(const jax_result& report, const gpu_activity& activity, const gpu_replay& replay,
                         const trace_health& health, const rank_comparison& devices, const finding_options& options) {
  const fleet_partial none;  // the built-in kinds read the comparison
  finding_drafts drafts;
  std::vector<judged_draft> found;
  advise_detail::collect_all(rank_findings_run{none, devices, health}, rank_finding_kinds(), health, "xp_", drafts,
                             found);
  return findings_of(report, activity, replay, health, options, std::move(found));
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_ADVISE_FINDINGS_BODY_HPP
