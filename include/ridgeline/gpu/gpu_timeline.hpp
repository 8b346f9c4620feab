#ifndef RIDGELINE_GPU_GPU_TIMELINE_HPP
#define RIDGELINE_GPU_GPU_TIMELINE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/work.hpp>
#include <ridgeline/timeline/intervals.hpp>

namespace ridgeline {

/// The parts that a GPU timeline is divided into. Communication counts as exposed while nothing is computed, copies
/// while nothing is computed or communicated; micro idle is the sum of the short gaps.
enum class gpu_time : std::uint8_t {
  computation, exposed_communication, exposed_copy, busy, idle, micro_idle, macro_idle, total, communication, copy
};

/// The row names of the `gpu_timeline` sheet.
constexpr std::string_view name_of(gpu_time t) {
  constexpr std::array<std::string_view, 10> names{
      "computation_time", "exposed_comm_time", "exposed_memcpy_time", "busy_time", "idle_time", "micro_idle_time",
      "macro_idle_time", "total_time", "total_comm_time", "total_memcpy_time"};
  return names[static_cast<std::size_t>(t)];
}

/// How long GPU work of one list took, all its streams and devices on one time line. Times are microseconds: they are
/// differences of the trace's own stamps and are printed as such (see `torch_event`).
struct gpu_timeline {
  std::array<double, 10> microseconds{};
  bool split_idle = false;  ///< idle time is shown as its micro and macro part
  bool empty = true;        ///< there was no GPU work

  double operator[](gpu_time t) const { return microseconds[static_cast<std::size_t>(t)]; }
  double& operator[](gpu_time t) { return microseconds[static_cast<std::size_t>(t)]; }
  /// Of the total, in percent; 0 when the total is.
  double percent(gpu_time t) const {
    const double total = (*this)[gpu_time::total];
    return total == 0 ? 0 : (*this)[t] / total * 100;
  }
  /// The parts to show, in the order of the sheet.
  std::vector<gpu_time> rows() const {
    std::vector<gpu_time> shown{gpu_time::computation, gpu_time::exposed_communication, gpu_time::exposed_copy,
                                gpu_time::busy};
    if (split_idle) shown.insert(shown.end(), {gpu_time::micro_idle, gpu_time::macro_idle});
    else shown.push_back(gpu_time::idle);
    shown.insert(shown.end(), {gpu_time::total, gpu_time::communication, gpu_time::copy});
    return shown;
  }
};

/// Spans of GPU work by what they spend their time on, in whatever unit of time their maker counts.
struct gpu_spans {
  std::array<std::vector<interval>, 3> lanes{};

  void add(gpu_lane lane, interval span) { lanes[static_cast<std::size_t>(lane)].push_back(span); }
};

/// The time line of some GPU work. `microseconds` makes microseconds of a difference of two times of the spans; gaps
/// shorter than `micro_idle_below` microseconds are micro idle time.
template <class Microseconds>
gpu_timeline gpu_timeline_of(gpu_spans spans, Microseconds microseconds, std::optional<double> micro_idle_below = {}) {
  std::vector<interval> all_parts;
  for (const std::vector<interval>& lane : spans.lanes) all_parts.insert(all_parts.end(), lane.begin(), lane.end());
  gpu_timeline t;
  t.empty = all_parts.empty();
  t.split_idle = micro_idle_below.has_value();
  if (t.empty) return t;
  const auto lane = [&](gpu_lane l) { return union_of(std::move(spans.lanes[static_cast<std::size_t>(l)])); };
  const interval_set compute = lane(gpu_lane::compute);
  const interval_set communication = lane(gpu_lane::communication);
  const interval_set copies = lane(gpu_lane::copy);
  const interval_set all = union_of(std::move(all_parts));
  t[gpu_time::computation] = microseconds(length_of(compute));
  t[gpu_time::exposed_communication] = microseconds(length_of(difference_of(communication, compute)));
  t[gpu_time::exposed_copy] = microseconds(length_of(difference_of(difference_of(copies, compute), communication)));
  t[gpu_time::busy] = microseconds(length_of(all));
  t[gpu_time::total] = microseconds(extent_of(all));
  t[gpu_time::idle] = microseconds(extent_of(all) - length_of(all));
  t[gpu_time::communication] = microseconds(length_of(communication));
  t[gpu_time::copy] = microseconds(length_of(copies));
  double micro = 0, macro = 0;
  for (const interval& gap : gaps_of(all)) {
    const double length = gap.last - gap.first;
    (micro_idle_below && microseconds(length) < *micro_idle_below ? micro : macro) += length;
  }
  t[gpu_time::micro_idle] = microseconds(micro);
  t[gpu_time::macro_idle] = microseconds(macro);
  return t;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_GPU_TIMELINE_HPP
