#ifndef RIDGELINE_RANKS_WHAT_IF_BODY_HPP
#define RIDGELINE_RANKS_WHAT_IF_BODY_HPP

/// The replay: include it through `impl.hpp`.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace ranks_detail {

/// The medians of values by class.
inline std::vector<double> medians_of(const std::vector<std::uint32_t>& class_of, const std::vector<double>& values,
                                      std::size_t classes) {
  const grouping groups = grouped(class_of, classes);
  std::vector<double> all(classes, 0), some;
  for (std::size_t c = 0; c < classes; ++c) {
    some.clear();
    for (const std::uint32_t i : groups.of(c)) some.push_back(values[i]);
    all[c] = statistics_of(some).median;
  }
  return all;
}

/// The nodes of a run and how they wait for each other. A part is one rank's side of a node.
class run_replay {
 public:
  run_replay(const call_matching& all, const std::vector<collective_figures>& figures) : all_(all), figures_(figures) {}

  /// Why it cannot be replayed; empty where it can.
  std::string prepare() {
    if (all_.ranks().size() < 2) return "there is one rank only";
    if (!all_.one_clock()) return "no clock holds for all ranks";
    find_steps();
    if (steps_.empty()) return "the traces share no steps";
    add_nodes();
    if (nodes_.empty()) return "no GPU work lies in the steps that all ranks have";
    connect();
    if (!sort_nodes()) return "the order of the collectives contradicts itself";
    classify();
    return {};
  }

  /// The time of each step where `keep_local(part)` and `keep_transfer(part)` say what stays as measured.
  template <class Local, class Transfer>
  std::vector<double> times(Local keep_local, Transfer keep_transfer) const {
    std::vector<double> at(parts_.size(), 0), ends(steps_.size(), zero_);
    std::vector<bool> reached(steps_.size(), false);
    for (const std::uint32_t n : order_) {
      const node& v = nodes_[n];
      double last = -HUGE_VAL;
      for (std::uint32_t p = v.first; p < v.last; ++p) {
        at[p] = (known(parts_[p].before) ? at[parts_[p].before] : zero_) + (keep_local(p) ? local_[p] : usual_local_[local_class_[p]]);
        last = std::max(last, at[p]);
      }
      if (v.is_mark()) {
        ends[v.step] = reached[v.step] ? std::max(ends[v.step], last) : last;
        reached[v.step] = true;
        continue;
      }
      for (std::uint32_t p = v.first; p < v.last; ++p)
        at[p] = last + (keep_transfer(p) ? transfer_[p] : usual_transfer_[transfer_class_[p]]);
    }
    std::vector<double> result;
    double before = zero_;
    for (const double end : ends) result.push_back(end - before), before = end;
    return result;
  }

  struct part {
    std::uint32_t rank = 0, node = 0, before = missing<std::uint32_t>, call = missing<std::uint32_t>;
    std::int64_t begin = 0, finish = 0, work_at_begin = 0, work_at_finish = 0;  // by the rank's own clock
  };
  struct node {
    std::uint32_t first = 0, last = 0, step = 0;
    std::uint32_t figure = missing<std::uint32_t>;  // of a collective
    bool is_mark() const { return !known(figure); }
  };
  const std::vector<part>& parts() const { return parts_; }
  const std::vector<node>& nodes() const { return nodes_; }
  const std::vector<std::int64_t>& steps() const { return steps_; }
  double local(std::uint32_t p) const { return local_[p]; }
  double transfer(std::uint32_t p) const { return transfer_[p]; }
  double usual_transfer(std::uint32_t p) const { return usual_transfer_[transfer_class_[p]]; }
  const std::vector<std::uint32_t>& local_classes() const { return local_class_; }
  std::size_t local_class_count() const { return usual_local_.size(); }
  gpu::collective_kind kind_of(const node& v) const { return all_.collectives()[figures_[v.figure].collective].kind; }
  /// What a rank had computed before its first step.
  std::int64_t work_before(std::uint32_t rank) const { return work_before_[rank]; }
  double zero() const { return zero_; }
  double measured_end() const { return measured_end_; }

