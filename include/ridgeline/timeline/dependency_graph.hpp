#ifndef RIDGELINE_TIMELINE_DEPENDENCY_GRAPH_HPP
#define RIDGELINE_TIMELINE_DEPENDENCY_GRAPH_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ridgeline {

/// Moments that wait for one another: each node is a moment that was measured, each edge says that a node comes no
/// earlier than another one and a delay after it. Times are whole nanoseconds. A node that nothing leads to stays where
/// it was measured. It knows no trace: what an edge stands for is kept by its number, beside the graph.
class dependency_graph {
 public:
  struct edge {
    std::uint32_t from, to;
    std::int64_t delay;   ///< of the unchanged graph
  };

  /// Nodes and edges are numbered from 0 in the order of adding.
  std::uint32_t add_node(std::int64_t measured);
  std::uint32_t add_edge(std::uint32_t from, std::uint32_t to, std::int64_t delay);
  void reserve(std::size_t nodes, std::size_t edges);
  /// Puts the nodes in an order in which each comes behind what it waits for; to be called once, behind the last edge.
  /// Where edges were added by target, each to a node behind the one it comes from, that order is there already.
  /// Where edges go in a circle, as clocks that differ make them, the earliest node of it goes first, and what it would
  /// have to wait for counts as measured. Linear, and n log n with circles.
  void order();

  std::size_t nodes() const { return measured_.size(); }
  const std::vector<edge>& edges() const { return edges_; }
  std::int64_t measured(std::uint32_t node) const { return measured_[node]; }

  /// When each node comes if edge e takes `delays[e]` nanoseconds: the latest of what it waits for. Exact for whole
  /// numbers below 2^53. Linear.
  std::vector<double> simulate(std::span<const double> delays) const;

 private:
  std::vector<std::int64_t> measured_;
  std::vector<edge> edges_;
  std::vector<std::uint32_t> first_, incoming_;      // edges by target: `incoming_[first_[n]]` up to `first_[n + 1]`
  std::vector<std::uint32_t> order_;
  std::vector<bool> as_measured_;                    // by edge: part of a circle, cut
  bool made_in_order_ = false;                       // nodes and edges as they were added; the lists above are empty
};

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_DEPENDENCY_GRAPH_HPP
