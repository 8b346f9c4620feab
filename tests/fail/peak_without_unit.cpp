// expect: A number has no unit
// lines: 25
#include <ridgeline/core.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
constexpr rl::peak fast{rl::matrix_bf16, 200 * rl::TFLOPps};
#else
constexpr rl::peak fast{rl::matrix_bf16, 200e12};
#endif
