#ifndef RIDGELINE_RANKS_BLAME_HPP
#define RIDGELINE_RANKS_BLAME_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/ranks/rank_list.hpp>
#include <ridgeline/ranks/run_replay.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/table/format.hpp>

/// Who is slow. Internal: included by body files only.
namespace ridgeline::ranks_detail {

inline constexpr auto all_parts = [](std::uint32_t) { return true; };  // whose durations stay as measured
inline constexpr auto no_part = [](std::uint32_t) { return false; };
inline double total_of(const std::vector<double>& times) {
  double sum = 0;
  for (const double t : times) sum += t;
  return sum;
}

/// How much shorter a run of a length is if the chosen local times and transfers are no longer than usual.
template <class Local, class Transfer>
double saved_of(const run_replay& run, double time, Local local, Transfer transfer) {
  return time - total_of(run.times([&](std::uint32_t p) { return !local(p) || !run.is_late(p); },
                                   [&](std::uint32_t p) {
                                     return !transfer(p) || run.transfer(p) <= run.usual_transfer(p);
                                   }));
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
      v.why = "what is alike by name differs too much to be compared: with medians, the run would take " +
              percent(100 * (1 / v.slowdown - 1)) + " more time";
      return;
    }
    if (!(v.slowdown >= 1.02)) {
      if (most_open_ > 0.02 * v.time) return cannot_tell_waits();
      v.straggler = v.cause = "none";
      const double saved = 100 * (1 - 1 / v.slowdown);
      v.why = "with every rank as fast as the median the run would be " +
              (saved <= -0.05 ? std::string("no") : percent(std::fabs(saved))) + " shorter";
      return;
    }
    double most = 0;
    for (const rank_excess& r : to_.ranks) most = std::max(most, r.slowdown - 1);
    std::vector<std::uint32_t> slow;
    std::uint32_t latest = 0;
    const auto excess = [](const rank_excess& r) { return r.compute + r.host + r.link; };
    for (std::uint32_t r = 0; r < to_.ranks.size(); ++r) {
      if (to_.ranks[r].slowdown - 1 >= std::max(0.02, most / 2)) slow.push_back(r);
      if (excess(to_.ranks[r]) > excess(to_.ranks[latest])) latest = r;
    }
    // In a pipeline, what one rank takes longer may be hidden by others unless these, too, are as they are.
    if (slow.empty() && to_.stages && saved_by({latest}) >= 0.02 * v.ideal) slow.push_back(latest);
    const std::vector<std::uint32_t> blamed = not_by_chance(slow);
    if (blamed.empty() && most_open_ <= 0.02 * v.time && varies()) return;
    if (blamed.empty() || 2 * blamed.size() > to_.ranks.size()) {
      v.why = slow.empty()                             ? "no single rank makes the run 2 % slower"
              : 2 * slow.size() > to_.ranks.size()     ? "more than half of the ranks are equally slow"
                                                       : "no rank is slower than the others in most steps";
      return;
    }
    for (const std::uint32_t r : blamed) {
      const rank_excess& x = to_.ranks[r];
      if (x.open > std::max(0.0, x.compute) + std::max(0.0, x.host) + std::max(0.0, x.link)) return cannot_tell_waits();
    }
    blame(blamed);
  }

 private:
  void blame(const std::vector<std::uint32_t>& blamed) {
    straggler_verdict& v = to_.verdict;
    double compute = 0, host = 0, link = 0;
    v.straggler.clear();
    for (const std::uint32_t r : blamed) {
      rank_excess& x = to_.ranks[r];
      x.blamed = true, x.cause = cause_of(x.compute, x.host, x.link);
      compute += std::max(0.0, x.compute), host += std::max(0.0, x.host), link += std::max(0.0, x.link);
      v.straggler += (v.straggler.empty() ? "" : " ") + rank(r);
    }
    v.cause = cause_of(compute, host, link);
    if (v.cause == "link") return slow_link();
    if (v.cause == "host" && within_clocks(blamed, host)) return;
    to_.together = blamed, to_.saved_together = saved_by(blamed);
    double all = 0, own = 0;
    for (const collective_figures& f : figures_) {
      if (!known(f.skew)) continue;
      all += f.skew;
      if (known(f.last_call) && to_.ranks[all_.calls()[f.last_call].rank].blamed) own += f.skew;
    }
    if (all > 0) v.confidence = 100 * own / all;
    const bool one = blamed.size() == 1;
    v.why = ranks_in_words(v.straggler) + (one ? " makes" : " make") + " the run " + percent(100 * (v.slowdown - 1)) +
            " slower than the median: " +
            (compute + host + link > 0 ? reasons_in_words(causes_of(all_, to_))
                                       : std::string("no single part of ") + (one ? "its" : "their") +
                                             " time stands out");
  }

  static std::string_view cause_of(double compute, double host, double link) {
    const double largest = std::max({compute, host, link});
    const double sum = std::max(0.0, compute) + std::max(0.0, host) + std::max(0.0, link);
    return !(sum > 0) || largest < 0.6 * sum ? "mixed"
           : largest == compute              ? "compute"
           : largest == host                 ? "host"
                                             : "link";
  }
  std::string rank(std::uint32_t position) const { return std::to_string(all_.ranks()[position].rank); }
  static std::string percent(double value) { return grouped_text(value, 1) + " %"; }

  /// How much shorter the run is if ranks have no times of their own above the median.
  double saved_by(const std::vector<std::uint32_t>& ranks) const {
    const auto own = [&](std::uint32_t p) {
      return std::binary_search(ranks.begin(), ranks.end(), run_.parts()[p].rank);
    };
    return saved_of(run_, to_.verdict.time, own, own);
  }

  /// What each rank takes for itself in each step, in microseconds beyond the median rank.
  std::vector<std::vector<double>> beyond_by_step() const {
    std::vector<std::vector<double>> of(run_.steps().size(), std::vector<double>(to_.ranks.size(), 0));
    for (std::uint32_t p = 0; p < run_.parts().size(); ++p)
      of[run_.nodes()[run_.parts()[p].node].step][run_.parts()[p].rank] +=
          compute_[p] + host_[p] + open_[p] + run_.transfer(p);
    for (std::vector<double>& step : of) {
      const double middle = median_of(step);
      for (double& time : step) time -= middle;
    }
    return of;
  }

  /// Of ranks that seem slow, those that are: beyond the median rank by more standard errors than chance gives once in
  /// a thousand, by the scatter of all ranks from step to step. Or all of them, if they alone explain half of what is
  /// lost and as much more as is their share of the ranks: a single long pause is no scatter, but it is one rank's.
  std::vector<std::uint32_t> not_by_chance(const std::vector<std::uint32_t>& slow) const {
    const auto ranks = static_cast<double>(to_.ranks.size()), several = static_cast<double>(slow.size());
    if (2 * several <= ranks && saved_by(slow) >= std::min(0.95, 0.5 + several / ranks) * to_.excess) return slow;
    const std::vector<std::vector<double>> beyond = beyond_by_step();
    const auto steps = static_cast<double>(beyond.size());
    std::vector<double> means(to_.ranks.size(), 0);
    double squares = 0;
    for (std::size_t r = 0; r < means.size(); ++r) {
      for (const std::vector<double>& step : beyond) means[r] += step[r] / steps;
      for (const std::vector<double>& step : beyond) squares += (step[r] - means[r]) * (step[r] - means[r]);
    }
    std::vector<std::uint32_t> to;
    if (beyond.size() < 2) return to;
    const double freedom = ranks * (steps - 1), error = std::sqrt(squares / freedom / steps);
    for (const std::uint32_t r : slow)
      if (means[r] > 3 * (1 + 4 / freedom) * error) to.push_back(r);  // close to quantiles of Student's distribution
    return to;
  }

  /// The verdict where no rank is slow, but all wait for whichever takes longest. False: that is not what is lost.
  bool varies() {
    run_replay each(all_, figures_, run_.alike(), false, true);
    if (!run_.by_step() && !each.prepare().empty()) return false;
    const double lost = to_.verdict.time - total_of((run_.by_step() ? run_ : each).times(no_part, no_part));
    if (!(lost >= 0.02 * (to_.verdict.time - lost))) return false;
    double by_step = 0;
    for (const std::vector<double>& step : beyond_by_step()) by_step += *std::max_element(step.begin(), step.end());
    straggler_verdict& v = to_.verdict;
    v.straggler = v.cause = "none";
    v.why = std::string("no rank is slower than the others, but ") +
            (2 * by_step >= lost ? "in each step another one is last" : "times vary from call to call") + ": " +
            percent(100 * lost / v.time) + " of the time is lost to it";
    to_.varies = 2 * by_step >= lost ? rank_variation::by_step : rank_variation::by_call;
    to_.saved_together = lost;
    for (std::uint32_t r = 0; r < to_.ranks.size(); ++r) to_.together.push_back(r);
    return true;
  }

  /// Splits what precedes each part into computation, pauses of the host, and waits for calls that no trace has. The
  /// times before collectives in several streams overlap; where launches tell that a rank computes beside them, a
  /// step's mark has all that its GPU worked in the step.
  void split() {
    const std::vector<run_replay::part>& parts = run_.parts();
    const sums_by_end open_waits(all_, open_waits_of(all_));
    std::vector<std::int64_t> marked;  // by rank: what its GPU had worked until the last mark; marks are last, by step
    for (std::uint32_t r = 0; r < to_.ranks.size(); ++r) marked.push_back(run_.work_before(r));
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
      const run_replay::part& own = parts[p];
      const std::int64_t before = known(own.before) ? parts[own.before].work_at_finish : run_.work_before(own.rank);
      const double worked = static_cast<double>(own.work_at_begin - before) / 1000;
      const double inside = std::clamp(worked, 0.0, std::max(0.0, run_.local(p)));
      const std::int64_t since = known(own.before) ? parts[own.before].finish : INT64_MIN;
      const double rest = run_.local(p) - inside, waits = open_waits.in(own.rank, since, own.begin);
      open_.push_back(std::clamp(waits, 0.0, std::max(0.0, rest)));
      host_.push_back(rest - open_.back());
      compute_.push_back(own.is_launched() ? 0 : inside + run_.work_beside_before(p));
      if (!own.is_launched() || !run_.nodes()[own.node].is_mark()) continue;
      const std::int64_t from = std::exchange(marked[own.rank], own.work_at_finish);
      compute_.back() = static_cast<double>(own.work_at_finish - from) / 1000;
    }
  }

  /// How far each rank is above the medians, summed over its parts and relative to the median rank.
  void excesses() {
    split();
    const std::vector<run_replay::part>& parts = run_.parts();
    std::vector<double> open_of_rank(to_.ranks.size(), 0);
    for (std::uint32_t p = 0; p < parts.size(); ++p) open_of_rank[parts[p].rank] += open_[p];
    const auto usual = [&](const auto& of) { return medians_of(run_.local_classes(), of, run_.local_class_count()); };
    const std::vector<double> usual_compute = usual(compute_), usual_host = usual(host_), usual_open = usual(open_);
    most_open_ = *std::max_element(open_of_rank.begin(), open_of_rank.end());
    for (rank_excess& r : to_.ranks) r.compute = r.host = r.link = r.open = 0;
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
      rank_excess& r = to_.ranks[parts[p].rank];
      r.compute += compute_[p] - usual_compute[run_.local_classes()[p]];
      r.host += host_[p] - usual_host[run_.local_classes()[p]];
      r.link += run_.transfer(p) - run_.usual_transfer(p);
      r.open += open_[p] - usual_open[run_.local_classes()[p]];
    }
    for (double rank_excess::*which :
         {&rank_excess::compute, &rank_excess::host, &rank_excess::link, &rank_excess::open}) {
      std::vector<double> values;
      for (const rank_excess& r : to_.ranks) values.push_back(r.*which);
      const double middle = median_of(values);
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
        ++calls, without += known(all_.use(call).step) ? 0u : 1u;
    }
    if (compared == 0) return cannot_tell_waits();
    to_.verdict.why =
        "none of the " + std::to_string(compared) + " complete collectives lies in a step that all ranks have";
    if (without > 0)
      to_.verdict.why += ": " + std::to_string(without) + " of their " + std::to_string(calls) +
                         " calls have no launch in a step";
  }

  /// The verdict where waits for calls that no trace has may be what makes the difference; nor is it known then how
  /// long the run would be without them.
  void cannot_tell_waits() {
    to_.verdict.slowdown = to_.verdict.ideal = missing<double>;
    std::size_t calls = 0;
    for (const matched_call& c : all_.calls())
      calls += !known(c.collective) || !all_.collectives()[c.collective].complete ? 1u : 0u;
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

  std::uint32_t group_of(std::uint32_t part) const {
    const run_replay::node& v = run_.nodes()[run_.parts()[part].node];
    return v.is_mark() ? missing<std::uint32_t> : all_.collectives()[figures_[v.figure].collective].group;
  }
  bool is_member(std::uint32_t rank, std::uint32_t group) const {
    const std::vector<std::int64_t>& members = all_.groups()[group].members;
    return std::binary_search(members.begin(), members.end(), all_.ranks()[rank].rank);
  }
  /// How much shorter the run is if transfers in some groups take no longer than usual in the others, and how many
  /// times as long they take. Where no other group has such transfers, the median of all is what is usual.
  void save_groups(std::vector<std::uint32_t> groups) {
    to_.slow_groups = std::move(groups);
    std::vector<std::vector<double>> fast(run_.transfer_class_count());
    const auto is_slow = [&](std::uint32_t p) {
      return std::binary_search(to_.slow_groups.begin(), to_.slow_groups.end(), group_of(p));
    };
    const auto count = static_cast<std::uint32_t>(run_.parts().size());
    for (std::uint32_t p = 0; p < count; ++p)
      if (!is_slow(p)) fast[run_.transfer_class(p)].push_back(run_.transfer(p));
    std::vector<double> usual(fast.size()), transfers(count);
    for (std::size_t c = 0; c < fast.size(); ++c) usual[c] = median_of(fast[c]);
    double own = 0, without = 0;
    for (std::uint32_t p = 0; p < count; ++p) {
      const double all = run_.usual_transfer(p), others = usual[run_.transfer_class(p)];
      transfers[p] = run_.transfer(p);
      if (!is_slow(p)) continue;
      transfers[p] = std::min(transfers[p], known(others) ? std::min(all, others) : all);
      own += run_.transfer(p), without += transfers[p];
    }
    to_.slow_factor = own / without;
    const auto transfer = [&](std::uint32_t p) { return transfers[p]; };
    to_.saved_together = to_.verdict.time - total_of(run_.times(all_parts, transfer));
  }

  /// A slow transfer is slow for all its members, so the culprit is in all slow groups and in no fast one.
  void slow_link() {
    std::map<std::uint32_t, std::pair<double, double>> groups;  // by group: measured and usual transfer times
    for (std::uint32_t p = 0; p < run_.parts().size(); ++p) {
      if (!known(group_of(p))) continue;
      auto& [own, usual] = groups[group_of(p)];
      own += run_.transfer(p), usual += run_.usual_transfer(p);
    }
    std::vector<std::uint32_t> slow(to_.ranks.size(), 0), fast(to_.ranks.size(), 0), slow_groups;
    for (const auto& [g, sums] : groups) {
      if (all_.groups()[g].members.size() >= to_.ranks.size()) continue;
      const bool is_slow = sums.first > 1.2 * sums.second;
      if (is_slow) slow_groups.push_back(g);
      for (std::uint32_t r = 0; r < to_.ranks.size(); ++r)
        if (is_member(r, g)) ++(is_slow ? slow : fast)[r];
    }
    std::vector<std::uint32_t> culprits;
    for (std::uint32_t r = 0; r < to_.ranks.size(); ++r) {
      to_.ranks[r].blamed = false, to_.ranks[r].cause = "none";
      if (!slow_groups.empty() && slow[r] == slow_groups.size() && fast[r] == 0) culprits.push_back(r);
    }
    straggler_verdict& v = to_.verdict;
    v.straggler = "cannot tell";
    if (culprits.size() != 1) {
      for (std::uint32_t r = 0; r < to_.ranks.size(); ++r)
        if (slow[r] > 0) to_.together.push_back(r);
      rank_list several;
      for (const std::uint32_t r : culprits.empty() ? to_.together : culprits) several.add(all_.ranks()[r].rank);
      v.why = !culprits.empty()          ? "transfers are slow, and several ranks are in the same slow groups: "
              : slow_groups.size() == 1u ? "transfers are slow in one group, and fast in others of its ranks: "
                                         : "transfers are slow, and no rank is in all slow groups and in no fast one";
      if (slow_groups.size() == 1u || !culprits.empty()) v.why += several.text();
      if (!slow_groups.empty()) save_groups(std::move(slow_groups));
      return;
    }
    const std::uint32_t culprit = culprits.front();
    to_.ranks[culprit].blamed = true, to_.ranks[culprit].cause = "link";
    double all = 0, of_groups = 0, excess = 0, calls = 0;
    for (std::uint32_t p = 0; p < run_.parts().size(); ++p) {
      const std::uint32_t g = group_of(p);
      if (!known(g)) continue;
      const double more = std::max(0.0, run_.transfer(p) - run_.usual_transfer(p));
      all += more;
      if (is_member(culprit, g) && all_.groups()[g].members.size() < to_.ranks.size()) of_groups += more;
      if (run_.parts()[p].rank == culprit) excess += more, ++calls;
    }
    if (calls > 0 && !(excess / calls > 2 * all_.clocks()[culprit].half_width)) {
      v.why = "the delay in a transfer is within the uncertainty of the clocks";
      return;
    }
    to_.together = culprits;
    save_groups(std::move(slow_groups));
    v.straggler = rank(culprit);
    if (all > 0) v.confidence = 100 * of_groups / all;
    v.why = "rank " + v.straggler +
            " is in all groups whose transfers are slow, and in no other: its link is slow; the run is " +
            percent(100 * (v.slowdown - 1)) + " slower than the median";
  }

  const call_matching& all_;
  const std::vector<collective_figures>& figures_;
  const run_replay& run_;
  what_if_analysis& to_;
  std::vector<double> compute_{}, host_{}, open_{};  // by part, microseconds
  double most_open_ = 0;  // how long a rank waited, at most, for calls that no trace has; microseconds
};

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_BLAME_HPP
