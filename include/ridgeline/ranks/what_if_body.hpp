#ifndef RIDGELINE_RANKS_WHAT_IF_BODY_HPP
#define RIDGELINE_RANKS_WHAT_IF_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/ranks/blame.hpp>
#include <ridgeline/ranks/rank_list.hpp>
#include <ridgeline/ranks/run_replay.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace ranks_detail {

/// The slowdown that each rank alone causes.
inline void replay_ranks(const run_replay& run, double least, what_if_analysis& to) {
  parallel_for(to.ranks.size(), default_threads(), [&](std::size_t r, unsigned) {
    const auto own = [&](std::uint32_t p) { return run.parts()[p].rank == r; };
    to.ranks[r].slowdown = total_of(run.times(own, own)) / least;
  });
}

/// What fixing each rank alone saves, the others being as slow as they are. Transfers that are slow in a group are not
/// the fault of each of its ranks.
inline void save_ranks(const run_replay& run, double time, what_if_analysis& to) {
  const bool with_transfers = to.slow_groups.empty();
  parallel_for(to.ranks.size(), default_threads(), [&](std::size_t r, unsigned) {
    const auto own = [&](std::uint32_t p) { return run.parts()[p].rank == r; };
    to.ranks[r].saved = saved_of(run, time, own, [&](std::uint32_t p) { return with_transfers && own(p); });
  });
}

/// The classes of local times that more than one rank has.
inline std::vector<bool> shared_classes_of(const run_replay& run) {
  const std::vector<std::uint32_t>& classes = run.local_classes();
  std::vector<std::uint32_t> rank_of(run.local_class_count(), missing<std::uint32_t>);
  std::vector<bool> shared(run.local_class_count());
  for (std::uint32_t p = 0; p < classes.size(); ++p) {
    std::uint32_t& rank = rank_of[classes[p]];
    if (known(rank) && rank != run.parts()[p].rank) shared[classes[p]] = true;
    rank = run.parts()[p].rank;
  }
  return shared;
}

/// Whether a rank has local times of a class that no other rank has, so that they cannot be compared.
inline std::vector<bool> incomparable_of(const run_replay& run, std::size_t ranks) {
  const std::vector<bool> shared = shared_classes_of(run);
  std::vector<bool> alone(ranks);
  for (std::uint32_t p = 0; p < run.parts().size(); ++p)
    if (!shared[run.local_classes()[p]]) alone[run.parts()[p].rank] = true;
  return alone;
}

/// Whether most local times can be compared with those of other ranks.
inline bool mostly_comparable(const run_replay& run) {
  const std::vector<bool> shared = shared_classes_of(run);
  std::size_t count = 0;
  for (const std::uint32_t c : run.local_classes()) count += shared[c] ? 1u : 0u;
  return 2 * count > run.local_classes().size();
}

/// Whether ranks send to each other: they are the stages of a pipeline.
inline bool has_sends(const run_replay& run) {
  return std::any_of(run.nodes().begin(), run.nodes().end(), [&](const run_replay::node& v) {
    return !v.is_mark() && run.kind_of(v) == gpu::collective_kind::send_recv;
  });
}

/// All rows of the what-if sheet.
inline void replay_all(const call_matching& all, const run_replay& run, what_if_analysis& to) {
  const std::vector<double> measured = run.times(all_parts, all_parts), ideal = run.times(no_part, no_part);
  const double time = total_of(measured), least = total_of(ideal);
  to.replayed_error = std::fabs(time - (run.measured_end() - run.zero()));
  to.steps = run.steps();
  to.rows.push_back({"all", "all", time / least, time, least});
  replay_ranks(run, least, to);
  for (std::uint32_t r = 0; r < to.ranks.size(); ++r)
    to.rows.push_back(
        {"rank", std::to_string(all.ranks()[r].rank), to.ranks[r].slowdown, missing<double>, missing<double>});
  for (std::size_t s = 0; s < run.steps().size(); ++s)
    to.rows.push_back({"step", std::to_string(run.steps()[s]), measured[s] / ideal[s], measured[s], ideal[s]});
  to.rows.push_back({"op", "local", total_of(run.times(all_parts, no_part)) / least, missing<double>, missing<double>});
  std::set<std::string_view> kinds;
  for (const run_replay::node& v : run.nodes())
    if (!v.is_mark()) kinds.insert(name_of(run.kind_of(v)));
  for (const std::string_view kind : kinds) {
    const auto of_kind = [&](std::uint32_t p) {
      return name_of(run.kind_of(run.nodes()[run.parts()[p].node])) == kind;
    };
    to.rows.push_back(
        {"op", std::string(kind), total_of(run.times(no_part, of_kind)) / least, missing<double>, missing<double>});
  }
}

