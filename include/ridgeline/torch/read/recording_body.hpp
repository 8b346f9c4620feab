#ifndef RIDGELINE_TORCH_READ_RECORDING_BODY_HPP
#define RIDGELINE_TORCH_READ_RECORDING_BODY_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/torch/read/recording.hpp>

namespace ridgeline {

torch_recording recording_of(std::string_view front) {
  torch_recording r;
  json_cursor c{front.data(), front.data() + front.size()};
  if (!c.expect('{')) return r;
  for (bool closed = false; !closed;) {
    json_string key;
    if (!c.key(key) || key.raw == "traceEvents") break;
    if (c.done()) break;
    const bool quoted = c.next_is('"');
    const char* const from = c.at;
    if (!c.skip_value()) break;
    std::string_view value(from, static_cast<std::size_t>(c.at - from));
    if (quoted && value.size() >= 2) value = value.substr(1, value.size() - 2);
    constexpr std::string_view options[] = {"record_shapes", "with_stack", "profile_memory", "with_flops",
        "with_modules"};
    for (const std::string_view name : options)
      if (key.raw == name) r.options.emplace_back(name, value);
    constexpr std::string_view versions[] = {"cuda_runtime_version", "cuda_driver_version", "hip_runtime_version",
                                             "hip_driver_version", "cupti_version"};
    for (const std::string_view name : versions)
      if (key.raw == name && value.size() < 64) r.versions.emplace_back(name, value);
    if (!c.another('}', closed)) break;
  }
  return r;
}

torch_recording read_recording(const std::string& path) {
  constexpr std::size_t most = std::size_t{1} << 20;
  if (is_written_in_place(path)) return {};  // a pipe can be read only once
  const expected<file_bytes> bytes = file_bytes::open(path, most);
  if (!bytes) return {};
  if (!is_gzip(bytes->view())) return recording_of(bytes->view().substr(0, most));
  const expected<inflated_bytes> front = inflate(bytes->view(), most);
  return front ? recording_of(front->view()) : torch_recording{};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_RECORDING_BODY_HPP
