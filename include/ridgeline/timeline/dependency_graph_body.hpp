#ifndef RIDGELINE_TIMELINE_DEPENDENCY_GRAPH_BODY_HPP
#define RIDGELINE_TIMELINE_DEPENDENCY_GRAPH_BODY_HPP

#include <algorithm>
#include <numeric>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/timeline/dependency_graph.hpp>

namespace ridgeline {

std::uint32_t dependency_graph::add_node(std::int64_t measured) {
  measured_.push_back(measured);
  return static_cast<std::uint32_t>(measured_.size() - 1);
}

std::uint32_t dependency_graph::add_edge(std::uint32_t from, std::uint32_t to, std::int64_t delay) {
  edges_.push_back({from, to, delay});
  return static_cast<std::uint32_t>(edges_.size() - 1);
}

void dependency_graph::order() {
  made_in_order_ = true;
  for (std::size_t e = 0; made_in_order_ && e < edges_.size(); ++e)
    made_in_order_ = edges_[e].from < edges_[e].to && (e == 0 || edges_[e - 1].to <= edges_[e].to);
  if (made_in_order_) return;
  const std::size_t n = measured_.size();
  std::vector<std::uint32_t> out_first(n + 1, 0), outgoing(edges_.size()), open(n, 0);
  first_.assign(n + 1, 0);
  incoming_.resize(edges_.size());
  as_measured_.assign(edges_.size(), false);
  for (const edge& e : edges_) ++first_[e.to + 1], ++out_first[e.from + 1], ++open[e.to];
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::partial_sum(out_first.begin(), out_first.end(), out_first.begin());
  std::vector<std::uint32_t> next_in(first_.begin(), first_.end() - 1),
      next_out(out_first.begin(), out_first.end() - 1);
  for (std::uint32_t e = 0; e < edges_.size(); ++e) {
    incoming_[next_in[edges_[e].to]++] = e;
    outgoing[next_out[edges_[e].from]++] = e;
  }
  order_.clear();
  order_.reserve(n);
  std::vector<bool> placed(n, false);
  const auto place = [&](std::uint32_t node) {
    placed[node] = true;
    order_.push_back(node);
  };
  for (std::uint32_t node = 0; node < n; ++node)
    if (open[node] == 0) place(node);
  std::vector<std::uint32_t> by_time;  // filled only if there is a cycle
  for (std::size_t done = 0, earliest = 0;;) {
    for (; done < order_.size(); ++done) {
      const std::uint32_t from = order_[done];
      for (std::uint32_t i = out_first[from]; i < out_first[from + 1]; ++i) {
        const std::uint32_t to = edges_[outgoing[i]].to;
        if (--open[to] == 0 && !placed[to]) place(to);
      }
    }
    if (order_.size() == n) break;
    if (by_time.empty()) {
      by_time.resize(n);
      std::iota(by_time.begin(), by_time.end(), 0u);
      merge_sorted_runs(by_time, [&](std::uint32_t a, std::uint32_t b) { return measured_[a] < measured_[b]; });
    }
    while (placed[by_time[earliest]]) ++earliest;
    const std::uint32_t node = by_time[earliest];
    for (std::uint32_t i = first_[node]; i < first_[node + 1]; ++i)
      if (!placed[edges_[incoming_[i]].from]) as_measured_[incoming_[i]] = true;
    place(node);
  }
}

std::vector<double> dependency_graph::simulate(std::span<const double> delays) const {
  std::vector<double> at(measured_.size());
  if (made_in_order_) {
    std::size_t e = 0;
    for (std::uint32_t node = 0; node < at.size(); ++node) {
      if (e == edges_.size() || edges_[e].to != node) {
        at[node] = static_cast<double>(measured_[node]);
        continue;
      }
      double latest = at[edges_[e].from] + delays[e];
      for (++e; e < edges_.size() && edges_[e].to == node; ++e)
        latest = std::max(latest, at[edges_[e].from] + delays[e]);
      at[node] = latest;
    }
    return at;
  }
  for (const std::uint32_t node : order_) {
    const std::uint32_t first = first_[node], last = first_[node + 1];
    double latest = first == last ? static_cast<double>(measured_[node]) : 0;
    for (std::uint32_t i = first; i < last; ++i) {
      const std::uint32_t e = incoming_[i];
      const std::uint32_t from = edges_[e].from;
      const double ready = (as_measured_[e] ? static_cast<double>(measured_[from]) : at[from]) + delays[e];
      latest = i == first ? ready : std::max(latest, ready);
    }
    at[node] = latest;
  }
  return at;
}

void dependency_graph::reserve(std::size_t nodes, std::size_t edges) {
  measured_.reserve(nodes);
  edges_.reserve(edges);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_DEPENDENCY_GRAPH_BODY_HPP
