#ifndef RIDGELINE_RANKS_CALL_CLOCKS_HPP
#define RIDGELINE_RANKS_CALL_CLOCKS_HPP

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/stats/student.hpp>

/// Clock offsets derived from matched calls. Internal: included by body files only.
namespace ridgeline {

namespace ranks_detail {

/// The clock offset derived from end times. A drift is used only if it differs significantly from zero and is within
/// what a real clock can have. One beyond that speaks against the match only if chance gives such a drift to any of
/// `ranks` ranks in no more than 5 of 100 runs.
inline clock_estimate plausible_clock(const std::vector<shared_collective>& shared, std::size_t ranks,
                                      bool& beyond_belief) {
  clock_estimate e = estimate_clock(shared);
  if (e.by != clock_estimate::basis::ends) return e;
  constexpr double most = 500;  // ppm: the fastest that NTP slews a clock
  const bool stated = std::fabs(e.drift) > e.drift_half_width;
  if (stated && std::fabs(e.drift) <= most) return e;
  const double rest = static_cast<double>(shared.size()) - 2, others = std::max(1.0, static_cast<double>(ranks) - 1);
  const double wider = student_point(0.025 / others, rest) / student_point(0.025, rest);
  beyond_belief = stated && std::fabs(e.drift) > e.drift_half_width * wider;
  double squares = 0;
  for (const shared_collective& s : shared)
    squares += (s.other_end - s.end - e.offset) * (s.other_end - s.end - e.offset);
  const auto n = static_cast<double>(shared.size());
  e.half_width = std::max(student_point(0.025, n - 1) * std::sqrt(squares / (n - 1) / n), 0.001);
  e.drift = e.drift_half_width = 0;
  return e;
}

}  // namespace ranks_detail

/// Fills in the clocks of a `call_matching`.
class ranks_detail_clocks {
 public:
  explicit ranks_detail_clocks(call_matching& to) : to_(to) {}

  /// Derives clocks along chains of shared collectives, one island of connected ranks at a time. Ranks in one file are
  /// connected as well: one clock gives their stamps. If several chains lead to a rank, the most precise one is used.
  void tell() {
    const std::size_t ranks = to_.ranks().size();
    to_.clocks_.assign(ranks, {});
    to_.drifting_.assign(ranks, false);
    settled_.assign(ranks, false);
    shared_.assign(ranks, {});
    std::vector<std::vector<std::uint32_t>> of_rank(ranks);
    std::vector<bool> joins(ranks);  // any collective with another rank
    for (std::uint32_t c = 0; c < to_.collectives_.size(); ++c) {
      const matched_collective& all = to_.collectives_[c];
      if (all.last - all.first < 2 || all.disagrees) continue;
      for (const std::uint32_t call : to_.members(all)) {
        joins[to_.calls_[call].rank] = true;
        if (ranks_detail::ends_together(all.kind)) of_rank[to_.calls_[call].rank].push_back(c);
      }
    }
    std::map<std::string_view, std::vector<std::uint32_t>> in_file;
    for (std::uint32_t r = 0; r < ranks; ++r) {
      const std::string& path = to_.ranks()[r].path;
      if (!path.empty()) in_file[path].push_back(r);
    }
    for (std::uint32_t root = 0; root < ranks; ++root) {
      if (to_.clocks_[root].is_known()) continue;
      if (of_rank[root].empty() && (!joins[root] || in_file[to_.ranks()[root].path].size() < 2)) continue;
      clock_estimate& own = to_.clocks_[root];
      own.by = clock_estimate::basis::reference;
      own.offset = own.half_width = own.drift = own.drift_half_width = own.at = own.own_at = 0;
      own.reference = root;
      next_.insert(reached(root));
      while (!next_.empty()) {
        const std::uint32_t nearest = next_.begin()->rank;
        next_.erase(next_.begin());
        settled_[nearest] = true;
        visit(nearest, of_rank[nearest]);
        visit_file(nearest, in_file[to_.ranks()[nearest].path]);
      }
    }
  }

