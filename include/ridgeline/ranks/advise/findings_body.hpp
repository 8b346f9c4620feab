#ifndef RIDGELINE_RANKS_ADVISE_FINDINGS_BODY_HPP
#define RIDGELINE_RANKS_ADVISE_FINDINGS_BODY_HPP

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
#include <ridgeline/core/letters.hpp>
#include <ridgeline/ranks/advise/awaited_ranks.hpp>
#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/rank_list.hpp>
#include <ridgeline/ranks/sheet/tables.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace ranks_detail {

/// In microseconds.
double longest_of(const std::vector<rank_facts>& ranks) {
  double longest = 0;
  for (const rank_facts& r : ranks)
    if (!r.timeline_empty) longest = std::max(longest, r.timeline[total_part]);
  return longest;
}

/// What the findings refer to: the longest time line or, where only a part of the steps is compared, their time.
duration compared_window(const rank_comparison& all) {
  const bool part = is_compared_in_part(all);
  return duration((part ? all.what_if().verdict.time : longest_of(all.matching().ranks())) * us);
}

/// Upper bound on the time that can be recovered: the window or, where the ranks could be replayed, how much longer the
/// run takes than it would with every rank as fast as the median, whichever is less.
duration most_of(const rank_comparison& all) {
  const double excess = all.what_if().excess;
  const duration window = compared_window(all);
  return known(excess) ? std::min(window, duration(std::max(excess, 0.0) * us)) : window;
}

/// What making a rank as fast as the median saves. In a pipeline all stages wait for each other, so that only what a
/// rank has above the median rank is its own. Missing: the run could not be replayed.
double saving_of(std::uint32_t position, const what_if_analysis& what) {
  if (position >= what.ranks.size() || !known(what.ranks[position].saved)) return missing<double>;
  double usual = 0;
  if (what.stages) {
    std::vector<double> all;
    for (const rank_excess& r : what.ranks) all.push_back(r.saved);
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>((all.size() - 1) / 2);
    std::nth_element(all.begin(), middle, all.end());
    usual = std::max(0.0, *middle);
  }
  return std::max(what.ranks[position].saved - usual, 0.0);
}

/// Ranks by position as words: `rank 5`, `ranks 1 and 5`.
std::string in_words(const call_matching& all, const std::vector<std::uint32_t>& ranks) {
  std::string numbers;
  for (const std::uint32_t r : ranks) numbers += (numbers.empty() ? "" : " ") + std::to_string(all.ranks()[r].rank);
  return ranks_in_words(numbers);
}

/// Transfers that are slow in some groups: the link of one rank, or between those of a group.
void slow_links(const rank_comparison& all, finding_drafts& to) {
  const call_matching& matched = all.matching();
  const what_if_analysis& what = all.what_if();
  const std::string who = in_words(matched, what.together);
  finding_draft& d = to.add(who);
  d.recoverable = duration(std::max(what.saved_together, 0.0) * us);
  d.unsure = what.verdict.straggler == "cannot tell";
  double time = 0;
  constexpr std::int64_t first_row = 2;  // of a spreadsheet, after the header row
  for (std::size_t i = 0; i < all.figures().size(); ++i) {
    const collective_figures& f = all.figures()[i];
    const matched_collective& c = matched.collectives()[f.collective];
    if (!known(f.skew) || !std::binary_search(what.slow_groups.begin(), what.slow_groups.end(), c.group)) continue;
    if (is_compared_in_part(all) && !std::binary_search(what.steps.begin(), what.steps.end(), matched.step_of(c)))
      continue;
    ++d.count, time += f.transfer;
    d.evidence.push_back({"collectives", static_cast<std::int64_t>(i) + first_row, missing<std::int64_t>,
                          std::string(name_of(c.kind)) + " over a slow link", duration(f.transfer * us)});
    advise_detail::bound_evidence(d.evidence);
  }
  advise_detail::order_evidence(d.evidence);
  d.concerned = duration(time * us);
  d.detail = who + (what.together.size() == 1 ? ",links," : ",between,") + grouped_text(what.slow_factor, 1);
}

/// What to do about ranks that are slow: `Launch earlier on rank 3`.
std::string remedy_of(std::string_view cause, const std::string& who) {
  return cause == "compute" ? "Move work away from " + who
         : cause == "host"  ? "Launch earlier on " + who
                            : "Find what holds " + who + " back";
}
std::string remedies_of(const rank_causes& causes) {
  std::string text;
  for (const auto& [cause, ranks] : causes) {
    std::string own = remedy_of(cause, ranks_in_words(ranks));
    if (!text.empty()) own.front() = core_detail::lower_letter(own.front());
    text += (text.empty() ? "" : " and ") + own;
  }
  return text;
}