 private:
  void find_steps() {
    std::map<std::int64_t, std::size_t> seen;
    for (const rank_facts& r : all_.ranks())
      for (const rank_step& s : r.steps)
        if (known(s.number) && known(s.first)) ++seen[s.number];
    for (const auto& [number, ranks] : seen)
      if (ranks == all_.ranks().size()) steps_.push_back(number);
  }
  std::uint32_t place_of(std::int64_t step) const {
    const auto at = std::lower_bound(steps_.begin(), steps_.end(), step);
    return at == steps_.end() || *at != step ? missing<std::uint32_t> : static_cast<std::uint32_t>(at - steps_.begin());
  }
  void add_nodes() {
    for (std::uint32_t f = 0; f < figures_.size(); ++f) {
      if (!known(figures_[f].skew)) continue;
      const matched_collective& c = all_.collectives()[figures_[f].collective];
      const std::int64_t step = all_.step_of(c);
      if (!known(step) || !known(place_of(step))) continue;
      node v{static_cast<std::uint32_t>(parts_.size()), 0, place_of(step), f};
      for (const std::uint32_t call : all_.members(c)) {
        const collective_use& u = all_.use(call);
        parts_.push_back({all_.calls()[call].rank, static_cast<std::uint32_t>(nodes_.size()), missing<std::uint32_t>, call,
                          u.begin, u.finish(), u.work_at_begin, u.work_at_end});
      }
      v.last = static_cast<std::uint32_t>(parts_.size());
      nodes_.push_back(v);
    }
    measured_end_ = -HUGE_VAL, zero_ = HUGE_VAL;
    work_before_.resize(all_.ranks().size());
    for (std::uint32_t r = 0; r < all_.ranks().size(); ++r)
      for (const rank_step& s : all_.ranks()[r].steps) {
        const std::uint32_t place = known(s.number) && known(s.first) ? place_of(s.number) : missing<std::uint32_t>;
        if (!known(place)) continue;
        if (place == 0) work_before_[r] = s.work_at_first;
        if (place == 0) zero_ = std::min(zero_, all_.stamp_of(r, s.first).at);
        if (place + 1 == steps_.size()) measured_end_ = std::max(measured_end_, all_.stamp_of(r, s.last).at);
        const auto first = static_cast<std::uint32_t>(parts_.size());
        parts_.push_back({r, static_cast<std::uint32_t>(nodes_.size()), missing<std::uint32_t>, missing<std::uint32_t>,
                          s.last, s.last, s.work_at_last, s.work_at_last});
        nodes_.push_back({first, first + 1, place, missing<std::uint32_t>});
      }
  }

  /// The predecessor on its rank: of the nodes that end at or before a part begins the one that ends last.
  void connect() {
    std::vector<std::uint32_t> by_end(parts_.size());
    for (std::uint32_t p = 0; p < parts_.size(); ++p) by_end[p] = p;
    by_end = std::move(by_end) | sort_by([&](std::uint32_t p) { return parts_[p].rank; },
                                         [&](std::uint32_t p) { return parts_[p].finish; },
                                         [&](std::uint32_t p) { return parts_[p].node; });
    for (std::size_t first = 0, last = 0; first < by_end.size(); first = last) {
      while (last < by_end.size() && parts_[by_end[last]].rank == parts_[by_end[first]].rank) ++last;
      for (std::size_t i = first; i < last; ++i) {
        part& own = parts_[by_end[i]];
        const bool mark = nodes_[own.node].is_mark();
        const auto begin = by_end.begin() + static_cast<std::ptrdiff_t>(first);
        auto at = std::upper_bound(begin, by_end.begin() + static_cast<std::ptrdiff_t>(last), own.begin,
                                   [&](std::int64_t t, std::uint32_t p) { return t < parts_[p].finish; });
        if (mark) at = by_end.begin() + static_cast<std::ptrdiff_t>(i);  // behind what ends with it
        while (at != begin && (*(at - 1) == by_end[i] || (!mark && parts_[*(at - 1)].finish == own.begin &&
                                                          own.begin == own.finish && parts_[*(at - 1)].node > own.node)))
          --at;
        if (at != begin) own.before = *(at - 1);
      }
    }
  }
  bool sort_nodes() {
    std::vector<std::uint32_t> waits(nodes_.size(), 0);
    std::vector<std::uint32_t> needed_by;
    for (const part& p : parts_) {
      needed_by.push_back(known(p.before) ? parts_[p.before].node : no_group);
      if (known(p.before)) ++waits[p.node];
    }
    const grouping after = grouped(needed_by, nodes_.size());
    for (std::uint32_t n = 0; n < nodes_.size(); ++n)
      if (waits[n] == 0) order_.push_back(n);
    for (std::size_t i = 0; i < order_.size(); ++i)
      for (const std::uint32_t p : after.of(order_[i]))
        if (--waits[parts_[p].node] == 0) order_.push_back(parts_[p].node);
    return order_.size() == nodes_.size();
  }

