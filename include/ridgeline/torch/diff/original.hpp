#ifndef RIDGELINE_TORCH_DIFF_ORIGINAL_HPP
#define RIDGELINE_TORCH_DIFF_ORIGINAL_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/torch/diff/side.hpp>

/// The trace diff of TraceLens (commit 171dd747), faults included: what `--parity` asks for.
namespace ridgeline {

/// A node of two trees laid over each other; a side that is missing has none.
struct merged_node {
  std::uint32_t base = missing<std::uint32_t>, next = missing<std::uint32_t>;
  std::vector<std::uint32_t> children;     ///< pairs, then of the first, then of the second
  std::uint32_t parent = missing<std::uint32_t>;

  bool both() const { return known(base) && known(next); }
};

/// Two trees as one: nodes numbered by first visit, each before its children.
struct merged_trees {
  std::vector<merged_node> nodes;
  std::vector<std::uint32_t> roots;
};

/// Lays the trees over each other by the original's rules. It changes the children of topmost nodes, as the original.
merged_trees original_merge(diff_side& base, diff_side& next);

/// A file that the diff writes.
struct diff_file {
  std::string name{}, text{};
};

/// `merged_tree_output.txt`, `diff_stats.csv`, `diff_stats_unique_args_summary.csv`, and the three maps from ops to
/// kernels. `prune`: the drawing leaves out roots without GPU work.
std::vector<diff_file> original_trace_diff(const call_tree& base, const call_tree& next, bool prune);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_DIFF_ORIGINAL_HPP
