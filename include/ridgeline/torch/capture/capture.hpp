#ifndef RIDGELINE_TORCH_CAPTURE_CAPTURE_HPP
#define RIDGELINE_TORCH_CAPTURE_CAPTURE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/record/trace.hpp>

/// What a serving engine recorded while it captured its graphs: ops, shapes and frames of what a replay runs as one
/// launch.
namespace ridgeline {

/// A call of a window and the one around it.
struct captured_call {
  std::uint32_t event = missing<std::uint32_t>;   ///< of the capture's trace
  std::uint32_t parent = missing<std::uint32_t>;  ///< a position in `calls`; missing for those that nothing encloses
};

/// What was called between the beginning of a capture and its end: one graph.
struct capture_window {
  std::uint32_t begin = missing<std::uint32_t>;    ///< the call that begins it
  std::int64_t size = missing<std::int64_t>;       ///< rows, by the range `capture_<n>_<mode>` around its beginning
  std::uint32_t range = missing<std::uint32_t>;    ///< that range
  /// By start, each behind the one around it; without the Python frames that no op, launch or module is in.
  std::vector<captured_call> calls{};
  std::vector<std::uint32_t> dispatches{};         ///< those that start GPU work, positions in `calls`
};

/// A file of captures.
struct capture_file {
  std::string name{};                    ///< in its folder
  bool readable = false;
  torch_trace trace{};
  std::vector<capture_window> windows{}; ///< in file order
};

/// One captured batch size: some windows of a file, which a step launches one after the other.
struct torch_capture {
  std::int64_t size = missing<std::int64_t>;
  bool piecewise = false;                ///< several graphs a step
  std::size_t file = 0;                  ///< in `torch_captures::files`
  std::vector<std::uint32_t> windows{};  ///< of that file, in order
};

/// The captures of a folder, by size.
struct torch_captures {
  std::vector<capture_file> files{};
  std::vector<torch_capture> captures{};
  torch_faults faults{};                 ///< those that they were read with
};

/// Fills in the windows of a file from its trace.
void find_capture_windows(capture_file& file, torch_faults faults = {});

/// Whether a trace captures a graph.
bool captures_graphs(const torch_trace& trace);

/// Rows and mode of a capture as the names in its trace or its shapes tell; missing where they do not.
struct inferred_capture {
  std::int64_t size = missing<std::int64_t>;
  std::string mode{};
};
inferred_capture infer_capture(const torch_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_CAPTURE_HPP
