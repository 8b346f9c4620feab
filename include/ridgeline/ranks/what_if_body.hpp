#ifndef RIDGELINE_RANKS_WHAT_IF_BODY_HPP
#define RIDGELINE_RANKS_WHAT_IF_BODY_HPP

/// The replay. Include via `impl.hpp`.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/ranks/rank_list.hpp>
#include <ridgeline/ranks/run_replay.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace ranks_detail {

inline double total_of(const std::vector<double>& times) {
  double sum = 0;
  for (const double t : times) sum += t;
  return sum;
}

/// Determines which rank is to blame.
class blame_finder {
 public:
  blame_finder(const call_matching& all, const std::vector<collective_figures>& figures, const run_replay& run,
               what_if_analysis& to)
      : all_(all), figures_(figures), run_(run), to_(to) {}

  void find() {
    excesses();
    straggler_verdict& v = to_.verdict;
    const std::vector<run_replay::node>& nodes = run_.nodes();
    if (std::all_of(nodes.begin(), nodes.end(), [](const run_replay::node& n) { return n.is_mark(); }))
      return cannot_tell_without_nodes();
    if (v.slowdown < 0.95) {  // a few steps are longer by what precedes the first, which is not recorded
      v.why = "with every rank as fast as the median the run would be " + percent(100 * (1 / v.slowdown - 1)) +
              " longer: what is alike by name differs too much to be compared";
      return;
    }
    if (!(v.slowdown >= 1.02)) {
      if (most_open_ > 0.02 * v.time) return cannot_tell_waits();
      v.straggler = v.cause = "none";
      const double share = v.slowdown > 1 ? 100 * (1 - 1 / v.slowdown) : 0;
      v.why = "with every rank as fast as the median the run would be " + percent(share) + " shorter";
      return;
    }
    double most = 0;
    for (const rank_excess& r : to_.ranks) most = std::max(most, r.slowdown - 1);
    std::vector<std::uint32_t> blamed;
    for (std::uint32_t r = 0; r < to_.ranks.size(); ++r)
      if (to_.ranks[r].slowdown - 1 >= std::max(0.02, most / 2)) blamed.push_back(r);
    if (blamed.empty() || 2 * blamed.size() > to_.ranks.size()) {
      v.why = blamed.empty() ? "no single rank makes the run 2 % slower"
                             : "more than half of the ranks are equally slow";
      return;
    }
    for (const std::uint32_t r : blamed) {
      const rank_excess& x = to_.ranks[r];
      if (x.open > std::max(0.0, x.compute) + std::max(0.0, x.host) + std::max(0.0, x.link)) return cannot_tell_waits();
    }
    double compute = 0, host = 0, link = 0;
    for (const std::uint32_t r : blamed) {
      to_.ranks[r].blamed = true;
      compute += std::max(0.0, to_.ranks[r].compute), host += std::max(0.0, to_.ranks[r].host);
      link += std::max(0.0, to_.ranks[r].link);
    }
    const double largest = std::max({compute, host, link}), sum = compute + host + link;
    v.cause = !(sum > 0) || largest < 0.6 * sum ? "mixed"
              : largest == compute              ? "compute"
              : largest == host                 ? "host"
                                                : "link";
    v.straggler.clear();
    if (v.cause == "link") return slow_link();
    for (const std::uint32_t r : blamed) v.straggler += (v.straggler.empty() ? "" : " ") + rank(r);
    if (v.cause == "host" && within_clocks(blamed, host)) return;
    double all = 0, own = 0;
    for (const collective_figures& f : figures_) {
      if (!known(f.skew)) continue;
      all += f.skew;
      if (known(f.last_call) && to_.ranks[all_.calls()[f.last_call].rank].blamed) own += f.skew;
    }
    if (all > 0) v.confidence = 100 * own / all;
    const auto reason = [&](std::string_view cause) -> std::string_view {
      const bool one = blamed.size() == 1;
      return cause == "compute" ? one ? "its GPU computes longer" : "their GPUs compute longer"
             : cause == "host"  ? one ? "its launches come late" : "their launches come late"
             : sum > 0          ? "for several reasons"
             : one              ? "no single part of its time stands out"
                                : "no single part of their time stands out";
    };
    v.why = ranks_in_words(v.straggler) + (blamed.size() == 1 ? " makes" : " make") + " the run " +
            percent(100 * (v.slowdown - 1)) + " slower than the median: " + std::string(reason(v.cause));
  }

