#ifndef RIDGELINE_TORCH_PHASE_PHASES_HPP
#define RIDGELINE_TORCH_PHASE_PHASES_HPP

#include <vector>

#include <ridgeline/torch/phase/phase.hpp>

namespace ridgeline {

class torch_profile;

/// The phase of each launch of a run, in their order.
std::vector<inference_phase> torch_phases_of(const torch_profile& run, const torch_phase_options& options);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_PHASES_HPP
