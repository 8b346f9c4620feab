#ifndef RIDGELINE_TORCH_TREE_LABELS_BODY_HPP
#define RIDGELINE_TORCH_TREE_LABELS_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/torch/tree/labels.hpp>

namespace ridgeline {

std::vector<place_labels> labels_of(const torch_trace& trace) {
  std::vector<place_labels> labels(trace.places.size());
  std::unordered_map<std::uint32_t, place_labels> processes;
  const symbol zero = trace.texts.find("0");
  for (const torch_event& e : trace.events) {
    if (e.phase != chrome_phase::metadata || !known(e.place) || !known(trace.label(e))) continue;
    const torch_place& place = trace.places[e.place];
    const std::string_view kind = trace.name(e), text = trace.text(trace.label(e));
    if (kind == "thread_name") labels[e.place].thread_name = text;
    if (place.thread != zero || !known(zero)) continue;
    place_labels& process = processes[static_cast<std::uint32_t>(place.process)];
    if (kind == "process_name") process.process_name = text;
    if (kind == "process_labels") process.process_label = text;
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto found = processes.find(static_cast<std::uint32_t>(trace.places[i].process));
    if (found == processes.end()) continue;
    labels[i].process_name = found->second.process_name;
    labels[i].process_label = found->second.process_label;
  }
  return labels;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_LABELS_BODY_HPP
