#ifndef RIDGELINE_RANKS_CALL_MATCHER_HPP
#define RIDGELINE_RANKS_CALL_MATCHER_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/call_clocks.hpp>
#include <ridgeline/ranks/call_groups.hpp>
#include <ridgeline/ranks/call_work.hpp>
#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/shift_search.hpp>

/// How calls are matched: for bodies alone.
namespace ridgeline {

/// Fills a `call_matching`.
class ranks_detail_matcher {
 public:
  explicit ranks_detail_matcher(call_matching& to) : to_(to), ranks_(*to.ranks_), files_(to, work_) {}

  void run() {
    for (const rank_facts& r : ranks_) {
      std::int64_t zero = r.collectives.empty() ? 0 : r.collectives.front().begin;
      for (const collective_use& u : r.collectives) zero = std::min(zero, u.begin);
      to_.zeros_.push_back(zero);
      all_have_steps_ =
          all_have_steps_ && !r.steps.empty() && known(r.steps.front().number) && !r.steps_by_place;
    }
    numbers_alike_ = ranks_detail::numbers_steps_alike(ranks_);
    ranks_detail_groups(to_).find();
    work_.resize(to_.groups_.size());
    to_.unmatched_.resize(to_.groups_.size());
    to_.evidence_.resize(to_.groups_.size());
    for (std::uint32_t g = 0; g < work_.size(); ++g) work_[g].group = g;
    for (std::uint32_t i = 0; i < to_.calls_.size(); ++i) sort_in(i);
    const auto place = [&](std::uint32_t call) { return std::pair(to_.calls_[call].rank, step_of(to_.calls_[call])); };
    for (std::uint32_t g = 0; g < to_.groups_.size(); ++g) {
      group_work& w = work_[g];
      number_places(w);
      w.counted_alike = ranks_detail::counts_alike(w.keyed, place) &&
                        (!files_.any() || ranks_detail::shares_numbers(w.keyed, [&](std::uint32_t call) {
                          return files_.file_of(to_.calls_[call].rank);
                        }));
      for (const std::uint32_t call : take_uneven(w)) list(call);
    }
    for (group_work& w : work_) w.counted_alike = work_[w.group].counted_alike;
    work_ = std::move(work_) | sort_by(&group_work::group);
    for (group_work& w : work_) list_ends(w);
    bool open = false;
    for (const bool sure : {true, false}) {  // their clock is what evidence in the others must not contradict
      for (group_work& w : work_)
        if (is_sure(w) == sure) open = by_evidence(w) || open;
      finish();
    }
    // each clock that is told may tell where calls of further groups belong
    for (const match_basis by : {match_basis::ends, match_basis::order, match_basis::ends})
      for (bool more = open; more;) {
        more = false;
        for (group_work& w : work_) more = by_clock_or_order(w, by) || more;
        if (more) finish();
        more = more && by == match_basis::ends;
      }
  }

 private:
  using lane = ranks_detail::call_lane;
  using key = ranks_detail::call_key;
  using group_work = ranks_detail::group_work;

