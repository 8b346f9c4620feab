#ifndef RIDGELINE_TT_RECORD_IMPOSSIBLE_OVERLAPS_HPP
#define RIDGELINE_TT_RECORD_IMPOSSIBLE_OVERLAPS_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/record/sub_device.hpp>

namespace ridgeline::tt_detail {

/// Goes through the runs of ops in the order of the file. By its gap, an op may have begun before the whole op before
/// it on its device, and ended after it. If both cannot have run beside each other, since together they would need more
/// cores than there are, or are on one sub-device, the recorded start is from an earlier run, as that of the replay
/// before.
class impossible_overlaps {
 public:
  struct run {
    double time = 0, gap = 0;  ///< ns
    std::int64_t cores = -1, available = -1, sub_device = -1;  ///< -1: unknown
    std::string_view attributes{};  ///< which may tell the sub-device, too
  };

  /// Whether the start of this run is from an earlier one. To be asked once for each.
  bool has(std::int64_t device, const run& now) {
    const auto [at, is_first] = last_.try_emplace(device, last{now, 0});
    auto& [before, since] = at->second;
    if (is_first) return false;
    const double start = since + now.gap, end = start + now.time;  // after the end of the one before
    if (before.time > 0 && start <= -before.time && end > 0 && !can_run_beside(before, now)) {
      since = end;
      return true;
    }
    before = now, since = 0;
    return false;
  }

 private:
  struct last {
    run before{};       ///< the last run with a start of its own
    double since = 0;   ///< from its end to that of the last run
  };
  static bool can_run_beside(const run& a, const run& b) {
    const std::int64_t part = sub_device_in(a.sub_device, a.attributes);
    const std::int64_t other = sub_device_in(b.sub_device, b.attributes);
    if (part >= 0 && other >= 0) return part != other;
    const bool told = a.cores > 0 && b.cores > 0 && b.available > 0 && a.available == b.available;
    return !told || a.cores + b.cores <= b.available;
  }

  std::map<std::int64_t, last> last_{};
};

/// Marks the ops of a file from `first` on whose start is from an earlier run, by what they overlap.
inline void mark_impossible_overlaps(std::vector<tt_op>& ops, std::size_t first) {
  impossible_overlaps overlaps;
  for (std::size_t i = first; i < ops.size(); ++i) {
    tt_op& op = ops[i];
    if (op.type != tt_op_type::device || !known(op.time) || !known(op.gap)) continue;
    if (overlaps.has(op.device, {op.time.in(ns), op.gap.in(ns), op.cores, op.available_cores, op.sub_device,
                                 op.attributes}))
      op.stale_start = true;
  }
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_RECORD_IMPOSSIBLE_OVERLAPS_HPP
