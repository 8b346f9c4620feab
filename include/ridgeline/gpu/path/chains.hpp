#ifndef RIDGELINE_GPU_PATH_CHAINS_HPP
#define RIDGELINE_GPU_PATH_CHAINS_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/gpu/path/activity.hpp>

namespace ridgeline {

/// The stretch of a trace that is looked at, in ns. Without annotations it is the whole trace.
struct path_window {
  std::int64_t begin = 0, end = 0;
  std::uint32_t first = missing<std::uint32_t>, last = missing<std::uint32_t>;  ///< the annotations, host events
  bool whole() const { return !known(first); }
};

/// A moment of a thread: an event begins or ends there, or (without an event) the window does.
struct chain_node {
  std::int64_t at = 0;
  std::uint32_t event = missing<std::uint32_t>;   ///< host event
  std::uint32_t inside = missing<std::uint32_t>;  ///< the innermost event that the time before this node belongs to
  std::uint32_t waker = missing<std::uint32_t>;   ///< the node of another thread that this one waited for
  bool is_end = false;
  bool outermost = false;                         ///< no event of the chain is around its event
};

/// The threads in a window as chains of moments, in the order of calling: thread t has the nodes `first[t]` up to
/// `first[t + 1]`, of which the first is the window's begin. Events are nested; one that reaches out of the one around
/// it is cut there, and all are cut at the window's end.
struct host_chains {
  std::vector<chain_node> nodes;
  std::vector<std::uint32_t> first;
  std::vector<bool> loads;                          ///< by host event: it, or one around it, loads data
  std::vector<std::uint32_t> begin_of, end_of;      ///< by host event: its nodes, missing outside the window
  std::uint32_t main = missing<std::uint32_t>;      ///< the thread of the annotation, or the one with most events

  bool is_first(std::uint32_t node) const { return !known(nodes[node].event) && !nodes[node].is_end; }
};

/// From the first begin to the last end of what the host and the GPUs did, annotations left out.
path_window whole_window(const path_activity& activity);

/// `loads_data` says of each host event whether its name means data loading; annotations take part only then.
host_chains chains_of(const path_activity& activity, const path_window& window, const std::vector<bool>& loads_data);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_CHAINS_HPP