  /// Calls with a number to their collective, others to their rank's list. Ranks number their sends and receives each
  /// for itself, so that these go by their places; only a program has one number for all of its devices.
  void sort_in(std::uint32_t call) {
    const matched_call& c = to_.calls_[call];
    const collective_use& u = to_.use(c);
    if (!known(u.sequence)) return list(call);
    const auto [from, to] = peers_of(c);
    const bool of_program = files_.has(c.rank);
    const std::int64_t number = of_program ? u.sequence : missing<std::int64_t>;
    std::vector<std::pair<key, std::uint32_t>>& keyed = work_[c.group].keyed;
    if (known(from)) keyed.push_back({{u.sends && u.receives ? 2 : 1, number, from, to, 0}, call});
    else if (!of_program && is_ring(c)) keyed.push_back({{3, number, 0, 0, 0}, call});
    else keyed.push_back({{0, u.sequence, 0, 0, 0}, call});
  }
  /// To the list of the call's rank. What two ranks or a ring exchange has lists of its own: each pair of a pipeline's
  /// stages has its own calls.
  void list(std::uint32_t call) {
    const matched_call& c = to_.calls_[call];
    const auto [from, to] = peers_of(c);
    std::size_t where = c.group;
    if (known(from) || is_ring(c)) {
      const auto [at, is_new] = exchanges_.try_emplace({c.group, std::min(from, to), std::max(from, to)}, work_.size());
      if (is_new) work_.emplace_back(), work_.back().group = c.group, work_.back().exchanges = true;
      where = at->second;
    }
    std::vector<lane>& lanes = work_[where].lanes;
    auto own = std::lower_bound(lanes.begin(), lanes.end(), c.rank,
                                [](const lane& l, std::uint32_t rank) { return l.rank < rank; });
    if (own == lanes.end() || own->rank != c.rank) own = lanes.insert(own, {c.rank, {}, {}, {}, {}, {}});
    own->calls.push_back(call);
  }
  bool is_ring(const matched_call& c) const {
    return ranks_detail::is_ring(to_.use(c)) && to_.groups_[c.group].named;
  }
  /// Who sends to whom; missing for what is no send or receive, or says not with whom.
  std::pair<std::int64_t, std::int64_t> peers_of(const matched_call& c) const {
    const collective_use& u = to_.use(c);
    if (!u.sends && !u.receives) return {missing<std::int64_t>, 0};
    const fleet_group& g = to_.groups_[c.group];
    const std::int64_t own = ranks_[c.rank].rank;
    std::int64_t other = u.sends ? u.destination : u.source;
    if (!known(other) && g.listed && g.members.size() == 2) other = g.members[0] == own ? g.members[1] : g.members[0];
    if (!known(other)) return {missing<std::int64_t>, 0};
    if (u.sends && u.receives) return {std::min(own, other), std::max(own, other)};
    return u.sends ? std::pair(own, other) : std::pair(other, own);
  }

  /// Whether all ranks with calls in the group are members, as far as the trace says, and some calls end together on
  /// all members. Other calls of one name, or on one stream of each rank, need not be of one group: pairs of ranks
  /// exchange at other times than other pairs, but as regularly.
  bool is_sure(const group_work& w) const {
    const fleet_group& g = to_.groups_[w.group];
    const auto together = [&](std::uint32_t call) {
      const collective_use& u = to_.use(call);
      return ranks_detail::ends_together(u.kind) &&
             (g.listed || (known(u.size) ? u.size >= std::ssize(g.members) : g.named));
    };
    return std::any_of(w.keyed.begin(), w.keyed.end(), [&](const auto& k) { return together(k.second); }) ||
           std::any_of(w.lanes.begin(), w.lanes.end(),
                       [&](const lane& l) { return std::any_of(l.calls.begin(), l.calls.end(), together); });
  }

  void list_ends(group_work& w) {
    distinct<signature> signatures;
    for (lane& l : w.lanes) {
      l.calls = std::move(l.calls) | sort_by([&](std::uint32_t c) { return to_.use(c).begin; });
      for (const std::uint32_t c : l.calls)
        l.ends.push_back({signatures.number(signature_of(to_.calls_[c], w.counted_alike)),
                          to_.local(l.rank, to_.use(c).finish()), step_of(to_.calls_[c])});
    }
  }

  /// Devices of a file are on one clock, and those of two files on two whose offset all their calls tell. False if
  /// nothing tells.
  bool by_files(const lane& reference, lane& l, bool exchanges) {
    l.shift = files_.between(reference.rank, l.rank);
    const bool mates = files_.file_of(reference.rank) == files_.file_of(l.rank);
    if (!mates && !l.shift.is_evidence()) return false;
    const std::size_t together = ranks_detail::ends_or_order(to_, reference, l, exchanges);
    if (mates) l.shift.calls = together;
    return true;
  }

