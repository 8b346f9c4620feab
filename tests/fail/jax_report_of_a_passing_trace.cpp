// expect: Name the trace: the report refers to it
// lines: 25
#include <ridgeline/xla/sheet/run.hpp>

namespace rl = ridgeline;

rl::xla_trace made();

#ifdef RIDGELINE_MUST_PASS
auto report(const rl::xla_trace& trace) { return rl::report_jax(trace); }
#else
auto report() { return rl::report_jax(made()); }
#endif
