#ifndef RIDGELINE_RANKS_ADVISE_HEALTH_BODY_HPP
#define RIDGELINE_RANKS_ADVISE_HEALTH_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/shared_checks.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/ranks/advise/health.hpp>
#include <ridgeline/ranks/sheet/attendance.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace ranks_detail {

/// Inputs of the checks of a run.
struct rank_evidence {
  const fleet_partial& run;
  const experiment* files;
  expected_ranks expected;
  const rank_comparison* all;
};

using advise_detail::counted;
using advise_detail::pass;
using advise_detail::report;
using advise_detail::time_text;

std::string shown(const rank_list& ranks) {
  constexpr std::size_t most = 40;
  const std::string_view front = utf8_front(ranks.text(), most);
  return (ranks.count() == 1 ? "rank " : "ranks ") + std::string(front) +
         (front.size() < ranks.text().size() ? "..." : "");
}

/// Merges one check over the traces of all ranks.
void over_ranks(const rank_evidence& e, health_check& c) {
  const rank_check* worst = nullptr;
  const rank_facts* of_worst = nullptr;
  std::uint64_t count = 0;
  rank_list on;
  bool made = false;
  for (const rank_facts& r : e.run.ranks) {
    const rank_check* const at = r.checks.find(c.name());
    made = made || at != nullptr || r.checks.is_sound(c.name());
    if (at == nullptr) continue;
    on.add(r.rank);
    count += at->count;
    if (worst != nullptr && (at->is < worst->is || (at->is == worst->is && !(at->share > worst->share)))) continue;
    worst = at, of_worst = &r;
  }
  if (!made) return;
  if (worst == nullptr) return pass(c);
  std::string text;
  if (e.run.ranks.size() > 1)
    text = (on.count() == 1 ? ""
                            : counted(on.count()) + " of " + counted(e.run.ranks.size()) + " ranks, most of all ") +
           "rank " + std::to_string(of_worst->rank) + ": ";
  report(c, worst->is, count, worst->share, worst->first, text + worst->message);
  const bool absent = c.name() == "no_gpu_work" || c.name() == "host_ops_missing";
  if (of_worst->cut && (absent || c.name() == "file_damaged"))
    c.other_advice = "Copy the trace of the rank again: its file is cut.";
}

void judge_missing(const rank_evidence& e, health_check& c) {
  if (e.files == nullptr) return;
  const rank_list gone = e.expected.picked ? rank_list() : missing_ranks(e.run, *e.files, e.expected.world);
  const std::vector<const unread_rank*> damaged = damaged_ranks(e.run);
  const std::uint64_t lacking = gone.count() + damaged.size(), there = e.run.ranks.size();
  if (lacking == 0) {
    if (e.files->files.size() > 1 && !e.expected.picked) pass(c);
    return;
  }
  std::string which;
  if (gone.count() > 0) which = shown(gone) + (gone.count() == 1 ? " has" : " have") + " no file";
  if (!damaged.empty()) {
    rank_list unread;
    for (const unread_rank* const u : damaged) unread.add(u->rank);
    which += (which.empty() ? "" : ", ") + shown(unread) + " cannot be read";
  }
  const double world = static_cast<double>(lacking) + static_cast<double>(there);
  report(c, trace_verdict::degraded, lacking, static_cast<double>(lacking) / world,
         gone.count() > 0 ? gone.front() : damaged.front()->rank,
         which + (lacking == 1 ? ": collectives lack its calls" : ": collectives lack their calls") +
             ", and the slow rank is sought among the others");
}

/// Whether each rank (by position) has a call in a group that another rank also has a call in.
std::vector<bool> ranks_that_share(const call_matching& all) {
  std::vector<bool> share(all.ranks().size());
  std::vector<std::uint32_t> first(all.groups().size(), missing<std::uint32_t>);
  for (const matched_call& call : all.calls()) {
    if (!known(first[call.group])) first[call.group] = call.rank;
    if (first[call.group] != call.rank) share[first[call.group]] = share[call.rank] = true;
  }
  return share;
}

