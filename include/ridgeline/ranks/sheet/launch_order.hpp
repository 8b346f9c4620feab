#ifndef RIDGELINE_RANKS_SHEET_LAUNCH_ORDER_HPP
#define RIDGELINE_RANKS_SHEET_LAUNCH_ORDER_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/rank_facts.hpp>
#include <ridgeline/timeline/intervals.hpp>

/// How long a GPU had worked, by launch, and the times of a time line. Internal: included by body files only.
namespace ridgeline::ranks_detail {

/// As in `rank_facts`.
inline std::array<double, 8> times_of(const gpu_timeline& line) {
  std::array<double, 8> times{};
  std::size_t n = 0;
  for (const gpu_time t : line.rows()) times[n++] = line[t];
  return times;
}

/// A kernel and when the host launched it; its own start if that is unknown.
struct launched_span {
  std::int64_t launch = 0;
  basic_interval<std::int64_t> span{};
};

/// The total time of what was launched before something else. A moment at which several kernels were active counts for
/// the one that started first.
class launch_order {
 public:
  explicit launch_order(std::vector<launched_span> work) {
    work = std::move(work) | sort_by([](const launched_span& w) { return w.span.first; });
    std::int64_t busy_until = INT64_MIN;
    for (launched_span& w : work) {
      const std::int64_t last = w.span.last;
      entries_.push_back({w.launch, w.span.first, last > busy_until ? last - std::max(w.span.first, busy_until) : 0,
                          last});
      busy_until = std::max(busy_until, last);
    }
    entries_ = std::move(entries_) | sort_by(&entry::launch, &entry::begin);
    for (std::size_t i = 1; i < entries_.size(); ++i) {
      entries_[i].worked += entries_[i - 1].worked;
      entries_[i].done = std::max(entries_[i].done, entries_[i - 1].done);
    }
  }
  launched_work before(const launched_span& what) const {
    const auto after = std::lower_bound(
        entries_.begin(), entries_.end(), std::pair(what.launch, what.span.first),
        [](const entry& e, const auto& key) { return std::pair(e.launch, e.begin) < key; });
    if (after == entries_.begin()) return {what.launch};
    return {what.launch, (after - 1)->worked, (after - 1)->done};
  }

 private:
  struct entry {
    std::int64_t launch, begin, worked, done;  // the last two: of all until here
  };
  std::vector<entry> entries_;
};

/// What was launched before each of a rank's collectives and ends of steps. Nothing is known of it unless all of them
/// say when they were launched.
inline void order_by_launch(std::vector<launched_span> work, rank_facts& rank) {
  const auto is_launched = [](const auto& x) { return known(x.launched.at); };
  if (!std::all_of(rank.collectives.begin(), rank.collectives.end(), is_launched) ||
      !std::all_of(rank.steps.begin(), rank.steps.end(), is_launched)) {
    for (collective_use& u : rank.collectives) u.launched = {};
    for (rank_step& s : rank.steps) s.launched = {};
    return;
  }
  const launch_order order(std::move(work));
  for (collective_use& u : rank.collectives) u.launched = order.before({u.launched.at, {u.begin, u.finish()}});
  for (rank_step& s : rank.steps) s.launched = order.before({s.launched.at, {s.last, s.last}});
}

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_SHEET_LAUNCH_ORDER_HPP
