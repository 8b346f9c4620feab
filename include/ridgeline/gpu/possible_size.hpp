#ifndef RIDGELINE_GPU_POSSIBLE_SIZE_HPP
#define RIDGELINE_GPU_POSSIBLE_SIZE_HPP

#include <cstdint>

namespace ridgeline::gpu_detail {

/// Whether a copy or fill can have so many bytes. Less than 0, or more than the memory of any device (2^48), are
/// counters that were never written or ran backwards.
constexpr bool is_possible_size(std::int64_t bytes) { return bytes >= 0 && bytes <= std::int64_t{1} << 48; }

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_POSSIBLE_SIZE_HPP