 private:
  std::string rank(std::uint32_t position) const { return std::to_string(all_.ranks()[position].rank); }
  static std::string percent(double value) {
    std::string text;
    append_fixed(text, value, 1, true);
    return text + " %";
  }

  /// How far each rank is above the medians, summed over its parts and relative to the median rank.
  void excesses() {
    const std::vector<run_replay::part>& parts = run_.parts();
    std::vector<double> compute, host, open, open_of_rank(to_.ranks.size(), 0);
    const sums_by_end open_waits(all_, open_waits_of(all_));
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
      const std::int64_t before =
          known(parts[p].before) ? parts[parts[p].before].work_at_finish : run_.work_before(parts[p].rank);
      const double worked = static_cast<double>(parts[p].work_at_begin - before) / 1000;
      compute.push_back(std::clamp(worked, 0.0, std::max(0.0, run_.local(p))));
      const std::int64_t since = known(parts[p].before) ? parts[parts[p].before].finish : INT64_MIN;
      const double rest = run_.local(p) - compute.back(), waits = open_waits.in(parts[p].rank, since, parts[p].begin);
      open.push_back(std::clamp(waits, 0.0, std::max(0.0, rest)));
      open_of_rank[parts[p].rank] += open.back();
      host.push_back(rest - open.back());
      compute.back() += run_.work_beside_before(p);  // what a rank computes while it waits, others compute later
    }
    const std::vector<double> usual_compute = medians_of(run_.local_classes(), compute, run_.local_class_count());
    const std::vector<double> usual_host = medians_of(run_.local_classes(), host, run_.local_class_count());
    const std::vector<double> usual_open = medians_of(run_.local_classes(), open, run_.local_class_count());
    most_open_ = *std::max_element(open_of_rank.begin(), open_of_rank.end());
    for (rank_excess& r : to_.ranks) r.compute = r.host = r.link = r.open = 0;
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
      rank_excess& r = to_.ranks[parts[p].rank];
      r.compute += compute[p] - usual_compute[run_.local_classes()[p]];
      r.host += host[p] - usual_host[run_.local_classes()[p]];
      r.link += run_.transfer(p) - run_.usual_transfer(p);
      r.open += open[p] - usual_open[run_.local_classes()[p]];
    }
    for (double rank_excess::*which :
         {&rank_excess::compute, &rank_excess::host, &rank_excess::link, &rank_excess::open}) {
      std::vector<double> values;
      for (const rank_excess& r : to_.ranks) values.push_back(r.*which);
      const double middle = statistics_of(values).median;
      for (rank_excess& r : to_.ranks) r.*which -= middle;
    }
  }

  /// The verdict where the steps have no collectives that could be compared, each for its own reason.
  void cannot_tell_without_nodes() {
    std::size_t compared = 0, calls = 0, without = 0;
    for (const collective_figures& f : figures_) {
      if (!known(f.skew)) continue;
      ++compared;
      for (const std::uint32_t call : all_.members(all_.collectives()[f.collective]))
        ++calls, without += known(all_.use(call).step) ? 0 : 1;
    }
    if (compared == 0) return cannot_tell_waits();
    to_.verdict.why =
        "none of the " + std::to_string(compared) + " complete collectives lies in a step that all ranks have";
    if (without > 0)
      to_.verdict.why += ": " + std::to_string(without) + " of their " + std::to_string(calls) +
                         " calls have no launch in a step";
  }

  /// The verdict where waits for calls that no trace has may be what makes the difference.
  void cannot_tell_waits() {
    std::size_t calls = 0;
    for (const matched_call& c : all_.calls())
      calls += !known(c.collective) || !all_.collectives()[c.collective].complete ? 1 : 0;
    std::set<std::int64_t> gone;
    std::set<std::uint32_t> groups;
    for (const matched_collective& c : all_.collectives()) {
      if (c.complete || (!known(c.from) && !groups.insert(c.group).second)) continue;
      for (const std::int64_t rank : all_.expected_of(c)) gone.insert(rank);
    }
    for (const rank_facts& r : all_.ranks()) gone.erase(r.rank);
    rank_list absent;
    for (const std::int64_t rank : gone) absent.add(rank);
    to_.verdict.why = std::to_string(calls) + " of " + std::to_string(all_.calls().size()) +
                      " calls of collectives lack the call of another rank" +
                      (absent.count() == 0 ? "" : " (no trace of rank " + absent.text() + ")") +
                      ", and how long they wait for it is not known";
  }

  /// Whether the blamed ranks are late in a collective by no more than clock uncertainty could explain.
  bool within_clocks(const std::vector<std::uint32_t>& blamed, double excess) {
    double calls = 0, open = 0;
    for (const run_replay::part& p : run_.parts())
      if (known(p.call) && to_.ranks[p.rank].blamed) ++calls;
    for (const std::uint32_t r : blamed) open = std::max(open, all_.clocks()[r].half_width);
    if (calls == 0 || excess / calls > 2 * open) return false;
    to_.verdict.straggler = "cannot tell";
    to_.verdict.why = "the delay in a collective is within the uncertainty of the clocks";
    return true;
  }

  /// A slow transfer is slow for all its members, so the culprit is in all slow groups and in no fast one.
  void slow_link() {
    std::map<std::uint32_t, std::pair<double, double>> groups;  // by group: measured and usual transfer times
    double excess = 0, calls = 0;
    for (std::uint32_t p = 0; p < run_.parts().size(); ++p) {
      const run_replay::node& v = run_.nodes()[run_.parts()[p].node];
      if (v.is_mark()) continue;
      auto& [own, usual] = groups[all_.collectives()[figures_[v.figure].collective].group];
      own += run_.transfer(p), usual += run_.usual_transfer(p);
    }
    std::vector<std::uint32_t> slow(to_.ranks.size(), 0), fast(to_.ranks.size(), 0);
    std::uint32_t slow_groups = 0;
    double all = 0;
    for (const auto& [g, sums] : groups) {
      const std::vector<std::int64_t>& members = all_.groups()[g].members;
      if (members.size() >= to_.ranks.size()) continue;
      const bool is_slow = sums.first > 1.2 * sums.second;
      slow_groups += is_slow ? 1 : 0;
      for (std::uint32_t r = 0; r < to_.ranks.size(); ++r)
        if (std::binary_search(members.begin(), members.end(), all_.ranks()[r].rank)) ++(is_slow ? slow : fast)[r];
    }
    std::vector<std::uint32_t> culprits;
    for (std::uint32_t r = 0; r < to_.ranks.size(); ++r) {
      to_.ranks[r].blamed = false;
      if (slow_groups > 0 && slow[r] == slow_groups && fast[r] == 0) culprits.push_back(r);
    }
    straggler_verdict& v = to_.verdict;
    v.straggler = "cannot tell";
    if (culprits.size() != 1) {
      rank_list several;
      for (const std::uint32_t r : culprits) several.add(all_.ranks()[r].rank);
      v.why = culprits.empty() ? "transfers are slow, and no rank is in all slow groups and in no fast one"
                               : "transfers are slow, and several ranks are in the same slow groups: " + several.text();
      return;
    }
    to_.ranks[culprits.front()].blamed = true;
    double own = 0;
    for (std::uint32_t p = 0; p < run_.parts().size(); ++p) {
      const run_replay::node& n = run_.nodes()[run_.parts()[p].node];
      if (n.is_mark()) continue;
      const double more = std::max(0.0, run_.transfer(p) - run_.usual_transfer(p));
      const fleet_group& g = all_.groups()[all_.collectives()[figures_[n.figure].collective].group];
      all += more;
      if (std::binary_search(g.members.begin(), g.members.end(), all_.ranks()[culprits.front()].rank) &&
          g.members.size() < to_.ranks.size())
        own += more;
      if (run_.parts()[p].rank == culprits.front()) excess += more, ++calls;
    }
    if (calls > 0 && !(excess / calls > 2 * all_.clocks()[culprits.front()].half_width)) {
      v.why = "the delay in a transfer is within the uncertainty of the clocks";
      return;
    }
    v.straggler = rank(culprits.front());
    if (all > 0) v.confidence = 100 * own / all;
    v.why = "rank " + v.straggler +
            " is in all groups whose transfers are slow, and in no other: its link is slow; the run is " +
            percent(100 * (v.slowdown - 1)) + " slower than the median";
  }

  const call_matching& all_;
  const std::vector<collective_figures>& figures_;
  const run_replay& run_;
  what_if_analysis& to_;
  double most_open_ = 0;  // how long a rank waited, at most, for calls that no trace has; microseconds
};