  struct like {
    std::int64_t kind, message, size, role, place;
  };
  void classify() {
    for (const part& p : parts_) {
      const node& v = nodes_[p.node];
      local_.push_back(known(p.before) ? static_cast<double>(p.begin - parts_[p.before].finish) / 1000
                                       : all_.stamp_of(p.rank, p.begin).at - zero_);
      transfer_.push_back(v.is_mark() ? 0 : transfer_of(all_, figures_[v.figure], p.call));
    }
    const auto like_of = [&](std::uint32_t p, bool with_role) -> like {
      const node& v = nodes_[parts_[p].node];
      if (v.is_mark()) return {-1, 0, 0, 0, 0};
      const collective_figures& f = figures_[v.figure];
      const matched_collective& c = all_.collectives()[f.collective];
      const bool uneven = c.kind == gpu::collective_kind::alltoallv;
      const std::int64_t message = uneven ? 0 : known(f.message) ? static_cast<std::int64_t>(f.message) : -1;
      const collective_use& u = all_.use(parts_[p].call);
      return {static_cast<std::int64_t>(c.kind), message, all_.size_of(c), !with_role ? 0 : u.sends ? 1 : u.receives ? 2 : 0, 0};
    };
    distinct<like> locals, transfers;
    for (std::uint32_t p = 0; p < parts_.size(); ++p) transfer_class_.push_back(transfers.number(like_of(p, false)));
    // the how-manieth of its like in its step
    std::vector<std::uint32_t> by_begin(parts_.size());
    for (std::uint32_t p = 0; p < parts_.size(); ++p) by_begin[p] = p;
    by_begin = std::move(by_begin) | sort_by([&](std::uint32_t p) { return parts_[p].begin; });
    struct place_key {
      std::int64_t rank, step;
      like is;
    };
    distinct<place_key> places;
    std::vector<std::int64_t> count;
    local_class_.resize(parts_.size());
    for (const std::uint32_t p : by_begin) {
      like is = like_of(p, true);
      const std::uint32_t n = places.number({parts_[p].rank, nodes_[parts_[p].node].step, is});
      if (n == count.size()) count.push_back(0);
      is.place = count[n]++;
      local_class_[p] = locals.number(is);
    }
    usual_local_ = medians_of(local_class_, local_, locals.size());
    usual_transfer_ = medians_of(transfer_class_, transfer_, transfers.size());
  }

  const call_matching& all_;
  const std::vector<collective_figures>& figures_;
  std::vector<std::int64_t> steps_{};
  std::vector<part> parts_{};
  std::vector<node> nodes_{};
  std::vector<std::uint32_t> order_{};
  std::vector<double> local_{}, transfer_{}, usual_local_{}, usual_transfer_{};
  std::vector<std::uint32_t> local_class_{}, transfer_class_{};
  std::vector<std::int64_t> work_before_{};
  double zero_ = 0, measured_end_ = 0;
};

inline double total_of(const std::vector<double>& times) {
  double sum = 0;
  for (const double t : times) sum += t;
  return sum;
}

