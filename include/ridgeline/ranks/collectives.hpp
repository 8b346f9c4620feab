#ifndef RIDGELINE_RANKS_COLLECTIVES_HPP
#define RIDGELINE_RANKS_COLLECTIVES_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/element_bytes.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/ranks/faults.hpp>

namespace ridgeline {

/// What ranks do to each other in a collective.
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

/// Whether no rank can leave before the last one has come.
constexpr bool synchronises(collective_family f) {
  return f == collective_family::all_reduce || f == collective_family::reduce_scatter ||
         f == collective_family::all_gather || f == collective_family::all_to_all;
}

/// Bus bandwidth over algorithm bandwidth among n ranks; not a number where there is no rule.
constexpr double bus_factor(collective_family f, double n) {
  if (!(n > 0)) return missing<double>;
  if (f == collective_family::all_reduce) return 2 * (n - 1) / n;
  return synchronises(f) ? (n - 1) / n : missing<double>;
}

/// One rank's part in a collective.
struct collective_part {
  std::uint32_t rank = 0;  ///< position in `fleet_collectives::ranks`
  std::uint32_t use = 0;   ///< of the rank's collectives
  std::uint32_t instance = 0;
  std::uint32_t index = 0; ///< in its group and rank, by start, from 0
};

/// Which calls are one, and when they started on one clock, as something else found. Both by rank and in file order.
struct call_arrangement {
  std::vector<std::uint32_t> collective_of{};  ///< `no_group` for calls that are not compared
  std::vector<double> starts{};                ///< microseconds; comparable within a collective
  std::size_t collectives = 0;
};

/// The collectives of all ranks, matched by an arrangement, or else by order: the n-th of a process group on one rank
/// is the n-th on each other.
class fleet_collectives {
 public:
  fleet_collectives(const std::vector<rank_facts>& ranks, const fleet_faults& faults,
                    const call_arrangement* arranged = nullptr)
      : ranks_(&ranks), faults_(faults) {
    one_group_ = only_one_group();
    number_texts();
    if (arranged == nullptr) match();
    else take(*arranged);
  }

  const std::vector<rank_facts>& ranks() const { return *ranks_; }
  const fleet_faults& faults() const { return faults_; }
  /// All parts, by rank and in file order.
  const std::vector<collective_part>& parts() const { return parts_; }
  /// By collective, in the order in which they first appear: its parts, by rank. They are positions in `parts()`.
  const grouping& instances() const { return instances_; }
  const collective_part& part(std::uint32_t position) const { return parts_[position]; }
  const collective_use& use(const collective_part& p) const { return (*ranks_)[p.rank].collectives[p.use]; }
  /// On one clock, where there is an arrangement; else as the rank's own clock says.
  double start_of(const collective_part& p) const { return starts_.empty() ? use(p).start : starts_[position(p)]; }
  double end_of(const collective_part& p) const { return start_of(p) + use(p).length; }
  bool is_arranged() const { return !starts_.empty(); }
  /// A rate in 2^30 bytes a second as columns in GB/s have it: of 1e9 bytes, but for the original.
  double shown_rate(double rate) const { return is_arranged() ? rate * 1.073741824 : rate; }
  std::string_view text(const collective_part& p, std::uint32_t collective_use::*which) const {
    return (*ranks_)[p.rank].texts.text(use(p).*which);
  }
  /// No event names a process group, and each rank has one stream at most.
  bool one_group() const { return one_group_; }

  std::string_view group_name(const collective_part& p) const {
    if (one_group_) return "all";
    return use(p).group == 0 ? std::string_view("Unknown_Group") : text(p, &collective_use::group);
  }
  /// The group's name and the collective's number in it; with the members where groups of other members share the name.
  std::string id(const collective_part& p) const {
    std::string out;
    if (!one_group_) {
      out = group_name(p);
      if (ambiguous_[group_of_[position(p)]]) out += text(p, &collective_use::members);
      out += '_';
    }
    out += std::to_string(p.index);
    return out;
  }
  std::int64_t rank_number(std::uint32_t position) const {
    return faults_.ranks_by_position ? static_cast<std::int64_t>(position) : (*ranks_)[position].rank;
  }
  collective_family family(const collective_part& p) const { return family_of(text(p, &collective_use::name)); }
  /// Whether a collective counts among those whose ranks wait for each other.
  bool waits(const collective_part& p) const {
    const collective_family f = family(p);
    return synchronises(f) || (one_group_ && f == collective_family::unknown);
  }

 private:
  bool only_one_group() const {
    for (const rank_facts& r : *ranks_)
      for (const collective_use& u : r.collectives)
        if (u.group != 0 || u.stream != r.collectives.front().stream) return false;
    return true;
  }

  /// Groups by name (and members), as numbers that hold for all ranks.
  void number_texts() {
    rank_texts names, keys;
    std::string key;
    for (const rank_facts& r : *ranks_) {
      std::unordered_map<std::uint64_t, std::uint32_t> known;  // of this rank's texts
      for (const collective_use& u : r.collectives) {
        const bool by_name = faults_.groups_by_name_alone || one_group_;
        const std::uint64_t pair = std::uint64_t{u.group} << 32 | (by_name ? 0 : u.members);
        const auto [at, is_new] = known.try_emplace(pair, 0);
        if (is_new) {
          key = r.texts.text(u.group);
          const std::uint32_t name = names.number(key) - 1;
          key += u.group == 0 ? '\1' : '\0';
          if (!by_name) key += r.texts.text(u.members);
          at->second = keys.number(key) - 1;
          if (at->second == name_of_group_.size()) name_of_group_.push_back(name);
        }
        group_of_.push_back(at->second);
      }
    }
    std::vector<std::uint32_t> groups_with_name(name_of_group_.size() + 1, 0);
    for (const std::uint32_t name : name_of_group_) ++groups_with_name[name];
    for (const std::uint32_t name : name_of_group_) ambiguous_.push_back(groups_with_name[name] > 1);
  }

