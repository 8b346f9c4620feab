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

/// The evidence by which calls of several ranks are one collective.
enum class match_basis : std::uint8_t {
  none,   ///< none: a call of a single rank
  seq,    ///< torch's sequence number; for sends and receives, their order
  ends,   ///< ends that agree on one clock offset
  order   ///< equal sequences of calls
};
constexpr std::string_view name_of(match_basis b) {
  constexpr std::array<std::string_view, 4> names{"none", "seq", "ends", "order"};
  return names[static_cast<std::size_t>(b)];
}

/// A process group. An unnamed group is the k-th communication stream of each rank.
struct fleet_group {
  std::string name{};
  std::vector<std::int64_t> members;    ///< ascending; those seen in calls if the trace lists none
  bool named = true, listed = false;    ///< the trace gives its name, lists its members
  std::int64_t size = 0;                ///< number of ranks, including untraced ones
};

/// One call: the kernel of a collective on one rank.
struct matched_call {
  std::uint32_t rank = 0;  ///< position
  std::uint32_t use = 0;   ///< index among the rank's collectives
  std::uint32_t group = 0;
  std::uint32_t collective = missing<std::uint32_t>;  ///< missing: unmatched
};

/// Calls that form one collective.
struct matched_collective {
  std::uint32_t group = 0;
  std::uint32_t first = 0, last = 0;   ///< its calls in `call_matching::members`, by rank
  gpu::collective_kind kind = gpu::collective_kind::unknown;
  match_basis by = match_basis::none;
  bool complete = false, disagrees = false;
  std::uint32_t place = 0;             ///< among those of its group, by the time of its last call, from 0
  std::int64_t from = missing<std::int64_t>, to = missing<std::int64_t>;  ///< ranks of a send and its receive
};

/// The collectives of all ranks, matched by sequence number, by consistent end times or by order, and the clocks
/// derived from them. Calls without supporting evidence are left unmatched. `ranks` must outlive this object and
/// must not move.
class call_matching {
 public:
  explicit call_matching(const std::vector<rank_facts>& ranks);
  explicit call_matching(std::vector<rank_facts>&&) = delete;  // Name the ranks: the matching refers to them.

  const std::vector<rank_facts>& ranks() const { return *ranks_; }
  const std::vector<fleet_group>& groups() const { return groups_; }
  const std::vector<matched_call>& calls() const { return calls_; }  ///< by rank and in file order
  const std::vector<matched_collective>& collectives() const { return collectives_; }  ///< by group
  /// The calls of a collective, by rank, as positions in `calls()`.
  std::span<const std::uint32_t> members(const matched_collective& c) const {
    return std::span(members_).subspan(c.first, c.last - c.first);
  }
  const collective_use& use(const matched_call& c) const { return (*ranks_)[c.rank].collectives[c.use]; }
  const collective_use& use(std::uint32_t call) const { return use(calls_[call]); }
  std::string_view text(const matched_call& c, std::uint32_t collective_use::*which) const {
    return (*ranks_)[c.rank].texts.text(use(c).*which);
  }
  /// The group's name and the collective's place in it: `0_3`. Where several groups share the name, the members follow
  /// it or, for groups without a name (`Unknown_Group`), the stream. The place alone if the only group has no name.
  /// Empty for unmatched calls.
  std::string id_of(const matched_call& c) const;
  /// The ranks that a complete collective has, and those among them whose calls are missing. Of a group that
  /// has fewer members than ranks have its name or a stream of its number: all of these ranks, and none.
  std::vector<std::int64_t> expected_of(const matched_collective& c) const;
  std::vector<std::int64_t> missing_of(const matched_collective& c) const;
  /// The number of a call's step; missing if it has none. Of a collective: missing too if its calls disagree.
  std::int64_t step_of(std::uint32_t call) const;
  std::int64_t step_of(const matched_collective& c) const;
  std::int64_t size_of(const matched_collective& c) const;
  /// The size of a call's group, as the call or else its group states it.
  std::int64_t size_of(const matched_call& c) const {
    return known(use(c).size) ? use(c).size : groups_[c.group].size;
  }
  /// The kind of the collective that a call belongs to; its own if it belongs to none, or the calls of that disagree.
  gpu::collective_kind kind_of(const matched_call& c) const {
    const bool agrees = known(c.collective) && !collectives_[c.collective].disagrees;
    return agrees ? collectives_[c.collective].kind : use(c).kind;
  }
  /// The numbers of the steps of which a rank's GPU record has the beginning or the end only, ascending: several
  /// collectives of the step lie before or after all that the rank's trace has of it.
  const std::vector<std::int64_t>& cut_steps() const { return cut_steps_; }

