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
  unsigned threads = 0;           ///< threads that read files; 0: one per processor
  std::size_t inflate_limit = 0;  ///< limit on decompressed bytes of a file; 0: `memory_limit`
  torch_faults faults{};
  /// The rows for which captures are needed (`rows_of_graphs`), ascending: a listed file with none of the sizes
  /// needed for them is read only on demand. Without a value, all files are read.
  std::optional<std::vector<std::int64_t>> rows{};
};

/// The captures of a folder: those listed in its `execution_details.json`, `[{"file", "batch_size", "mode"}]`, or
/// all of its traces (`.json`, `.json.gz`), with size and mode inferred from their names and shapes. Files are read
/// in parallel, and only the contents of their windows are kept. A failure if the folder cannot be read or contains
/// no trace; anything that could not be used is in `problems`. Nothing is written.
expected<torch_captures> read_capture_folder(const std::string& folder, const capture_folder_options& options);

/// The traces of a folder by name, except `execution_details.json`; empty if the folder cannot be read.
std::vector<std::string> traces_in(const std::string& folder);

/// Looks for a folder of captures next to a trace: `capture_traces`, `captures` or `graph_captures`, if one of its
/// traces captures a graph. If there are several, none is chosen and `found` lists them.
struct captures_beside {
  std::vector<std::string> found;
};
captures_beside find_captures_beside(const std::string& trace_path);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_FOLDER_HPP
