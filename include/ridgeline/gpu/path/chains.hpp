#ifndef RIDGELINE_GPU_PATH_CHAINS_HPP
#define RIDGELINE_GPU_PATH_CHAINS_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/gpu/path/activity.hpp>

namespace ridgeline {

/// The analysed part of a trace, in ns. Without annotations, the whole trace.
struct path_window {
  std::int64_t begin = 0, end = 0;
  std::uint32_t first = missing<std::uint32_t>, last = missing<std::uint32_t>;  ///< indexes of the annotations
  bool whole() const { return !known(first); }
};

/// A point in time on a thread: the begin or end of an event, or (without an event) of the window.
struct chain_node {
  std::int64_t at = 0;
  std::uint32_t event = missing<std::uint32_t>;   ///< host event
  std::uint32_t inside = missing<std::uint32_t>;  ///< the innermost event that the time before this node belongs to
  std::uint32_t waker = missing<std::uint32_t>;   ///< the node of another thread that this one waited for
  bool is_end = false;
  bool outermost = false;                         ///< its event is not nested in another one of the chain
};

/// The threads in a window as chains of nodes in calling order: thread t has the nodes from `first[t]` up to, but not
/// including, `first[t + 1]`, starting with the window's begin. Events are nested: one that extends beyond its parent
/// is cut at the parent's end, and all are cut at the window's end.
struct host_chains {
  std::vector<chain_node> nodes;
  std::vector<std::uint32_t> first;
  std::vector<bool> loads;                          ///< by host event: it, or an event around it, loads data
  std::vector<std::uint32_t> begin_of, end_of;      ///< by host event: its nodes; missing outside the window
  std::uint32_t main = missing<std::uint32_t>;      ///< the annotation's thread, or the one with most events

  bool is_first(std::uint32_t node) const { return !known(nodes[node].event) && !nodes[node].is_end; }
};

/// From the first begin to the last end of host and GPU activity, ignoring annotations.
path_window whole_window(const path_activity& activity);

/// `loads_data` states for each host event whether its name means data loading; annotations are included only then.
host_chains chains_of(const path_activity& activity, const path_window& window, const std::vector<bool>& loads_data);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_CHAINS_HPP
