// Any bytes as a partial result, and as a trace to merge: results are complete, and written output is a trace.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ridgeline/ranks/merged_writer.hpp>
#include <ridgeline/ranks/partial.hpp>

using namespace ridgeline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  expected<fleet_partial> partial = partial_from(bytes);
  if (partial) {
    const std::string again = to_bytes(*partial);
    expected<fleet_partial> back = partial_from(again);
    if (!back || to_bytes(*back) != again) std::abort();
  }
  string_output out;
  std::size_t events = 0;
  {
    ranks_detail::merged_writer writer(out, {}, 3, {});
    ranks_detail::raw_events first(bytes), second(bytes);
    for (ranks_detail::raw_event e; second.next(e);) ++events;
    writer.add({3, "fuzz", {}}, first);
    writer.finish();
  }
  ranks_detail::raw_events written(out.text());
  std::size_t found = 0;
  for (ranks_detail::raw_event e; written.next(e);) ++found;
  if (!written.whole() || (events == 0 && found != 0)) std::abort();
  return 0;
}
