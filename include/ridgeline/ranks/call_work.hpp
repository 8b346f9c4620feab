#ifndef RIDGELINE_RANKS_CALL_WORK_HPP
#define RIDGELINE_RANKS_CALL_WORK_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/call_clocks.hpp>
#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/shift_search.hpp>
#include <ridgeline/stats/statistics.hpp>

/// What is kept of a group's calls while they are matched: for bodies alone.
namespace ridgeline::ranks_detail {

/// Whether the calls of one collective have one size.
constexpr bool has_one_size(gpu::collective_kind k) {
  using enum gpu::collective_kind;
  return k != alltoallv && k != gather && k != scatter && k != unknown;
}

/// Whether calls may be of one collective, by kind and size.
inline bool may_be_one(const collective_use& a, const collective_use& b) {
  using enum gpu::collective_kind;
  const auto kind = [](const collective_use& u) { return u.kind == alltoallv ? alltoall : u.kind; };
  const bool sized = has_one_size(kind(a)) && kind(a) != alltoall;
  return kind(a) == kind(b) && (!sized || a.in_elements == b.in_elements);
}

/// A rank's calls without a number in one group.
struct call_lane {
  std::uint32_t rank = 0;
  std::vector<std::uint32_t> calls{};    // by start
  std::vector<signed_end> ends{};
  match_basis by = match_basis::none;
  end_shift shift{};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs{};  // by order: a call of the reference, and its own
};

/// Whether a call exchanges data with several ranks of its group, as in a ring.
constexpr bool is_ring(const collective_use& u) {
  return u.kind == gpu::collective_kind::send_recv && !u.sends && !u.receives;
}

/// Whether pairs may be of one collective each by their ends, which one clock offset and drift make one instant: most
/// differ by less than the transfer takes. Replicas that nothing connects have equal lists as well.
inline bool ends_allow(const call_matching& all, const call_lane& l) {
  std::vector<double> at, apart, shortest, off;
  for (const auto& [of_reference, own] : l.pairs) {
    const collective_use &a = all.use(of_reference), &b = all.use(own);
    if (!ends_together(a.kind)) continue;
    at.push_back(all.local(l.rank, b.finish()));
    apart.push_back(at.back() - all.local(all.calls()[of_reference].rank, a.finish()));
    shortest.push_back(static_cast<double>(std::min(a.span, b.span)) / 1000);
  }
  if (at.size() < 3) return true;
  const double middle = statistics_of(at).mean, offset = statistics_of(apart).mean;
  double along = 0, square = 0;
  for (std::size_t i = 0; i < at.size(); ++i)
    along += (at[i] - middle) * (apart[i] - offset), square += (at[i] - middle) * (at[i] - middle);
  constexpr double most_drift = 500e-6;  // of a clock
  const double drift = square > 0 ? std::clamp(along / square, -most_drift, most_drift) : 0;
  for (std::size_t i = 0; i < at.size(); ++i) off.push_back(std::fabs(apart[i] - offset - drift * (at[i] - middle)));
  return statistics_of(off).median <= statistics_of(shortest).median;
}

/// Whether it is a send (1), an exchange of two ranks (2) or of a group (3), its number if all ranks have one for it,
/// the two ranks, and the how-manieth of these it is on its rank.
using call_key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::uint32_t>;
constexpr bool same_but_place(const call_key& a, const call_key& b) {
  return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b) && std::get<2>(a) == std::get<2>(b) &&
         std::get<3>(a) == std::get<3>(b);
}

/// Whether a rank's steps have numbers that most ranks have; by rank. One that was started again counts from another
/// number, which then says nothing about which steps are the same.
inline std::vector<bool> numbers_steps_alike(const std::vector<rank_facts>& ranks) {
  std::map<std::int64_t, std::size_t> seen;
  for (const rank_facts& r : ranks)
    for (const rank_step& s : r.steps) ++seen[s.number];
  std::vector<bool> alike;
  for (const rank_facts& r : ranks)
    alike.push_back(std::any_of(r.steps.begin(), r.steps.end(),
                                [&](const rank_step& s) { return 2 * seen[s.number] > ranks.size(); }));
  return alike;
}

