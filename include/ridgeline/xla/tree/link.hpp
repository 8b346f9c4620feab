#ifndef RIDGELINE_XLA_TREE_LINK_HPP
#define RIDGELINE_XLA_TREE_LINK_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/xla/record/event.hpp>

namespace ridgeline {

/// An event of a GPU's stream, and the host event that launched it; an op of a TPU's line or of a thread of the host.
/// Its number in the list is its UID.
struct xla_device_event {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t line = missing<std::uint32_t>;
  std::uint32_t launch = missing<std::uint32_t>;  ///< none: the file holds no launch of its number
};

/// Whether a line holds work of the trace's device: streams of GPUs, ops of TPUs, threads of the host where ops ran
/// there. Other lines of a device repeat the work by step, module or name.
inline bool is_work_line(const xla_trace& trace, const xla_line& line) {
  switch (trace.device) {
    case xla_device::gpu: return line.kind == xla_line_kind::stream;
    case xla_device::tpu: return line.kind == xla_line_kind::ops || line.kind == xla_line_kind::async_ops;
    case xla_device::cpu: return trace.plane(line).kind == xla_plane_kind::host;
    case xla_device::none: break;
  }
  return false;
}
/// Whether the ops of a work line are within each other: a loop and what it runs.
inline bool nests(const xla_trace& trace, const xla_line& line) {
  return trace.device == xla_device::cpu || line.kind == xla_line_kind::ops;
}

/// The work of the trace's device by plane, line and start, each with its launch: the host event of the same
/// correlation number, the first where there are several. Ops of TPUs and of the host have none.
std::vector<xla_device_event> link_launches(const xla_trace& trace, xla_problems& problems);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_LINK_HPP