/// Finds who is to blame.
class blame_finder {
 public:
  blame_finder(const call_matching& all, const std::vector<collective_figures>& figures, const run_replay& run,
               what_if_analysis& to)
      : all_(all), figures_(figures), run_(run), to_(to) {}

  void find() {
    excesses();
    straggler_verdict& v = to_.verdict;
    if (!(v.slowdown >= 1.02)) {
      v.straggler = v.cause = "none";
      v.why = "with every rank as fast as the median the run would be " + percent(100 * (1 - 1 / v.slowdown)) + " shorter";
      return;
    }
    double most = 0;
    for (const rank_excess& r : to_.ranks) most = std::max(most, r.slowdown - 1);
    std::vector<std::uint32_t> blamed;
    for (std::uint32_t r = 0; r < to_.ranks.size(); ++r)
      if (to_.ranks[r].slowdown - 1 >= std::max(0.02, most / 2)) blamed.push_back(r);
    if (blamed.empty() || 2 * blamed.size() > to_.ranks.size()) {
      v.why = blamed.empty() ? "no rank by itself makes the run slower by 2 %" : "more than half of the ranks are slow alike";
      return;
    }
    double compute = 0, host = 0, link = 0;
    for (const std::uint32_t r : blamed) {
      to_.ranks[r].blamed = true;
      compute += std::max(0.0, to_.ranks[r].compute), host += std::max(0.0, to_.ranks[r].host);
      link += std::max(0.0, to_.ranks[r].link);
    }
    const double largest = std::max({compute, host, link}), sum = compute + host + link;
    v.cause = !(sum > 0) || largest < 0.6 * sum ? "mixed" : largest == compute ? "compute" : largest == host ? "host" : "link";
    v.straggler.clear();
    if (v.cause == "link") return slow_link();
    for (const std::uint32_t r : blamed) v.straggler += (v.straggler.empty() ? "" : " ") + rank(r);
    if (v.cause != "compute" && within_clocks(blamed, host)) return;
    double all = 0, own = 0;
    for (const collective_figures& f : figures_) {
      if (!known(f.skew)) continue;
      all += f.skew;
      if (known(f.last_call) && to_.ranks[all_.calls()[f.last_call].rank].blamed) own += f.skew;
    }
    if (all > 0) v.confidence = 100 * own / all;
    constexpr auto reason = [](std::string_view cause) -> std::string_view {
      return cause == "compute" ? "its GPU computes longer" : cause == "host" ? "its launches come late" : "for several reasons";
    };
    v.why = "rank " + v.straggler + " makes the run " + percent(100 * (v.slowdown - 1)) + " slower than the median: " +
            std::string(reason(v.cause));
  }

 private:
  std::string rank(std::uint32_t position) const { return std::to_string(all_.ranks()[position].rank); }
  static std::string percent(double value) {
    std::string text;
    append_fixed(text, value, 1, true);
    return text + " %";
  }

