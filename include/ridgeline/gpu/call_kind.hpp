#ifndef RIDGELINE_GPU_CALL_KIND_HPP
#define RIDGELINE_GPU_CALL_KIND_HPP

#include <cstdint>
#include <string_view>

/// Classifies GPU runtime and driver calls by name: CUDA and HIP, including CUPTI's version suffixes.
namespace ridgeline {

enum class call_kind : std::uint8_t { other, kernel_launch, graph_launch, blocking, allocation };

/// For example `cudaLaunchKernel`, `hipGraphLaunch`, `cudaStreamSynchronize`, `cudaMalloc`. Blocking includes
/// synchronous copies.
call_kind call_kind_of(std::string_view name);

/// Whether a call of this name only waits for the GPU: `cudaStreamSynchronize`, `cuCtxSynchronize_v2`.
bool synchronizes(std::string_view call);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_CALL_KIND_HPP
