// expect: the chip comes before the math
// lines: 25
#include <ridgeline/core.hpp>

namespace rl = ridgeline;
inline constexpr rl::op::matmul op{1, 2, 3, 4};

#ifdef RIDGELINE_MUST_PASS
rl::roof asked() { return rl::roofline<rl::hw::wormhole, rl::lofi>(op); }
#else
rl::roof asked() { return rl::roofline<rl::lofi, rl::hw::wormhole>(op); }
#endif
