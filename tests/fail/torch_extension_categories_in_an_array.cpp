// A part of an extension in a form that would add nothing.
// expect: an extension's categories are a `static constexpr std::array`
// lines: 25
#include <array>

#include <ridgeline/torch/run/extension.hpp>

namespace rl = ridgeline;

struct my_extension {
  static void add_tables(const rl::torch_profile&, std::vector<rl::table>&) {}
#ifdef RIDGELINE_MUST_PASS
  static constexpr std::array categories{rl::torch_op_category{"my::op", "Routing"}};
#else
  static constexpr rl::torch_op_category categories[] = {{"my::op", "Routing"}};
#endif
};
inline rl::torch_profile run_of(rl::torch_trace& trace) { return rl::torch_extended_run<my_extension>(trace); }
