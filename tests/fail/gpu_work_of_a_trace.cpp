// expect: gpu_work takes torch_profile run(*trace) of a PyTorch trace
// lines: 25

#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/run/gpu_work.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto work(const rl::torch_profile& run) { return gpu_work(run); }
#else
auto work(const rl::torch_trace& trace) { return gpu_work(trace); }
#endif
