// expect: Rounded to whole units first: `start + duration(5 * us)`
// lines: 40
#include <ridgeline/core/time.hpp>

using namespace ridgeline;

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto later = time_point::of(5) + duration(5 * us);
#else
inline constexpr auto later = time_point::of(5) + 5 * us;
#endif