/// What to say of a stage that computes at least a tenth longer than the others do on average, in the compared steps.
/// Spread evenly, no stage would compute longer than the mean; a run cannot gain more than the longest one does.
inline std::string uneven_stages(const call_matching& all, const run_replay& run, const what_if_analysis& what) {
  std::vector<double> computes(all.ranks().size(), 0);
  double sum = 0;
  std::size_t longest = 0;
  for (std::size_t r = 0; r < computes.size(); ++r) {
    for (const rank_step& s : all.ranks()[r].steps)
      if (known(s.number) && std::binary_search(run.steps().begin(), run.steps().end(), s.number))
        computes[r] += s.timeline.front();
    sum += computes[r];
    if (computes[r] > computes[longest]) longest = r;
  }
  const auto count = static_cast<double>(computes.size());
  const double others = (sum - computes[longest]) / (count - 1);
  if (!(others > 0) || computes[longest] < 1.1 * others || what.ranks[longest].blamed) return {};
  return "; rank " + std::to_string(all.ranks()[longest].rank) + " computes " +
         grouped_text(100 * (computes[longest] / others - 1), 1) + " % longer than the others on average: balanced, " +
         "the run would be at most " +
         grouped_text(100 * (computes[longest] - sum / count) / what.verdict.time, 1) + " % shorter";
}

/// Whether calls of one kind whose sizes are not recorded usually take very different times.
inline bool unsized_differ(const call_matching& all, const std::vector<collective_figures>& figures,
                           const run_replay& run) {
  std::map<std::pair<gpu::collective_kind, std::int64_t>, std::pair<double, double>> usual;  // the least and the most
  for (std::uint32_t p = 0; p < run.parts().size(); ++p) {
    const run_replay::node& v = run.nodes()[run.parts()[p].node];
    if (v.is_mark() || run.kind_of(v) == gpu::collective_kind::alltoallv || known(figures[v.figure].message)) continue;
    const double time = run.usual_transfer(p);
    const matched_collective& c = all.collectives()[figures[v.figure].collective];
    auto& [least, most] = usual.try_emplace({c.kind, all.size_of(c)}, time, time).first->second;
    least = std::min(least, time), most = std::max(most, time);
  }
  return std::any_of(usual.begin(), usual.end(), [](const auto& u) { return u.second.second > 2 * u.second.first; });
}

/// Says so if most calls of groups without a name, from which nobody goes before the last one has come, lack another
/// rank's: the ranks' streams of one number are then those of several groups, and what seems complete is so by chance.
/// So are they if most calls are of such groups, and their ends move apart on some rank as no clock does.
inline std::string unclear_streams(const call_matching& all) {
  std::size_t calls = 0, open = 0, named = 0;
  for (const matched_call& c : all.calls()) {
    if (!ends_together(all.use(c).kind)) continue;
    if (all.groups()[c.group].named) ++named;
    else ++calls, open += known(c.collective) && all.collectives()[c.collective].complete ? 0u : 1u;
  }
  if (2 * open <= calls) {
    rank_list apart;
    for (std::uint32_t r = 0; r < all.ranks().size(); ++r)
      if (calls > named && all.has_drift_beyond_belief(r)) apart.add(all.ranks()[r].rank);
    if (apart.count() == 0) return {};
    return "calls of groups without a name drift apart from those of other ranks faster than a clock can (rank " +
           apart.text() + "): streams of one number may be those of several groups";
  }
  return std::to_string(open) + " of " + std::to_string(calls) + " calls of groups without a name lack the call of " +
         "another rank: streams of one number may be those of several groups";
}

/// How long each of the steps that are compared takes a rank itself, beside what it spends in collectives alone, in
/// microseconds, relative to its usual step. The pause before the first step of all is not seen, and taken for usual.
inline std::vector<double> own_steps_of(const rank_facts& rank, const std::vector<std::int64_t>& steps) {
  std::vector<double> own(steps.size(), 0), pauses(steps.size(), missing<double>);
  std::int64_t before = missing<std::int64_t>;
  for (const rank_step& s : rank.steps) {
    if (!known(s.first)) continue;
    const std::int64_t since = std::exchange(before, s.last);
    const auto at = std::lower_bound(steps.begin(), steps.end(), s.number);
    if (at == steps.end() || *at != s.number) continue;
    const auto place = static_cast<std::size_t>(at - steps.begin());
    own[place] = static_cast<double>(s.last - s.first) / 1000 - s.timeline[1];
    if (known(since)) pauses[place] = static_cast<double>(s.first - since) / 1000;
  }
  const double usual_pause = median_of(pauses);
  for (std::size_t s = 0; s < own.size(); ++s)
    own[s] += known(pauses[s]) ? pauses[s] : known(usual_pause) ? usual_pause : 0;
  const double usual = median_of(own);
  for (double& time : own) time = usual > 0 ? time / usual : 1;
  return own;
}