  void take(const call_arrangement& arranged) {
    starts_ = arranged.starts;
    for (std::uint32_t r = 0; r < ranks_->size(); ++r) {
      offsets_.push_back(static_cast<std::uint32_t>(parts_.size()));
      for (std::uint32_t i = 0; i < (*ranks_)[r].collectives.size(); ++i)
        parts_.push_back({r, i, arranged.collective_of[parts_.size()], arranged.collective_of[parts_.size()]});
    }
    instances_ = grouped(arranged.collective_of, arranged.collectives);
  }

  void match() {
    struct key {
      std::uint32_t group, index;
    };
    distinct<key> known;
    std::vector<std::uint32_t> instance_of;
    std::vector<std::uint32_t> order, next(name_of_group_.size(), 0);
    for (std::uint32_t r = 0; r < ranks_->size(); ++r) {
      const std::vector<collective_use>& uses = (*ranks_)[r].collectives;
      const auto first = static_cast<std::uint32_t>(parts_.size());
      offsets_.push_back(first);
      order.resize(uses.size());
      for (std::uint32_t i = 0; i < uses.size(); ++i) order[i] = i, parts_.push_back({r, i, 0, 0});
      order = std::move(order) | sort_by([&](std::uint32_t i) { return uses[i].start; });
      std::fill(next.begin(), next.end(), 0);
      for (const std::uint32_t i : order) parts_[first + i].index = next[group_of_[first + i]]++;
      for (std::uint32_t i = first; i < parts_.size(); ++i) {
        parts_[i].instance = known.number({group_of_[i], parts_[i].index});
        instance_of.push_back(parts_[i].instance);
      }
    }
    instances_ = grouped(instance_of, known.size());
  }
  std::size_t position(const collective_part& p) const { return offsets_[p.rank] + p.use; }

  const std::vector<rank_facts>* ranks_;
  fleet_faults faults_;
  bool one_group_ = false;
  std::vector<std::uint32_t> name_of_group_{};
  std::vector<bool> ambiguous_{};
  std::vector<std::uint32_t> group_of_{};  // by part
  std::vector<std::uint32_t> offsets_{};   // by rank: its first part
  std::vector<collective_part> parts_{};
  std::vector<double> starts_{};           // by part, of an arrangement
  grouping instances_{};
};

/// A synchronising collective, over its ranks. Times are microseconds, sizes 2^20 bytes, rates 2^30 bytes a second.
struct collective_row {
  std::uint32_t instance = 0;
  std::uint32_t first_part = 0;       ///< of the first rank listed: where its metadata come from
  double latency = 0, start_skew = 0, mean_wait = 0, end_skew = 0;
  std::uint32_t earliest = 0;         ///< position of the rank that waits longest, of several the last
  double full_megabytes = missing<double>, algorithm_rate = missing<double>, bus_rate = missing<double>;
};

/// A message's size in 2^20 bytes; not a number where elements or type are not known.
inline double megabytes_of(const fleet_collectives& all, const collective_part& p, std::int64_t elements) {
  if (!known(elements)) return missing<double>;
  const std::string_view type = all.text(p, &collective_use::type);
  const double bytes = element_bytes(type, all.faults().collectives_of_old_types);
  return static_cast<double>(elements) * bytes / 1048576;
}

/// The synchronising collectives in the order in which they first appear.
inline std::vector<collective_row> collective_rows(const fleet_collectives& all) {
  std::vector<collective_row> rows;
  for (std::uint32_t g = 0; g < all.instances().size(); ++g) {
    const grouping::slice parts = all.instances().of(g);
    if (parts.size() == 0) continue;
    const collective_part& first = all.part(parts.front());
    if (!all.waits(first)) continue;
    collective_row row;
    row.instance = g;
    row.first_part = parts.front();
    double last_start = -HUGE_VAL, first_end = HUGE_VAL, last_end = -HUGE_VAL;
    row.latency = HUGE_VAL;
    for (const std::uint32_t p : parts) {
      const collective_use& u = all.use(all.part(p));
      last_start = std::max(last_start, all.start_of(all.part(p)));
      row.latency = std::min(row.latency, u.length);
      const double end = all.end_of(all.part(p));
      first_end = std::min(first_end, end), last_end = std::max(last_end, end);
    }
    row.end_skew = last_end - first_end;
    row.start_skew = -1;
    for (const std::uint32_t p : parts) {
      const double wait = last_start - all.start_of(all.part(p));
      row.mean_wait += wait;
      if (wait >= row.start_skew) row.start_skew = wait, row.earliest = all.part(p).rank;
    }
    row.mean_wait /= static_cast<double>(parts.size());
    const collective_use& u = all.use(first);
    const collective_family family = all.family(first);
    row.full_megabytes =
        megabytes_of(all, first, family == collective_family::all_gather ? u.out_elements : u.in_elements);
    row.algorithm_rate =
        row.latency > 0 ? all.shown_rate(row.full_megabytes / 1024 / (row.latency / 1e6)) : missing<double>;
    row.bus_rate = row.algorithm_rate *
                   bus_factor(family, known(u.size) ? static_cast<double>(u.size) : missing<double>);
    rows.push_back(row);
  }
  return rows;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_COLLECTIVES_HPP
