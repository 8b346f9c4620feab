// expect: publishes_peak: the chip has no published peak for this math
// lines: 25
#include <ridgeline/core.hpp>

namespace rl = ridgeline;
inline constexpr rl::op::matmul op{1, 2, 3, 4};

#ifdef RIDGELINE_MUST_PASS
rl::roof asked() { return rl::roofline<rl::hw::h100_sxm, rl::matrix_bf16>(op); }
#else
rl::roof asked() { return rl::roofline<rl::hw::h100_sxm, rl::dtype::bf16>(op); }
#endif