  bool by_evidence(group_work& w) {
    if (w.lanes.empty()) return false;
    w.reference = ranks_detail::most_common(w.lanes);
    lane& reference = w.lanes[w.reference];
    bool open = false;
    for (std::size_t i = 0; i < w.lanes.size(); ++i) {
      lane& l = w.lanes[i];
      if (i == w.reference) continue;
      if (to_.groups_[w.group].named && files_.has(reference.rank) && files_.has(l.rank)) {
        open = !by_files(reference, l, w.exchanges) || open;
        continue;
      }
      if (w.exchanges && on_one_clock(reference.rank, l.rank)) {  // no search, and even work tells, too
        const std::size_t together = by_clock(reference, l, true);
        if (together >= 3 && 2 * together >= std::min(reference.calls.size(), l.calls.size())) continue;
        l.by = match_basis::none, l.pairs.clear();
      }
      l.shift = ranks_detail::find_shift(reference.ends, l.ends);
      if (!l.shift.is_evidence() || (!is_sure(w) && contradicts_clock(reference.rank, l)))
        open = true;
      else if (w.exchanges)
        ranks_detail::ends_or_order(to_, reference, l, true);
      else
        l.by = match_basis::ends;
    }
    ranks_detail::cluster(w);
    return open;
  }

  bool on_one_clock(std::uint32_t reference, std::uint32_t rank) const {
    const clock_estimate &base = to_.clocks_[reference], &own = to_.clocks_[rank];
    return base.is_measured() && own.is_measured() && base.reference == own.reference && base.shared + own.shared >= 3;
  }
  /// How far a rank's clock is ahead of another's at one of its times, as other groups tell.
  ranks_detail::end_shift shift_by_clock(std::uint32_t reference, std::uint32_t rank, double at) const {
    const clock_estimate &base = to_.clocks_[reference], &own = to_.clocks_[rank];
    const double run = corrected(own, at).at;
    const double there = run + base.offset + base.drift * (run - (base.own_at - base.offset)) / 1e6;
    return {there, at - there, own.drift * 1e-6 - base.drift * 1e-6, 0, 0};
  }
  /// Whether the offset on which ends agree is another than that of the clock, by more than a clock may be off.
  bool contradicts_clock(std::uint32_t reference, const lane& l) const {
    if (!on_one_clock(reference, l.rank)) return false;
    const clock_estimate &base = to_.clocks_[reference], &own = to_.clocks_[l.rank];
    const double at = l.shift.at + l.shift.by;
    return std::fabs(shift_by_clock(reference, l.rank, at).by - l.shift.by) >
           20 + 200e-6 * std::fabs(at - own.own_at) + own.half_width + base.half_width;
  }

  /// Matches a lane on that clock. Returns how many calls of an exchange end together on it.
  std::size_t by_clock(const lane& reference, lane& l, bool exchanges) const {
    l.shift = shift_by_clock(reference.rank, l.rank, l.ends.empty() ? 0 : l.ends.front().end);
    l.by = match_basis::ends;
    return exchanges ? ranks_detail::ends_or_order(to_, reference, l, true) : 0;
  }

  /// Whether a rank's calls were matched by the clocks that other groups tell, or by the order of equal lists.
  bool by_clock_or_order(group_work& w, match_basis by) {
    if (w.lanes.size() < 2) return false;
    const lane& reference = w.lanes[w.reference];
    bool changed = false;
    for (std::size_t i = 0; i < w.lanes.size(); ++i) {
      lane& l = w.lanes[i];
      if (i == w.reference || l.by != match_basis::none) continue;
      const bool one_clock = on_one_clock(reference.rank, l.rank);
      if (one_clock && by == match_basis::ends) {
        by_clock(reference, l, w.exchanges);
        changed = true;
      } else if (!one_clock && by == match_basis::order && ranks_detail::pair_in_order(to_, reference, l)) {
        l.by = match_basis::order;
        changed = true;
      }
    }
    if (changed) ranks_detail::cluster(w);
    return changed;
  }

