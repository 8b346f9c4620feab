// A part of an extension in a form that would add nothing.
// expect: an extension's edit is `static void edit(tree_edit& tree)`
// lines: 25
#include <array>

#include <ridgeline/torch/run/extension.hpp>

namespace rl = ridgeline;

struct my_extension {
  static void add_tables(const rl::torch_profile&, std::vector<rl::table>&) {}
#ifdef RIDGELINE_MUST_PASS
  static void edit(rl::tree_edit&) {}
#else
  void edit(rl::tree_edit&) {}
#endif
};
inline rl::torch_profile run_of(rl::torch_trace& trace) { return rl::torch_extended_run<my_extension>(trace); }
