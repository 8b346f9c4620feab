#ifndef RIDGELINE_TORCH_RUN_QUALITY_HPP
#define RIDGELINE_TORCH_RUN_QUALITY_HPP

#include <string>

namespace ridgeline {

class data_quality;
class torch_profile;

/// Problems of a run's trace, problems found while building its tree, and spans of unknown categories. `file` is the
/// input they refer to.
data_quality quality_of(const torch_profile& run, const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_QUALITY_HPP
