#ifndef RIDGELINE_TORCH_RECORD_TRACE_BODY_HPP
#define RIDGELINE_TORCH_RECORD_TRACE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

torch_file_time torch_trace::file_time_of(const torch_event& e) const {
  const auto event = static_cast<std::uint32_t>(&e - events.data());
  const auto by_event = [](const torch_file_time& t, std::uint32_t wanted) { return t.event < wanted; };
  // if every event up to this one has an entry, it is at the event's own index, else before it
  const std::size_t after = std::min(std::size_t{event} + 1, file_times.size());
  const auto end = file_times.begin() + static_cast<std::ptrdiff_t>(after);
  if (after != 0 && (end - 1)->event == event) return *(end - 1);
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

namespace torch_detail {

/// The first integer in a text.
std::uint64_t number_in_text(std::string_view text) {
  std::uint64_t n = 0;
  const std::size_t at = text.find_first_of("0123456789");
  for (std::size_t i = at; i < text.size() && text[i] >= '0' && text[i] <= '9' && n < 1'000'000'000'000'000; ++i)
    n = n * 10 + static_cast<std::uint64_t>(text[i] - '0');
  return n;
}

}  // namespace torch_detail

lost_part lost_part_of(const torch_trace& trace) {
  lost_part lost = lost_by(trace.problems, torch_problem::file_cut, "the file is cut");
  if (lost.any()) return lost;
  const auto many = [&](std::uint64_t n) {
    constexpr double few = 0.001;
    return n >= 2 && static_cast<double>(n) >= few * static_cast<double>(trace.events.size());
  };
  const std::uint64_t broken =
      trace.problems[torch_problem::event_broken].count + trace.problems[torch_problem::outside_broken].count;
  if (many(broken))
    return {std::to_string(broken) + " events of the file cannot be read",
            "Copy the trace again, or write it again: its JSON is damaged."};
  const std::uint64_t dropped = dropped_records(trace);
  if (!many(dropped)) return {};
  return {"the profiler dropped " + std::to_string(dropped) + " records",
          "Give the profiler larger buffers, or record fewer steps.", false};
}

std::uint64_t dropped_records(const torch_trace& trace) {
  std::uint64_t n = 0;
  for (const std::string& remark : trace.remarks)
    if (core_detail::stands_in(remark, "dropped"))
      n += std::max<std::uint64_t>(1, torch_detail::number_in_text(remark));
  return n;
}

bool of_other_profilers(const torch_trace& trace) {
  std::uint64_t strange = 0, own = 0;
  for (const torch_unknown_work& u : trace.unknown_work)
    if (u.use == unknown_work_use::on_host || u.use == unknown_work_use::none) strange += u.count;
  if (strange == 0) return false;
  for (const torch_event& e : trace.events)
    own += e.phase == chrome_phase::complete && e.category != kineto_category::none &&
                   e.category != kineto_category::other
               ? 1u
               : 0u;
  return strange >= own;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_TRACE_BODY_HPP
