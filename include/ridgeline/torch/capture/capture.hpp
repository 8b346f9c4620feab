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
  std::vector<captured_call> calls;
  std::vector<std::uint32_t> dispatches;           ///< those that start GPU work, positions in `calls`
};

/// A file of captures.
struct capture_file {
  std::string name{};                    ///< in its folder
  bool readable = false;
  bool captures_graphs = false;          ///< as far as it was read
  torch_trace trace;                   ///< of a folder's file no more than `keep_windows` leaves
  std::vector<capture_window> windows; ///< in file order
};

/// One captured batch size: some windows of a file, which a step launches one after the other.
struct torch_capture {
  std::int64_t size = missing<std::int64_t>;
  bool piecewise = false;                ///< several graphs a step
  std::size_t file = 0;                  ///< in `torch_captures::files`
  std::vector<std::uint32_t> windows;    ///< of that file, in order
};

struct torch_captures;

/// Captures that nothing has asked for yet, so that their files are not read.
class unread_captures {
 public:
  virtual ~unread_captures() = default;
  /// The least size from `rows` on that one of them may have; missing without one.
  virtual std::int64_t next_size(std::int64_t rows) const = 0;
  /// Reads those that may have this size, and puts what they capture into `to`.
  virtual void read(std::int64_t size, torch_captures& to) = 0;
};

/// The captures of a folder.
struct torch_captures {
  std::vector<capture_file> files;
  /// A list for each size, from the least on, none empty; in it those of the size in the order of the files.
  std::vector<std::vector<torch_capture>> by_size;
  torch_faults faults{};                 ///< those that they were read with
  data_quality problems;               ///< what could not be used
  owned<unread_captures> rest;  ///< null where all files were read

  void add(torch_capture capture);
  /// The captures of the least size from `rows` on, reading the files that may have it; null without one.
  const std::vector<torch_capture>* next(std::int64_t rows);
};

/// Fills in the windows of a file from its trace.
void find_capture_windows(capture_file& file, torch_faults faults = {});

/// Leaves of a file's trace the events of its windows, with their arguments and texts: a tenth of what was read, or
/// less. No captured graph and no call gets another number in `windows`; events do.
void keep_windows(capture_file& file);

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
