// expect: gpu_work takes torch_profile run(*trace) of a PyTorch trace, gpu_work(run)
// lines: 25
#include <cstddef>

#include <ridgeline/torch/run/gpu_work.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace rl = ridgeline;

std::size_t named(const rl::torch_trace& trace) {
  std::size_t n = 0;
#ifdef RIDGELINE_MUST_PASS
  const rl::torch_profile run(trace);
  for (const auto& work : gpu_work(run)) n += work.name().empty() ? 0u : 1u;
#else
  for (const auto& work : gpu_work(trace)) n += work.name().empty() ? 0u : 1u;
#endif
  return n;
}
