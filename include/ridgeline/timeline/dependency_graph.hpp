#ifndef RIDGELINE_TIMELINE_DEPENDENCY_GRAPH_HPP
#define RIDGELINE_TIMELINE_DEPENDENCY_GRAPH_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ridgeline {

/// A graph of events that wait for each other. A node is an event with a measured time; an edge says that its target
/// occurs no earlier than a delay after its source. Times are whole nanoseconds. A node without incoming edges keeps
/// its measured time. The graph knows nothing about traces: callers store what an edge means separately, by edge
/// number.
class dependency_graph {
 public:
  struct edge {
    std::uint32_t from, to;
    std::int64_t delay;   ///< in the unmodified graph
  };

  /// Both return numbers that count from 0 in order of addition.
  std::uint32_t add_node(std::int64_t measured);
  std::uint32_t add_edge(std::uint32_t from, std::uint32_t to, std::int64_t delay);
  void reserve(std::size_t nodes, std::size_t edges);
  /// Sorts the nodes topologically; call it once, after adding the last edge. If edges were added in order of their
  /// target, and each leads to a later node, nothing needs sorting. Cycles can arise from clocks that disagree: the
  /// earliest node of a cycle then comes first, and the nodes it would have to wait for are taken at their measured
  /// times. Takes linear time, or n log n with cycles.
  void order();

  std::size_t nodes() const { return measured_.size(); }
  const std::vector<edge>& edges() const { return edges_; }
  std::int64_t measured(std::uint32_t node) const { return measured_[node]; }

  /// The time of each node if edge e takes `delays[e]` nanoseconds: the latest time allowed by its incoming edges.
  /// Exact for integers below 2^53. Takes linear time. Call `order` first.
  std::vector<double> simulate(std::span<const double> delays) const;

 private:
  std::vector<std::int64_t> measured_;
  std::vector<edge> edges_;
  std::vector<std::uint32_t> first_, incoming_;      // edges by target: `incoming_[first_[n]]` up to `first_[n + 1]`
  std::vector<std::uint32_t> order_;
  std::vector<bool> as_measured_;                    // by edge: cut to break a cycle
  bool made_in_order_ = false;                       // nodes and edges were added in order; the lists above are empty
};

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_DEPENDENCY_GRAPH_HPP
