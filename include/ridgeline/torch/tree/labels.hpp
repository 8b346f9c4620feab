#ifndef RIDGELINE_TORCH_TREE_LABELS_HPP
#define RIDGELINE_TORCH_TREE_LABELS_HPP

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// What a trace calls a process and a thread. `Unknown` where it does not say.
struct place_labels {
  std::string_view process_name = "Unknown";
  std::string_view process_label = "Unknown";
  std::string_view thread_name = "Unknown";
};

/// The labels of each place of a trace, from its metadata events; of several for one place the last counts. A process
/// is labelled by the entries of its thread 0, as Kineto writes them.
inline std::vector<place_labels> labels_of(const torch_trace& trace) {
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

#endif  // RIDGELINE_TORCH_TREE_LABELS_HPP
