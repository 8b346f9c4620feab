#ifndef RIDGELINE_TT_DEVICE_OP_DEVICE_HPP
#define RIDGELINE_TT_DEVICE_OP_DEVICE_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/core/real.hpp>
#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline {

/// From the first start to the last end, in cycles.
struct tt_span {
  std::int64_t start = INT64_MAX, end = -1;

  bool known() const { return end >= start; }
  double cycles() const { return known() ? static_cast<double>(end - start) : missing<double>; }
  void begins(std::int64_t at) { start = core_detail::lesser(start, at); }
  void ends(std::int64_t at) { end = core_detail::greater(end, at); }
};

/// The work of one device for one op, from the device log of that op's call.
struct tt_op_device {
  std::int32_t device = 0;
  std::size_t cores = 0;                       ///< number of distinct cores
  tt_span all{}, fw{}, kernel{};               ///< span of all markers; of firmware; of kernels
  tt_by_risc<tt_span> kernels{};               ///< by `tt_risc`
  double wait_front = missing<double>, reserve_back = missing<double>;  ///< mean of the recorded durations, in cycles
};

/// The work of each device in a log, in order of appearance.
std::vector<tt_op_device> op_devices_of(const tt_device_log& log);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_OP_DEVICE_HPP
