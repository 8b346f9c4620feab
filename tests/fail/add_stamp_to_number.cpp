// expect: A number has no unit: add a length
// lines: 31
#include <ridgeline/core/time.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto later = rl::duration::of(5) + rl::time_point::of(3);
#else
inline constexpr auto later = 5 + rl::time_point::of(3);
#endif
