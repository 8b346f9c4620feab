// expect: A number has no unit: `duration::of(5)` nanoseconds
// lines: 25
#include <ridgeline/core/time.hpp>

#ifdef RIDGELINE_MUST_PASS
constexpr ridgeline::duration pause = ridgeline::duration::of(5);
#else
constexpr ridgeline::duration pause = 5;
#endif
