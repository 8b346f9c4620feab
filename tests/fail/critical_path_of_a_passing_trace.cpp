// expect: Name the trace: rows need it
// lines: 25
#include <ridgeline/torch/path/critical_path.hpp>

namespace rl = ridgeline;

rl::torch_trace made();

#ifdef RIDGELINE_MUST_PASS
auto path(const rl::torch_trace& trace) { return rl::critical_path(trace); }
#else
auto path() { return rl::critical_path(made()); }
#endif
