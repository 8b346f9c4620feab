#ifndef RIDGELINE_RANKS_RUN_REPLAY_HPP
#define RIDGELINE_RANKS_RUN_REPLAY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/figures.hpp>

/// The run as a graph of nodes that wait for each other. Internal: included by body files only.
namespace ridgeline::ranks_detail {

/// Which times are compared: those of one kind, size and place in the step (transfers at any place); or no local times
/// with others that are counted from the begin of the run or hold steps that are left out, and no transfers of unknown
/// size at other places; or also by what came before and the direction of sends, as stages of a pipeline do other work.
enum class likeness { by_place, by_pause, by_stage };

/// The nodes of a run and their dependencies. A part is one rank's side of a node.
class run_replay {
 public:
  /// With `whole`, the run is one step. With `by_step`, times are compared with those of the same step only.
  run_replay(const call_matching& all, const std::vector<collective_figures>& figures, likeness alike,
             bool whole = false, bool by_step = false)
      : all_(all), figures_(figures), alike_(alike), whole_(whole), by_step_(by_step) {}

  /// Prepares the replay. Returns why the run cannot be replayed; empty if it can.
  std::string prepare() {
    if (all_.ranks().size() < 2) return "there is one rank only";
    if (!all_.one_clock()) return "the ranks have no common clock";
    for (const rank_facts& r : all_.ranks())
      if (r.has_several_gpus()) return "a rank has collectives on several GPUs, which are not told apart";
    find_steps();
    if (steps_.empty()) return "the traces share no steps";
    if (steps_are_shifted()) return "ranks number their steps differently: calls of most collectives lie in other ones";
    add_nodes();
    if (nodes_.empty()) return "the steps that all ranks have contain no GPU work";
    connect();
    connect_launches();
    if (!sort_nodes()) {
      for (part& p : parts_) p.earlier = missing<std::uint32_t>;
      if (!sort_nodes()) return "the order of the collectives contradicts itself";
    }
    classify();
    return {};
  }

  /// The time of each step if `keep_local(part)` and `keep_transfer(part)` select which durations stay as measured;
  /// all others are replaced by medians. `keep_transfer` may also give a part's transfer itself.
  template <class Local, class Transfer>
  std::vector<double> times(Local keep_local, Transfer keep_transfer) const {
    std::vector<double> at(parts_.size(), 0), done(parts_.size(), 0), ends(steps_.size(), zero_);
    std::vector<bool> reached(steps_.size(), false);
    for (const std::uint32_t n : order_) {
      const node& v = nodes_[n];
      double last = -HUGE_VAL;
      for (std::uint32_t p = v.first; p < v.last; ++p) {
        const bool keep = keep_local(p);
        const std::uint32_t before = parts_[p].before, earlier = parts_[p].earlier;
        const double local = keep ? local_[p] : usual_local_[local_class_[p]];
        const double idle = keep ? idle_[p] : usual_idle_[local_class_[p]];
        const double work = keep ? work_[p] : usual_work_[local_class_[p]];
        at[p] = (known(before) ? at[before] : zero_) + local;
        if (parts_[p].is_launched()) {
          done[p] = at[p] - idle;
          if (known(earlier)) done[p] = std::max(done[p], done[earlier] + work);
          if (awaits_[local_class_[p]]) at[p] = std::max(at[p], done[p]);
        } else {
          if (known(before) && work > local) at[p] = std::max(at[p], done[before] + work);
          done[p] = at[p];
        }
        last = std::max(last, at[p]);
      }
      if (v.is_mark()) {
        ends[v.step] = reached[v.step] ? std::max(ends[v.step], last) : last;
        reached[v.step] = true;
        continue;
      }
      for (std::uint32_t p = v.first; p < v.last; ++p)
        if constexpr (std::is_same_v<decltype(keep_transfer(p)), bool>)
          at[p] = last + (keep_transfer(p) ? transfer_[p] : usual_transfer_[transfer_class_[p]]);
        else
          at[p] = last + keep_transfer(p);
    }
    for (std::size_t s = ends.size(); s-- > 0;) ends[s] -= s > 0 ? ends[s - 1] : zero_;
    return ends;
  }

