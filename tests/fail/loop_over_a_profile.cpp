// expect: a profile is no list
// lines: 25
#include <ridgeline/torch.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
int number_of_works(const rl::torch_profile& run) {
  int n = 0;
  for (const auto& work : gpu_work(run)) n += work.time().known() ? 1 : 0;
  return n;
}
#else
int number_of_works(const rl::torch_profile& run) {
  int n = 0;
  for (const auto& work : run) static_cast<void>(work), ++n;
  return n;
}
#endif
