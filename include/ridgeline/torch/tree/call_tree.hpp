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
  const gpu::communication_table* communication = nullptr;  ///< what is communication; null: the built-in table
};

/// Which call encloses which, thread by thread, with the GPU work below the launches. It refers to the events of the
/// trace it was built from by number (UID), and does not outlive that trace's records.
///
/// All nodes stand in one list, each before what lies below it, so that a subtree is a stretch of the list and nothing
/// here recurses: depth costs nothing. The children of a node stand in the order of time, its GPU work behind them.
class call_tree {
 public:
  /// Nodes in calling order; a GPU event that two launches share stands below each.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// Where the GPU events stand in `order()`, ascending.
  const std::vector<std::uint32_t>& gpu_positions() const { return gpu_positions_; }
  /// Ops that no other op encloses, by start.
  const std::vector<std::uint32_t>& root_ops() const { return root_ops_; }

  /// The event that encloses or launched `event`; `missing<std::uint32_t>` for a root and for what is not in the tree.
  std::uint32_t parent_of(std::uint32_t event) const { return nodes_[event].parent; }
  bool contains(std::uint32_t event) const { return known(nodes_[event].first); }
  /// The stretch of `order()` that `event` and all below it take; empty when it is not in the tree.
  std::uint32_t first_of(std::uint32_t event) const { return contains(event) ? nodes_[event].first : 0; }
  std::uint32_t last_of(std::uint32_t event) const { return contains(event) ? nodes_[event].last : 0; }

  /// The stretch of `gpu_positions()` that lies below `event`.
  std::pair<const std::uint32_t*, const std::uint32_t*> gpu_positions_of(std::uint32_t event) const {
    const std::uint32_t* const begin = gpu_positions_.data();
    return {begin + gpu_before_[first_of(event)], begin + gpu_before_[last_of(event)]};
  }
  bool has_gpu_work(std::uint32_t event) const {
    const auto [first, last] = gpu_positions_of(event);
    return first != last;
  }

  /// What a GPU event spends its time on, by its name and by the op around its launch.
  gpu_lane lane_of(std::uint32_t event) const { return static_cast<gpu_lane>(lanes_[event] & 3u); }
  /// Whether a GPU event is communication. In the original's way (`communication_by_three_words`) a copy can be, too.
  bool communicates(std::uint32_t event) const { return (lanes_[event] & communicating) != 0; }

  const torch_trace& trace() const { return *trace_; }
  const call_tree_options& options() const { return options_; }
  torch_clock clock() const { return {*trace_, options_.faults.rounded_ends}; }
  /// Takes notice of events that were added to the trace since: they are not in this tree.
  void pass_over_added();
  /// What building it has found: leaks, work without a launch, repeated links, flows with one end.
  const torch_problems& problems() const { return problems_; }

 private:
  friend class call_tree_builder;
  friend class tree_edit;
  struct node {
    std::uint32_t parent = missing<std::uint32_t>;
    std::uint32_t first = missing<std::uint32_t>;
    std::uint32_t last = 0;
  };

  static constexpr std::uint8_t communicating = 4;  ///< in `lanes_`, beside the lane

  void count_gpu_work();  // once all GPU events stand in the list
  void sort_gpu_work();   // into lanes

  const torch_trace* trace_ = nullptr;
  call_tree_options options_{};
  std::vector<node> nodes_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> gpu_positions_;
  std::vector<std::uint32_t> gpu_before_{0};  // by position in the order, and at its end
  std::vector<std::uint32_t> root_ops_;
  std::vector<std::uint8_t> lanes_;    // by event; 0 for what is no GPU work
  torch_problems problems_;
};

/// The call tree of a trace. `trace` must stay where it is as long as the tree is in use.
call_tree build_call_tree(const torch_trace& trace, const call_tree_options& options = {});

/// The GPU events of the tree, in file order: what a time line is made of. With `unlinked`, and where no launch of the
/// trace reaches any, all of the trace; where flows link work without numbers, also what no flow ends in.
std::vector<std::uint32_t> gpu_events_of(const call_tree& tree, bool unlinked);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_CALL_TREE_HPP
