#ifndef RIDGELINE_TORCH_TREE_BACKWARD_HPP
#define RIDGELINE_TORCH_TREE_BACKWARD_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// How the names of autograd nodes begin.
inline constexpr std::string_view backward_node_front = "autograd::engine::evaluate_function:";

/// The autograd nodes of an op by pass, filled by `backward_links::passes_of`. Its memory serves the next op.
class backward_passes {
 public:
  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::span<const std::uint32_t> operator[](std::size_t pass) const {
    const std::uint32_t first = pass == 0 ? 0 : ends_[pass - 1];
    return {nodes_.data() + first, nodes_.data() + ends_[pass]};
  }

 private:
  friend class backward_links;
  std::vector<std::uint32_t> nodes_{}, ends_{};
};

/// Links each autograd node to the forward op whose gradient it computes, by the sequence number they share. A
/// backward node has one forward op; a forward op can have several backward nodes.
class backward_links {
 public:
  struct link {
    std::uint32_t forward;
    std::uint32_t backward;
    std::uint32_t position;  ///< position of the forward op in the tree's order
  };

  /// All links, in the tree order of the forward ops; those of one op by time.
  const std::vector<link>& all() const { return by_forward_; }

  /// The forward op of an autograd node; `missing<std::uint32_t>` if there is none.
  std::uint32_t forward_of(std::uint32_t backward) const;

  /// The innermost of the five calls around an event that is an autograd node with a forward op, and that op.
  struct gradient {
    std::uint32_t node = missing<std::uint32_t>, forward = missing<std::uint32_t>;
  };
  gradient around(const call_tree& tree, std::uint32_t event) const;

  /// The autograd nodes of `event` itself, in file order.
  std::vector<std::uint32_t> backward_of(const call_tree& tree, std::uint32_t event) const;

  /// The autograd nodes of `event` and of everything below it.
  std::vector<std::uint32_t> backward_of_subtree(const call_tree& tree, std::uint32_t event) const;

  /// The same by pass, into `to`: a retained graph is traversed several times, so that `event` itself has several
  /// nodes. The first node of each op below it belongs to the first pass, the second to the second, any more to the
  /// last one. Without a node of its own, there is none.
  void passes_of(const call_tree& tree, std::uint32_t event, backward_passes& to) const;

 private:
  friend backward_links link_backward(const call_tree& tree);

  std::vector<std::uint32_t> collect(std::uint32_t first, std::uint32_t last) const;

  std::vector<link> by_forward_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_backward_;
};

/// Links every autograd node to its forward op: the op that shares its sequence number, on the thread that the flow
/// between them or the node's `Fwd thread id` tells, and is not below an autograd node with that number. Of several, it
/// is the last one to begin before the node, which is the innermost. If threads that have such an op cannot be told
/// apart, there is none.
backward_links link_backward(const call_tree& tree);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_BACKWARD_HPP
