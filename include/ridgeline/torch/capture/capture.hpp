#ifndef RIDGELINE_TORCH_CAPTURE_CAPTURE_HPP
#define RIDGELINE_TORCH_CAPTURE_CAPTURE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/owned.hpp>
#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/record/trace.hpp>

/// What a serving engine recorded while it captured its graphs: ops, shapes and frames of work that a replay runs as
/// a single launch.
namespace ridgeline {

/// A call in a window and its parent.
struct captured_call {
  std::uint32_t event = missing<std::uint32_t>;   ///< event in the capture's trace
  std::uint32_t parent = missing<std::uint32_t>;  ///< position in `calls`; missing if nothing encloses the call
};

/// The calls between the beginning and the end of a capture: one graph.
struct capture_window {
  std::uint32_t begin = missing<std::uint32_t>;    ///< the call that begins it
  /// Rows, from the range `capture_<n>_<mode>` around its beginning, else inferred (`infer_window_sizes`).
  std::int64_t size = missing<std::int64_t>;
  std::uint32_t range = missing<std::uint32_t>;    ///< that range
  /// By start, each after its parent; without Python frames that contain no op, launch or module.
  std::vector<captured_call> calls;
  std::vector<std::uint32_t> dispatches;           ///< calls that start GPU work, as positions in `calls`
};

/// A file of captures.
struct capture_file {
  std::string name{};                    ///< file name within its folder
  bool readable = false;
  bool captures_graphs = false;          ///< judged by what was read
  torch_trace trace;                   ///< for a file of a folder, only what `keep_windows` keeps
  std::vector<capture_window> windows; ///< in file order
};

/// One captured batch size: the windows of a file that a step launches one after another.
struct torch_capture {
  std::int64_t size = missing<std::int64_t>;
  bool piecewise = false;                ///< several graphs per step
  std::size_t file = 0;                  ///< index in `torch_captures::files`
  std::vector<std::uint32_t> windows;    ///< windows of that file, in order
};

struct torch_captures;

/// Captures whose files have not been read yet because nothing has asked for them.
class unread_captures {
 public:
  virtual ~unread_captures() = default;
  /// The smallest size, at least `rows`, that any of them may have; missing if there is none.
  virtual std::int64_t next_size(std::int64_t rows) const = 0;
  /// Reads the files that may have this size and adds their captures to `to`.
  virtual void read(std::int64_t size, torch_captures& to) = 0;
};

/// The captures of a folder.
struct torch_captures {
  std::vector<capture_file> files;
  /// One non-empty list per size, ascending by size; each list is in file order.
  std::vector<std::vector<torch_capture>> by_size;
  torch_faults faults{};                 ///< the faults they were read with
  data_quality problems;               ///< input that could not be used
  owned<unread_captures> rest;  ///< null if all files were read

  void add(torch_capture capture);
  /// The captures of the smallest size that is at least `rows`, reading the files that may have it; null if there
  /// are none.
  const std::vector<torch_capture>* next(std::int64_t rows);
};

/// Finds the windows in a file's trace.
void find_capture_windows(capture_file& file, torch_faults faults = {});

/// Reduces a file's trace to the events of its windows, with their arguments and texts: a tenth of what was read, or
/// less. Graphs and calls keep their numbers in `windows`; events are renumbered.
void keep_windows(capture_file& file);

/// Whether a trace captures a graph.
bool captures_graphs(const torch_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_CAPTURE_HPP
