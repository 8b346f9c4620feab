// expect: Not a length: `end - start > 5 * us`
// lines: 40
#include <ridgeline/core/time.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
bool is_late(rl::time_point at, rl::time_point zero) { return at - zero > 5 * rl::us; }
#else
bool is_late(rl::time_point at, rl::time_point) { return at > 5 * rl::us; }
#endif