/// Whether the calls of one number lie in steps that are as far apart as for most other numbers. Else ranks count by
/// the same numbers what others have no part in, such as sends. `place` gives a call's rank and step.
template <class Place>
bool counts_alike(const std::vector<std::pair<call_key, std::uint32_t>>& keyed, Place place) {
  struct tally {
    std::map<std::int64_t, std::size_t> apart{};
    std::size_t all = 0, most = 0;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, tally> ranks;
  for (std::size_t i = 0, first = 0; i < keyed.size(); ++i) {
    if (keyed[i].first != keyed[first].first) first = i;
    const auto [rank, step] = place(keyed[first].second);
    const auto [other, later] = place(keyed[i].second);
    if (!known(std::get<1>(keyed[i].first)) || i == first || !known(step) || !known(later)) continue;
    tally& t = ranks[{rank, other}];
    ++t.all, t.most = std::max(t.most, ++t.apart[later - step]);
  }
  return std::none_of(ranks.begin(), ranks.end(),
                      [](const auto& r) { return r.second.all >= 3 && 2 * r.second.most <= r.second.all; });
}

/// Whether files share most of their numbers, among those from the first to the last that both have: processes may
/// count the executions of a program each for itself. `file_of` gives a call's file.
template <class FileOf>
bool shares_numbers(const std::vector<std::pair<call_key, std::uint32_t>>& keyed, FileOf file_of) {
  std::map<std::uint32_t, std::vector<std::int64_t>> files;  // numbers, ascending
  for (const auto& [key, call] : keyed) {
    if (!known(std::get<1>(key))) continue;
    std::vector<std::int64_t>& own = files[file_of(call)];
    if (own.empty() || own.back() != std::get<1>(key)) own.push_back(std::get<1>(key));
  }
  const auto shared = [](const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
    const std::int64_t first = std::max(a.front(), b.front()), last = std::min(a.back(), b.back());
    const auto inside = [&](const std::vector<std::int64_t>& all) {
      return std::count_if(all.begin(), all.end(), [&](std::int64_t n) { return n >= first && n <= last; });
    };
    const auto both = std::count_if(a.begin(), a.end(),
                                    [&](std::int64_t n) { return std::binary_search(b.begin(), b.end(), n); });
    return 2 * both > std::max(inside(a), inside(b));
  };
  return std::all_of(files.begin(), files.end(), [&](const auto& file) {
    return &file == &*files.begin() || shared(files.begin()->second, file.second);
  });
}

struct group_work {
  std::uint32_t group = 0;
  bool exchanges = false;                           // only what two ranks, or a ring, exchange without a number
  std::vector<std::pair<call_key, std::uint32_t>> keyed{};
  bool counted_alike = true;                        // the ranks' sequence numbers are those of one collective
  std::vector<call_lane> lanes{};
  std::size_t reference = 0;
  std::vector<std::vector<std::uint32_t>> found{};  // collectives without numbers
  std::vector<match_basis> found_by{};
};

/// What was found about a group's calls, and how many of them nothing tells.
struct evidence_found {
  std::uint64_t open = 0;
  void add(const group_work& w) {
    numbers_ += w.keyed.size();
    alike_ = alike_ && w.counted_alike;
    bool any = false;
    for (std::size_t i = 0; i < w.lanes.size(); ++i) {
      const call_lane& l = w.lanes[i];
      if (i == w.reference) continue;
      if (l.by == match_basis::order) ++order_, any = true;
      if (l.by == match_basis::none) open += l.calls.size();
      if (l.by != match_basis::ends) continue;
      if (l.shift.calls == 0) {
        ++by_clock_;
        continue;
      }
      if (ends_++ == 0 || l.shift.calls < least_) least_ = l.shift.calls;
      rival_ = std::max(rival_, l.shift.rival);
    }
    order_ += any ? 1 : 0;  // the reference
  }
  /// In words.
  std::string text() const {
    std::string text;
    const auto say = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
    if (numbers_ > 0) say("numbers of " + std::to_string(numbers_) + " calls");
    if (!alike_) say("ranks number their calls differently");
    if (ends_ > 0)
      say("ends of at least " + std::to_string(least_) + " calls agree on " + std::to_string(ends_) +
          " ranks, of at most " + std::to_string(rival_) + " on another offset");
    if (by_clock_ > 0) say("the clocks found from other groups");
    if (order_ > 0) say("equal lists of calls on " + std::to_string(order_) + " ranks");
    if (open > 0) say("several offsets fit " + std::to_string(open) + " calls alike");
    return text;
  }

 private:
  std::size_t numbers_ = 0, ends_ = 0, by_clock_ = 0, order_ = 0, least_ = 0, rival_ = 0;
  bool alike_ = true;
};

/// How far the clocks of the files are apart whose devices are the ranks: the devices of a file have one clock, and the
/// program's instructions, each of which is a group, run on all of them. All of them together therefore tell the
/// offset between two files.
class file_clocks {
 public:
  file_clocks(const call_matching& all, const std::vector<group_work>& work) : work_(&work) {
    const std::vector<rank_facts>& ranks = all.ranks();
    std::map<std::string_view, std::uint32_t> numbers;
    std::vector<std::int64_t> zero, first_of_file;
    for (std::uint32_t r = 0; r < ranks.size(); ++r) {
      const bool here = !ranks[r].device_name.empty();
      any_ = any_ || here;
      const auto next = static_cast<std::uint32_t>(numbers.size());
      file_of_.push_back(here ? numbers.try_emplace(ranks[r].path, next).first->second : missing<std::uint32_t>);
      zero.push_back(ranks[r].base + (ranks[r].collectives.empty() ? 0 : ranks[r].collectives.front().begin));
      for (const collective_use& u : ranks[r].collectives) zero.back() = std::min(zero.back(), ranks[r].base + u.begin);
      if (here && file_of_[r] == first_of_file.size()) first_of_file.push_back(zero.back());
    }
    for (std::uint32_t r = 0; r < ranks.size(); ++r)
      ahead_.push_back(known(file_of_[r]) ? static_cast<double>(zero[r] - first_of_file[file_of_[r]]) / 1000 : 0);
  }
  bool any() const { return any_; }
  std::uint32_t file_of(std::uint32_t rank) const { return file_of_[rank]; }
  bool has(std::uint32_t rank) const { return known(file_of_[rank]); }

  /// How the clock of `rank` differs from that of `reference`, at times since their first calls. No evidence where
  /// the ends do not tell.
  end_shift between(std::uint32_t reference, std::uint32_t rank) {
    const std::uint32_t a = file_of_[reference], b = file_of_[rank];
    end_shift found{0, 0, 0, 0, 0};
    if (a != b) {
      const auto [at, is_new] = found_.try_emplace({a, b});
      if (is_new) at->second = search(a, b);
      found = at->second;
    }
    found.at -= ahead_[reference];
    found.by += ahead_[reference] - ahead_[rank];
    return found;
  }

 private:
  /// The lane of a file's first device in a group, and how many signatures the groups before have.
  struct first_lane {
    std::size_t group;
    const call_lane* lane;
    std::uint32_t before;
  };
  void list_lanes() {
    std::uint32_t before = 0;
    for (std::size_t g = 0; g < work_->size(); ++g) {
      std::uint32_t signatures = 0;
      for (const call_lane& l : (*work_)[g].lanes) {
        for (const signed_end& e : l.ends) signatures = std::max(signatures, e.signature + 1);
        if (!has(l.rank)) continue;
        if (lanes_.size() <= file_of_[l.rank]) lanes_.resize(file_of_[l.rank] + std::size_t{1});
        std::vector<first_lane>& own = lanes_[file_of_[l.rank]];
        if (own.empty() || own.back().group != g) own.push_back({g, &l, before});
      }
      before += signatures;
    }
  }
  /// The offset on which the ends in two files agree, of the groups that both have.
  end_shift search(std::uint32_t a, std::uint32_t b) {
    if (lanes_.empty()) list_lanes();
    std::vector<signed_end> of_a, of_b;
    const auto add = [&](std::vector<signed_end>& to, const first_lane& own) {
      for (const signed_end& e : own.lane->ends)
        to.push_back({own.before + e.signature, e.end + ahead_[own.lane->rank], e.step});
    };
    for (auto x = lanes_[a].begin(), y = lanes_[b].begin(); x != lanes_[a].end() && y != lanes_[b].end();) {
      if (x->group == y->group) add(of_a, *x), add(of_b, *y);
      const std::size_t group = std::min(x->group, y->group);
      if (x->group == group) ++x;
      if (y != lanes_[b].end() && y->group == group) ++y;
    }
    return find_shift(std::move(of_a) | sort_by(&signed_end::end), std::move(of_b) | sort_by(&signed_end::end));
  }

  const std::vector<group_work>* work_;
  std::vector<std::uint32_t> file_of_{};  // by rank; missing: not a device of a file
  std::vector<double> ahead_{};           // by rank: its first call, since the first one of the file's first rank
  std::vector<std::vector<first_lane>> lanes_{};  // by file
  std::map<std::pair<std::uint32_t, std::uint32_t>, end_shift> found_{};
  bool any_ = false;
};

/// Places of a lane's calls.
inline std::vector<std::uint32_t> order_of(const call_matching& all, const call_lane& l, bool by_stream) {
  return numbers_below(l.calls.size()) |
         sort_by([&](std::uint32_t k) { return by_stream ? all.use(l.calls[k]).stream : 0; });
}

/// Pairs the calls of two equal lists: by start, or else stream by stream, since what runs on two streams may begin
/// in another order on another rank. False where no lists are equal.
inline bool pair_in_order(const call_matching& all, const call_lane& reference, call_lane& l) {
  for (const bool by_stream : {false, true}) {
    const std::vector<std::uint32_t> a = order_of(all, reference, by_stream), b = order_of(all, l, by_stream);
    const bool same = std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](std::uint32_t x, std::uint32_t y) {
      return reference.ends[x].may_be(l.ends[y]);
    });
    for (std::size_t k = 0; same && k < a.size(); ++k) l.pairs.emplace_back(reference.calls[a[k]], l.calls[b[k]]);
    if (same && ends_allow(all, l)) return true;
    l.pairs.clear();
  }
  return false;
}

