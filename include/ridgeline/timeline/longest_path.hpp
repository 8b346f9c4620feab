#ifndef RIDGELINE_TIMELINE_LONGEST_PATH_HPP
#define RIDGELINE_TIMELINE_LONGEST_PATH_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ridgeline {

/// A link of a graph with weights: from one node to another.
struct weighted_link {
  std::uint32_t from = 0, to = 0;
};

struct longest_path {
  std::vector<std::uint32_t> links{};  ///< from its first node on
  double length = 0;
};

/// The path of a graph without circles whose weights add up to the most. Weights may be below 0: a path then starts
/// behind them. Of equal ones the link made first counts, and the node that comes first: nodes in generations, those
/// that nothing leads to in the order in which links first name them. Linear.
class longest_path_finder {
 public:
  longest_path_finder(const std::vector<weighted_link>& links, std::size_t nodes);
  bool without_circle() const { return without_circle_; }
  /// `weights` by link. Nothing where there is a circle.
  longest_path find(const std::vector<double>& weights) const;

 private:
  std::vector<weighted_link> links_;
  std::vector<std::uint32_t> first_in_, in_, order_{};
  bool without_circle_ = true;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_LONGEST_PATH_HPP