  static constexpr std::int64_t jitter = 1000, rounding = 10, most_asked = 64;  // ns of time stamps; parts
  struct part {
    std::uint32_t rank = 0, node = 0, before = missing<std::uint32_t>, call = missing<std::uint32_t>;
    std::int64_t begin = 0, finish = 0, work_at_begin = 0, work_at_finish = 0;  // on the rank's own clock
    launched_work launched{};
    std::uint32_t earlier = missing<std::uint32_t>;  // the part that was launched before it
    /// Whether its computation is known by launch, and was done when it began.
    bool is_launched() const { return known(launched.at); }
    bool awaits_work() const { return launched.done <= begin || launched.done - begin <= jitter; }
  };
  struct node {
    std::uint32_t first = 0, last = 0, step = 0;
    std::uint32_t figure = missing<std::uint32_t>;  // position of the collective's figures
    bool is_mark() const { return !known(figure); }
  };
  const std::vector<part>& parts() const { return parts_; }
  const std::vector<node>& nodes() const { return nodes_; }
  const std::vector<std::int64_t>& steps() const { return steps_; }
  likeness alike() const { return alike_; }
  bool by_step() const { return by_step_; }
  double local(std::uint32_t p) const { return local_[p]; }
  /// How long the GPU computed or copied beside the collective before a part; 0 behind a mark.
  double work_beside_before(std::uint32_t p) const {
    const std::uint32_t before = parts_[p].before;
    return known(before) && known(parts_[before].call) ? work_beside(all_, parts_[before].call) : 0;
  }
  double transfer(std::uint32_t p) const { return transfer_[p]; }
  /// Whether what precedes a part takes longer than usual.
  bool is_late(std::uint32_t p) const {
    return local_[p] > usual_local_[local_class_[p]] || work_[p] > usual_work_[local_class_[p]];
  }
  double usual_transfer(std::uint32_t p) const { return usual_transfer_[transfer_class_[p]]; }
  std::uint32_t transfer_class(std::uint32_t p) const { return transfer_class_[p]; }
  std::size_t transfer_class_count() const { return usual_transfer_.size(); }
  const std::vector<std::uint32_t>& local_classes() const { return local_class_; }
  std::size_t local_class_count() const { return usual_local_.size(); }
  /// Whether a mark follows another one: its step has no collectives on the rank.
  bool is_alone(std::uint32_t p) const {
    return !known(parts_[p].before) || nodes_[parts_[parts_[p].before].node].is_mark();
  }
  gpu::collective_kind kind_of(const node& v) const { return all_.collectives()[figures_[v.figure].collective].kind; }
  /// How long a rank had computed before its first step, nanoseconds.
  std::int64_t work_before(std::uint32_t rank) const { return work_before_[rank]; }
  double zero() const { return zero_; }
  double measured_end() const { return measured_end_; }

 private:
  bool by_stage() const { return alike_ == likeness::by_stage; }
  /// Whether the calls of most collectives lie in steps of different numbers.
  bool steps_are_shifted() const {
    std::size_t stated = 0, apart = 0;
    for (const collective_figures& f : figures_) {
      const matched_collective& c = all_.collectives()[f.collective];
      const auto calls = all_.members(c);
      const auto has_step = [&](std::uint32_t call) { return known(all_.step_of(call)); };
      if (!c.complete || !std::all_of(calls.begin(), calls.end(), has_step)) continue;
      ++stated, apart += known(all_.step_of(c)) ? 0u : 1u;
    }
    return !whole_ && 2 * apart > stated;
  }

