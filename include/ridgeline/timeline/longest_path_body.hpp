#ifndef RIDGELINE_TIMELINE_LONGEST_PATH_BODY_HPP
#define RIDGELINE_TIMELINE_LONGEST_PATH_BODY_HPP

#include <algorithm>
#include <numeric>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/timeline/longest_path.hpp>

namespace ridgeline {

longest_path_finder::longest_path_finder(const std::vector<weighted_link>& links, std::size_t nodes)
    : links_(links), first_in_(nodes + 1, 0), in_(links.size()) {
  std::vector<std::uint32_t> first_out(nodes + 1, 0), out(links.size()), open(nodes, 0);
  for (const weighted_link& l : links_) ++first_in_[l.to + 1], ++first_out[l.from + 1], ++open[l.to];
  std::partial_sum(first_in_.begin(), first_in_.end(), first_in_.begin());
  std::partial_sum(first_out.begin(), first_out.end(), first_out.begin());
  std::vector<std::uint32_t> next_in(first_in_.begin(), first_in_.end() - 1),
      next_out(first_out.begin(), first_out.end() - 1);
  for (std::uint32_t l = 0; l < links_.size(); ++l) {
    in_[next_in[links_[l].to]++] = l;
    out[next_out[links_[l].from]++] = l;
  }
  std::vector<bool> named(nodes, false);
  std::size_t all = 0;
  for (const weighted_link& l : links_) {
    for (const std::uint32_t n : {l.from, l.to}) {
      if (named[n]) continue;
      named[n] = true;
      ++all;
      if (open[n] == 0) order_.push_back(n);
    }
  }
  for (std::size_t i = 0; i < order_.size(); ++i)
    for (std::uint32_t k = first_out[order_[i]]; k < first_out[order_[i] + 1]; ++k)
      if (--open[links_[out[k]].to] == 0) order_.push_back(links_[out[k]].to);
  without_circle_ = order_.size() == all;
}

longest_path longest_path_finder::find(const std::vector<double>& weights) const {
  longest_path path;
  if (!without_circle_ || order_.empty()) return path;
  std::vector<double> distance(first_in_.size() - 1, 0);
  std::vector<std::uint32_t> by(distance.size(), missing<std::uint32_t>);
  std::uint32_t last = order_.front();
  for (const std::uint32_t n : order_) {
    double most = -1;
    for (std::uint32_t k = first_in_[n]; k < first_in_[n + 1]; ++k) {
      const double d = distance[links_[in_[k]].from] + weights[in_[k]];
      if (k == first_in_[n] || d > most) most = d, by[n] = in_[k];
    }
    if (most < 0) most = 0, by[n] = missing<std::uint32_t>;
    distance[n] = most;
    if (distance[n] > distance[last]) last = n;
  }
  path.length = distance[last];
  for (std::uint32_t n = last; known(by[n]); n = links_[by[n]].from) path.links.push_back(by[n]);
  std::reverse(path.links.begin(), path.links.end());
  return path;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_LONGEST_PATH_BODY_HPP
