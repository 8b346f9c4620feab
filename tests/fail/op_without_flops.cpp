// expect: counts_flops: an op model needs
// lines: 25
#include <ridgeline/core.hpp>

namespace rl = ridgeline;
struct op {
#ifdef RIDGELINE_MUST_PASS
  constexpr rl::flop_count flops() const { return 1 * rl::FLOP; }
#endif
  constexpr rl::byte_count bytes() const { return 1 * rl::B; }
};

int models() { return rl::op_set<op>::size; }
