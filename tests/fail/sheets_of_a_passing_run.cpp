// expect: Name the run: its sheets refer to it
// lines: 25
#include <ridgeline/torch.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto sheets(const rl::torch_profile& run) { return torch_tables(run, {}); }
#else
auto sheets(const rl::torch_trace& trace) { return torch_tables(rl::torch_profile(trace), {}); }
#endif
