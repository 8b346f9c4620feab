#ifndef RIDGELINE_TORCH_ADVISE_HEALTH_HPP
#define RIDGELINE_TORCH_ADVISE_HEALTH_HPP

#include <ridgeline/advise/health.hpp>

namespace ridgeline {

class gpu_replay;
class torch_profile;
struct torch_trace;
struct gpu_activity;

/// What the report options need from a trace; a check that matters only for other options does not count for
/// `strict`.
struct torch_health_options {
  bool call_stacks = false;
  bool phases = false;
  bool roofs = false;
};

/// The health checks of a PyTorch trace.
trace_health health_of(const torch_profile& run, const torch_health_options& options = {});
trace_health health_of(const torch_trace&) = delete;  // Of `torch_profile run(trace)`.
/// The same if its activity is already known.
trace_health health_of(const torch_profile& run, const gpu_activity& activity, const gpu_replay& replay,
                       const torch_health_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_HEALTH_HPP
