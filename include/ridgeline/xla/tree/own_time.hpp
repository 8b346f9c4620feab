#ifndef RIDGELINE_XLA_TREE_OWN_TIME_HPP
#define RIDGELINE_XLA_TREE_OWN_TIME_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/xla/tree/link.hpp>

namespace ridgeline {

/// When the ops of a trace ran themselves: without the ops inside of them. Streams of GPUs hold no op inside another,
/// and there each event's own time is all of it. At each moment of a line the op that began last has the time, so that
/// own times of a line never overlap and add up to the time in which anything ran.
class xla_own_time {
 public:
  /// A stretch of own time, in picoseconds of the trace.
  struct stretch {
    std::int64_t start = 0, end = 0;
  };

  xla_own_time() = default;
  /// `events` as `link_launches` gives them.
  xla_own_time(const xla_trace& trace, const std::vector<xla_device_event>& events);

  /// Calls `use(stretch)` for the stretches of an event, in order. An event without length has an empty one,
  /// one whose time is all that of others none.
  template <class Use>
  void each(std::uint32_t uid, const xla_event& e, Use use) const {
    if (!has(uid)) return use(stretch{e.start_ps, e.start_ps + e.duration_ps});
    for (std::uint32_t i = first_[uid]; i < first_[uid + 1]; ++i) use(stretches_[i]);
  }
  /// The sum of them.
  std::int64_t of(std::uint32_t uid, const xla_event& e) const {
    std::int64_t sum = 0;
    each(uid, e, [&](const stretch& s) { sum += s.end - s.start; });
    return sum;
  }
  /// Whether others ran inside of it: a loop, a branch, a call.
  bool holds_others(std::uint32_t uid) const { return uid < holds_.size() && holds_[uid]; }

 private:
  bool has(std::uint32_t uid) const { return uid < nested_.size() && nested_[uid]; }

  std::vector<bool> nested_, holds_;       // by uid; empty where nothing nests
  std::vector<std::uint32_t> first_;       // by uid, and one more
  std::vector<stretch> stretches_;         // by uid
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_OWN_TIME_HPP
