#ifndef RIDGELINE_RANKS_SHIFT_SEARCH_HPP
#define RIDGELINE_RANKS_SHIFT_SEARCH_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>

/// Finds the time shift between the calls of two ranks. Internal: included by body files only.
namespace ridgeline::ranks_detail {

/// A call as its signature, its end (microseconds on its rank's clock) and, if known, its step.
struct signed_end {
  std::uint32_t signature = 0;
  double end = 0;
  std::int64_t step = missing<std::int64_t>;
  bool may_be(const signed_end& o) const {
    return signature == o.signature && (!known(step) || !known(o.step) || step == o.step);
  }
};

/// A linear fit of how far the ends in one list are behind those in another.
struct end_shift {
  double at = 0, by = missing<double>, slope = 0;
  std::size_t calls = 0, rival = 0;  ///< calls that agree on it; on the next best shift
  bool is_evidence() const { return calls >= 3 && 2 * rival <= calls; }
  /// Converts an end in the other list to the first list's clock.
  double back(double end) const { return end - by - slope * (end - by - at); }
};

/// Counts the distinct calls on each side of the pairs in a sliding window.
class pair_window {
 public:
  pair_window(std::size_t a, std::size_t b) : a_(a, 0), b_(b, 0) {}
  void in(std::uint32_t a, std::uint32_t b) { different_a_ += a_[a]++ == 0, different_b_ += b_[b]++ == 0; }
  void out(std::uint32_t a, std::uint32_t b) { different_a_ -= --a_[a] == 0, different_b_ -= --b_[b] == 0; }
  std::size_t weight() const { return std::min(different_a_, different_b_); }

 private:
  std::vector<std::uint32_t> a_, b_;
  std::size_t different_a_ = 0, different_b_ = 0;
};

struct end_pair {
  std::uint32_t a = 0, b = 0;
  double by = 0;
};
struct pair_range {
  std::size_t first = 0, last = 0, weight = 0;
};

/// The densest window of pairs in [first, last), which are ordered by difference.
inline pair_range densest(const std::vector<end_pair>& pairs, std::size_t first, std::size_t last, double width,
                          std::size_t a, std::size_t b) {
  pair_window window(a, b);
  pair_range best{first, first, 0};
  for (std::size_t i = first, from = first; i < last; ++i) {
    window.in(pairs[i].a, pairs[i].b);
    for (; pairs[i].by - pairs[from].by > width; ++from) window.out(pairs[from].a, pairs[from].b);
    if (window.weight() > best.weight) best = {from, i + 1, window.weight()};
  }
  return best;
}

/// The shift that most pairs of calls with equal signatures agree on, and how many agree on the best alternative, for
/// clocks that drift as much as they may, or else for those that hardly drift, as on one host. If there are very many
/// pairs, an even sample is used.
inline end_shift find_shift(const std::vector<signed_end>& a, const std::vector<signed_end>& b) {
  end_shift found;
  if (a.empty() || b.empty()) return found;
  std::uint32_t signatures = 0;
  for (const std::vector<signed_end>* list : {&a, &b})
    for (const signed_end& e : *list) signatures = std::max(signatures, e.signature + 1);
  std::vector<std::uint32_t> signature_of;
  for (const signed_end& e : a) signature_of.push_back(e.signature);
  const grouping alike = grouped(signature_of, signatures);
  double all = 0;
  for (const signed_end& e : b) all += static_cast<double>(alike.of(e.signature).size());
  constexpr double most = 1 << 19;
  const auto stride = static_cast<std::size_t>(std::ceil(std::max(1.0, all / most)));
  std::vector<end_pair> pairs;
  for (std::size_t j = 0; j < b.size(); j += stride)  // each shift keeps its share
    for (const std::uint32_t i : alike.of(b[j].signature))
      if (b[j].may_be(a[i])) pairs.push_back({i, static_cast<std::uint32_t>(j), b[j].end - a[i].end});
  if (pairs.empty()) return found;
  pairs = std::move(pairs) | sort_by(&end_pair::by);
  const double span = std::fabs(a.back().end - a.front().end);
  pair_range best;
  for (const double width : {20 + 200e-6 * span, 20.0, 10.0, 5.0}) {  // the narrower, the fewer shifts fit by chance
    best = densest(pairs, 0, pairs.size(), width, a.size(), b.size());
    found.calls = best.weight;
    found.rival = std::max(densest(pairs, 0, best.first, width, a.size(), b.size()).weight,
                           densest(pairs, best.last, pairs.size(), width, a.size(), b.size()).weight);
    if (found.is_evidence()) break;
  }
  double n = 0, mean = 0, middle = 0, spread = 0, slope = 0;
  for (std::size_t i = best.first; i < best.last; ++i) ++n, mean += pairs[i].by, middle += a[pairs[i].a].end;
  mean /= n, middle /= n;
  for (std::size_t i = best.first; i < best.last; ++i) {
    const double t = a[pairs[i].a].end - middle;
    spread += t * t, slope += t * (pairs[i].by - mean);
  }
  found.at = middle, found.by = mean;
  if (n >= 3 && spread > 0 && std::fabs(slope / spread) <= 500e-6) found.slope = slope / spread;
  return found;
}

/// A call as its signature and its end on the common clock.
struct placed_end {
  std::uint32_t signature, rank, call;
  double at;
};

/// Groups calls of one signature that end together, with at most one per rank. Of two groups close together of which
/// a rank lost one call, its remaining call joins the nearer one.
inline std::vector<std::vector<std::uint32_t>> ending_together(std::vector<placed_end> ends) {
  constexpr double apart = 20;  // microseconds
  struct who {
    std::uint32_t signature, rank;
  };
  ends = std::move(ends) | sort_by(&placed_end::signature, &placed_end::at, &placed_end::rank);
  std::vector<std::size_t> before;  // 1 + position of the same rank's previous end; 0: none
  distinct<who> all;
  std::vector<std::size_t> last;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::uint32_t n = all.number({ends[i].signature, ends[i].rank});
    if (n == last.size()) last.push_back(0);
    before.push_back(last[n]);
    last[n] = i + 1;
  }

  std::vector<std::vector<std::uint32_t>> found;
  std::size_t first = 0, twice = 0;  // start of the group; first position that would repeat a rank
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const placed_end& e = ends[i];
    const double after = e.at - ends[first].at;
    bool more = i > 0 && e.signature == ends[first].signature && after <= apart && before[i] <= first;
    for (std::size_t k = std::max(twice, i + 1); more && k < ends.size(); ++k) {
      if (ends[k].signature != e.signature || !(ends[k].at - e.at < after)) break;
      more = before[k] <= first || before[k] > i;
    }
    if (!more) {
      found.emplace_back();
      first = i;
      for (twice = std::max(twice, i + 1); twice < ends.size() && before[twice] <= first; ++twice) {}
    }
    found.back().push_back(e.call);
  }
  return found;
}

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_SHIFT_SEARCH_HPP
