#ifndef RIDGELINE_TORCH_TREE_LAUNCHER_HPP
#define RIDGELINE_TORCH_TREE_LAUNCHER_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// A call that GPU work is attributed to, and that work: a range of `launcher_table::work`, in file order.
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

/// The name of the op to which no GPU work is attributed, `execute`; missing if the trace has none.
inline symbol passed_over_op(const torch_trace& trace) { return trace.texts.find("execute"); }

/// For each event of the tree, the op to which the GPU work it launches is attributed: the nearest enclosing op,
/// skipping Python frames and ops named `execute`. `missing<std::uint32_t>` if a runtime call comes first or there
/// is no such op.
std::vector<std::uint32_t> ops_around(const call_tree& tree);

/// Attributes all GPU work that some launch reaches, except collectives. Work that belongs to no op is attributed to
/// the runtime call itself.
launcher_table launchers_of(const call_tree& tree);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_LAUNCHER_HPP