/// Finds ranks whose clock no collective connects to that of the majority.
bool judge_islands(const call_matching& all, const std::vector<bool>& share, health_check& c) {
  std::map<std::uint32_t, std::uint64_t> size;  // by reference
  const auto stated = [&](std::uint32_t r) {
    return share[r] && all.clocks()[r].is_measured();
  };
  for (std::uint32_t r = 0; r < share.size(); ++r)
    if (stated(r)) ++size[all.clocks()[r].reference];
  const auto most = std::max_element(size.begin(), size.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  const bool none = most == size.end() || most->second < 2;
  rank_list apart;
  for (std::uint32_t r = 0; r < share.size(); ++r)
    if (share[r] && (none || !stated(r) || all.clocks()[r].reference != most->first)) apart.add(all.ranks()[r].rank);
  if (apart.count() == 0) return false;
  const auto ranks = static_cast<double>(std::count(share.begin(), share.end(), true));
  report(c, none ? trace_verdict::unknowable : trace_verdict::degraded, apart.count(),
         static_cast<double>(apart.count()) / ranks, apart.front(),
         none ? "no collectives show how far apart the clocks of the ranks are: which rank came late is unknown"
              : shown(apart) + " and the others have no common clock: which rank came late is known only within each "
                               "part");
  return true;
}

void judge_clocks(const rank_evidence& e, health_check& c) {
  if (e.all == nullptr) return;
  const call_matching& all = e.all->matching();
  const std::vector<bool> share = ranks_that_share(all);
  if (std::count(share.begin(), share.end(), true) < 2 || judge_islands(all, share, c)) return;
  constexpr double most = 0.05;  // share of the time in collectives
  double time = 0, open = 0, widest = 0;
  std::uint64_t judged = 0, n = 0;
  for (const collective_figures& f : e.all->figures()) {
    if (!known(f.skew) || all.members(all.collectives()[f.collective]).size() < 2) continue;
    ++judged;
    const double length = f.mean_wait + f.transfer;
    time += length;
    if (f.is_certain() || !(f.uncertainty > f.transfer)) continue;
    ++n, open += length, widest = std::max(widest, f.uncertainty);
  }
  if (!(open > most * time)) return pass(c);
  report(c, trace_verdict::degraded, n, open / time, missing<std::int64_t>,
         "the clocks are uncertain by up to " + time_text(duration(widest * us)) + " in " + counted(n) + " of " +
             counted(judged) + " collectives, more than their transfer takes: which rank came late in them is unknown");
}

/// Counts calls that belong to no collective, and those whose collective lacks the call of a rank that has a trace.
void judge_matching(const rank_evidence& e, health_check& c) {
  if (e.all == nullptr) return;
  const call_matching& all = e.all->matching();
  const std::vector<bool> share = ranks_that_share(all);
  if (std::count(share.begin(), share.end(), true) < 2) return;
  std::vector<std::int64_t> there;  // ranks with calls; ranks without any are checked separately
  for (const rank_facts& r : all.ranks())
    if (!r.collectives.empty()) there.push_back(r.rank);
  const auto is_there = [&](std::int64_t rank) { return std::binary_search(there.begin(), there.end(), rank); };
  std::uint64_t alone = 0;
  std::vector<std::uint32_t> members;  // members of the group that are present
  for (std::uint32_t g = 0; g < all.groups().size(); ++g) {
    const std::vector<std::int64_t>& ranks = all.groups()[g].members;
    members.push_back(static_cast<std::uint32_t>(std::count_if(ranks.begin(), ranks.end(), is_there)));
    alone += all.unmatched_of(g);
  }
  for (const matched_collective& m : all.collectives()) {
    if (m.complete) continue;
    const std::uint32_t expected = known(m.from) ? (is_there(m.from) ? 1u : 0u) + (is_there(m.to) ? 1u : 0u)
                                                 : members[m.group];
    if (m.disagrees || m.last - m.first < expected) alone += m.last - m.first;
  }
  const double part = static_cast<double>(alone) / static_cast<double>(all.calls().size());
  constexpr double most = 0.05;
  if (alone < 2 || !(part > most)) return pass(c);
  report(c, trace_verdict::degraded, alone, part, missing<std::int64_t>,
         counted(alone) + " of " + counted(all.calls().size()) + " calls of collectives (" + in_percent(part) +
             ") lack the call of another rank: their skew, wait and bandwidth are unknown");
}

inline constexpr std::string_view of_ops = "gemm,conv,attn,un_elemwise,bin_elemwise";
inline constexpr std::string_view of_collectives =
    "collectives,collective_matching,long,summary_nccl_implicit_sync_cat,nccl_implicit_sync_cat*,nccl_all2allv,"
    "clock_offsets,straggler_verdict,stragglers,what_if";
inline constexpr std::string_view of_launches =
    "gpu_timelines,grouped_breakdown,rank_steps,kernel_launchers,gemm,conv,attn,un_elemwise,bin_elemwise";
inline constexpr shared_sheets rank_sheets{
    .times = "gpu_timelines,grouped_breakdown,rank_steps,straggler_verdict,stragglers,what_if",
    .counts = "gpu_timelines,grouped_breakdown,rank_steps,kernel_launchers,gemm,conv,attn,un_elemwise,bin_elemwise,"
              "collectives,collective_matching,straggler_verdict,stragglers,what_if",
    .launches = of_launches,
    .kernels = "kernels_*,kernel_launchers,gemm,conv,attn,un_elemwise,bin_elemwise",
    .lengths = "kernels_*,kernel_launchers,gemm,conv,attn,un_elemwise,bin_elemwise,gpu_timelines,grouped_breakdown",
    .rates = of_ops,
    .delays = "rank_steps,straggler_verdict,stragglers,what_if"};

using rank_rule = health_rule<rank_evidence>;
constexpr rank_rule of_each(std::string_view name) {
  return {shared_rule<rank_evidence>(name, rank_sheets).facts, over_ranks};
}

inline constexpr std::array rank_health_rules{
    of_each("no_gpu_work"),
    of_each("kernels_lost"),
    of_each("cut_end"),
    of_each("cut_start"),
    of_each("unlinked_work"),
    of_each("zero_duration"),
    of_each("clipped_duration"),
    of_each("epoch_mixed"),
    of_each("clock_offset"),
    of_each("order_inverted"),
    of_each("stream_overlap"),
    of_each("duplicates"),
    of_each("correlation_repeated"),
    of_each("graph_replays"),
    of_each("graph_collapsed"),
    of_each("idle_unexplained"),
    rank_rule{{"host_ops_missing", "kernel_launchers,grouped_breakdown,gemm,conv,attn,un_elemwise,bin_elemwise",
               "Record ops: activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]."},
              over_ranks},
    rank_rule{{"shapes_missing", of_ops, "Record with record_shapes=True.", true}, over_ranks},
    rank_rule{{"collective_args_missing", of_collectives,
               "Record with a PyTorch that writes arguments of collectives (2.3)."},
              over_ranks},
    of_each("profiler_overhead"),
    rank_rule{{"warmup_step",
               "gpu_timelines,grouped_breakdown,kernel_launchers,gemm,conv,attn,un_elemwise,bin_elemwise",
               "Leave the first step out: schedule(wait=1, warmup=1, active=3)."},
              over_ranks},
    rank_rule{{"records_dropped", "gpu_timelines,grouped_breakdown,rank_steps",
               "Give the profiler larger buffers, or record fewer steps."},
              over_ranks},
    rank_rule{{"file_damaged", "*", "Write the trace again: the file was cut or changed."}, over_ranks},
    rank_rule{{"ranks_missing", of_collectives, "Record every rank, and name each file by its rank."}, judge_missing},
    rank_rule{{"clock_between_ranks", of_collectives,
               "Record steps with collectives that all ranks join, and synchronise the hosts' clocks."},
              judge_clocks},
    rank_rule{{"collectives_unmatched", of_collectives,
               "Record the same steps on all ranks, with a PyTorch that numbers collectives (Seq)."},
              judge_matching}};

static_assert(std::equal(rank_check_names.begin(), rank_check_names.end(), rank_health_rules.begin(),
                         [](std::string_view name, const rank_rule& rule) { return name == rule.facts.name; }));

/// What one check found on one rank.
struct rank_check_row {
  const rank_facts* rank = nullptr;
  const rank_check* check = nullptr;
};
inline constexpr auto rank_check_columns = columns(
    column<"rank">([](const rank_check_row& r) { return r.rank->rank; }),
    column<"check">([](const rank_check_row& r) { return r.check->name(); }).left(),
    column<"verdict">([](const rank_check_row& r) { return name_of(r.check->is); }).left(),
    column<"count">([](const rank_check_row& r) { return r.check->count; }),
    column<"share_of_time">([](const rank_check_row& r) { return r.check->share; }).digits(6),
    column<"first">([](const rank_check_row& r) {
      return known(r.check->first) ? std::to_string(r.check->first) : std::string();
    }),
    column<"message">([](const rank_check_row& r) { return std::string_view(r.check->message); }).left());

}  // namespace ranks_detail

trace_health health_of(const fleet_partial& ranks, const experiment* files, const expected_ranks& expected,
                       const rank_comparison* all, bool roofs_asked) {
  trace_health health =
      judged(ranks_detail::rank_evidence{ranks, files, expected, all}, ranks_detail::rank_health_rules);
  for (health_check& c : health.checks)
    if (c.facts->for_option) c.needed = roofs_asked;
  return health;
}

table rank_health_table(const fleet_partial& ranks) {
  std::vector<ranks_detail::rank_check_row> rows;
  for (const rank_facts& r : ranks.ranks)
    for (const rank_check& c : r.checks.found) rows.push_back({&r, &c});
  return {"trace_health_ranks", std::move(rows), ranks_detail::rank_check_columns};
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_ADVISE_HEALTH_BODY_HPP
