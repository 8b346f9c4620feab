#ifndef RIDGELINE_TORCH_DIFF_TREE_DIFF_HPP
#define RIDGELINE_TORCH_DIFF_TREE_DIFF_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// One node of two aligned call trees, with the GPU work of its ops. Each GPU event of both traces is in exactly one
/// row: at the node of the nearest enclosing op, or of whatever stands for it; work that no launch reaches has one
/// row per kernel name.
struct tree_diff_row {
  std::string base_op{}, next_op{};   ///< empty: that side has no such op
  std::string path{};                 ///< names from the root down
  bool in_base = false, in_next = false;
  std::int64_t base_calls = 0, next_calls = 0;
  std::int64_t base = 0, next = 0;    ///< ns

  std::int64_t delta() const { return next - base; }
  std::string_view kind() const { return in_base && in_next ? "both" : in_base ? "only base" : "only new"; }
};

/// The differences of two trees, ordered by |delta|. Roots and siblings are aligned by the longest common
/// subsequence of names and shapes, then of names, then by names in any position, then by the similarity of their
/// subtrees.
std::vector<tree_diff_row> tree_diff_of(const call_tree& base, const call_tree& next);

table sheet_of(std::vector<tree_diff_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_DIFF_TREE_DIFF_HPP
