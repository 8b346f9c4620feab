// Quantities of different dimensions do not add up.
// expect: operator+
// lines: 30
#include <ridgeline/core.hpp>

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto sum = 1 * ridgeline::us + 1 * ridgeline::ns;
#else
inline constexpr auto sum = 1 * ridgeline::B + 1 * ridgeline::ns;
#endif
