// Any bytes as an XPlane file: no crash, no hang, and a report over whatever could be read, with the original's faults
// and without.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/ridgeline.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

using namespace ridgeline;

namespace {

void demand(bool good) {
  if (!good) std::abort();
}

void check(const xla_trace& trace) {
  std::uint64_t events = 0;
  for (const xla_line& line : trace.lines) {
    demand(line.first == events && line.plane < trace.planes.size());
    events += line.count;
    for (std::uint64_t i = line.first + 1; i < events; ++i)
      demand(trace.events[i - 1].start_ps <= trace.events[i].start_ps);
  }
  demand(events == trace.events.size());
  for (const xla_event& e : trace.events) demand(e.duration_ps >= 0 && (!known(e.args) || e.args < trace.args.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const expected<xla_trace> trace = read_xplane({reinterpret_cast<const char*>(data), size});
  if (!trace) return 0;
  check(*trace);
  for (const bool parity : {false, true}) {
    jax_options options;
    if (parity) options.faults = xla_faults::parity();
    if (parity) options.keywords = {"a", "jit"};
    const jax_result report = report_jax(*trace, options);
    std::string scratch;
    const data_quality quality = quality_of(report.problems);
    for (const table& t : jax_tables(report, quality, parity ? jax_names::original : jax_names::documented))
      for (std::size_t r = 0; r < t.rows(); ++r)
        for (std::size_t c = 0; c < t.columns(); ++c) static_cast<void>(t.at(r, c, scratch));
  }
  return 0;
}
