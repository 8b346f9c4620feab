#ifndef RIDGELINE_TIMELINE_COVERED_TIME_HPP
#define RIDGELINE_TIMELINE_COVERED_TIME_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/timeline/intervals.hpp>

namespace ridgeline {

/// How much of the time is covered by a set of intervals, in their unit. Each question takes a search among them.
class covered_time {
 public:
  explicit covered_time(std::vector<basic_interval<std::int64_t>> parts) : parts_(union_of(std::move(parts))) {
    before_.push_back(0);
    for (const basic_interval<std::int64_t>& p : parts_) before_.push_back(before_.back() + (p.last - p.first));
  }
  /// What is covered before `time`.
  std::int64_t until(std::int64_t time) const {
    const auto at = std::upper_bound(parts_.begin(), parts_.end(), time,
                                     [](std::int64_t t, const basic_interval<std::int64_t>& p) { return t < p.first; });
    const auto i = static_cast<std::size_t>(at - parts_.begin());
    return i == 0 ? 0 : before_[i - 1] + std::min(time, parts_[i - 1].last) - parts_[i - 1].first;
  }
  /// What is covered of the time between two moments.
  std::int64_t in(std::int64_t from, std::int64_t to) const { return until(to) - until(from); }

 private:
  basic_interval_set<std::int64_t> parts_;
  std::vector<std::int64_t> before_;  // total length before each part
};

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_COVERED_TIME_HPP
