// An extension that extends nothing does not compile; the message lists what it can have.
// expect: an extension needs at least one of
// lines: 20
#include <ridgeline/torch/run/extension.hpp>

struct my_extension {
#ifdef RIDGELINE_MUST_PASS
  static void edit(ridgeline::tree_edit&) {}
#else
  static void edit_tree(ridgeline::tree_edit&) {}
#endif
};
inline ridgeline::torch_profile run_of(ridgeline::torch_trace& trace) {
  return ridgeline::torch_extended_run<my_extension>(trace);
}
