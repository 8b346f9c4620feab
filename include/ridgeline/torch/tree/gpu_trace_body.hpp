#ifndef RIDGELINE_TORCH_TREE_GPU_TRACE_BODY_HPP
#define RIDGELINE_TORCH_TREE_GPU_TRACE_BODY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/read/flow_links.hpp>
#include <ridgeline/torch/record/lanes.hpp>
#include <ridgeline/torch/tree/link.hpp>

/// Converts PyTorch records to records of any GPU trace, with the links of the call tree.
namespace ridgeline {

namespace torch_detail {

/// Parses three integers from a JSON list; any that is not an integer is missing.
inline std::array<std::int64_t, 3> shape_of(std::string_view list) {
  std::array<std::int64_t, 3> shape{missing<std::int64_t>, missing<std::int64_t>, missing<std::int64_t>};
  if (!list.starts_with('[') || !list.ends_with(']')) return shape;
  list = list.substr(1, list.size() - 2);
  for (std::int64_t& n : shape) n = to_int(core_detail::take_part(list, ',')).value_or(missing<std::int64_t>);
  return shape;
}

/// Splits `Memcpy HtoD (Pageable -> Device)` into the direction and the two kinds of memory.
inline void name_copy(gpu_work_item& w, std::string_view name, symbol_pool& texts) {
  if (const copy_way way = copy_way_of(name); way != copy_way::unknown) w.name = texts.keep(name_of(way));
  const std::size_t open = name.find('('), arrow = name.find(" -> "), close = name.rfind(')');
  if (open == name.npos || arrow == name.npos || close == name.npos || open > arrow || arrow + 4 > close) return;
  w.source = texts.keep(name.substr(open + 1, arrow - open - 1));
  w.target = texts.keep(name.substr(arrow + 4, close - arrow - 4));
}

/// The device of GPU work whose arguments have none: Kineto's processes of GPU work are numbered by device. Missing if
/// that is no number or that of a process of the system.
inline std::int64_t device_of_process(std::string_view process) {
  constexpr std::int64_t most_devices = 64;
  const std::int64_t number = to_int(core_detail::unquoted(process)).value_or(missing<std::int64_t>);
  return number >= 0 && number < most_devices ? number : missing<std::int64_t>;
}

}  // namespace torch_detail

gpu_trace as_gpu_trace(const torch_trace& trace) {
  gpu_trace to;
  to.lost = lost_part_of(trace);
  torch_problems of_links;
  const gpu_links links = link_gpu_work(trace, {}, of_links);
  to.problems.add(gpu_problem::call_repeated, gpu_problems::nowhere, {},
                  of_links[torch_problem::correlation_repeated].count);
  std::vector<std::uint32_t> call_of(trace.events.size(), missing<std::uint32_t>);  // of work
  const auto process_of = [&](const torch_event& e) {
    return known(e.place) ? static_cast<std::uint32_t>(index_of(trace.places[e.place].process)) : 0;
  };
  const auto number_of = [&](const torch_event& e) {  // as the file tells it
    const bool made_up = trace.linked_along_flows && torch_detail::is_along_flow(e.correlation);
    return made_up ? missing<std::int64_t> : e.correlation;
  };
  const auto keep = [&](symbol id) { return to.texts.keep(trace.text(id)); };
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!e.is_complete()) continue;
    const bool call = is_runtime(e.category), range = e.category == kineto_category::user_annotation;
    if (!call && !range) continue;
    const std::uint32_t place = known(e.place) ? e.place : 0;
    if (range) to.ranges.push_back({e.start, e.time, keep(e.name), to.texts.keep(""), 0, place, true});
    if (!call) continue;
    for (const std::uint32_t w : links.work_of(i)) call_of[w] = static_cast<std::uint32_t>(to.calls.size());
    to.calls.push_back({e.start, e.time, number_of(e), keep(e.name), 0, place});
  }
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!is_gpu(e.category) || !e.is_complete()) continue;
    gpu_work_item w;
    w.start = e.start, w.time = e.time, w.correlation = number_of(e), w.process = process_of(e);
    w.kind = kind_of(e.category);
    w.name = w.kind == gpu_kind::fill ? to.texts.keep("Memset") : keep(e.name);
    if (w.kind == gpu_kind::copy) torch_detail::name_copy(w, trace.name(e), to.texts);
    if (const gpu_arguments* const g = trace.gpu(e)) {
      w.device = g->device, w.stream = g->stream, w.bytes = g->bytes;
      if (known(g->context)) w.context = g->context;
      w.shape = static_cast<std::uint32_t>(to.shapes.size());
      to.shapes.emplace_back();
      to.shapes.back().grid = torch_detail::shape_of(trace.text(g->grid));
      to.shapes.back().block = torch_detail::shape_of(trace.text(g->block));
    }
    if (!known(w.device) && known(e.place))
      w.device = torch_detail::device_of_process(trace.text(trace.places[e.place].process));
    w.call = call_of[i];
    if (!known(w.call)) to.problems.add(gpu_problem::call_missing, gpu_problems::nowhere, trace.name(e));
    to.work.push_back(w);
  }
  for (const torch_device& d : trace.devices) to.devices.push_back({d.id, d.name});
  return to;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_GPU_TRACE_BODY_HPP
