#ifndef RIDGELINE_TT_DEVICE_DISPATCH_TIMES_HPP
#define RIDGELINE_TT_DEVICE_DISPATCH_TIMES_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/tt/device/lines.hpp>

namespace ridgeline {

/// The work of a device's dispatch cores for one op.
struct tt_dispatch_time {
  std::uint16_t device = 0;    ///< position in the log's devices
  std::int64_t op = 0;         ///< the host's id
  std::int64_t commands = -1;  ///< cycles from the first to the last marker of its commands
  std::int64_t go_wait = -1;   ///< cycles of the zone that sent its go signal
};

/// The first dispatch of each op, by device and id. Command queue zones belong to the op named last, until the zone
/// that notifies the subordinate ends; the subordinate's go signals follow in the order of the ops. With
/// `from_first_marker`, a device's first go signal is timed from the device's first marker.
std::vector<tt_dispatch_time> dispatch_times_of(const tt_lines& lines, bool from_first_marker = false);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_DISPATCH_TIMES_HPP
