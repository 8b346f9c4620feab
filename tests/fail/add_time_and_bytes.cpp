// expect: no match for
// lines: 60
#include <ridgeline/core.hpp>

using namespace ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto sum = 1 * us + 1 * us;
#else
auto sum = 1 * us + 1 * B;
#endif
