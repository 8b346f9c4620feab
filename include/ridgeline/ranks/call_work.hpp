#ifndef RIDGELINE_RANKS_CALL_WORK_HPP
#define RIDGELINE_RANKS_CALL_WORK_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

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

/// Whether it is a send (1), an exchange of two ranks (2) or of a group (3), its number or the two ranks, and the
/// how-manieth of these it is on its rank.
using call_key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::uint32_t>;
constexpr bool same_but_place(const call_key& a, const call_key& b) {
  return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b) && std::get<2>(a) == std::get<2>(b);
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
    if (std::get<0>(keyed[i].first) != 0 || i == first || !known(step) || !known(later)) continue;
    tally& t = ranks[{rank, other}];
    ++t.all, t.most = std::max(t.most, ++t.apart[later - step]);
  }
  return std::none_of(ranks.begin(), ranks.end(),
                      [](const auto& r) { return r.second.all >= 3 && 2 * r.second.most <= r.second.all; });
}

struct group_work {
  std::vector<std::pair<call_key, std::uint32_t>> keyed{};
  bool counted_alike = true;                        // the ranks' sequence numbers are those of one collective
  std::vector<call_lane> lanes{};
  std::size_t reference = 0;
  std::vector<std::vector<std::uint32_t>> found{};  // collectives without numbers
  std::vector<match_basis> found_by{};
};

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
