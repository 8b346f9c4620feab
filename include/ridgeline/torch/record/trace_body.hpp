#ifndef RIDGELINE_TORCH_RECORD_TRACE_BODY_HPP
#define RIDGELINE_TORCH_RECORD_TRACE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

torch_file_time torch_trace::file_time_of(const torch_event& e) const {
  const auto event = static_cast<std::uint32_t>(&e - events.data());
  const auto by_event = [](const torch_file_time& t, std::uint32_t wanted) { return t.event < wanted; };
  // where all events up to this one have an entry it stands at its own number, else before it
  const std::size_t behind = std::min(std::size_t{event} + 1, file_times.size());
  const auto end = file_times.begin() + static_cast<std::ptrdiff_t>(behind);
  if (behind != 0 && (end - 1)->event == event) return *(end - 1);
  const auto at = std::lower_bound(file_times.begin(), end, event, by_event);
  if (at != end && at->event == event) return *at;
  return {event, e.start.in(us), e.time.in(us)};
}

const torch_graph_node* torch_trace::graph_node(const torch_event& e) const {
  const auto event = static_cast<std::uint32_t>(&e - events.data());
  const auto at = std::lower_bound(graph_nodes.begin(), graph_nodes.end(), event,
                                   [](const torch_graph_node& n, std::uint32_t wanted) { return n.event < wanted; });
  return at != graph_nodes.end() && at->event == event ? &*at : nullptr;
}

std::size_t unknown_work_of(std::vector<torch_unknown_work>& list, symbol category, unknown_work_use use) {
  std::size_t at = 0;
  while (at < list.size() && list[at].category != category) ++at;
  if (at == list.size()) list.push_back({category, 0, duration(), use});
  return at;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_TRACE_BODY_HPP