  struct signature {
    std::int64_t kind, type, elements, number = missing<std::int64_t>, from = missing<std::int64_t>, to = 0;
  };
  /// What calls of one collective have in common. Whether shares are uneven shows only when calls are compared.
  signature signature_of(const matched_call& c, bool counted_alike) {
    using enum gpu::collective_kind;
    const collective_use& u = to_.use(c);
    const gpu::collective_kind kind = u.kind == alltoallv ? alltoall : u.kind;
    const bool sized = ranks_detail::has_one_size(kind) && kind != alltoall;
    const auto [from, to] = peers_of(c);
    return {static_cast<std::int64_t>(kind), types_.number(to_.text(c, &collective_use::type)),
            sized ? u.in_elements : 0,
            known(from) || !counted_alike ? missing<std::int64_t> : u.sequence, from, to};
  }
  std::int64_t step_of(const matched_call& c) const {
    const std::int64_t step = to_.use(c).step;
    const bool stated = all_have_steps_ && numbers_alike_[c.rank] && known(step);
    return stated ? ranks_[c.rank].steps[static_cast<std::size_t>(step)].number : missing<std::int64_t>;
  }
  /// Of calls with one number, or between one pair of ranks: the how-manieth it is on its rank.
  void number_places(group_work& w) {
    w.keyed = std::move(w.keyed) |
              sort_by([](const auto& k) { return k.first; }, [&](const auto& k) { return to_.calls_[k.second].rank; },
                      [&](const auto& k) { return to_.use(k.second).begin; });
    std::uint32_t place = 0;
    for (std::size_t i = 0; i < w.keyed.size(); ++i) {
      const bool again = i > 0 && ranks_detail::same_but_place(w.keyed[i].first, w.keyed[i - 1].first) &&
                         to_.calls_[w.keyed[i].second].rank == to_.calls_[w.keyed[i - 1].second].rank;
      place = again ? place + 1 : 0;
      std::get<4>(w.keyed[i].first) = place;
    }
    w.keyed = std::move(w.keyed) | sort_by([](const auto& k) { return k.first; });
  }

  /// Sends and repeated numbers go by place only where all ranks have as many in the same steps, and of one number
  /// those of one place are alike, else by evidence: ranks that have lost different ones may have as many. Returns
  /// those others.
  std::vector<std::uint32_t> take_uneven(group_work& w) const {
    std::vector<std::pair<key, std::uint32_t>> kept;
    std::vector<std::uint32_t> uneven;
    for (std::size_t i = 0, j = 0; i < w.keyed.size(); i = j) {
      while (j < w.keyed.size() && ranks_detail::same_but_place(w.keyed[j].first, w.keyed[i].first)) ++j;
      const bool repeated = std::get<4>(w.keyed[j - 1].first) != 0, numbered = known(std::get<1>(w.keyed[i].first));
      const bool even = numbered ? w.counted_alike && (!repeated || is_even(w, i, j, true)) : is_even(w, i, j, false);
      for (std::size_t k = i; k < j; ++k) {
        if (even) kept.push_back(w.keyed[k]);
        else uneven.push_back(w.keyed[k].second);
      }
    }
    w.keyed = std::move(kept);
    return uneven;
  }
  /// Whether each rank has as many of the calls from `first` to `last`, and those of one place are in one step and,
  /// with `like`, of one kind and size.
  bool is_even(const group_work& w, std::size_t first, std::size_t last, bool like) const {
    std::map<std::uint32_t, std::vector<std::uint32_t>> of_ranks;  // calls, by place
    for (std::size_t i = first; i < last; ++i)
      of_ranks[to_.calls_[w.keyed[i].second].rank].push_back(w.keyed[i].second);
    const std::vector<std::uint32_t>& places = of_ranks.begin()->second;
    const auto alike = [&](std::uint32_t a, std::uint32_t b) {
      const matched_call &x = to_.calls_[a], &y = to_.calls_[b];
      const std::int64_t step = step_of(x), other = step_of(y);
      return (!known(step) || !known(other) || step == other) &&
             (!like || ranks_detail::may_be_one(to_.use(x), to_.use(y)));
    };
    return std::all_of(of_ranks.begin(), of_ranks.end(), [&](const auto& own) {
      return std::equal(own.second.begin(), own.second.end(), places.begin(), places.end(), alike);
    });
  }

