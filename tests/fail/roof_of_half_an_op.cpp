// expect: counts_bytes: an op model needs
// lines: 25
#include <ridgeline/core.hpp>

struct half_op {
  constexpr ridgeline::flop_count flops() const { return 1 * ridgeline::FLOP; }
#ifdef RIDGELINE_MUST_PASS
  constexpr ridgeline::byte_count bytes() const { return 1 * ridgeline::B; }
#endif
};

ridgeline::roof roof_of(half_op op) { return ridgeline::roofline<ridgeline::hw::wormhole, ridgeline::lofi>(op); }
