#ifndef RIDGELINE_GPU_GPU_TIMELINE_HPP
#define RIDGELINE_GPU_GPU_TIMELINE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ridgeline {

/// The parts of a GPU timeline. Communication is exposed while nothing is computed, copies while nothing is computed or
/// communicated; micro idle is the total of the short gaps.
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

/// How the time of some GPU work is divided, with all streams and devices on a single timeline. Times are microseconds:
/// differences of the trace's own timestamps, printed as such (see `torch_event`).
struct gpu_timeline {
  std::array<double, 10> microseconds{};
  bool split_idle = false;  ///< show micro and macro idle instead of idle
  bool empty = true;        ///< there is no GPU work

  double operator[](gpu_time t) const { return microseconds[static_cast<std::size_t>(t)]; }
  double& operator[](gpu_time t) { return microseconds[static_cast<std::size_t>(t)]; }
  /// Percentage of the total; 0 if the total is 0.
  double percent(gpu_time t) const {
    const double total = (*this)[gpu_time::total];
    return total == 0 ? 0 : (*this)[t] / total * 100;
  }
  /// The parts to display, in the order of the sheet.
  std::vector<gpu_time> rows() const;
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_GPU_TIMELINE_HPP