/// The slowdown that each rank alone causes.
inline void replay_ranks(const run_replay& run, double least, what_if_analysis& to) {
  parallel_for(to.ranks.size(), default_threads(), [&](std::size_t r, unsigned) {
    const auto own = [&](std::uint32_t p) { return run.parts()[p].rank == r; };
    const double time = total_of(run.times(own, own));
    to.ranks[r].slowdown = time / least, to.ranks[r].own = time - least;
  });
}

/// All rows of the what-if sheet.
inline void replay_all(const call_matching& all, const run_replay& run, what_if_analysis& to) {
  const auto yes = [](std::uint32_t) { return true; };
  const auto no = [](std::uint32_t) { return false; };
  const std::vector<double> measured = run.times(yes, yes), ideal = run.times(no, no);
  const double time = total_of(measured), least = total_of(ideal);
  to.replayed_error = std::fabs(time - (run.measured_end() - run.zero()));
  to.verdict.slowdown = time / least, to.verdict.time = time, to.verdict.ideal = least, to.excess = time - least;
  to.rows.push_back({"all", "all", time / least, time, least});
  replay_ranks(run, least, to);
  for (std::uint32_t r = 0; r < to.ranks.size(); ++r)
    to.rows.push_back(
        {"rank", std::to_string(all.ranks()[r].rank), to.ranks[r].slowdown, missing<double>, missing<double>});
  for (std::size_t s = 0; s < run.steps().size(); ++s)
    to.rows.push_back({"step", std::to_string(run.steps()[s]), measured[s] / ideal[s], measured[s], ideal[s]});
  to.rows.push_back({"op", "local", total_of(run.times(yes, no)) / least, missing<double>, missing<double>});
  std::set<std::string_view> kinds;
  for (const run_replay::node& v : run.nodes())
    if (!v.is_mark()) kinds.insert(name_of(run.kind_of(v)));
  for (const std::string_view kind : kinds) {
    const auto of_kind = [&](std::uint32_t p) {
      return name_of(run.kind_of(run.nodes()[run.parts()[p].node])) == kind;
    };
    to.rows.push_back(
        {"op", std::string(kind), total_of(run.times(no, of_kind)) / least, missing<double>, missing<double>});
  }
}

