#ifndef RIDGELINE_TORCH_TREE_BACKWARD_HPP
#define RIDGELINE_TORCH_TREE_BACKWARD_HPP

#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// Which forward op an autograd node computes the gradient of, by the sequence number that they share. A backward node
/// has one forward op; a forward op can have several backward nodes.
class backward_links {
 public:
  struct link {
    std::uint32_t forward;
    std::uint32_t backward;
    std::uint32_t position;  ///< of the forward op in the tree's order
  };

  /// In the order of the forward ops in the tree.
  const std::vector<link>& all() const { return by_forward_; }

  /// The forward op of an autograd node; `missing<std::uint32_t>` without one.
  std::uint32_t forward_of(std::uint32_t backward) const;

  /// The autograd nodes of `event` itself, in file order.
  std::vector<std::uint32_t> backward_of(const call_tree& tree, std::uint32_t event) const;

  /// The autograd nodes of `event` and of all below it.
  std::vector<std::uint32_t> backward_of_subtree(const call_tree& tree, std::uint32_t event) const;

 private:
  friend backward_links link_backward(const call_tree& tree);

  std::vector<std::uint32_t> collect(std::uint32_t first, std::uint32_t last) const;

  std::vector<link> by_forward_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_backward_;
};

/// Links every autograd node to its forward op. Forward is what shares its sequence number and lies below no autograd
/// node of it; of several the one that began last before the node, which is the innermost.
backward_links link_backward(const call_tree& tree);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_BACKWARD_HPP
