#ifndef RIDGELINE_ADVISE_COVERED_TIME_HPP
#define RIDGELINE_ADVISE_COVERED_TIME_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/timeline/intervals.hpp>

/// Helpers shared by the rules of findings; only for use in bodies.
namespace ridgeline::advise_detail {

using span_ns = basic_interval<std::int64_t>;

/// Thresholds: what counts as a short piece of work, and how many of them in a row are worth reporting.
inline constexpr std::int64_t short_kernel = 10'000;  // ns
inline constexpr std::size_t least_in_a_row = 12;

/// How much of a time interval is covered by a set of intervals.
class covered_time {
 public:
  explicit covered_time(std::vector<span_ns> parts) : parts_(union_of(std::move(parts))) {
    before_.push_back(0);
    for (const span_ns& p : parts_) before_.push_back(before_.back() + (p.last - p.first));
  }
  std::int64_t in(std::int64_t from, std::int64_t to) const { return up_to(to) - up_to(from); }

 private:
  std::int64_t up_to(std::int64_t t) const {
    const auto at = std::upper_bound(parts_.begin(), parts_.end(), t,
                                     [](std::int64_t x, const span_ns& p) { return x < p.first; });
    const auto i = static_cast<std::size_t>(at - parts_.begin());
    return i == 0 ? 0 : before_[i - 1] + std::min(t, parts_[i - 1].last) - parts_[i - 1].first;
  }
  std::vector<span_ns> parts_;
  std::vector<std::int64_t> before_;    // total length before each part
};

template <class Wanted>
covered_time covered_by(const gpu_activity& a, Wanted wanted) {
  std::vector<span_ns> parts;
  for (const activity_work& w : a.works)
    if (wanted(w)) parts.push_back({w.start.base(), w.end().base()});
  return covered_time(std::move(parts));
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_COVERED_TIME_HPP
