#ifndef RIDGELINE_TORCH_RUN_QUALITY_HPP
#define RIDGELINE_TORCH_RUN_QUALITY_HPP

#include <string>

namespace ridgeline {

class data_quality;
class torch_profile;

/// What was wrong with a run's trace, what was found while its tree was built, and the spans of categories that are
/// not known. `file` is the input that it is about.
data_quality quality_of(const torch_profile& run, const std::string& file = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_QUALITY_HPP