  /// Converts a stamp of a rank in nanoseconds to microseconds since the rank's first call. The offset and times of
  /// the rank's clock use the same scale.
  double local(std::uint32_t rank, std::int64_t stamp) const {
    return static_cast<double>(stamp - zeros_[rank]) / 1000;
  }
  const std::vector<clock_estimate>& clocks() const { return clocks_; }
  /// Times on the clock of the rank's reference, in microseconds since the reference's first call.
  corrected_stamp start_of(std::uint32_t call) const { return on_reference(call, use(call).begin); }
  corrected_stamp end_of(std::uint32_t call) const { return on_reference(call, use(call).finish()); }
  corrected_stamp stamp_of(std::uint32_t rank, std::int64_t stamp) const {
    return corrected(clocks_[rank], local(rank, stamp));
  }
  /// Converts a time on a reference's clock (microseconds since its first call) to a stamp in nanoseconds of its
  /// file.
  std::int64_t file_stamp(std::uint32_t reference, double at) const {
    return zeros_[reference] + core_detail::nearest(at * 1000);
  }
  /// How far a rank's clock is ahead of its reference's in absolute time, at `clock_estimate::own_at`; microseconds.
  double absolute_offset(std::uint32_t rank) const;
  /// How to move the stamps of a rank to the time scale of the first rank's file; by base times alone if the rank's
  /// clock is unknown.
  merged_clock merged_clock_of(std::uint32_t rank) const;
  bool has_drift_beyond_belief(std::uint32_t rank) const { return drifting_[rank]; }
  /// Whether all ranks share one reference clock, with estimates from ends or files.
  bool one_clock() const;

  std::uint64_t unmatched_of(std::uint32_t group) const { return unmatched_[group]; }
  std::string_view evidence_of(std::uint32_t group) const { return evidence_[group]; }
  void judge(data_quality& quality) const;

 private:
  friend class ranks_detail_clocks;
  friend class ranks_detail_groups;
  friend class ranks_detail_matcher;
  std::vector<std::int64_t> find_cut_steps() const;
  void number_in_groups();
  corrected_stamp on_reference(std::uint32_t call, std::int64_t stamp) const {
    return stamp_of(calls_[call].rank, stamp);
  }

  const std::vector<rank_facts>* ranks_;
  std::vector<fleet_group> groups_;
  std::vector<std::string> labels_;    // by group: its part of an id
  std::vector<matched_call> calls_;
  std::vector<matched_collective> collectives_;
  std::vector<std::uint32_t> members_;
  std::vector<std::int64_t> zeros_;    // by rank: its first stamp, nanoseconds
  std::vector<clock_estimate> clocks_;
  std::vector<bool> drifting_;
  std::vector<std::uint64_t> unmatched_;
  std::vector<std::string> evidence_;
  std::vector<std::int64_t> cut_steps_;
};

/// Steps that are numbered by their place in a file get the numbers by which the calls of most collectives are in steps
/// of one number on all ranks: the files of a run, and the devices of a file, need not begin with the same step. Where
/// that is not so for nine in ten, the steps of a rank begin with another instruction, and have no numbers. A rank that
/// no collective joins to others is shifted like those of its file.
void number_steps_alike(std::vector<rank_facts>& ranks);

/// The arrows that connect the calls of each collective, from the first rank to arrive to the last; one list per
/// rank.
std::vector<std::vector<merged_arrow>> arrows_of(const call_matching& all);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_MATCHING_HPP
