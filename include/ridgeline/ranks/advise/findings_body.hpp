#ifndef RIDGELINE_RANKS_ADVISE_FINDINGS_BODY_HPP
#define RIDGELINE_RANKS_ADVISE_FINDINGS_BODY_HPP

/// What to fix in a run over many ranks. Include via `impl.hpp`.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/sheet/tables.hpp>
#include <ridgeline/ranks/what_if.hpp>

namespace ridgeline {

namespace ranks_detail {

/// Total cost of waiting for one rank.
struct awaited_rank {
  double wait = 0, time = 0;  // us: mean idle wait of the others; their mean wait plus the transfer
  std::uint64_t count = 0;
  std::vector<finding_evidence> evidence{};
};

duration longest_of(const std::vector<rank_facts>& ranks) {
  double longest = 0;
  for (const rank_facts& r : ranks)
    if (!r.timeline_empty) longest = std::max(longest, r.timeline[total_part]);
  return duration(longest * us);
}

/// Upper bound on the time that can be recovered: the length of the time line or, where the ranks could be replayed,
/// how much longer the run takes than it would with every rank as fast as the median, whichever is less.
duration most_of(const rank_comparison& all) {
  const straggler_verdict& v = all.what_if().verdict;
  const duration window = longest_of(all.matching().ranks());
  return known(v.slowdown) ? std::min(window, duration(std::max(v.time - v.ideal, 0.0) * us)) : window;
}

/// What making a rank as fast as the median saves: how much longer the run takes with its own times alone. In a
/// pipeline all stages wait for each other, so that only what a rank has above the median rank is its own. Missing: the
/// run could not be replayed.
duration saving_of(std::uint32_t position, const rank_comparison& all) {
  const what_if_analysis& what = all.what_if();
  if (position >= what.ranks.size() || !known(what.ranks[position].slowdown)) return missing<duration>;
  double usual = 1;
  if (what.stages) {
    std::vector<double> slowdowns;
    for (const rank_excess& r : what.ranks) slowdowns.push_back(r.slowdown);
    const auto middle = slowdowns.begin() + static_cast<std::ptrdiff_t>((slowdowns.size() - 1) / 2);
    std::nth_element(slowdowns.begin(), middle, slowdowns.end());
    usual = std::max(1.0, *middle);
  }
  return duration(std::max(what.ranks[position].slowdown - usual, 0.0) * what.verdict.ideal * us);
}

/// Ranks that arrive last at collectives, and how long the others wait for them. Only collectives whose last arrival
/// the clocks can identify count.
void comm_imbalance(const rank_findings_run& run, finding_drafts& to) {
  const call_matching& all = run.all.matching();
  for (std::uint32_t r = 0; r < all.ranks().size(); ++r)  // the match is to be doubted first
    if (all.has_drift_beyond_belief(r) || all.ranks()[r].has_several_gpus()) return;
  std::map<std::uint32_t, awaited_rank> awaited;  // by position
  for (std::size_t i = 0; i < run.all.figures().size(); ++i) {
    const collective_figures& f = run.all.figures()[i];
    if (!known(f.last_call) || !f.told()) continue;
    const matched_collective& c = all.collectives()[f.collective];
    const auto members = static_cast<double>(all.members(c).size());
    if (members < 2) continue;
    double covered = 0;  // by own work of those who wait
    for (const std::uint32_t call : all.members(c))
      covered += std::max(0.0, std::min(wait_of(all, f, call), work_beside(all, call)));
    const double all_waits = f.mean_wait * members;
    const double wait = (all_waits - covered) / (members - 1);  // the last rank to arrive does not wait
    awaited_rank& rank = awaited[all.calls()[f.last_call].rank];
    rank.wait += wait, rank.time += all_waits / (members - 1) + f.transfer;
    ++rank.count;
    constexpr std::int64_t first_row = 2;  // of a spreadsheet, after the header row
    rank.evidence.push_back({"collectives", static_cast<std::int64_t>(i) + first_row, missing<std::int64_t>,
                             std::string(name_of(c.kind)), duration(wait * us)});
    if (rank.evidence.size() > 64) advise_detail::order_evidence(rank.evidence), rank.evidence.resize(3);
  }
  const straggler_verdict& verdict = run.all.what_if().verdict;
  const duration most = most_of(run.all);
  for (auto& [position, rank] : awaited) {
    finding_draft& d = to.add("rank " + std::to_string(all.ranks()[position].rank));
    const duration saving = saving_of(position, run.all);
    d.recoverable = std::min(known(saving) ? saving : duration(rank.wait * us), most);
    d.concerned = duration(rank.time * us);
    d.count = rank.count;
    advise_detail::order_evidence(rank.evidence);
    d.evidence = std::move(rank.evidence);
    d.detail = std::to_string(all.ranks()[position].rank);
    for (finding_evidence& e : d.evidence) e.name += " that rank " + d.detail + " joins last";
    const std::vector<rank_excess>& excess = run.all.what_if().ranks;
    if (position < excess.size() && excess[position].blamed) d.detail += " " + verdict.cause;
  }
}

std::string advice_on_imbalance(const finding_numbers& n) {
  const std::size_t blank = std::min(n.detail.find(' '), n.detail.size());
  const std::string rank(n.detail.substr(0, blank));
  const std::string_view cause = n.detail.substr(std::min(blank + 1, n.detail.size()));
  const std::string what = cause == "compute" ? "Move work away from rank " + rank + ", whose GPU computes longer"
                           : cause == "host"  ? "Launch earlier on rank " + rank + ", whose GPU waits for its host"
                           : cause == "link"  ? "Check the links of rank " + rank
                                              : "Find what holds rank " + rank + " back";
  return what + ": the others wait " + advise_detail::time_text(n.recoverable) + " of " +
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
