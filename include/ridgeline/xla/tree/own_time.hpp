#ifndef RIDGELINE_XLA_TREE_OWN_TIME_HPP
#define RIDGELINE_XLA_TREE_OWN_TIME_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/xla/tree/link.hpp>

namespace ridgeline {

/// The own (self) time of each op of a trace, without nested ops. GPU streams have no nested ops, so an event's own
/// time is its whole time. At each moment of a line, the time belongs to the op that began last, so that own times
/// of a line never overlap and add up to the time in which anything ran. An op of the host that runs on after its
/// thread has dispatched it has that time as well, beside whatever its thread does; of a loop, a branch or a call it is
/// the time of the ops that it runs.
class xla_own_time {
 public:
  /// A stretch of own time, in picoseconds of the trace.
  struct stretch {
    std::int64_t start = 0, end = 0;
  };

  xla_own_time() = default;
  /// `events` is the result of `link_launches`.
  xla_own_time(const xla_trace& trace, const std::vector<xla_device_event>& events);

  /// Calls `use(stretch)` for the stretches of an event, in order. An event without length has one empty stretch; an
  /// event completely covered by others has none.
  template <class Use>
  void each(std::uint32_t uid, const xla_event& e, Use use) const {
    if (!has(uid)) return use(stretch{e.start_ps, e.start_ps + e.duration_ps});
    for (std::uint32_t i = first_[uid]; i < first_[uid + 1]; ++i) use(stretches_[i]);
  }
  /// The sum of the event's stretches, in picoseconds.
  std::int64_t of(std::uint32_t uid, const xla_event& e) const {
    std::int64_t sum = 0;
    each(uid, e, [&](const stretch& s) { sum += s.end - s.start; });
    return sum;
  }
  /// Whether others ran inside it: a loop, a branch, a call.
  bool holds_others(std::uint32_t uid) const { return uid < holds_.size() && holds_[uid]; }

 private:
  bool has(std::uint32_t uid) const { return uid < nested_.size() && nested_[uid]; }

  std::vector<bool> nested_, holds_;       // by uid; empty if nothing is nested
  std::vector<std::uint32_t> first_;       // by uid, plus an end entry
  std::vector<stretch> stretches_;         // by uid
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_OWN_TIME_HPP
