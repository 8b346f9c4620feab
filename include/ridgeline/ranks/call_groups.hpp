#ifndef RIDGELINE_RANKS_CALL_GROUPS_HPP
#define RIDGELINE_RANKS_CALL_GROUPS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/exchanges.hpp>
#include <ridgeline/ranks/matching.hpp>

/// Which process group a call belongs to, and who its members are. Internal: included by body files only.
namespace ridgeline {

namespace ranks_detail {

/// The numbers in ascending order, without duplicates.
inline std::vector<std::int64_t> each_once(std::vector<std::int64_t> numbers) {
  keep_each_once(numbers);
  return numbers;
}

/// The members of a run's process groups, as described by its traces.
class group_members {
 public:
  explicit group_members(const std::vector<rank_facts>& ranks) {
    for (const rank_facts& r : ranks) {
      if (known(r.world_size)) world_ = std::max(world_, r.world_size);
      for (const rank_group& g : r.groups) {
        const written_numbers stated = written_numbers_in(r.texts.text(g.members));
        if (stated.whole && !stated.numbers.empty())
          described_[std::string(r.texts.text(g.name))].insert(each_once(stated.numbers));
      }
    }
  }
  std::int64_t world() const { return world_; }

  /// All members of a group named in a call of `rank`, where `written` is the list in that call; empty if they
  /// cannot be determined with certainty. A truncated list is completed from the only full list of that group that
  /// some rank describes and that fits, or else taken as all ranks of the world, or as a range without gaps.
  std::vector<std::int64_t> of(std::string_view name, std::int64_t rank, const written_numbers& written,
                               std::int64_t size) const {
    if (written.whole && !written.numbers.empty()) return each_once(written.numbers);
    if (const auto at = described_.find(name); at != described_.end()) {
      const std::vector<std::int64_t>* only = nullptr;
      std::size_t fitting = 0;
      for (const std::vector<std::int64_t>& members : at->second) {
        const auto holds = [&](std::int64_t r) { return std::binary_search(members.begin(), members.end(), r); };
        if (!holds(rank) || !std::all_of(written.numbers.begin(), written.numbers.end(), holds)) continue;
        if (known(size) && static_cast<std::int64_t>(members.size()) != size) continue;
        only = &members, ++fitting;
      }
      if (fitting == 1) return *only;
    }
    if (!known(size) || size < 1 || size > most_) return {};
    if (size == world_) return run(0, size);
    const std::vector<std::int64_t>& some = written.numbers;
    if (some.size() > 1 && std::is_sorted(some.begin(), some.end()) && some.back() - some.front() == size - 1)
      return run(some.front(), size);
    return {};
  }

 private:
  static std::vector<std::int64_t> run(std::int64_t first, std::int64_t count) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), first);
    return all;
  }
  static constexpr std::int64_t most_ = 1'000'000;  // more ranks than any run has
  std::map<std::string, std::set<std::vector<std::int64_t>>, std::less<>> described_{};
  std::int64_t world_ = 0;
};

}  // namespace ranks_detail

/// Fills in the groups and calls of a `call_matching`.
class ranks_detail_groups {
 public:
  explicit ranks_detail_groups(call_matching& to) : to_(to), ranks_(*to.ranks_), members_(ranks_) {}

  void find() {
    for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
      const rank_facts& rank = ranks_[r];
      std::unordered_map<std::uint64_t, std::uint32_t> known_groups;
      std::set<std::pair<std::int64_t, std::int64_t>> streams;  // with their device
      for (const collective_use& u : rank.collectives)
        if (!has_group(rank, u)) streams.insert({u.device, u.stream});
      for (std::uint32_t i = 0; i < rank.collectives.size(); ++i) {
        const collective_use& u = rank.collectives[i];
        const auto stream = streams.find({u.device, u.stream});
        const std::uint64_t key = has_group(rank, u)
                                      ? std::uint64_t{u.group} << 32 | u.members
                                      : std::uint64_t{1} << 63 |
                                            static_cast<std::uint64_t>(std::distance(streams.begin(), stream));
        const auto [at, is_new] = known_groups.try_emplace(key, 0);
        if (is_new) at->second = group_of(rank, u, static_cast<std::uint32_t>(key));
        fleet_group& g = to_.groups_[at->second];
        if (!g.listed && (g.members.empty() || g.members.back() != rank.rank)) g.members.push_back(rank.rank);
        to_.calls_.push_back({r, i, at->second, missing<std::uint32_t>});
      }
    }
    for (fleet_group& g : to_.groups_) {
      g.size = std::max(g.listed || !known(g.size) ? 0 : g.size, static_cast<std::int64_t>(g.members.size()));
      if (!g.named && g.members.size() == ranks_.size()) g.size = std::max(g.size, members_.world());
    }
  }

 private:
  /// Whether a call says by name or by a list of its members which group it is of.
  static bool has_group(const rank_facts& rank, const collective_use& u) {
    return u.group != 0 || rank.texts.text(u.members).size() > std::string_view("[]").size();
  }
  std::uint32_t group_of(const rank_facts& rank, const collective_use& u, std::uint32_t stream) {
    fleet_group g;
    std::string key;
    if (!has_group(rank, u)) {
      g.named = false;
      key = "\1" + std::to_string(stream);
      g.name = "stream " + std::to_string(stream);
    } else {
      g.name = u.group != 0 ? rank.texts.text(u.group) : unnamed_group;
      const written_numbers written = written_numbers_in(rank.texts.text(u.members));
      g.members = members_.of(g.name, rank.rank, written, u.size);
      g.listed = !g.members.empty();
      g.size = u.size;
      key = "\2" + g.name;
      for (const std::int64_t m : g.listed ? g.members : written.numbers) key += '\3' + std::to_string(m);
    }
    const auto [at, is_new] = numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(to_.groups_.size()));
    if (is_new) to_.groups_.push_back(std::move(g));
    return at->second;
  }

  call_matching& to_;
  const std::vector<rank_facts>& ranks_;
  ranks_detail::group_members members_;
  std::map<std::string, std::uint32_t> numbers_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_CALL_GROUPS_HPP
