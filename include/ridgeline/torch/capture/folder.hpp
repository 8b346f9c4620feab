#ifndef RIDGELINE_TORCH_CAPTURE_FOLDER_HPP
#define RIDGELINE_TORCH_CAPTURE_FOLDER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/torch/capture/capture.hpp>

namespace ridgeline {

struct capture_folder_options {
  unsigned threads = 0;           ///< files are read side by side; 0: one for each processor
  std::size_t inflate_limit = 0;  ///< bytes of a packed file unpacked; 0: `memory_limit`
  torch_faults faults{};
  /// The rows that captures are asked for (`rows_of_graphs`), ascending: a listed file that has none of the sizes which
  /// these need is read when it is asked for. Without it all files are read.
  std::optional<std::vector<std::int64_t>> rows{};
};

/// The captures of a folder: those that its `execution_details.json` lists, `[{"file", "batch_size", "mode"}]`, or all
/// of its traces (`.json`, `.json.gz`), with what their names and shapes tell. Files are read side by side, and no more
/// is kept of each than its windows have. A failure where the folder cannot be read or has no trace; what could not be
/// used is in `problems`. Nothing is written.
expected<torch_captures> read_capture_folder(const std::string& folder, const capture_folder_options& options);

/// The traces of a folder by name, `execution_details.json` not among them; empty where it cannot be read.
std::vector<std::string> traces_in(const std::string& folder);

/// A folder of captures beside a trace: `capture_traces`, `captures` or `graph_captures`, when one of its traces
/// captures a graph. Of two such folders none: `found` has both.
struct captures_beside {
  std::vector<std::string> found;
};
captures_beside find_captures_beside(const std::string& trace_path);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_FOLDER_HPP
