// Any bytes as a profiler database: no crash, no hang, and a report over the readable rows.
// clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -DRIDGELINE_WITH_SQLITE=1 -Iinclude -I.
// tests/fuzz/gpu_database.cpp
//   -lz -lsqlite3 -o fuzz_gpu_database
// ./fuzz_gpu_database tests/fuzz/corpus/gpu_database

#include "tests/fuzz/gpu_trace.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view magic("SQLite format 3\0", 16);
  if (bytes.size() >= magic.size()) bytes.replace(0, magic.size(), magic);  // else most bytes would be something else
  return fuzz::report_on(bytes);
}
