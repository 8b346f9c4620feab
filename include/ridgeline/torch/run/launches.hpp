#ifndef RIDGELINE_TORCH_RUN_LAUNCHES_HPP
#define RIDGELINE_TORCH_RUN_LAUNCHES_HPP

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>

namespace ridgeline {

class call_tree;
class torch_categories;

/// A call that GPU work is attributed to (see `launcher`), the category of its op, and the time of its work. Times
/// are in microseconds, as in `gpu_timeline`.
struct torch_launch {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t first = 0;        ///< its GPU work by start, without collectives: a range of `torch_launches::work`
  std::uint32_t last = 0;
  std::string_view category{};
  double direct_time = 0;         ///< time in which any of its work ran
  double subtree_time = 0;        ///< the same for all work below it, collectives included
};

/// The launches of a trace, ordered by start.
struct torch_launches {
  std::vector<torch_launch> rows;
  std::vector<std::uint32_t> work;
  std::vector<std::uint32_t> row_at;    ///< row by position in the tree's order, or `missing<std::uint32_t>`

  /// The row of an event; `missing<std::uint32_t>` if no GPU work is attributed to it.
  std::uint32_t row_of(const call_tree& tree, std::uint32_t event) const;
  std::span<const std::uint32_t> work_of(const torch_launch& l) const {
    return {work.data() + l.first, work.data() + l.last};
  }
};

/// Attributes the GPU work of a tree to launches and finds their categories.
torch_launches torch_launches_of(const call_tree& tree, torch_categories& categories);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_LAUNCHES_HPP
