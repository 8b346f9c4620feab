// expect: cycles / clock
// lines: 28
#include <ridgeline/core.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
bool earlier(rl::cycle_count a, rl::frequency clock, rl::time_quantity b) { return a / clock < b; }
#else
bool earlier(rl::cycle_count a, rl::frequency, rl::time_quantity b) { return a < b; }
#endif
