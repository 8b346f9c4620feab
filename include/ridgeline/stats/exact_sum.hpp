#ifndef RIDGELINE_STATS_EXACT_SUM_HPP
#define RIDGELINE_STATS_EXACT_SUM_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include <ridgeline/core/real.hpp>

namespace ridgeline {

/// A sum without rounding error, stored as non-overlapping doubles that add up to it (Shewchuk 1997; Python's fsum).
/// Partial sums merge into the total in any order; `value()` rounds once. A non-finite term, or a sum close to the
/// largest double, makes the result infinite.
class exact_sum {
 public:
  void add(double x) {
    std::size_t kept = 0;
    for (double part : parts_) {
      if (core_detail::magnitude(x) < core_detail::magnitude(part)) std::swap(x, part);
      const double high = x + part, low = part - (high - x);
      if (low != 0) parts_[kept++] = low;
      x = high;
    }
    if (!(core_detail::magnitude(x) <= largest)) {
      overflown_ = true;
      x = 0;
    }
    parts_.resize(kept);
    if (x != 0) parts_.push_back(x);
  }
  /// Adds x * y exactly.
  void add_product(double x, double y) {
    const double high = x * y;
    add(high);
    add(core_detail::fused_sum(x, y, -high));
  }
  void merge(const exact_sum& other) {
    overflown_ = overflown_ || other.overflown_;
    for (const double part : other.parts_) add(part);
  }

  /// The sum, correctly rounded.
  double value() const {
    if (overflown_) return core_detail::infinite;
    if (parts_.empty()) return 0;
    std::size_t n = parts_.size() - 1;
    double high = parts_[n], low = 0;
    while (n > 0) {
      const double x = high, y = parts_[--n];
      high = x + y;
      low = y - (high - x);
      if (low != 0) break;
    }
    if (n > 0 && ((low < 0 && parts_[n - 1] < 0) || (low > 0 && parts_[n - 1] > 0))) {  // not exactly halfway
      const double y = low * 2, x = high + y;
      if (y == x - high) high = x;
    }
    return high;
  }

  /// The parts in canonical form, which equal sums share: each part is the rounded value of what remains of the sum.
  std::vector<double> canonical() const {
    std::vector<double> all;
    for (exact_sum rest = *this; !rest.parts_.empty();) {
      all.push_back(rest.value());
      if (rest.overflown_) break;
      rest.add(-all.back());
    }
    return all;
  }
  bool overflown() const { return overflown_; }
  static exact_sum from(const std::vector<double>& parts, bool overflown) {
    exact_sum t;
    for (const double part : parts) t.add(part);
    t.overflown_ = t.overflown_ || overflown;
    return t;
  }

 private:
  static constexpr double largest = 1e300;
  std::vector<double> parts_;    // in ascending order of magnitude
  bool overflown_ = false;
};

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_EXACT_SUM_HPP