/// Whether some steps take all ranks longer than others (batches of other lengths, prefill and decoding, a pause of
/// all), by more than a twentieth of a step on average: such steps are not alike.
inline bool steps_differ(const call_matching& all, const std::vector<std::int64_t>& steps) {
  std::vector<double> least(steps.size(), HUGE_VAL), most(steps.size(), -HUGE_VAL);
  for (const rank_facts& r : all.ranks()) {
    const std::vector<double> own = own_steps_of(r, steps);
    for (std::size_t s = 0; s < steps.size(); ++s)
      least[s] = std::min(least[s], own[s]), most[s] = std::max(most[s], own[s]);
  }
  double apart = 0;
  for (std::size_t s = 0; s < steps.size(); ++s) apart += std::max({0.0, least[s] - 1, 1 - most[s]});
  return apart > 0.05 * static_cast<double>(steps.size());
}

/// Finds who is to blame. What precedes a rank's first call is not compared with what precedes later ones, as no pause
/// is seen before it; of pipeline stages, only work that they do alike, in sequence, is compared. Steps that differ for
/// all ranks are compared each alone; if most of what a rank does in one is done by no other rank, nothing is alike.
inline void blame_ranks(const call_matching& all, const std::vector<collective_figures>& figures,
                        what_if_analysis& to) {
  const likeness alike = to.stages ? likeness::by_stage : likeness::by_pause;
  run_replay usual(all, figures, alike), each(all, figures, alike, false, true);
  to.verdict.why = usual.prepare();
  const bool differ = steps_differ(all, to.steps);
  const bool each_step = differ && each.prepare().empty() && mostly_comparable(each);
  const run_replay& run = each_step ? each : usual;
  if (to.verdict.why.empty()) to.verdict.why = unclear_streams(all);
  to.excess = missing<double>;
  if (!to.verdict.why.empty()) return;
  to.verdict.time = total_of(run.times(all_parts, all_parts)), to.verdict.ideal = total_of(run.times(no_part, no_part));
  to.verdict.slowdown = to.verdict.time / to.verdict.ideal, to.excess = to.verdict.time - to.verdict.ideal;
  replay_ranks(run, to.verdict.ideal, to);
  if (differ && !each_step) {
    to.excess = missing<double>;
    to.verdict.why = "steps differ for all ranks alike, and what a rank does in one is done by no other rank";
  } else {
    blame_finder(all, figures, run, to).find();
    save_ranks(run, to.verdict.time, to);
  }
  if (each_step && to.verdict.straggler != "cannot tell")
    to.verdict.why += "; steps differ for all ranks alike, and each is compared alone";
  if (!each_step && unsized_differ(all, figures, run))
    to.verdict.why += "; sizes of collectives are not recorded, so that a call is compared with those at its place in "
                      "other steps and on other ranks";
  if (!to.stages) return;
  const std::vector<bool> incomparable = incomparable_of(run, to.ranks.size());
  rank_list alone;
  for (std::uint32_t r = 0; r < incomparable.size(); ++r)
    if (incomparable[r]) alone.add(all.ranks()[r].rank);
  if (alone.count() > 0)
    to.verdict.why += std::string("; of rank ") + alone.text() + ", work that no other rank does is not compared";
  to.verdict.why += uneven_stages(all, run, to);
}

/// What each rank alone costs in a run whose ranks share no steps, taken as one step. Who is slow is not told then:
/// most of what a rank does once can only be compared with other ranks.
inline void replay_as_one_step(const call_matching& all, const std::vector<collective_figures>& figures,
                               what_if_analysis& to) {
  run_replay run(all, figures, likeness::by_pause, true);
  if (!run.prepare().empty()) return;
  to.stages = has_sends(run);
  run_replay stages(all, figures, likeness::by_stage, true);
  if (to.stages && !stages.prepare().empty()) return;
  const run_replay& which = to.stages ? stages : run;
  const double time = total_of(which.times(all_parts, all_parts));
  to.excess = time - total_of(which.times(no_part, no_part));
  save_ranks(which, time, to);
}

}  // namespace ranks_detail

what_if_analysis what_if_of(const call_matching& all, const std::vector<collective_figures>& figures) {
  what_if_analysis to;
  to.ranks.resize(all.ranks().size());
  for (const collective_figures& f : figures) {
    if (!known(f.skew)) continue;
    for (const std::uint32_t call : all.members(all.collectives()[f.collective]))
      to.ranks[all.calls()[call].rank].waited += wait_of(all, f, call);
    if (!known(f.last_call)) continue;
    rank_excess& last = to.ranks[all.calls()[f.last_call].rank];
    ++last.last, last.caused += f.lead;
  }
  ranks_detail::run_replay run(all, figures, ranks_detail::likeness::by_place);
  to.verdict.why = run.prepare();
  if (!to.verdict.why.empty()) {
    if (run.steps().empty()) ranks_detail::replay_as_one_step(all, figures, to);
    return to;
  }
  ranks_detail::replay_all(all, run, to);
  to.stages = ranks_detail::has_sends(run);
  ranks_detail::blame_ranks(all, figures, to);
  return to;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_WHAT_IF_BODY_HPP
