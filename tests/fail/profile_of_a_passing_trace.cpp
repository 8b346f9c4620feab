// expect: The trace must outlive it: name it
// lines: 25
#include <ridgeline/torch.hpp>

namespace rl = ridgeline;

rl::torch_trace made();

#ifdef RIDGELINE_MUST_PASS
const rl::torch_trace trace = made();
const rl::torch_profile run(trace);
#else
const rl::torch_profile run(made());
#endif
