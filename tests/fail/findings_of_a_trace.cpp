// expect: Of `torch_profile run(trace)`.
// lines: 40
#include <ridgeline/torch/advise/findings.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto made(const rl::torch_profile& run) { return rl::findings_of(run); }
#else
auto made(const rl::torch_trace& trace) { return rl::findings_of(trace); }
#endif
