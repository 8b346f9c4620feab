#ifndef RIDGELINE_TORCH_CAPTURE_ALIGN_HPP
#define RIDGELINE_TORCH_CAPTURE_ALIGN_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/record/faults.hpp>

/// Which call of a capture started which kernel of a replayed graph: by the numbers of the graph's nodes where both
/// traces have them, else by names and order.
namespace ridgeline {

/// A call of a capture that starts GPU work, or a piece of such work of a replay. All names are of one pool.
struct graph_item {
  symbol name = missing<symbol>;
  symbol kernel = missing<symbol>;  ///< of a call: what it launches, when the profiler wrote it
  bool copy = false, fill = false;
  symbol grid = missing<symbol>, block = missing<symbol>;
  std::int64_t stream = missing<std::int64_t>;  ///< of GPU work
  std::uint32_t graph = missing<std::uint32_t>;  ///< the graph that it belongs to
  std::uint64_t node = 0;                        ///< and the node of it; 0: not said

  bool has_node() const { return node != 0; }
  /// The graph, where nothing else says it in the upper half of the node's number, as CUDA packs it.
  std::uint64_t graph_number() const { return known(graph) ? graph : node >> 32; }
  symbol launches() const { return known(kernel) ? kernel : name; }
};

/// How the calls of a capture and the work of a graph were paired.
enum class graph_match : std::uint8_t { none, no_names, greedy, by_name, exact, ids };

struct graph_alignment {
  graph_match by = graph_match::none;
  std::vector<std::uint32_t> calls;      ///< by piece of work: its call; empty where nothing was paired
  std::size_t skipped = 0;               ///< calls that started nothing
  std::size_t unverified = 0;            ///< pairs by position alone
  bool same_graph = false;               ///< by ids, and the graph has one number on both sides
  bool ids_unused = false;               ///< both sides have ids, but some are missing, repeat or contradict names

  bool aligned() const { return by > graph_match::no_names; }
};

/// Pairs each piece of `work`, by start, with one of `calls`. By ids, when each piece of work has one that a single
/// call has, too: the whole number, or its lower half where both sides are of one graph, since a graph that is
/// instantiated has a number of its own; names and launch shapes that are on both sides must agree. Else in their
/// order. On one stream: as many calls as work are paired by position, by name where a name differs; else each piece of
/// work takes the next call that fits. On several streams each call takes the front of a stream that it fits. More than
/// 64 streams are not paired.
graph_alignment align_graph(std::span<const graph_item> calls, std::span<const graph_item> work,
                            torch_faults faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_ALIGN_HPP