  void find_steps() {
    if (whole_) return steps_.assign(1, 0), left_out_.assign(1, 0);
    const std::vector<std::int64_t>& cut = all_.cut_steps();
    std::map<std::int64_t, std::size_t> seen;
    for (const rank_facts& r : all_.ranks())
      for (const rank_step& s : r.steps)
        if (known(s.number) && known(s.first)) ++seen[s.number];
    std::int64_t left_out = 0;
    for (const auto& [number, ranks] : seen)
      if (ranks != all_.ranks().size() || std::binary_search(cut.begin(), cut.end(), number)) ++left_out;
      else steps_.push_back(number), left_out_.push_back(left_out);
  }
  std::uint32_t place_of(std::int64_t step) const {
    const auto at = std::lower_bound(steps_.begin(), steps_.end(), step);
    return at == steps_.end() || *at != step ? missing<std::uint32_t> : static_cast<std::uint32_t>(at - steps_.begin());
  }
  void add_nodes() {
    for (std::uint32_t f = 0; f < figures_.size(); ++f) {
      if (!known(figures_[f].skew)) continue;
      const matched_collective& c = all_.collectives()[figures_[f].collective];
      const std::uint32_t place = whole_ ? 0 : place_of(all_.step_of(c));
      if (!known(place)) continue;
      node v{static_cast<std::uint32_t>(parts_.size()), 0, place, f};
      for (const std::uint32_t call : all_.members(c)) {
        const collective_use& u = all_.use(call);
        parts_.push_back({all_.calls()[call].rank, static_cast<std::uint32_t>(nodes_.size()), missing<std::uint32_t>,
                          call, u.begin, u.finish(), u.work_at_begin, u.work_at_end, u.launched});
      }
      v.last = static_cast<std::uint32_t>(parts_.size());
      nodes_.push_back(v);
    }
    measured_end_ = -HUGE_VAL, zero_ = HUGE_VAL;
    work_before_.resize(all_.ranks().size());
    for (std::uint32_t r = 0; r < all_.ranks().size(); ++r) {
      const std::vector<rank_step> run = whole_ ? whole_run(all_.ranks()[r].steps) : std::vector<rank_step>();
      for (const rank_step& s : whole_ ? run : all_.ranks()[r].steps) {
        const std::uint32_t place = known(s.number) && known(s.first) ? place_of(s.number) : missing<std::uint32_t>;
        if (!known(place)) continue;
        if (place == 0) work_before_[r] = s.work_at_first, zero_ = std::min(zero_, all_.stamp_of(r, s.first).at);
        if (place + 1 == steps_.size()) measured_end_ = std::max(measured_end_, all_.stamp_of(r, s.last).at);
        const auto first = static_cast<std::uint32_t>(parts_.size());
        parts_.push_back({r, static_cast<std::uint32_t>(nodes_.size()), missing<std::uint32_t>, missing<std::uint32_t>,
                          s.last, s.last, s.work_at_last, s.work_at_last, s.launched});
        nodes_.push_back({first, first + 1, place, missing<std::uint32_t>});
      }
    }
  }
  /// All steps of a rank as one, number 0.
  static std::vector<rank_step> whole_run(const std::vector<rank_step>& steps) {
    rank_step all;
    for (const rank_step& s : steps) {
      if (!known(s.first)) continue;
      if (!known(all.first) || s.first < all.first) all.first = s.first, all.work_at_first = s.work_at_first;
      if (s.last > all.last) all.last = s.last, all.work_at_last = s.work_at_last, all.launched = s.launched;
    }
    all.number = 0;
    return {all};
  }

