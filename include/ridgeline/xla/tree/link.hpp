#ifndef RIDGELINE_XLA_TREE_LINK_HPP
#define RIDGELINE_XLA_TREE_LINK_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/xla/record/event.hpp>

namespace ridgeline {

/// An event of a GPU's stream, and the host event that launched it. Its number in the list is its UID.
struct xla_device_event {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t line = missing<std::uint32_t>;
  std::uint32_t launch = missing<std::uint32_t>;  ///< none: the file holds no launch of its number
};

/// Whether a line of a GPU plane is a stream; other lines there repeat streams by step, module or name.
inline bool is_stream(const xla_trace& trace, const xla_line& line) {
  return trace.plane(line).kind == xla_plane_kind::gpu && trace.text(line.label).starts_with("Stream #");
}

/// The events of all streams by plane, line and start, each with its launch: the host event of the same correlation
/// number, the first where there are several.
std::vector<xla_device_event> link_launches(const xla_trace& trace, xla_problems& problems);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_LINK_HPP
