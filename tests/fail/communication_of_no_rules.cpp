// expect: an extension's rules are
// lines: 25
#include <ridgeline/gpu/communication_table.hpp>

namespace rl = ridgeline;
struct rings {
#ifdef RIDGELINE_MUST_PASS
  static constexpr std::array communication{rl::gpu::communication_rule{"ring_"}};
#else
  static constexpr const char* communication = "ring_";
#endif
};

auto rules() { return rl::gpu::communication_table::with<rings>(); }
