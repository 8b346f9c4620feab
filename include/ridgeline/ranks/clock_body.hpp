#ifndef RIDGELINE_RANKS_CLOCK_BODY_HPP
#define RIDGELINE_RANKS_CLOCK_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/ranks/clock.hpp>
#include <ridgeline/stats/student.hpp>

namespace ridgeline {

void clock_estimate::add_offset_of(const clock_estimate& via, std::uint32_t from) {
  compared_with = from;
  reference = via.reference;
  const double away = via.since_own_at(at);
  offset += via.offset + (known(via.drift) ? via.drift * away / 1e6 : 0);
  const double carried = known(via.drift_half_width) ? via.drift_half_width * away / 1e6 : 0;
  half_width = std::sqrt(half_width * half_width + via.half_width * via.half_width + carried * carried);
}

clock_estimate estimate_clock(const std::vector<shared_collective>& shared) {
  clock_estimate e;
  e.shared = static_cast<std::int64_t>(shared.size());
  if (shared.empty()) return e;
  const double n = static_cast<double>(shared.size()), base = shared.front().end;
  double middle = 0, mean = 0;
  for (const shared_collective& s : shared) middle += (s.end - base) / n, mean += (s.other_end - s.end) / n;
  double spread = 0, slope = 0;
  for (const shared_collective& s : shared) {
    const double t = s.end - base - middle;
    spread += t * t;
    slope += t * (s.other_end - s.end - mean);
  }
  e.at = base + middle;
  e.own_at = e.at + mean;
  if (shared.size() >= 3 && spread > 0) {
    slope /= spread;
    double squares = 0;
    for (const shared_collective& s : shared) {
      const double rest = s.other_end - s.end - mean - slope * (s.end - base - middle);
      squares += rest * rest;
    }
    const double deviation = std::sqrt(squares / (n - 2)), t = student_point(0.025, n - 2);
    constexpr double resolution = 0.001;  // stamps have three decimals
    e.by = clock_estimate::basis::ends;
    e.offset = mean;
    e.half_width = std::max(t * deviation / std::sqrt(n), resolution);
    e.drift = slope * 1e6;
    e.drift_half_width = std::max(t * deviation / std::sqrt(spread), resolution / std::sqrt(spread)) * 1e6;
    return e;
  }
  double low = -HUGE_VAL, high = HUGE_VAL;  // each arrived before the other could leave
  for (const shared_collective& s : shared) {
    low = std::max(low, s.other_start - s.end);
    high = std::min(high, s.other_end - s.start);
  }
  if (!(low <= high)) return e;
  e.by = clock_estimate::basis::bounds;
  e.offset = (low + high) / 2;
  e.half_width = (high - low) / 2;
  return e;
}

namespace ranks_detail {

/// Compares ranks along a tree: starting from the lowest rank, each with the nearest one it shares collectives with.
class clock_search {
 public:
  explicit clock_search(const fleet_collectives& all) : all_(&all) {
    const std::size_t ranks = all.ranks().size();
    clocks_.resize(ranks);
    of_rank_.resize(ranks);
    for (std::uint32_t g = 0; g < all.instances().size(); ++g) {
      const grouping::slice parts = all.instances().of(g);
      if (parts.size() < 2 || !all.waits(all.part(parts.front()))) continue;
      for (const std::uint32_t p : parts) of_rank_[all.part(p).rank].push_back(g);
    }
  }

  std::vector<clock_estimate> search() && {
    std::uint32_t root = 0;
    while (root < clocks_.size() && of_rank_[root].empty()) ++root;
    if (root == clocks_.size()) return std::move(clocks_);
    clock_estimate& own = clocks_[root];
    own.by = clock_estimate::basis::reference;
    own.offset = own.half_width = own.drift = own.drift_half_width = 0;
    own.reference = root;
    std::vector<std::uint32_t> order{root};
    for (std::size_t i = 0; i < order.size() && order.size() < clocks_.size(); ++i) visit(order[i], order);
    return std::move(clocks_);
  }

 private:
  void visit(std::uint32_t from, std::vector<std::uint32_t>& order) {
    std::vector<std::vector<shared_collective>> shared(clocks_.size());
    for (const std::uint32_t g : of_rank_[from]) {
      const grouping::slice parts = all_->instances().of(g);
      const collective_use* own = nullptr;
      for (const std::uint32_t p : parts)
        if (all_->part(p).rank == from) own = &all_->use(all_->part(p));
      for (const std::uint32_t p : parts) {
        const collective_part& part = all_->part(p);
        if (part.rank == from || clocks_[part.rank].is_known()) continue;
        const collective_use& u = all_->use(part);
        shared[part.rank].push_back({own->start, own->end(), u.start, u.end()});
      }
    }
    for (std::uint32_t r = 0; r < shared.size(); ++r) {
      if (shared[r].empty()) continue;
      clock_estimate e = estimate_clock(shared[r]);
      if (!e.is_known()) continue;
      const clock_estimate& via = clocks_[from];
      e.add_offset_of(via, from);
      e.drift += via.drift;
      e.drift_half_width = std::hypot(e.drift_half_width, via.drift_half_width);
      clocks_[r] = e;
      order.push_back(r);
    }
  }

  const fleet_collectives* all_;
  std::vector<clock_estimate> clocks_;
  std::vector<std::vector<std::uint32_t>> of_rank_;  // the collectives usable for clock estimates, by rank
};

}  // namespace ranks_detail

std::vector<clock_estimate> clocks_of(const fleet_collectives& all) {
  return ranks_detail::clock_search(all).search();
}

corrected_stamp corrected(const clock_estimate& c, double stamp) {
  if (!c.is_known()) return {};
  const double away = c.since_own_at(stamp);
  const double drifted = known(c.drift) ? c.drift * away / 1e6 : 0;
  const double carried = known(c.drift_half_width) ? c.drift_half_width * away / 1e6 : 0;
  return {stamp - c.offset - drifted, std::hypot(c.half_width, carried)};
}

double corrected_extremes::half_width() const { return std::hypot(first.half_width, last.half_width); }

corrected_extremes extremes_of(const std::vector<corrected_stamp>& stamps) {
  corrected_extremes e;
  std::size_t first = 0, last = 0;
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    if (!(stamps[i].at >= e.first.at)) e.first = stamps[i], first = i;
    if (!(stamps[i].at <= e.last.at)) e.last = stamps[i], last = i;
  }
  const corrected_extremes found = e;
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    const double before = found.first.at - stamps[i].at + stamps[i].half_width;
    const double after = stamps[i].at - found.last.at + stamps[i].half_width;
    if (i != last && before > e.first.half_width) e.first.half_width = before;
    if (i != first && after > e.last.half_width) e.last.half_width = after;
  }
  return e;
}

corrected_skew corrected_skew_of(const fleet_collectives& all, const std::vector<clock_estimate>& clocks,
                                 const collective_row& row) {
  std::vector<corrected_stamp> stamps;
  for (const std::uint32_t p : all.instances().of(row.instance)) {
    const collective_part& part = all.part(p);
    stamps.push_back(corrected(clocks[part.rank], all.use(part).start));
    if (!known(stamps.back().at)) return {};
  }
  const corrected_extremes starts = extremes_of(stamps);
  return {starts.skew(), starts.half_width(), starts.last};
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_CLOCK_BODY_HPP
