#ifndef RIDGELINE_TORCH_READ_RECORDING_HPP
#define RIDGELINE_TORCH_READ_RECORDING_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgeline {

/// How a trace was recorded, as the members in front of its events say: names and values as they are spelled.
struct torch_recording {
  std::vector<std::pair<std::string, std::string>> options;     ///< `record_shapes`, `with_stack`: they cost host time
  std::vector<std::pair<std::string, std::string>> versions;    ///< of runtime and driver
};

/// Of the front of a Kineto document; what cannot be read is left out. `metadata` is passed over.
torch_recording recording_of(std::string_view front);

/// Of a file, plain or gzip; empty when it cannot be read. No more than its first megabyte is looked at.
torch_recording read_recording(const std::string& path);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_RECORDING_HPP
