#ifndef RIDGELINE_RANKS_COLLECTIVES_HPP
#define RIDGELINE_RANKS_COLLECTIVES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/collective_kind.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/ranks/element_bytes.hpp>
#include <ridgeline/ranks/faults.hpp>
#include <ridgeline/ranks/partial.hpp>

namespace ridgeline {

class call_matching;  // ranks/matching.hpp

/// The names of collectives that the original knows.
inline constexpr std::array<std::string_view, 18> listed_collectives{
    "allreduce", "allreduce_coalesced", "reducescatter", "_reduce_scatter_base", "reduce_scatter_tensor_coalesced",
    "allgather", "all_gather", "_allgather_base", "all_gather_into_tensor_coalesced",
    "allgather_into_tensor_coalesced", "all_to_all", "all_to_allv", "broadcast", "reduce", "gather", "scatter",
    "send", "recv"};

/// The kind of a collective by that list; unknown for any other name, whatever it says.
constexpr gpu::collective_kind listed_kind_of(std::string_view name) {
  return core_detail::is_any(name, listed_collectives) ? gpu::collective_kind_of(name) : gpu::collective_kind::unknown;
}

namespace ranks_detail {

/// Whether no rank can leave such a collective before the last one has arrived.
constexpr bool ends_together(gpu::collective_kind k) {
  using enum gpu::collective_kind;
  return k == allreduce || k == reduce_scatter || k == allgather || k == alltoall || k == alltoallv;
}

}  // namespace ranks_detail

/// One rank's part in a collective.
struct collective_part {
  std::uint32_t rank = 0;  ///< position in `fleet_collectives::ranks`
  std::uint32_t use = 0;   ///< index among the rank's collectives
  std::uint32_t instance = 0;
  std::uint32_t index = 0; ///< index in its group on its rank, by start, from 0; missing: unmatched
};

/// An external matching of calls: which calls form one collective, and when each started on a common clock. Both
/// lists are by rank and, within a rank, in file order.
struct call_arrangement {
  std::vector<std::uint32_t> collective_of;    ///< `no_group` for calls left out of the comparison
  std::vector<double> starts;                  ///< microseconds; comparable only within a collective
  std::size_t collectives = 0;
  const call_matching* names = nullptr;        ///< whose ids, groups, kinds calls have, if any; must outlive the use
};

/// The collectives of all ranks, matched by an arrangement or, without one, by order: the n-th call of a process
/// group on one rank matches the n-th on every other.
class fleet_collectives {
 public:
  fleet_collectives(const std::vector<rank_facts>& ranks, const fleet_faults& faults,
                    const call_arrangement* arranged = nullptr);

  const std::vector<rank_facts>& ranks() const { return *ranks_; }
  const fleet_faults& faults() const { return faults_; }
  /// All parts, by rank and in file order.
  const std::vector<collective_part>& parts() const { return parts_; }
  /// The parts of each collective, by rank, as positions in `parts()`. Collectives are in order of first appearance.
  const grouping& instances() const { return instances_; }
  const collective_part& part(std::uint32_t position) const { return parts_[position]; }
  const collective_use& use(const collective_part& p) const { return (*ranks_)[p.rank].collectives[p.use]; }
  /// On the common clock with an arrangement, otherwise on the rank's own clock. Microseconds.
  double start_of(const collective_part& p) const { return starts_.empty() ? use(p).start : starts_[position(p)]; }
  double end_of(const collective_part& p) const { return start_of(p) + use(p).length; }
  /// The start of the last rank in a collective.
  double last_start(std::uint32_t instance) const;
  bool is_arranged() const { return !starts_.empty(); }
  /// Converts a rate in 2^30 bytes per second to what GB/s columns show: units of 1e9 bytes per second, but
  /// unchanged in the original's matching (without an arrangement).
  double shown_rate(double rate) const { return is_arranged() ? rate * 1.073741824 : rate; }
  std::string_view text(const collective_part& p, std::uint32_t collective_use::*which) const {
    return (*ranks_)[p.rank].texts.text(use(p).*which);
  }

  /// The calls' matching by the arrangement; null without one, or with one that names nothing.
  const call_matching* matching() const { return names_; }
  /// The name of a call's group; without an arrangement as the original writes it.
  std::string_view group_name(const collective_part& p) const;
  /// The number of members as the call states it, or else of its group as matched; missing without either.
  std::int64_t size(const collective_part& p) const;
  /// The group's name and the collective's number in it, plus the members where several groups share a name. Empty for
  /// calls that an arrangement does not match.
  std::string id(const collective_part& p) const;
  std::int64_t rank_number(std::uint32_t position) const {
    return faults_.ranks_by_position ? static_cast<std::int64_t>(position) : (*ranks_)[position].rank;
  }
  /// The kind of the collective that a call was matched to, or else of the call; with the fault, by its listed name.
  gpu::collective_kind kind(const collective_part& p) const;
  /// Whether a collective is one in which ranks wait for each other and share alike.
  bool waits(const collective_part& p) const;

 private:
  bool only_one_group() const;

  /// Numbers the groups by name (and members) consistently across all ranks.
  void number_texts();

  void take(const call_arrangement& arranged);

  void match();
  std::size_t position(const collective_part& p) const { return offsets_[p.rank] + p.use; }

  const std::vector<rank_facts>* ranks_;
  fleet_faults faults_;
  bool one_group_ = false;
  std::vector<std::uint32_t> name_of_group_;
  std::vector<bool> ambiguous_;
  std::vector<std::uint32_t> group_of_;    // by part
  std::vector<std::uint32_t> offsets_;     // by rank: position of its first part
  std::vector<collective_part> parts_;
  std::vector<double> starts_;             // by part; empty without an arrangement
  const call_matching* names_ = nullptr;   // of the arrangement
  grouping instances_{};
};

/// A synchronising collective over all of its ranks. Times in microseconds, sizes in 2^20 bytes, rates in 2^30 bytes
/// per second.
struct collective_row {
  std::uint32_t instance = 0;
  std::uint32_t first_part = 0;       ///< part of the first listed rank, the source of the metadata
  double latency = 0, start_skew = 0, mean_wait = 0, end_skew = 0;
  std::uint32_t earliest = 0;         ///< position of the rank that waits longest; the last one on a tie
  double full_megabytes = missing<double>, algorithm_rate = missing<double>, bus_rate = missing<double>;
};

/// A message's size in 2^20 bytes; NaN if the number of elements or the type is unknown.
double megabytes_of(const fleet_collectives& all, const collective_part& p, std::int64_t elements);

/// The synchronising collectives in order of first appearance.
std::vector<collective_row> collective_rows(const fleet_collectives& all);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_COLLECTIVES_HPP
