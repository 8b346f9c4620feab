// Any bytes as rocprofv3 JSON: no crash, no hang, and a report over whatever could be read.
// clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -I. tests/fuzz/rocprof_json.cpp -lz -o
// fuzz_rocprof_json
// ./fuzz_rocprof_json tests/fuzz/corpus/rocprof_json

#include <ridgeline/gpu/read/rocprof_json.hpp>

#include "tests/fuzz/gpu_trace.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ridgeline::expected<ridgeline::gpu_trace> trace = ridgeline::read_rocprof_json(bytes);
  return trace ? fuzz::report_on(*trace) : 0;
}
