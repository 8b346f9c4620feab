#ifndef RIDGELINE_XLA_TREE_OWN_TIME_BODY_HPP
#define RIDGELINE_XLA_TREE_OWN_TIME_BODY_HPP

/// Assigning the moments of a line to ops. Include via `impl.hpp`.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/xla/tree/own_time.hpp>

namespace ridgeline {

namespace xla_detail {

/// Traverses the ops of one line.
class line_walk {
 public:
  struct op {
    std::uint32_t uid = 0;
    std::int64_t start = 0, end = 0;
  };
  struct part {
    std::uint32_t uid = 0;
    xla_own_time::stretch time{};
  };
  line_walk(std::vector<part>& to, std::vector<bool>& holds) : to_(to), holds_(holds) {}

  /// Ops of one line by start; of those that start together, the longest first.
  void walk(const std::vector<op>& ops) {
    for (const op& o : ops) {
      settle(o.start);
      if (!open_.empty()) {
        give(open_.back().uid, o.start);
        if (o.end > o.start && o.end <= open_.back().end) holds_[open_.back().uid] = true;
      }
      at_ = std::max(at_, o.start);
      if (o.end == o.start) to_.push_back({o.uid, {o.start, o.end}});  // it has no duration but keeps its position
      open_.push_back(o);
    }
    settle(std::numeric_limits<std::int64_t>::max());
  }

 private:
  /// Closes the ops that have ended by then.
  void settle(std::int64_t until) {
    while (!open_.empty() && open_.back().end <= until) {
      give(open_.back().uid, open_.back().end);
      open_.pop_back();
    }
  }
  void give(std::uint32_t uid, std::int64_t until) {
    if (until <= at_) return;
    to_.push_back({uid, {at_, until}});
    at_ = until;
  }

  std::vector<part>& to_;
  std::vector<bool>& holds_;
  std::vector<op> open_{};
  std::int64_t at_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace xla_detail

xla_own_time::xla_own_time(const xla_trace& trace, const std::vector<xla_device_event>& events) {
  if (trace.device != xla_device::tpu && trace.device != xla_device::cpu) return;
  nested_.assign(events.size(), false);
  holds_.assign(events.size(), false);
  std::vector<xla_detail::line_walk::part> parts;
  std::vector<xla_detail::line_walk::op> ops;
  for (std::uint32_t uid = 0; uid < events.size();) {
    const std::uint32_t line = events[uid].line;
    ops.clear();
    for (; uid < events.size() && events[uid].line == line; ++uid) {
      if (!nests(trace, trace.lines[line])) continue;
      const xla_event& e = trace.events[events[uid].event];
      ops.push_back({uid, e.start_ps, e.start_ps + e.duration_ps});
      nested_[uid] = true;
    }
    merge_sorted_runs(ops, [](const auto& a, const auto& b) {
      return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    xla_detail::line_walk(parts, holds_).walk(ops);
  }
  first_.assign(events.size() + 1, 0);
  for (const auto& p : parts) ++first_[p.uid + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  stretches_.resize(parts.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const auto& p : parts) stretches_[next[p.uid]++] = p.time;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_OWN_TIME_BODY_HPP
