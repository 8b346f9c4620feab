// Any bytes as a Perfetto trace: no crash, no hang, and the readable records, from PyTorch or from a GPU alone.
// clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -I. tests/fuzz/perfetto.cpp -lz -o
// fuzz_perfetto
// ./fuzz_perfetto tests/fuzz/corpus/perfetto

#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/rocprof_perfetto.hpp>
#include <ridgeline/torch/read/perfetto.hpp>

#include "tests/fuzz/gpu_trace.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ridgeline;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  perfetto_options options;
  options.inflate_limit = std::size_t{1} << 24;
  const expected<perfetto_trace> trace = read_perfetto(bytes, {}, options);
  if (!trace) return 0;
  for (const perfetto_slice& s : trace->slices)
    if (s.time < 0 || s.track >= trace->tracks.size()) std::abort();
  if (expected<perfetto_trace> other = read_perfetto(bytes, {}, options)) {
    const torch_trace torch = torch_trace_of(std::move(*other));
    for (const torch_event& e : torch.events)
      if (known(e.place) && e.place >= torch.places.size()) std::abort();
    fuzz::report_on(as_gpu_trace(torch));
  }
  if (expected<perfetto_trace> other = read_perfetto(bytes, {}, options))
    fuzz::report_on(gpu_trace_of(std::move(*other)));
  return 0;
}
