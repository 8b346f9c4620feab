// expect: Of `torch_profile run(trace)`.
// lines: 40
#include <ridgeline/torch/report/report.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto made(const rl::torch_profile& run) { return rl::torch_tables(run, {}); }
#else
auto made(const rl::torch_trace& trace) { return rl::torch_tables(trace, {}); }
#endif
