#ifndef RIDGELINE_GPU_CALL_KIND_HPP
#define RIDGELINE_GPU_CALL_KIND_HPP

#include <cstdint>
#include <string_view>

/// What a call of a GPU's runtime or driver does, as its name tells: CUDA and HIP, with versions as CUPTI names them.
namespace ridgeline {

enum class call_kind : std::uint8_t { other, kernel_launch, graph_launch, blocking, allocation };

/// `cudaLaunchKernel`, `hipGraphLaunch`, `cudaStreamSynchronize`, `cudaMalloc`. Blocking: copies that wait, too.
call_kind call_kind_of(std::string_view name);

/// Whether a call of this name waits for the GPU and does nothing else: `cudaStreamSynchronize`, `cuCtxSynchronize_v2`.
bool synchronizes(std::string_view call);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_CALL_KIND_HPP
