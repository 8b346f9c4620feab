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

/// The tasks that a call of the window waits for, as the window cuts it.
struct awaited_call {
  std::uint32_t last = missing<std::uint32_t>;     ///< the last of its tasks
  bool waited = false;
};

/// Everything that happened in a window as moments that wait for each other: the begins and ends of what the threads
/// ran and of GPU tasks. The activity, the waits and the chains must outlive it.
struct run_graph {
  const path_activity* activity = nullptr;
  const gpu_waits* waits = nullptr;
  const host_chains* chains = nullptr;
  path_window window{};
  dependency_graph graph{};                        ///< nodes: those of the chains, then those of tasks
  std::vector<delay_facts> delays;                 ///< by edge
  std::vector<std::uint32_t> begin_node;           ///< by task: its begin; missing outside; its end is the next one
  std::vector<bool> in_window;                     ///< by task: given away in the window
  std::vector<awaited_call> awaited;               ///< by `gpu_waits::calls`
  std::vector<std::uint32_t> goals;                ///< the step ends with the last of these nodes
  std::int64_t end = 0;                            ///< when that was, ns

  /// From the window's begin to the end of what it gave away.
  std::int64_t step() const { return end - window.begin; }
  bool empty() const { return goals.empty(); }
};

/// n log n in events. A window without anything gives a graph without goals.
run_graph run_graph_of(const path_activity& activity, const gpu_waits& waits, const host_chains& chains,
                       const path_window& window);

/// One item of a change: what is multiplied, and by what.
struct change_item {
  enum class kind : std::uint8_t {
    kernels, compute, communication, copies, ops, gaps, host, launch, stream_gap, sync, overlap, roof
  };
  kind what = kind::kernels;
  std::string text{};     ///< of kernels, ops and roofs (of ops): what their names contain
  double factor = 1;
};

/// What is to be changed: items multiply where they fit the same delay.
struct run_change {
  std::vector<change_item> items;
  bool replay = false;    ///< the machine's constants in place of what was measured

  /// Whether it asks for ops at their roof, which `gpu_task::roof` must say.
  bool asks_for_roofs() const;
};

/// `ITEM[;ITEM...]` with items `KIND[:TEXT]*F`, `roof[:TEXT]` and `overlap`. A failure says what is not understood.
expected<run_change> read_change(std::string_view text);

/// How long the window takes with a change, in ns: the graph is gone through again with the changed delays. With
/// nothing changed it is the measured step. Linear in events, and in items.
double simulate(const run_graph& graph, const run_change& change);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_GRAPH_HPP
