#ifndef RIDGELINE_GPU_GPU_TIMELINE_HPP
#define RIDGELINE_GPU_GPU_TIMELINE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

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
  std::vector<gpu_time> rows() const;
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_GPU_TIMELINE_HPP
