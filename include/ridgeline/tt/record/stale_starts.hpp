#ifndef RIDGELINE_TT_RECORD_STALE_STARTS_HPP
#define RIDGELINE_TT_RECORD_STALE_STARTS_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <ridgeline/core/units.hpp>

namespace ridgeline::tt_detail {

/// Goes through ops in the order they ran. The gap of an op is measured from the end of the one before it on its
/// device; if that one has a stale start, the gap means nothing.
class stale_starts {
 public:
  /// Whether the op before this one on its device has a stale start. To be asked once for each op.
  bool behind(std::int64_t device, bool stale) {
    const bool is_behind = devices_.erase(device) != 0;
    if (stale) devices_.insert(device);
    return is_behind;
  }

 private:
  std::set<std::int64_t> devices_{};  ///< those whose last op has a stale start
};

/// When a run was on its device, in cycles of the device's counter; -1: unknown.
struct device_span {
  std::int64_t device = 0, start = -1, end = -1;
  double second = missing<double>;  ///< in cycles
};

/// The positions of the runs whose start is from an earlier run; `runs` are listed as they were dispatched. Ends are
/// true: if a run that was dispatched before it ended first, but more than a second after its start, that is not its
/// start. Nor is it that of a run that started less than a second before such a start, and ended more than a second
/// after it: that is how the first run of a file shows. Runs on sub-devices may overlap, but one that others run beside
/// is dispatched before them.
inline std::vector<std::size_t> with_stale_starts(const std::vector<device_span>& runs) {
  const auto cycles = [](std::int64_t from, std::int64_t to) { return static_cast<double>(to - from); };
  std::vector<std::size_t> found, rest;  // rest: others that take more than a second
  const auto is_long = [&](const device_span& r) { return r.start >= 0 && cycles(r.start, r.end) > r.second; };
  bool any = false;
  for (const device_span& r : runs) any = any || is_long(r);
  if (!any) return found;
  std::map<std::int64_t, std::set<std::int64_t>> ends, starts;  // by device; starts: those from earlier runs
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const device_span& r = runs[i];
    if (r.start < 0 || r.end < r.start) continue;
    std::set<std::int64_t>& before = ends[r.device];
    auto at = before.upper_bound(r.end);
    if (is_long(r)) {
      const bool stale = at != before.begin() && cycles(r.start, *--at) > r.second;
      (stale ? found : rest).push_back(i);
      if (stale) starts[r.device].insert(r.start);
    }
    before.insert(r.end);
  }
  for (const std::size_t i : rest) {
    const device_span& r = runs[i];
    const auto next = starts[r.device].lower_bound(r.start);
    if (next != starts[r.device].end() && cycles(r.start, *next) <= r.second && cycles(*next, r.end) > r.second)
      found.push_back(i);
  }
  return found;
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_RECORD_STALE_STARTS_HPP
