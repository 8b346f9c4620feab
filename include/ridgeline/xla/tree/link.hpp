#ifndef RIDGELINE_XLA_TREE_LINK_HPP
#define RIDGELINE_XLA_TREE_LINK_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/xla/record/event.hpp>
#include <ridgeline/xla/record/faults.hpp>

namespace ridgeline {

/// An event of a GPU stream with the host event that launched it, or an op of a TPU line or host thread. Its number
/// in the list is its UID.
struct xla_device_event {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t line = missing<std::uint32_t>;
  std::uint32_t launch = missing<std::uint32_t>;  ///< missing: the file has no launch with its number
};

/// Whether a line contains work of the trace's device: GPU streams, TPU ops, or host threads if ops ran there. Other
/// lines of a device repeat the work by step, module or name.
inline bool is_work_line(const xla_trace& trace, const xla_line& line) {
  switch (trace.device) {
    case xla_device::gpu: return line.kind == xla_line_kind::stream;
    case xla_device::tpu: return line.kind == xla_line_kind::ops || line.kind == xla_line_kind::async_ops;
    case xla_device::cpu: return trace.plane(line).kind == xla_plane_kind::host;
    case xla_device::none: break;
  }
  return false;
}
/// Whether the ops of a work line are nested, such as a loop and the ops it runs.
inline bool nests(const xla_trace& trace, const xla_line& line) {
  return trace.device == xla_device::cpu || line.kind == xla_line_kind::ops;
}

/// The work of the trace's device by plane, line and start, each with its launch: the host event with the same
/// correlation number, or the first of several (with the fault, the last). Ops of TPUs and of the host have no launch.
std::vector<xla_device_event> link_launches(const xla_trace& trace, xla_problems& problems,
                                            const xla_faults& faults = {});

/// Removes GPU work that an earlier one equals in stream, name, start, duration and correlation, and counts it.
void leave_out_repeated_work(const xla_trace& trace, std::vector<xla_device_event>& work, xla_problems& problems);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_LINK_HPP
