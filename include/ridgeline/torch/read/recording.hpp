#ifndef RIDGELINE_TORCH_READ_RECORDING_HPP
#define RIDGELINE_TORCH_READ_RECORDING_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgeline {

/// How a trace was recorded, from the members before its events; names and values as spelled in the file.
struct torch_recording {
  std::vector<std::pair<std::string, std::string>> options;     ///< `record_shapes`, `with_stack`; they cost host time
  std::vector<std::pair<std::string, std::string>> versions;    ///< versions of runtime and driver
};

/// Reads the beginning of a Kineto document; unreadable values are left out, and `metadata` is skipped.
torch_recording recording_of(std::string_view front);

/// Reads a file, plain or gzip; empty if it cannot be read. Looks at no more than its first megabyte.
torch_recording read_recording(const std::string& path);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_RECORDING_HPP
