// expect: Of `torch_profile run(trace)`.
// lines: 40
#include <ridgeline/torch/advise/health.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto made(const rl::torch_profile& run) { return rl::health_of(run); }
#else
auto made(const rl::torch_trace& trace) { return rl::health_of(trace); }
#endif