/// Ranks that arrive last at collectives, and how long the others wait for them. What the replay says is bounded by
/// that: they cannot gain more than they wait, nor more than the time in which they have nothing to compute. Ranks that
/// are slow together are one finding: as long as one of them is slow, fixing another one saves nothing.
void comm_imbalance(const rank_findings_run& run, finding_drafts& to) {
  const call_matching& all = run.all.matching();
  for (const rank_facts& r : all.ranks())
    if (r.has_several_gpus()) return;
  const what_if_analysis& what = run.all.what_if();
  const duration most = most_of(run.all);
  const rank_causes causes = causes_of(all, what);
  const bool by_link = !what.slow_groups.empty();
  if (by_link) slow_links(run.all, to);
  for (auto& [position, rank] : awaited_ranks(run.all).find()) {
    const bool listed = std::binary_search(what.together.begin(), what.together.end(), position);
    if (listed && by_link && what.together.size() == 1) continue;  // is told already
    const bool together = listed && !by_link;
    const double saving = together ? what.saved_together : saving_of(position, what);
    const double wait = rank.mean(&wait_for_rank::wait);
    const double gain =
        known(saving) ? std::min(saving, rank.mean(&wait_for_rank::gain)) : rank.mean(&wait_for_rank::idle);
    const bool all_ranks = together && what.varies != rank_variation::none;
    const bool blamed = position < what.ranks.size() && what.ranks[position].blamed;
    const std::string who =
        all_ranks ? "all ranks" : in_words(all, together ? what.together : std::vector<std::uint32_t>{position});
    finding_draft& d = to.add(who);
    d.recoverable = std::min(duration(gain * us), most);
    d.concerned = duration(rank.time * us);
    d.count = rank.count;
    d.unsure = what.verdict.straggler == "cannot tell" || (known(saving) && !together);
    advise_detail::order_evidence(rank.evidence);
    d.evidence = std::move(rank.evidence);
    const bool one = !together || what.together.size() == 1;
    for (finding_evidence& e : d.evidence)
      e.name += all_ranks ? " that one rank joins last" : " that " + who + (one ? " joins last" : " join last");
    const bool several = together && causes.size() > 1;
    const std::string cause = several                                   ? "several"
                              : !all_ranks                              ? blamed ? what.verdict.cause : ""
                              : what.varies == rank_variation::by_step ? "steps"
                                                                       : "calls";
    d.detail = (several ? remedies_of(causes) : who) + "," + cause + "," +
               advise_detail::time_text(duration(wait * us));
  }
}

/// The detail: the ranks, which may be a list with commas, or what to do about several; the cause; and how long the
/// others wait, or how many times as long transfers take.
std::string advice_on_imbalance(const finding_numbers& n) {
  const std::size_t third = n.detail.rfind(','), second = n.detail.rfind(',', third - 1);
  const std::string who(n.detail.substr(0, second)), time(n.detail.substr(third + 1));
  const std::string_view cause = n.detail.substr(second + 1, third - second - 1);
  const bool one = who.starts_with("rank ");
  const std::string collectives = advise_detail::counted(n.count, "collective", "collectives");
  const std::string of_window = time + " of " + advise_detail::time_text(n.window);
  if (cause == "links" || cause == "between")
    return (cause == "links" ? "Check the links of " : "Check the links between ") + who + ": transfers of " +
           collectives + " there take " + time + " times as long as the same elsewhere.";
  if (cause == "steps" || cause == "calls")
    return std::string("Balance each ") +
           (cause == "steps" ? "step between ranks (lengths of batches, pauses)" : "exchange between ranks") +
           ": in each another one is last, and the others wait " + of_window + " for it in " + collectives + ".";
  std::string what = cause == "several" ? who : remedy_of(cause, who);
  if (cause == "compute") what += one ? ", whose GPU computes longer" : ", whose GPUs compute longer";
  if (cause == "host") what += one ? ", whose GPU waits for its host" : ", whose GPUs wait for their hosts";
  return what + ": the others wait " + of_window + (one ? " for it in " : " for them in ") + collectives + ".";
}

inline constexpr std::array rank_kinds_in_order{rank_finding_kind{"comm_imbalance", finding_confidence::high,
                                                                  finding_bound::upper, "", "clock_between_ranks",
                                                                  comm_imbalance, advice_on_imbalance}};

}  // namespace ranks_detail

std::span<const rank_finding_kind> rank_finding_kinds() { return ranks_detail::rank_kinds_in_order; }

duration window_of(const rank_comparison& all) { return ranks_detail::compared_window(all); }

finding_list findings_of(const fleet_partial& ranks, const rank_comparison& all, const trace_health& health,
                         std::span<const rank_finding_kind> own, const finding_options& options) {
  const rank_findings_run run{ranks, all, health};
  finding_drafts drafts;
  std::vector<judged_draft> found;
  advise_detail::collect_all(run, own, health, "", drafts, found);
  advise_detail::collect_all(run, rank_finding_kinds(), health, "", drafts, found);
  finding_list list = ranked(std::move(found), nullptr, window_of(all), options);
  duration most = ranks_detail::most_of(all);
  for (const finding& f : list.all) most = std::max(most, f.recoverable);
  list.combined = std::min(list.combined, most);  // waits for several ranks overlap
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
