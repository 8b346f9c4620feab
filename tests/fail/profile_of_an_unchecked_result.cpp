// expect: Check first: `run(*trace)`
// lines: 25
#include <ridgeline/torch.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
const auto trace = rl::read_kineto_file("trace.json");
const rl::torch_profile run(*trace);
#else
const rl::torch_profile run(rl::read_kineto_file("trace.json"));
#endif
