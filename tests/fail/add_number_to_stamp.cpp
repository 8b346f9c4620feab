// expect: A number has no unit: add a length
// lines: 31
#include <ridgeline/core/time.hpp>

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto later = ridgeline::time_point::of(5) + ridgeline::duration::of(3);
#else
inline constexpr auto later = ridgeline::time_point::of(5) + 3;
#endif
