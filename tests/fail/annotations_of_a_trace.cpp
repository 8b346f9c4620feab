// expect: Of `torch_profile run(trace)`.
// lines: 40
#include <ridgeline/torch/run/gpu_work.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto made(const rl::torch_profile& run) { return rl::annotations(run); }
#else
auto made(const rl::torch_trace& trace) { return rl::annotations(trace); }
#endif
