#ifndef RIDGELINE_TORCH_RUN_CATEGORY_HPP
#define RIDGELINE_TORCH_RUN_CATEGORY_HPP

#include <string_view>

namespace ridgeline {

/// An op and the kind of work it does, as grouped in reports.
struct torch_op_category {
  std::string_view name;
  std::string_view category;
};

/// The category of ops that neither their names nor their kernels identify.
inline constexpr std::string_view torch_category_other = "other";
/// The categories of attention in no table, and of ops without shapes whose work is a captured graph.
inline constexpr std::string_view torch_category_attention = "attention";
inline constexpr std::string_view torch_category_graph = "graph";

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_CATEGORY_HPP