 private:
  /// 0 for estimates from ends, 1 for those from files, 2 for those from bounds.
  static int doubt_of(const clock_estimate& c) {
    return c.by == clock_estimate::basis::bounds ? 2 : c.by == clock_estimate::basis::file ? 1 : 0;
  }
  /// A rank reached so far. Estimates of little doubt rank before others, narrow intervals before wide ones.
  struct reached_rank {
    int doubt;
    double half_width;
    std::uint32_t rank;
    auto operator<=>(const reached_rank&) const = default;
  };
  reached_rank reached(std::uint32_t rank) const {
    return {doubt_of(to_.clocks_[rank]), to_.clocks_[rank].half_width, rank};
  }
  /// Whether a chain through `via` may give a clearly better estimate than the one known so far.
  bool may_tell_more(const clock_estimate& via, const clock_estimate& known_so_far) const {
    if (!known_so_far.is_known()) return true;
    if (doubt_of(via) != doubt_of(known_so_far)) return doubt_of(via) < doubt_of(known_so_far);
    return 2 * via.half_width < known_so_far.half_width;
  }

  void visit(std::uint32_t from, const std::vector<std::uint32_t>& collectives) {
    const clock_estimate via = to_.clocks_[from];
    std::set<std::uint32_t> seen;
    for (const std::uint32_t c : collectives) {
      const auto calls = to_.members(to_.collectives_[c]);
      const collective_use* own = nullptr;
      for (const std::uint32_t call : calls)
        if (to_.calls_[call].rank == from) own = &to_.use(call);
      for (const std::uint32_t call : calls) {
        const std::uint32_t r = to_.calls_[call].rank;
        if (r == from || settled_[r] || !may_tell_more(via, to_.clocks_[r])) continue;
        const collective_use& u = to_.use(call);
        shared_[r].push_back({to_.local(from, own->begin), to_.local(from, own->finish()), to_.local(r, u.begin),
                              to_.local(r, u.finish())});
        seen.insert(r);
      }
    }
    for (const std::uint32_t r : seen) {
      bool beyond = false;
      clock_estimate e = ranks_detail::plausible_clock(shared_[r], shared_.size(), beyond);
      shared_[r].clear();
      if (!e.is_known()) continue;
      e.add_offset_of(via, from);
      if (known(via.drift))
        e.drift += via.drift, e.drift_half_width = std::hypot(e.drift_half_width, via.drift_half_width);
      if (doubt_of(via) > doubt_of(e)) e.by = via.by;
      reach(r, e, beyond);
    }
  }

  /// The other ranks in the file of a rank, which is the first of them with a final estimate and thus the best.
  void visit_file(std::uint32_t from, std::vector<std::uint32_t>& mates) {
    for (const std::uint32_t r : mates) {
      if (settled_[r]) continue;
      clock_estimate e = to_.clocks_[from];
      if (e.by != clock_estimate::basis::bounds) e.by = clock_estimate::basis::file;
      const double ahead = static_cast<double>(to_.zeros_[r] - to_.zeros_[from]) / 1000 +
                           static_cast<double>(to_.ranks()[r].base - to_.ranks()[from].base) / 1000;
      e.at = e.own_at;
      e.own_at -= ahead, e.offset -= ahead;
      e.shared = 0;
      e.compared_with = from;
      reach(r, e, false);
    }
    mates.clear();
  }

  /// Keeps an estimate of a rank's clock that is better than the one known so far.
  void reach(std::uint32_t r, const clock_estimate& e, bool drifting) {
    const bool known_before = to_.clocks_[r].is_known();
    const reached_rank before = reached(r);
    if (known_before && !(reached_rank{doubt_of(e), e.half_width, r} < before)) return;
    if (known_before) next_.erase(before);
    to_.clocks_[r] = e;
    to_.drifting_[r] = drifting;
    next_.insert(reached(r));
  }

  std::vector<bool> settled_{};
  std::vector<std::vector<shared_collective>> shared_{};  // collectives shared with the visited rank, by rank
  std::set<reached_rank> next_{};
  call_matching& to_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_CALL_CLOCKS_HPP
