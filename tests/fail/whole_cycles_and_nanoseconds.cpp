// expect: clock.time_of(n)
// lines: 26
#include <ridgeline/core/cycles.hpp>
#include <ridgeline/core/time.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto sum(rl::cycle_clock clock, rl::whole_cycles n, rl::duration b) { return clock.time_of(n) + b; }
#else
auto sum(rl::cycle_clock, rl::whole_cycles n, rl::duration b) { return n + b; }
#endif