/// Calls of the reference and of a lane, by its shift, that end together.
inline std::vector<std::pair<std::uint32_t, std::uint32_t>> ending_with(const call_matching& all,
                                                                        const call_lane& reference,
                                                                        const call_lane& l) {
  std::vector<placed_end> ends;
  for (std::size_t i = 0; i < reference.ends.size(); ++i)
    ends.push_back({reference.ends[i].signature, 0, reference.calls[i], reference.ends[i].end});
  for (std::size_t i = 0; i < l.ends.size(); ++i)
    ends.push_back({l.ends[i].signature, 1, l.calls[i], l.shift.back(l.ends[i].end)});
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const std::vector<std::uint32_t>& two : ending_together(std::move(ends)))
    if (two.size() > 1) {
      const bool first = all.calls()[two[0]].rank == reference.rank;
      pairs.emplace_back(two[first ? 0 : 1], two[first ? 1 : 0]);
    }
  return pairs;
}

/// Decides by what a lane goes whose shift is known: by its ends, or by order if lists are equal but most calls do not
/// end together. What two ranks exchange also goes by order in equal steps, as a send may be done before it is
/// received, but never against calls that end together. Returns how many do.
inline std::size_t ends_or_order(const call_matching& all, const call_lane& reference, call_lane& l, bool exchanges) {
  const auto together = ending_with(all, reference, l);
  const auto in_step = [](const signed_end& e) { return known(e.step); };
  const bool most = 2 * together.size() >= std::min(reference.calls.size(), l.calls.size());
  const bool each = together.size() == reference.calls.size() && together.size() == l.calls.size();
  const bool in_steps = exchanges && std::all_of(reference.ends.begin(), reference.ends.end(), in_step) &&
                        std::all_of(l.ends.begin(), l.ends.end(), in_step);
  l.by = match_basis::ends;
  if (each || (most && !in_steps) || !pair_in_order(all, reference, l)) return together.size();
  l.pairs = std::move(l.pairs) | sort_by([](const auto& p) { return p.first; });
  const bool against = exchanges && std::any_of(together.begin(), together.end(), [&](const auto& pair) {
    return !std::binary_search(l.pairs.begin(), l.pairs.end(), pair);
  });
  if (against) l.pairs.clear();
  else l.by = match_basis::order;
  return together.size();
}