/// Finds who is to blame if ranks are pipeline stages: only work that they do alike, in sequence, is compared.
inline void blame_stages(const call_matching& all, const std::vector<collective_figures>& figures,
                         what_if_analysis& to) {
  run_replay run(all, figures, true);
  to.verdict.why = run.prepare();
  to.excess = missing<double>;
  for (rank_excess& r : to.ranks) r.own = missing<double>;
  if (!to.verdict.why.empty()) return;
  const auto yes = [](std::uint32_t) { return true; };
  const auto no = [](std::uint32_t) { return false; };
  to.verdict.time = total_of(run.times(yes, yes)), to.verdict.ideal = total_of(run.times(no, no));
  to.verdict.slowdown = to.verdict.time / to.verdict.ideal, to.excess = to.verdict.time - to.verdict.ideal;
  replay_ranks(run, to.verdict.ideal, to);
  blame_finder(all, figures, run, to).find();
  const std::vector<bool> incomparable = run.incomparable();
  rank_list alone;
  for (std::uint32_t r = 0; r < incomparable.size(); ++r)
    if (incomparable[r]) alone.add(all.ranks()[r].rank);
  if (alone.count() == 0) return;
  to.verdict.why += std::string("; of rank ") + alone.text() + ", work that no other rank does is not compared";
}

/// What each rank alone costs in a run whose ranks share no steps, taken as one step. Who is slow is not told then:
/// most of what a rank does once can only be compared with other ranks.
inline void replay_as_one_step(const call_matching& all, const std::vector<collective_figures>& figures,
                               what_if_analysis& to) {
  run_replay run(all, figures, false, true);
  if (!run.prepare().empty()) return;
  to.stages = run.has_sends();
  run_replay stages(all, figures, true, true);
  if (to.stages && !stages.prepare().empty()) return;
  const run_replay& which = to.stages ? stages : run;
  const auto yes = [](std::uint32_t) { return true; };
  const auto no = [](std::uint32_t) { return false; };
  const double least = total_of(which.times(no, no));
  to.excess = total_of(which.times(yes, yes)) - least;
  replay_ranks(which, least, to);
  for (rank_excess& r : to.ranks) r.slowdown = missing<double>;
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
  ranks_detail::run_replay run(all, figures);
  to.verdict.why = run.prepare();
  if (!to.verdict.why.empty()) {
    if (run.steps().empty()) ranks_detail::replay_as_one_step(all, figures, to);
    return to;
  }
  ranks_detail::replay_all(all, run, to);
  to.stages = run.has_sends();
  if (to.stages) {
    ranks_detail::blame_stages(all, figures, to);
  } else {
    ranks_detail::blame_finder(all, figures, run, to).find();
  }
  return to;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_WHAT_IF_BODY_HPP
