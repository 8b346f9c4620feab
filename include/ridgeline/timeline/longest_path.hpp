#ifndef RIDGELINE_TIMELINE_LONGEST_PATH_HPP
#define RIDGELINE_TIMELINE_LONGEST_PATH_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ridgeline {

/// An edge of a weighted graph.
struct weighted_link {
  std::uint32_t from = 0, to = 0;
};

struct longest_path {
  std::vector<std::uint32_t> links{};  ///< in order from the path's first node
  double length = 0;
};

/// Finds the path with the largest total weight in an acyclic graph. Weights may be negative; a path then starts after
/// them. Ties go to the link added first, and to the node that comes first: nodes are ordered by generation, and those
/// without incoming links in the order in which links first mention them. Takes linear time.
class longest_path_finder {
 public:
  longest_path_finder(const std::vector<weighted_link>& links, std::size_t nodes);
  bool without_circle() const { return without_circle_; }
  /// `weights` are given per link. The result is empty if the graph has a cycle.
  longest_path find(const std::vector<double>& weights) const;

 private:
  std::vector<weighted_link> links_;
  std::vector<std::uint32_t> first_in_, in_, order_{};
  bool without_circle_ = true;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_LONGEST_PATH_HPP
