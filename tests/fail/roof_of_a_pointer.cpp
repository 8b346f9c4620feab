// expect: roofline takes an op that counts FLOP and bytes, a chip and a math
// lines: 25
#include <ridgeline/core.hpp>

namespace rl = ridgeline;
inline constexpr rl::op::matmul op{1, 2, 3, 4};

#ifdef RIDGELINE_MUST_PASS
rl::roof asked(const rl::hw::device& on) { return rl::roofline(op, on, rl::matrix_bf16); }
#else
rl::roof asked(const rl::hw::device& on) { return rl::roofline(op, &on, rl::matrix_bf16); }
#endif
