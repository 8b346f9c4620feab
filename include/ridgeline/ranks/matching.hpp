#ifndef RIDGELINE_RANKS_MATCHING_HPP
#define RIDGELINE_RANKS_MATCHING_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/real.hpp>
#include <ridgeline/gpu/collective_kind.hpp>
#include <ridgeline/ranks/clock.hpp>
#include <ridgeline/ranks/merged_trace.hpp>
#include <ridgeline/ranks/rank_facts.hpp>

namespace ridgeline {

/// What says that calls of several ranks are one collective.
enum class match_basis : std::uint8_t {
  none,   ///< nothing: one rank's call alone
  seq,    ///< the number that torch gives it; of sends and receives their order
  ends,   ///< ends that agree on one offset between the clocks
  order   ///< equal lists of calls
};
constexpr std::string_view name_of(match_basis b) {
  constexpr std::array<std::string_view, 4> names{"none", "seq", "ends", "order"};
  return names[static_cast<std::size_t>(b)];
}

/// A process group. Without a name: the k-th communication stream of each rank.
struct fleet_group {
  std::string name{};
  std::vector<std::int64_t> members;    ///< ascending; those that were seen where the trace lists none
  bool named = true, listed = false;    ///< the trace has its name, its members
  std::int64_t size = 0;                ///< ranks, untraced ones included
  std::int64_t told_size = missing<std::int64_t>;  ///< as its calls say
};

/// One call: a rank's kernel of a collective.
struct matched_call {
  std::uint32_t rank = 0;  ///< position
  std::uint32_t use = 0;   ///< of the rank's collectives
  std::uint32_t group = 0;
  std::uint32_t collective = missing<std::uint32_t>;  ///< missing: unmatched
};

/// Calls that belong together.
struct matched_collective {
  std::uint32_t group = 0;
  std::uint32_t first = 0, last = 0;   ///< its calls in `call_matching::members`, by rank
  gpu::collective_kind kind = gpu::collective_kind::unknown;
  match_basis by = match_basis::none;
  bool complete = false, disagrees = false;
  std::int64_t from = missing<std::int64_t>, to = missing<std::int64_t>;  ///< ranks of a send and its receive
};

/// The collectives of all ranks, matched by their numbers, by ends that agree, or by their order, and the clocks that
/// they tell. What nothing bears out is left unmatched. The ranks must outlive it, and stay where they are.
class call_matching {
 public:
  explicit call_matching(const std::vector<rank_facts>& ranks);

  const std::vector<rank_facts>& ranks() const { return *ranks_; }
  const std::vector<fleet_group>& groups() const { return groups_; }
  const std::vector<matched_call>& calls() const { return calls_; }  ///< by rank and in file order
  const std::vector<matched_collective>& collectives() const { return collectives_; }  ///< by group
  /// The calls of a collective, by rank: positions in `calls()`.
  std::span<const std::uint32_t> members(const matched_collective& c) const {
    return std::span(members_).subspan(c.first, c.last - c.first);
  }
  const collective_use& use(const matched_call& c) const { return (*ranks_)[c.rank].collectives[c.use]; }
  const collective_use& use(std::uint32_t call) const { return use(calls_[call]); }
  std::string_view text(const matched_call& c, std::uint32_t collective_use::*which) const {
    return (*ranks_)[c.rank].texts.text(use(c).*which);
  }
  /// Ranks that have to be there for it to be complete.
  std::vector<std::int64_t> expected_of(const matched_collective& c) const;
  std::vector<std::int64_t> missing_of(const matched_collective& c) const;
  /// The number of the step; missing where the calls have none or differ.
  std::int64_t step_of(const matched_collective& c) const;
  std::int64_t size_of(const matched_collective& c) const;

  /// Stamps of a rank count from its first call, in microseconds; so do its clock's offset and times.
  double local(std::uint32_t rank, std::int64_t stamp) const {
    return static_cast<double>(stamp - zeros_[rank]) / 1000;
  }
  const std::vector<clock_estimate>& clocks() const { return clocks_; }
  /// On the clock of the rank's reference, counted as its own stamps are.
  corrected_stamp start_of(std::uint32_t call) const { return on_reference(call, use(call).begin); }
  corrected_stamp end_of(std::uint32_t call) const { return on_reference(call, use(call).finish()); }
  corrected_stamp stamp_of(std::uint32_t rank, std::int64_t stamp) const {
    return corrected(clocks_[rank], local(rank, stamp));
  }
  /// A time on a reference's clock as microseconds of its file, and as nanoseconds of it.
  std::int64_t file_stamp(std::uint32_t reference, double at) const {
    return zeros_[reference] + core_detail::nearest(at * 1000);
  }
  /// How far a rank's clock is ahead of its reference's in absolute time, at `clock_estimate::own_at`; microseconds.
  double absolute_offset(std::uint32_t rank) const;
  /// How to put the stamps of a rank on the first rank's file scale; of a rank without a clock by the bases alone.
  merged_clock merged_clock_of(std::uint32_t rank) const;
  bool has_drift_beyond_belief(std::uint32_t rank) const { return drifting_[rank]; }
  /// Whether one clock holds for all ranks, told by ends.
  bool one_clock() const;

  std::uint64_t unmatched_of(std::uint32_t group) const { return unmatched_[group]; }
  std::string_view evidence_of(std::uint32_t group) const { return evidence_[group]; }
  void judge(data_quality& quality) const;

 private:
  friend class ranks_detail_clocks;
  friend class ranks_detail_groups;
  friend class ranks_detail_matcher;
  corrected_stamp on_reference(std::uint32_t call, std::int64_t stamp) const {
    return stamp_of(calls_[call].rank, stamp);
  }

  const std::vector<rank_facts>* ranks_;
  std::vector<fleet_group> groups_;
  std::vector<matched_call> calls_;
  std::vector<matched_collective> collectives_;
  std::vector<std::uint32_t> members_;
  std::vector<std::int64_t> zeros_;    // by rank: its first stamp
  std::vector<clock_estimate> clocks_;
  std::vector<bool> drifting_;
  std::vector<std::uint64_t> unmatched_;
  std::vector<std::string> evidence_;
};

/// The arrows that join the calls of each collective, from the first rank that came to the last one, by rank.
std::vector<std::vector<merged_arrow>> arrows_of(const call_matching& all);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_MATCHING_HPP
