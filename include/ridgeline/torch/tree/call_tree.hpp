#ifndef RIDGELINE_TORCH_TREE_CALL_TREE_HPP
#define RIDGELINE_TORCH_TREE_CALL_TREE_HPP

#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/gpu/work.hpp>
#include <ridgeline/torch/record/clock.hpp>
#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

namespace gpu {
class communication_table;
}

struct call_tree_options {
  bool python_frames = false;  ///< put `python_function` events into the tree
  torch_faults faults{};
  const gpu::communication_table* communication = nullptr;  ///< defines communication; null: the built-in table
  unsigned threads = 1;                                     ///< two link GPU work and order calls at the same time
};

/// The nesting of calls on each thread, with GPU work below the launches. The tree refers to the events of its trace
/// by number (UID), so the trace's records must outlive it.
///
/// All nodes are in one list, each before its descendants, so that a subtree is a contiguous range and nothing here
/// is recursive: deep nesting costs nothing. The children of a node are in order of time, followed by its GPU work.
class call_tree {
 public:
  /// Nodes in calling order; a GPU event shared by two launches appears below each.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// The positions of GPU events in `order()`, ascending.
  const std::vector<std::uint32_t>& gpu_positions() const { return gpu_positions_; }
  /// Ops not enclosed by any other op, by start.
  const std::vector<std::uint32_t>& root_ops() const { return root_ops_; }

  /// The event that encloses or launched `event`; `missing<std::uint32_t>` for a root or an event that is not in the
  /// tree.
  std::uint32_t parent_of(std::uint32_t event) const { return nodes_[event].parent; }
  /// The nearest op around `event`, or around its launch; missing if there is none.
  std::uint32_t op_around(std::uint32_t event) const { return ops_around_[event]; }
  bool contains(std::uint32_t event) const { return known(nodes_[event].first); }
  /// The range of `order()` that contains `event` and everything below it; empty if it is not in the tree.
  std::uint32_t first_of(std::uint32_t event) const { return contains(event) ? nodes_[event].first : 0; }
  std::uint32_t last_of(std::uint32_t event) const { return contains(event) ? nodes_[event].last : 0; }

  /// The range of `gpu_positions()` below `event`.
  std::pair<const std::uint32_t*, const std::uint32_t*> gpu_positions_of(std::uint32_t event) const {
    const std::uint32_t* const begin = gpu_positions_.data();
    return {begin + gpu_before_[first_of(event)], begin + gpu_before_[last_of(event)]};
  }
  bool has_gpu_work(std::uint32_t event) const {
    const auto [first, last] = gpu_positions_of(event);
    return first != last;
  }

  /// The kind of work of a GPU event, by its name and the op around its launch.
  gpu_lane lane_of(std::uint32_t event) const { return static_cast<gpu_lane>(lanes_[event] & 3u); }
  /// Whether a GPU event is communication. With the original's rule (`communication_by_three_words`) this can
  /// include copies.
  bool communicates(std::uint32_t event) const { return (lanes_[event] & communicating) != 0; }

  const torch_trace& trace() const { return *trace_; }
  const call_tree_options& options() const { return options_; }
  torch_clock clock() const { return {*trace_, options_.faults.rounded_ends}; }
  /// Accounts for events that were added to the trace later; they are not in this tree.
  void pass_over_added();
  /// Problems found while building it: leaks, work without a launch, repeated links, flows with one end.
  const torch_problems& problems() const { return problems_; }

 private:
  friend class call_tree_builder;
  friend class tree_edit;
  struct node {
    std::uint32_t parent = missing<std::uint32_t>;
    std::uint32_t first = missing<std::uint32_t>;
    std::uint32_t last = 0;
  };

  static constexpr std::uint8_t communicating = 4;  ///< flag in `lanes_`, next to the lane

  void count_gpu_work();  // after all GPU events are in the list
  void find_ops_around();
  void sort_gpu_work();   // into lanes, by the ops around
  void sort_root_ops();   // by start
  /// Adds GPU work at the end of the list. Of two launches, the later in the file is its parent.
  void enter_work(std::uint32_t work, std::uint32_t launch);

  const torch_trace* trace_ = nullptr;
  call_tree_options options_{};
  std::vector<node> nodes_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> gpu_positions_;
  std::vector<std::uint32_t> gpu_before_{0};  // by position in the order, and at its end
  std::vector<std::uint32_t> root_ops_;
  std::vector<std::uint32_t> ops_around_;  // by event
  std::vector<std::uint8_t> lanes_;    // by event; 0 unless it is GPU work
  torch_problems problems_;
};

/// Builds the call tree of a trace. `trace` must outlive the tree and must not move.
call_tree build_call_tree(const torch_trace& trace, const call_tree_options& options = {});

/// The GPU events that make up the time line, in file order: those in the tree. With `unlinked`, or if no launch in
/// the trace reaches any GPU work, all GPU events of the trace. If unnumbered work is linked by flows, also work in
/// which no flow ends.
std::vector<std::uint32_t> gpu_events_of(const call_tree& tree, bool unlinked);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_CALL_TREE_HPP
