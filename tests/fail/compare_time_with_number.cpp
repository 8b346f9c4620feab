// expect: A number has no unit: `time > 5 * us`
// lines: 25
#include <ridgeline/core/time.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
bool is_long(rl::duration d) { return d > 5 * rl::us; }
#else
bool is_long(rl::duration d) { return d > 5; }
#endif
