#ifndef RIDGELINE_RANKS_CALL_WORK_HPP
#define RIDGELINE_RANKS_CALL_WORK_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/shift_search.hpp>

/// What is kept of a group's calls while they are matched: for bodies alone.
namespace ridgeline::ranks_detail {

/// Whether the calls of one collective have one size.
constexpr bool has_one_size(gpu::collective_kind k) {
  using enum gpu::collective_kind;
  return k != alltoallv && k != gather && k != scatter && k != unknown;
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

/// Whether it is a send, its number or the two ranks, and the how-manieth of these it is on its rank.
using call_key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::uint32_t>;
constexpr bool same_but_place(const call_key& a, const call_key& b) {
  return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b) && std::get<2>(a) == std::get<2>(b);
}

struct group_work {
  std::vector<std::pair<call_key, std::uint32_t>> keyed{};
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
