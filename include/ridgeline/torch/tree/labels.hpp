#ifndef RIDGELINE_TORCH_TREE_LABELS_HPP
#define RIDGELINE_TORCH_TREE_LABELS_HPP

#include <string_view>
#include <vector>

#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// A trace's names for a process and a thread; `Unknown` if not given.
struct place_labels {
  std::string_view process_name = "Unknown";
  std::string_view process_label = "Unknown";
  std::string_view thread_name = "Unknown";
};

/// The labels of each place of a trace, from its metadata events; if a place has several, the last one counts. A
/// process is labelled by the entries of its thread 0, as Kineto writes them, or else by those of any thread: other
/// writers give them the number of the main thread, or none. `thread_0_only`: not by those.
std::vector<place_labels> labels_of(const torch_trace& trace, bool thread_0_only = false);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_LABELS_HPP