  /// Finds each part's predecessor on its rank: of the nodes that end at or before its begin, the one that ends
  /// last, but for rounded stamps. In a stream it is the one before, even if they overlap by more.
  void connect() {
    const std::vector<std::uint32_t> by_end =
        numbers_below(parts_.size()) |
        sort_by([&](std::uint32_t p) { return parts_[p].rank; }, [&](std::uint32_t p) { return parts_[p].finish; },
                [&](std::uint32_t p) { return parts_[p].node; });
    for (auto begin = by_end.begin(), place = begin; place != by_end.end(); ++place) {
      part& own = parts_[*place];
      if (parts_[*begin].rank != own.rank) begin = place;
      const bool mark = nodes_[own.node].is_mark();
      auto at = std::upper_bound(begin, by_end.end(), own, [&](const part& to, std::uint32_t p) {
        return to.rank < parts_[p].rank || to.begin + rounding < parts_[p].finish;
      });
      if (mark) at = place;  // after the node that ends at the same time
      const auto last_of_all = at;
      while (at != begin && last_of_all - at < most_asked && own.is_launched() && parts_[*(at - 1)].is_launched() &&
             own.launched.at < parts_[*(at - 1)].launched.at)
        --at;  // what was launched later holds nothing up
      if (at == begin || last_of_all - at == most_asked) at = last_of_all;
      const auto overlapping = at;
      while (at != begin && overlapping - at < most_asked && !mark && parts_[*(at - 1)].finish >= own.begin &&
             (parts_[*(at - 1)].begin > own.begin || (parts_[*(at - 1)].begin == own.begin && at > place)))
        --at;
      if (overlapping - at == most_asked) at = std::min(at, place);  // damaged: very many within the rounding
      if (at != begin) own.before = *(at - 1);
    }
    const auto stream = [&](std::uint32_t p) { return known(parts_[p].call) ? all_.use(parts_[p].call).stream : -1; };
    const auto see = [&](std::uint32_t last, std::uint32_t p) {
      const std::int64_t overlap = parts_[last].finish - parts_[p].begin;
      const bool follows = stream(last) == stream(p) && parts_[last].begin < parts_[p].begin;
      if (follows && overlap > 0 && overlap <= jitter) parts_[p].before = last;
    };
    for_neighbours(see, stream);
  }
  /// Calls `use` with each two parts of a rank that are next to each other, by a key and their begins.
  template <class Use, class Key>
  void for_neighbours(Use use, Key key) {
    const std::vector<std::uint32_t> in_order =
        numbers_below(parts_.size()) | sort_by([&](std::uint32_t p) { return parts_[p].rank; }, key,
                                               [&](std::uint32_t p) { return parts_[p].begin; });
    for (std::size_t i = 1; i < in_order.size(); ++i)
      if (parts_[in_order[i - 1]].rank == parts_[in_order[i]].rank) use(in_order[i - 1], in_order[i]);
  }
  /// How long a rank computes between two nodes: what was launched between them, whenever it ran. Where that is not
  /// known, what ran beside the earlier one and the local time.
  double work_since_earlier(std::uint32_t p) const {
    const part& own = parts_[p];
    if (!own.is_launched()) return local_[p] + work_beside_before(p);
    return known(own.earlier) ? static_cast<double>(own.launched.time - parts_[own.earlier].launched.time) / 1000 : 0;
  }
  /// The same of this run, in which pieces of it may have been done side by side.
  double own_work_since_earlier(std::uint32_t p, double launched) const {
    const part& own = parts_[p];
    if (!own.is_launched() || !known(own.earlier) || own.launched.done == INT64_MIN) return launched;
    const std::int64_t since = parts_[own.earlier].launched.done;
    return since == INT64_MIN ? -HUGE_VAL : std::min(launched, static_cast<double>(done_of(own) - since) / 1000);
  }
  /// When what was launched before a part was done.
  static std::int64_t done_of(const part& p) {
    return p.awaits_work() ? std::min(p.launched.done, p.begin) : p.launched.done;
  }
  /// How long before a part that was; 0 if nothing was launched before it.
  static double idle_before(const part& p) {
    return p.is_launched() && p.launched.done != INT64_MIN ? static_cast<double>(p.begin - done_of(p)) / 1000 : 0;
  }
  /// The order of launches on each rank.
  void connect_launches() {
    for_neighbours([&](std::uint32_t last, std::uint32_t p) {
      if (parts_[last].is_launched() && parts_[p].is_launched()) parts_[p].earlier = last;
    }, [&](std::uint32_t p) { return parts_[p].launched.at; });
  }
  bool sort_nodes() {
    std::vector<std::uint32_t> waits(nodes_.size(), 0), needed_by;
    for (std::uint32_t part::*which : {&part::before, &part::earlier})
      for (const part& p : parts_) {
        needed_by.push_back(known(p.*which) ? parts_[p.*which].node : no_group);
        if (known(p.*which)) ++waits[p.node];
      }
    const grouping after = grouped(needed_by, nodes_.size());
    order_.clear();
    for (std::uint32_t n = 0; n < nodes_.size(); ++n)
      if (waits[n] == 0) order_.push_back(n);
    for (std::size_t i = 0; i < order_.size(); ++i)
      for (const std::uint32_t n : after.of(order_[i])) {
        const std::uint32_t next = parts_[n % parts_.size()].node;  // `needed_by` has all parts twice
        if (--waits[next] == 0) order_.push_back(next);
      }
    return order_.size() == nodes_.size();
  }

