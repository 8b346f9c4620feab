// expect: A unit of something else
// lines: 25
#include <ridgeline/core/time.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
double asked(rl::duration d) { return d.in(rl::us); }
#else
double asked(rl::duration d) { return d.in(rl::GB); }
#endif
