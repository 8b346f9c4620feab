// expect: Two stamps do not add up
// lines: 31
#include <ridgeline/core/time.hpp>

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto length = ridgeline::time_point::of(5) - ridgeline::time_point::of(3);
#else
inline constexpr auto length = ridgeline::time_point::of(5) + ridgeline::time_point::of(3);
#endif
