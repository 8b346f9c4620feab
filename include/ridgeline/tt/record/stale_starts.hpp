#ifndef RIDGELINE_TT_RECORD_STALE_STARTS_HPP
#define RIDGELINE_TT_RECORD_STALE_STARTS_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/record/sub_device.hpp>

/// Which runs of ops have a start that an earlier run recorded, as at the beginning of a replay. The times of an op
/// alone may tell it (`has_stale_start`); here is how other runs tell it, by cycles or by gaps, and what follows for
/// the gaps behind.
namespace ridgeline::tt_detail {

/// Goes through ops in the order they ran. The gap of an op is measured from the end of the one before it on its
/// device; if that one has a stale start, the gap means nothing.
class stale_starts {
 public:
  /// Whether the op before this one on its device has a stale start. Call it once for each op, in order.
  bool after(std::int64_t device, bool stale) {
    const bool is_past = devices_.erase(device) != 0;
    if (stale) devices_.insert(device);
    return is_past;
  }

 private:
  std::set<std::int64_t> devices_{};  ///< those whose last op has a stale start
};

/// When a run was on its device, in cycles of the device's counter; -1: unknown.
struct device_span {
  std::size_t at = 0;  ///< position of the run in a list of the caller's
  std::int64_t device = 0, start = -1, end = -1;
  double limit = missing<double>;  ///< `tt_stale_after` in cycles

  /// Of a run whose firmware took that long.
  static device_span of(std::size_t at, std::int64_t device, std::int64_t start, std::int64_t end,
                        time_quantity took) {
    return {at, device, start, end, static_cast<double>(end - start) * (tt_stale_after / took)};
  }
};

/// The positions (`at`) of the runs whose start is from an earlier run; `runs` are listed as they were dispatched. Ends
/// are true: if a run that was dispatched before it ended first, but more than a second after its start, that is not
/// its start. Nor is it that of a run that started less than a second before such a start, and ended more than a second
/// after it: that is how the first run of a file shows. Runs on sub-devices may overlap, but one that others run beside
/// is dispatched before them.
inline std::vector<std::size_t> with_stale_starts(const std::vector<device_span>& runs) {
  const auto cycles = [](std::int64_t from, std::int64_t to) { return static_cast<double>(to - from); };
  std::vector<std::size_t> found;
  std::vector<device_span> rest;  // others that take longer than that
  const auto is_long = [&](const device_span& r) { return r.start >= 0 && cycles(r.start, r.end) > r.limit; };
  bool any = false;
  for (const device_span& r : runs) any = any || is_long(r);
  if (!any) return found;
  std::map<std::int64_t, std::set<std::int64_t>> ends, starts;  // by device; starts: those from earlier runs
  for (const device_span& r : runs) {
    if (r.start < 0 || r.end < r.start) continue;
    std::set<std::int64_t>& before = ends[r.device];
    auto at = before.upper_bound(r.end);
    if (is_long(r)) {
      const bool stale = at != before.begin() && cycles(r.start, *--at) > r.limit;
      if (stale) found.push_back(r.at), starts[r.device].insert(r.start);
      else rest.push_back(r);
    }
    before.insert(r.end);
  }
  for (const device_span& r : rest) {
    const auto next = starts[r.device].lower_bound(r.start);
    if (next != starts[r.device].end() && cycles(r.start, *next) <= r.limit && cycles(*next, r.end) > r.limit)
      found.push_back(r.at);
  }
  return found;
}

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

  /// Whether the start of this run is from an earlier one. Call it once for each run, in order.
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
    const bool stated = a.cores > 0 && b.cores > 0 && b.available > 0 && a.available == b.available;
    return !stated || a.cores + b.cores <= b.available;
  }

  std::map<std::int64_t, last> last_{};
};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_RECORD_STALE_STARTS_HPP
