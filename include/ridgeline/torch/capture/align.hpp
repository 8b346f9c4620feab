#ifndef RIDGELINE_TORCH_CAPTURE_ALIGN_HPP
#define RIDGELINE_TORCH_CAPTURE_ALIGN_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/record/faults.hpp>

/// Determines which call of a capture started which kernel of a replayed graph: by graph node ids if both traces
/// have them, else by names and order.
namespace ridgeline {

/// A call of a capture that starts GPU work, or a piece of such work in a replay. All names are from one pool.
struct graph_item {
  symbol name = missing<symbol>;
  symbol kernel = missing<symbol>;  ///< of a call: the kernel it launches, if recorded
  bool copy = false, fill = false;
  symbol grid = missing<symbol>, block = missing<symbol>;
  std::int64_t stream = missing<std::int64_t>;  ///< of GPU work
  std::uint32_t graph = missing<std::uint32_t>;  ///< the graph that it belongs to
  std::uint64_t node = 0;                        ///< its node in that graph; 0: unknown

  bool has_node() const { return node != 0; }
  /// The graph id; if it is not given separately, the upper half of the node id, where CUDA packs it.
  std::uint64_t graph_number() const { return known(graph) ? graph : node >> 32; }
  symbol launches() const { return known(kernel) ? kernel : name; }
};

/// How the calls of a capture were paired with the work of a graph.
enum class graph_match : std::uint8_t { none, no_names, greedy, by_name, exact, ids };

struct graph_alignment {
  graph_match by = graph_match::none;
  std::vector<std::uint32_t> calls;      ///< the call of each piece of work; empty if nothing was paired
  std::size_t skipped = 0;               ///< calls that started no work
  std::size_t unverified = 0;            ///< pairs made by position only
  bool same_graph = false;               ///< paired by ids, and the graph id is the same on both sides
  bool ids_unused = false;               ///< both sides have ids, but some are missing, repeat or contradict names

  bool aligned() const { return by > graph_match::no_names; }
};

/// Pairs each piece of `work`, by start, with one of `calls`. Pairing by ids is used if each piece of work has an id
/// that exactly one call has too: the whole id, or only its lower half if each side is from one graph, since
/// instantiation gives a graph a new number. Names and launch shapes known on both sides must agree. Otherwise
/// pairing follows the order. On one stream: if there are as many calls as pieces of work they are paired by
/// position, or by name if a name differs; else each piece of work takes the next call that fits. On several streams,
/// work and calls are paired by position if all names agree, else each call takes the front of a stream that it fits,
/// so that all work is taken. Work on more than 64 streams is not paired.
graph_alignment align_graph(std::span<const graph_item> calls, std::span<const graph_item> work,
                            torch_faults faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_ALIGN_HPP