  /// Lists all collectives and their clocks anew.
  void finish() {
    to_.collectives_.clear(), to_.members_.clear();
    for (matched_call& c : to_.calls_) c.collective = missing<std::uint32_t>;
    crowded_.assign(to_.groups_.size(), 0);
    std::vector<ranks_detail::evidence_found> found(to_.groups_.size());
    for (const group_work& w : work_) {
      for (std::size_t i = 0, j = 0; i < w.keyed.size(); i = j) {
        std::vector<std::uint32_t> calls;
        for (; j < w.keyed.size() && w.keyed[j].first == w.keyed[i].first; ++j) calls.push_back(w.keyed[j].second);
        const auto [send, number, from, to, place] = w.keyed[i].first;
        add(w.group, calls, match_basis::seq,
            send == 1 || send == 2 ? std::pair(from, to) : std::pair(missing<std::int64_t>, std::int64_t{0}));
      }
      for (std::size_t i = 0; i < w.found.size(); ++i)
        add(w.group, w.found[i], w.found_by[i], peers_of(to_.calls_[w.found[i].front()]));
      found[w.group].add(w);
    }
    for (matched_collective& c : to_.collectives_)  // where most are crowds, others have all their members by chance
      if (crowded_[c.group] > 0 && c.last - c.first > 1 && !known(c.from)) c.disagrees = true, c.complete = false;
    for (std::size_t g = 0; g < found.size(); ++g)
      to_.unmatched_[g] = found[g].open, to_.evidence_[g] = found[g].text();
    ranks_detail_clocks(to_).tell();
  }
  void add(std::uint32_t g, std::vector<std::uint32_t> calls, match_basis by,
           std::pair<std::int64_t, std::int64_t> peers) {
    calls = std::move(calls) | sort_by([&](std::uint32_t c) { return to_.calls_[c].rank; });
    matched_collective c;
    c.group = g;
    c.by = calls.size() > 1 ? by : match_basis::none;
    c.first = static_cast<std::uint32_t>(to_.members_.size());
    c.last = c.first + static_cast<std::uint32_t>(calls.size());
    if (known(peers.first)) c.from = peers.first, c.to = peers.second;
    c.kind = to_.use(calls.front()).kind;
    for (const std::uint32_t call : calls) {
      to_.calls_[call].collective = static_cast<std::uint32_t>(to_.collectives_.size());
      to_.members_.push_back(call);
    }
    const collective_use& one = to_.use(calls.front());
    for (const std::uint32_t call : calls) {
      const collective_use& u = to_.use(call);
      const bool exchange = c.kind == gpu::collective_kind::alltoall || c.kind == gpu::collective_kind::alltoallv;
      if (exchange && (u.kind == gpu::collective_kind::alltoallv || u.in_elements != one.in_elements))
        c.kind = gpu::collective_kind::alltoallv;
      else if (u.kind != one.kind)
        c.disagrees = true;
    }
    for (const std::uint32_t call : calls)
      if (ranks_detail::has_one_size(c.kind) && to_.use(call).in_elements != one.in_elements) c.disagrees = true;
    std::size_t here = 0;
    for (const std::int64_t rank : to_.expected_of(c))
      for (const std::uint32_t call : calls)
        if (ranks_[to_.calls_[call].rank].rank == rank) ++here;
    const fleet_group& own = to_.groups_[g];
    const std::int64_t size = !own.listed && known(one.size) ? one.size
                              : own.named                    ? own.size
                                                             : std::ssize(own.members);
    const auto wanted = static_cast<std::size_t>(known(c.from) ? 2 : size);
    // more calls than members: groups of one name or stream whose members are not told apart
    const bool crowd = !own.listed && to_.size_of(c) < static_cast<std::int64_t>(calls.size());
    c.disagrees = c.disagrees || crowd;
    c.complete = !c.disagrees && here == wanted && calls.size() == wanted;
    if (crowd || c.complete) crowded_[g] += (crowd ? 1 : -1) * std::ssize(calls);
    to_.collectives_.push_back(c);
  }
  call_matching& to_;
  const std::vector<rank_facts>& ranks_;
  rank_texts types_{};
  std::vector<group_work> work_;  // by group; behind a group's own, those of the exchanges in it
  std::map<std::tuple<std::uint32_t, std::int64_t, std::int64_t>, std::size_t> exchanges_{};  // by group and two ranks
  ranks_detail::file_clocks files_;
  std::vector<std::ptrdiff_t> crowded_{};  // by group: calls of collectives with too many, less those of complete ones
  bool all_have_steps_ = true;
  std::vector<bool> numbers_alike_{};  // by rank: its steps have numbers of others
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_CALL_MATCHER_HPP