  /// What each rank is above the medians, part by part.
  void excesses() {
    const std::vector<run_replay::part>& parts = run_.parts();
    std::vector<double> compute, host;
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
      const std::int64_t before = known(parts[p].before) ? parts[parts[p].before].work_at_finish
                                                           : run_.work_before(parts[p].rank);
      const double worked = static_cast<double>(parts[p].work_at_begin - before) / 1000;
      compute.push_back(std::clamp(worked, 0.0, std::max(0.0, run_.local(p))));
      host.push_back(run_.local(p) - compute.back());
    }
    const std::vector<double> usual_compute = medians_of(run_.local_classes(), compute, run_.local_class_count());
    const std::vector<double> usual_host = medians_of(run_.local_classes(), host, run_.local_class_count());
    for (rank_excess& r : to_.ranks) r.compute = r.host = r.link = 0;
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
      rank_excess& r = to_.ranks[parts[p].rank];
      r.compute += compute[p] - usual_compute[run_.local_classes()[p]];
      r.host += host[p] - usual_host[run_.local_classes()[p]];
      r.link += run_.transfer(p) - run_.usual_transfer(p);
    }
    for (double rank_excess::*which : {&rank_excess::compute, &rank_excess::host, &rank_excess::link}) {
      std::vector<double> values;
      for (const rank_excess& r : to_.ranks) values.push_back(r.*which);
      const double middle = statistics_of(values).median;
      for (rank_excess& r : to_.ranks) r.*which -= middle;
    }
  }

  /// Whether what the blamed ranks are late in a collective is no more than the clocks leave open.
  bool within_clocks(const std::vector<std::uint32_t>& blamed, double excess) {
    double calls = 0, open = 0;
    for (const run_replay::part& p : run_.parts())
      if (known(p.call) && to_.ranks[p.rank].blamed) ++calls;
    for (const std::uint32_t r : blamed) open = std::max(open, all_.clocks()[r].half_width);
    if (calls == 0 || excess / calls > 2 * open) return false;
    to_.verdict.straggler = "cannot tell";
    to_.verdict.why = "the delay in a collective is within what the clocks leave open";
    return true;
  }

  /// A slow transfer is slow for all its members: the culprit is in all slow groups and in no fast one.
  void slow_link() {
    std::map<std::uint32_t, std::pair<double, double>> groups;  // transfers and usual transfers
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
      v.why = culprits.empty() ? "transfers are slow, and no rank is in all slow groups and in no fast one"
                               : "transfers are slow, and several ranks are in the same slow groups";
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
      v.why = "the delay in a transfer is within what the clocks leave open";
      return;
    }
    v.straggler = rank(culprits.front());
    if (all > 0) v.confidence = 100 * own / all;
    v.why = "rank " + v.straggler + " is in all groups whose transfers are slow, and in no other: its link is slow; the run is " +
            percent(100 * (v.slowdown - 1)) + " slower than the median";
  }

  const call_matching& all_;
  const std::vector<collective_figures>& figures_;
  const run_replay& run_;
  what_if_analysis& to_;
};

/// All rows of the sheet.
inline void replay_all(const call_matching& all, const run_replay& run, what_if_analysis& to) {
  const auto yes = [](std::uint32_t) { return true; };
  const auto no = [](std::uint32_t) { return false; };
  const std::vector<double> measured = run.times(yes, yes), ideal = run.times(no, no);
  const double time = total_of(measured), least = total_of(ideal);
  to.replayed_error = std::fabs(time - (run.measured_end() - run.zero()));
  to.verdict.slowdown = time / least, to.verdict.time = time, to.verdict.ideal = least;
  to.rows.push_back({"all", "all", time / least, time, least});
  std::vector<double> by_rank(to.ranks.size());
  parallel_for(to.ranks.size(), default_threads(), [&](std::size_t r, unsigned) {
    const auto own = [&](std::uint32_t p) { return run.parts()[p].rank == r; };
    by_rank[r] = total_of(run.times(own, own));
  });
  for (std::uint32_t r = 0; r < to.ranks.size(); ++r) {
    to.ranks[r].slowdown = by_rank[r] / least;
    to.rows.push_back({"rank", std::to_string(all.ranks()[r].rank), by_rank[r] / least, missing<double>, missing<double>});
  }
  for (std::size_t s = 0; s < run.steps().size(); ++s)
    to.rows.push_back({"step", std::to_string(run.steps()[s]), measured[s] / ideal[s], measured[s], ideal[s]});
  to.rows.push_back({"op", "local", total_of(run.times(yes, no)) / least, missing<double>, missing<double>});
  std::set<std::string_view> kinds;
  for (const run_replay::node& v : run.nodes())
    if (!v.is_mark()) kinds.insert(name_of(run.kind_of(v)));
  for (const std::string_view kind : kinds) {
    const auto of_kind = [&](std::uint32_t p) { return name_of(run.kind_of(run.nodes()[run.parts()[p].node])) == kind; };
    to.rows.push_back({"op", std::string(kind), total_of(run.times(no, of_kind)) / least, missing<double>, missing<double>});
  }
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
  if (!to.verdict.why.empty()) return to;
  ranks_detail::replay_all(all, run, to);
  ranks_detail::blame_finder(all, figures, run, to).find();
  return to;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_WHAT_IF_BODY_HPP
