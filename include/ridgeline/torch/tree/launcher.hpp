#ifndef RIDGELINE_TORCH_TREE_LAUNCHER_HPP
#define RIDGELINE_TORCH_TREE_LAUNCHER_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// A call that GPU work is booked to, and that work: a stretch of `launcher_table::work`, in file order.
struct launcher {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// The launchers of a trace by start, and their GPU work.
struct launcher_table {
  std::vector<launcher> rows{};
  std::vector<std::uint32_t> work{};
};

/// For each event of the tree, who gets the GPU work it launches: the nearest op around it, passing over Python frames
/// and ops named `execute`. `missing<std::uint32_t>` where a runtime call comes first, or no op is around it.
std::vector<std::uint32_t> ops_around(const call_tree& tree);

/// Books all GPU work that some launch reaches, collectives left out. The runtime call itself gets what no op gets.
launcher_table launchers_of(const call_tree& tree);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_LAUNCHER_HPP
