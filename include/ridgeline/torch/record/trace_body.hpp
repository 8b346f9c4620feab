#ifndef RIDGELINE_TORCH_RECORD_TRACE_BODY_HPP
#define RIDGELINE_TORCH_RECORD_TRACE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

torch_file_time torch_trace::file_time_of(const torch_event& e) const {
  const auto event = static_cast<std::uint32_t>(&e - events.data());
  const auto by_event = [](const torch_file_time& t, std::uint32_t wanted) { return t.event < wanted; };
  // if every event up to this one has an entry, it is at the event's own index, else before it
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
  while (at < list.size() && (list[at].category != category || list[at].use != use)) ++at;
  if (at == list.size()) list.push_back({category, 0, duration(), use});
  return at;
}

/// Empty if all devices have the same name: then it does not matter which of them was busy.
std::vector<duration> torch_trace::time_by_device() const {
  const auto named_alike = [&](const torch_device& d) { return d.name == devices.front().name; };
  if (std::all_of(devices.begin(), devices.end(), named_alike)) return {};
  std::vector<duration> times(devices.size());
  std::vector<std::pair<std::int64_t, std::size_t>> by_id;
  for (std::size_t i = 0; i < devices.size(); ++i) by_id.emplace_back(devices[i].id, i);
  merge_sorted_runs(by_id, [](const auto& a, const auto& b) { return a < b; });
  for (const torch_event& e : events) {
    const gpu_arguments* const work = gpu(e);
    if (work == nullptr || !known(work->device) || !known(e.time)) continue;
    const auto at = std::lower_bound(by_id.begin(), by_id.end(), std::pair{work->device, std::size_t{0}});
    if (at != by_id.end() && at->first == work->device) times[at->second] += e.time;
  }
  return times;
}

const torch_device* torch_trace::busiest_device() const {
  if (devices.empty()) return nullptr;
  const std::vector<duration> times = time_by_device();
  const auto most = std::max_element(times.begin(), times.end());
  return &devices[static_cast<std::size_t>(most - times.begin()) % devices.size()];
}

const torch_device* torch_trace::other_device() const {
  const std::vector<duration> times = time_by_device();
  if (times.empty()) return nullptr;
  const std::string& name = devices[static_cast<std::size_t>(
      std::max_element(times.begin(), times.end()) - times.begin())].name;
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (times[i].base() > 0 && devices[i].name != name) return &devices[i];
  return nullptr;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_TRACE_BODY_HPP