/// Calls of ranks whose shift is known that end together on the reference's clock become one.
inline void cluster(group_work& w) {
  std::vector<placed_end> ends;
  for (std::size_t i = 0; i < w.lanes.size(); ++i) {
    const call_lane& l = w.lanes[i];
    if (i != w.reference && l.by != match_basis::ends) continue;
    for (std::size_t k = 0; k < l.calls.size(); ++k)
      ends.push_back(
          {l.ends[k].signature, l.rank, l.calls[k], i == w.reference ? l.ends[k].end : l.shift.back(l.ends[k].end)});
  }
  w.found = ending_together(std::move(ends));
  w.found_by.clear();
  std::unordered_map<std::uint32_t, std::size_t> of_call;
  for (std::size_t i = 0; i < w.found.size(); ++i)
    for (const std::uint32_t call : w.found[i]) of_call.emplace(call, i);
  w.found_by.assign(w.found.size(), match_basis::none);
  for (std::size_t i = 0; i < w.found.size(); ++i)
    if (w.found[i].size() > 1) w.found_by[i] = match_basis::ends;
  for (const call_lane& l : w.lanes) {
    if (l.by != match_basis::order) continue;
    for (const auto& [of_reference, own] : l.pairs) {
      const std::size_t in = of_call.at(of_reference);
      w.found[in].push_back(own);
      if (w.found_by[in] == match_basis::none) w.found_by[in] = match_basis::order;
    }
  }
}

/// The first of the lanes whose list of calls most lanes have.
inline std::size_t most_common(const std::vector<call_lane>& lanes) {
  std::map<std::vector<std::uint32_t>, std::pair<std::size_t, std::size_t>> lists;  // how often, the first one
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    std::vector<std::uint32_t> list;
    for (const auto& e : lanes[i].ends) list.push_back(e.signature);
    auto& [count, first] = lists.try_emplace(std::move(list), 0, i).first->second;
    ++count;
  }
  for (const auto& entry : lists) {
    const auto [count, first] = entry.second;
    if (count > most || (count == most && first < best)) most = count, best = first;
  }
  return best;
}

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_CALL_WORK_HPP
