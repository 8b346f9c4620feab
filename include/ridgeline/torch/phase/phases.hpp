#ifndef RIDGELINE_TORCH_PHASE_PHASES_HPP
#define RIDGELINE_TORCH_PHASE_PHASES_HPP

#include <vector>

#include <ridgeline/torch/phase/phase.hpp>

namespace ridgeline {

class torch_profile;

/// `method` or, for `automatic`, the first that the run allows: `annotations` if a range names a phase, unless the
/// ranges leave open what shapes tell; `shapes` if they determine the phase of any launch; `hybrid` otherwise.
phase_method torch_phase_method_of(const torch_profile& run, const torch_phase_options& options);

/// The method to compare the result of `used` with: the first other one of these that the run allows.
phase_method torch_phase_method_beside(const torch_profile& run, phase_method used, const torch_phase_options& options);

/// The phase of each launch of a run, in the order of launches.
std::vector<inference_phase> torch_phases_of(const torch_profile& run, const torch_phase_options& options);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_PHASES_HPP
