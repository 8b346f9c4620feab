#ifndef RIDGELINE_GPU_PATH_GRAPH_HPP
#define RIDGELINE_GPU_PATH_GRAPH_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/gpu/path/activity.hpp>
#include <ridgeline/gpu/path/chains.hpp>
#include <ridgeline/gpu/path/delay.hpp>
#include <ridgeline/gpu/path/waits.hpp>
#include <ridgeline/timeline/dependency_graph.hpp>

namespace ridgeline {

/// The tasks a call in the window waits for, limited to the window.
struct awaited_call {
  std::uint32_t last = missing<std::uint32_t>;     ///< the last of its tasks to end
  bool waited = false;
};

/// Everything that happened in a window as points in time that wait for each other: the begins and ends of what threads
/// ran and of GPU tasks. The activity, waits and chains must outlive it.
struct run_graph {
  const path_activity* activity = nullptr;
  const gpu_waits* waits = nullptr;
  const host_chains* chains = nullptr;
  path_window window{};
  dependency_graph graph{};                        ///< nodes: those of the chains, then those of the tasks
  std::vector<delay_facts> delays;                 ///< by edge
  std::vector<std::uint32_t> begin_node;           ///< by task: its begin, missing outside; its end is the next node
  std::vector<bool> in_window;                     ///< by task: submitted within the window
  std::vector<awaited_call> awaited;               ///< parallel to `gpu_waits::calls`
  std::vector<std::uint32_t> goals;                ///< the step ends with the last of these nodes to occur
  std::int64_t end = 0;                            ///< when that was, ns

  /// From the window's begin to the end of the work it submitted.
  std::int64_t step() const { return end - window.begin; }
  bool empty() const { return goals.empty(); }
};

/// Takes n log n time in the number of events. An empty window gives a graph without goals.
run_graph run_graph_of(const path_activity& activity, const gpu_waits& waits, const host_chains& chains,
                       const path_window& window);

/// One item of a change: what to multiply, and by what factor.
struct change_item {
  enum class kind : std::uint8_t {
    kernels, compute, communication, copies, ops, gaps, host, launch, stream_gap, sync, overlap, roof
  };
  kind what = kind::kernels;
  std::string text{};     ///< for kernels, ops and the ops of roofs: text their names must contain
  double factor = 1;
};

/// A hypothetical change; if several items apply to a delay, their factors are multiplied.
struct run_change {
  std::vector<change_item> items;
  bool replay = false;    ///< use the machine's constants instead of measured delays

  /// Whether it asks for ops at their roof, which requires `gpu_task::roof`.
  bool asks_for_roofs() const;
};

/// Parses `ITEM[;ITEM...]`, where an item is `KIND[:TEXT]*F`, `roof[:TEXT]` or `overlap`. Fails with a message that
/// names what was not understood.
expected<run_change> read_change(std::string_view text);

/// How long the window would take with a change, in ns, found by traversing the graph with the changed delays. Without
/// changes it equals the measured step; missing for a graph without goals. Takes linear time in the number of events
/// and of items.
double simulate(const run_graph& graph, const run_change& change);

/// The word of a kind in a change: "kernels", "stream_gap".
std::string_view name_of(change_item::kind what);

/// The first item of a change that applies to nothing in the window, so that it changes nothing; null if there is none.
/// Its text is in no name there, or the window has nothing of its kind: for `roof`, no work with a roof.
const change_item* without_effect(const run_graph& graph, const run_change& change);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_GRAPH_HPP
