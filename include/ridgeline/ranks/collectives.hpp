#ifndef RIDGELINE_RANKS_COLLECTIVES_HPP
#define RIDGELINE_RANKS_COLLECTIVES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/ranks/element_bytes.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/ranks/faults.hpp>

namespace ridgeline {

class call_matching;  // ranks/matching.hpp

/// The communication pattern of a collective.
enum class collective_family : std::uint8_t {
  unknown, all_reduce, reduce_scatter, all_gather, all_to_all, all_to_all_v, other
};

struct collective_name {
  std::string_view name;
  collective_family family;
};
inline constexpr std::array collective_names{
    collective_name{"allreduce", collective_family::all_reduce},
    collective_name{"allreduce_coalesced", collective_family::all_reduce},
    collective_name{"reducescatter", collective_family::reduce_scatter},
    collective_name{"_reduce_scatter_base", collective_family::reduce_scatter},
    collective_name{"reduce_scatter_tensor_coalesced", collective_family::reduce_scatter},
    collective_name{"allgather", collective_family::all_gather},
    collective_name{"all_gather", collective_family::all_gather},
    collective_name{"_allgather_base", collective_family::all_gather},
    collective_name{"all_gather_into_tensor_coalesced", collective_family::all_gather},
    collective_name{"allgather_into_tensor_coalesced", collective_family::all_gather},
    collective_name{"all_to_all", collective_family::all_to_all},
    collective_name{"all_to_allv", collective_family::all_to_all_v},
    collective_name{"broadcast", collective_family::other},
    collective_name{"reduce", collective_family::other},
    collective_name{"gather", collective_family::other},
    collective_name{"scatter", collective_family::other},
    collective_name{"send", collective_family::other},
    collective_name{"recv", collective_family::other}};

constexpr collective_family family_of(std::string_view name) {
  for (const collective_name& n : collective_names)
    if (n.name == name) return n.family;
  return collective_family::unknown;
}

/// Whether no rank can leave before the last one has arrived.
constexpr bool synchronises(collective_family f) {
  return f == collective_family::all_reduce || f == collective_family::reduce_scatter ||
         f == collective_family::all_gather || f == collective_family::all_to_all;
}

/// Bus bandwidth divided by algorithm bandwidth for n ranks; NaN if no rule is known.
constexpr double bus_factor(collective_family f, double n) {
  if (!(n > 0)) return missing<double>;
  if (f == collective_family::all_reduce) return 2 * (n - 1) / n;
  return synchronises(f) ? (n - 1) / n : missing<double>;
}

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
  const call_matching* names = nullptr;        ///< whose ids and places the calls have, if any; must outlive the use
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
  bool is_arranged() const { return !starts_.empty(); }
  /// Converts a rate in 2^30 bytes per second to what GB/s columns show: units of 1e9 bytes per second, but
  /// unchanged in the original's matching (without an arrangement).
  double shown_rate(double rate) const { return is_arranged() ? rate * 1.073741824 : rate; }
  std::string_view text(const collective_part& p, std::uint32_t collective_use::*which) const {
    return (*ranks_)[p.rank].texts.text(use(p).*which);
  }
  /// Whether no event names a process group and each rank has at most one stream.
  bool one_group() const { return one_group_; }

  std::string_view group_name(const collective_part& p) const {
    if (one_group_) return "all";
    return use(p).group == 0 ? unnamed_group : text(p, &collective_use::group);
  }
  /// The group's name and the collective's number in it, plus the members where several groups share a name. Empty for
  /// calls that an arrangement does not match.
  std::string id(const collective_part& p) const;
  std::int64_t rank_number(std::uint32_t position) const {
    return faults_.ranks_by_position ? static_cast<std::int64_t>(position) : (*ranks_)[position].rank;
  }
  collective_family family(const collective_part& p) const { return family_of(text(p, &collective_use::name)); }
  /// Whether a collective is one in which ranks wait for each other.
  bool waits(const collective_part& p) const {
    const collective_family f = family(p);
    return synchronises(f) || (one_group_ && f == collective_family::unknown);
  }

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
