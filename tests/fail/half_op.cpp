// An op that counts its FLOP but not its bytes can neither join an op_set nor be placed under a roofline.
// expect: half_op
// expect: counts_bytes
// lines: 45
#include <ridgeline/core.hpp>

struct half_op {
  constexpr ridgeline::flop_count flops() const { return 1 * ridgeline::FLOP; }
#ifdef RIDGELINE_MUST_PASS
  constexpr ridgeline::byte_count bytes() const { return 1 * ridgeline::B; }
#endif
};

inline constexpr int set_size = ridgeline::op_set<half_op>::size;
inline constexpr ridgeline::roof roof = ridgeline::roofline<ridgeline::hw::wormhole, ridgeline::lofi>(half_op{});
