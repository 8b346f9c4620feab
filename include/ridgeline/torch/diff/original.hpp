#ifndef RIDGELINE_TORCH_DIFF_ORIGINAL_HPP
#define RIDGELINE_TORCH_DIFF_ORIGINAL_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/torch/diff/side.hpp>

/// The trace diff of TraceLens (commit 171dd747), including its faults; used for `--parity`.
namespace ridgeline {

/// A node of two merged trees; a side that does not have it is missing.
struct merged_node {
  std::uint32_t base = missing<std::uint32_t>, next = missing<std::uint32_t>;
  std::vector<std::uint32_t> children;  ///< a node whose top-level ancestor was left out may be below two others

  bool both() const { return known(base) && known(next); }
};

/// Two merged trees: nodes are numbered by first visit, each before its children.
struct merged_trees {
  std::vector<merged_node> nodes;
  std::vector<std::uint32_t> roots;
};

/// Merges the trees by the original's rules. Like the original, this changes the children of top-level nodes.
merged_trees original_merge(diff_side& base, diff_side& next);

/// An output file of the diff.
struct diff_file {
  std::string name{}, text{};
};

/// `merged_tree_output.txt`, `diff_stats.csv`, `diff_stats_unique_args_summary.csv`, and the three maps from ops to
/// kernels. `prune` leaves roots without GPU work out of the drawing.
std::vector<diff_file> original_trace_diff(const call_tree& base, const call_tree& next, bool prune);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_DIFF_ORIGINAL_HPP