  struct like {
    std::int64_t kind, message, size, role, place, before, stage, step, since;
  };
  /// How many steps that are not compared lie between a part and its predecessor, whose times its local time holds;
  /// missing if that is counted from the begin of the run, before which no rank is seen to pause.
  std::int64_t left_out_since(const part& p) const {
    return known(p.before) ? left_out_[nodes_[p.node].step] - left_out_[nodes_[parts_[p.before].node].step]
                           : missing<std::int64_t>;
  }
  /// 1 for a sender, 2 for a receiver; with `by_stage`, different numbers for each direction.
  std::int64_t role_of(const part& p, const matched_collective& c) const {
    const collective_use& u = all_.use(p.call);
    if (by_stage() && u.sends && u.receives && known(c.from))
      return all_.ranks()[p.rank].rank == std::min(c.from, c.to) ? 5 : 6;
    const std::int64_t back = by_stage() && known(c.from) && c.to < c.from ? 2 : 0;
    return u.sends ? 1 + back : u.receives ? 2 + back : 0;
  }
  void classify() {
    for (const part& p : parts_) {
      const node& v = nodes_[p.node];
      local_.push_back(known(p.before) ? static_cast<double>(p.begin - parts_[p.before].finish) / 1000
                                       : all_.stamp_of(p.rank, p.begin).at - zero_);
      transfer_.push_back(v.is_mark() ? 0 : transfer_of(all_, figures_[v.figure], p.call));
    }
    const auto like_of = [&](std::uint32_t p, bool with_role) -> like {
      const node& v = nodes_[parts_[p].node];
      const std::int64_t step = by_step_ ? v.step : 0;
      if (v.is_mark()) return {-1, is_alone(p) ? 1 : 0, 0, 0, 0, 0, 0, step, 0};
      const collective_figures& f = figures_[v.figure];
      const matched_collective& c = all_.collectives()[f.collective];
      const bool uneven = c.kind == gpu::collective_kind::alltoallv;
      const std::int64_t message = uneven ? 0 : known(f.message) ? static_cast<std::int64_t>(f.message) : -1;
      const std::int64_t role = with_role ? role_of(parts_[p], c) : 0;
      return {static_cast<std::int64_t>(c.kind), message, all_.size_of(c), role, 0, 0, 0, step, 0};
    };
    distinct<like> befores, locals, transfers;
    const std::vector<std::uint32_t> by_begin =
        numbers_below(parts_.size()) | sort_by([&](std::uint32_t p) { return parts_[p].begin; });
    struct place_key { std::int64_t rank, step; like is; };
    distinct<place_key> places;
    std::vector<std::int64_t> stages(all_.ranks().size(), 0);  // 1: sends or receives to or from lower ranks; 2: higher
    for (const part& p : parts_) {
      if (nodes_[p.node].is_mark()) continue;
      const matched_collective& c = all_.collectives()[figures_[nodes_[p.node].figure].collective];
      if (known(c.from)) stages[p.rank] |= all_.ranks()[p.rank].rank == std::min(c.from, c.to) ? 2 : 1;
    }
    std::vector<std::int64_t> count(2 * parts_.size(), 0);
    const auto next_place = [&](std::uint32_t p, const like& is) {  // among parts of its class in its step
      return count[places.number({parts_[p].rank, nodes_[parts_[p].node].step, is})]++;
    };
    local_class_.resize(parts_.size()), transfer_class_.resize(parts_.size());
    for (const std::uint32_t p : by_begin) {
      like moved = like_of(p, false);
      if (alike_ != likeness::by_place && moved.message < 0) moved.role = -1, moved.place = next_place(p, moved);
      transfer_class_[p] = transfers.number(moved);
      like is = like_of(p, true);
      if (by_stage() && known(parts_[p].before)) is.before = 1 + befores.number(like_of(parts_[p].before, true));
      if (by_stage()) is.stage = stages[parts_[p].rank];
      is.place = next_place(p, is);
      if (alike_ != likeness::by_place) is.since = left_out_since(parts_[p]);
      local_class_[p] = locals.number(is);
    }
    usual_local_ = medians_of(local_class_, local_, locals.size());
    for (std::uint32_t p = 0; p < parts_.size(); ++p)
      work_.push_back(work_since_earlier(p)), idle_.push_back(idle_before(parts_[p]));
    usual_work_ = medians_of(local_class_, work_, locals.size());
    usual_idle_ = medians_of(local_class_, idle_, locals.size());
    awaits_.assign(locals.size(), true);
    for (std::uint32_t p = 0; p < parts_.size(); ++p)
      if (work_[p] = own_work_since_earlier(p, work_[p]); !parts_[p].awaits_work()) awaits_[local_class_[p]] = false;
    usual_transfer_ = medians_of(transfer_class_, transfer_, transfers.size());
  }

  const call_matching& all_;
  const std::vector<collective_figures>& figures_;
  likeness alike_;
  bool whole_, by_step_;
  std::vector<std::int64_t> steps_, left_out_;  // numbers of steps; by place, how many others are before
  std::vector<part> parts_;
  std::vector<node> nodes_;
  std::vector<std::uint32_t> order_;
  std::vector<double> local_{}, transfer_{}, usual_local_{}, usual_transfer_{};
  // Computation between a part and the earlier one, and the time between its end and the part: a rank that computes
  // while it waits has done part of its work when the others come, but all of it takes time.
  std::vector<double> work_{}, idle_{}, usual_work_{}, usual_idle_{};
  std::vector<bool> awaits_{};  // by class of local times: begins only when what was launched before it is done
  std::vector<std::uint32_t> local_class_{}, transfer_class_{};
  std::vector<std::int64_t> work_before_;
  double zero_ = 0, measured_end_ = 0;
};

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_RUN_REPLAY_HPP
