#ifndef RIDGELINE_GPU_GPU_TIMELINE_BODY_HPP
#define RIDGELINE_GPU_GPU_TIMELINE_BODY_HPP

#include <vector>

#include <ridgeline/gpu/gpu_timeline.hpp>

namespace ridgeline {

std::vector<gpu_time> gpu_timeline::rows() const {
  std::vector<gpu_time> shown{gpu_time::computation, gpu_time::exposed_communication, gpu_time::exposed_copy,
                              gpu_time::busy};
  if (split_idle) shown.insert(shown.end(), {gpu_time::micro_idle, gpu_time::macro_idle});
  else shown.push_back(gpu_time::idle);
  shown.insert(shown.end(), {gpu_time::total, gpu_time::communication, gpu_time::copy});
  return shown;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_GPU_TIMELINE_BODY_HPP
