#ifndef RIDGELINE_TORCH_TREE_LABELS_BODY_HPP
#define RIDGELINE_TORCH_TREE_LABELS_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/torch/tree/labels.hpp>

namespace ridgeline {

std::vector<place_labels> labels_of(const torch_trace& trace, bool thread_0_only) {
  struct process_labels {
    std::string_view name = place_labels().process_name, label = place_labels().process_label;
    bool name_of_0 = false, label_of_0 = false;  // said by thread 0, as profilers do; others name the main thread
  };
  std::vector<place_labels> labels(trace.places.size());
  std::unordered_map<std::uint32_t, process_labels> processes;
  const symbol zero = trace.texts.find("0");
  for (const torch_event& e : trace.events) {
    if (e.phase != chrome_phase::metadata || !known(e.place) || !known(trace.label(e))) continue;
    const torch_place& place = trace.places[e.place];
    const std::string_view kind = trace.name(e), text = trace.text(trace.label(e));
    if (kind == "thread_name") labels[e.place].thread_name = text;
    const bool of_0 = known(zero) && place.thread == zero;
    if (!of_0 && thread_0_only) continue;
    process_labels& process = processes[static_cast<std::uint32_t>(place.process)];
    if (kind == "process_name" && (of_0 || !process.name_of_0)) process.name = text, process.name_of_0 = of_0;
    if (kind == "process_labels" && (of_0 || !process.label_of_0)) process.label = text, process.label_of_0 = of_0;
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto found = processes.find(static_cast<std::uint32_t>(trace.places[i].process));
    if (found == processes.end()) continue;
    labels[i].process_name = found->second.name;
    labels[i].process_label = found->second.label;
  }
  return labels;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_LABELS_BODY_HPP
