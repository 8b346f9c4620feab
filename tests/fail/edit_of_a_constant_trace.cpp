// expect: the trace must not be const
// lines: 25
#include <ridgeline/torch.hpp>
#include <ridgeline/torch/run/extension.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
struct additions {
  static constexpr std::array categories{rl::torch_op_category{"my::route_tokens", "Routing"}};
};
#else
struct additions {
  static void edit(rl::tree_edit&) {}
};
#endif

rl::torch_profile made(const rl::torch_trace& trace) { return rl::torch_extended_run<additions>(trace); }
