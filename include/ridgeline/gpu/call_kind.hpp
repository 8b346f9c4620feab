#ifndef RIDGELINE_GPU_CALL_KIND_HPP
#define RIDGELINE_GPU_CALL_KIND_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>

/// Classifies GPU runtime and driver calls by name: CUDA and HIP, including CUPTI's version suffixes, SYCL's kernel
/// launches, and what only waits in any API.
namespace ridgeline {

namespace gpu_detail {

/// Removes the version at the end of a call's name: that of the API, as in `cuCtxSynchronize_v2`, or the one of four or
/// five digits that CUPTI appends, as in `cudaLaunchKernelExC_v11060`. Versions with fewer digits than `least` stay.
constexpr std::string_view without_version(std::string_view name, std::size_t least = 1) {
  const std::string_view front = name.substr(0, name.find_last_not_of("0123456789") + 1);
  return name.size() - front.size() >= least && front.ends_with("_v") ? front.substr(0, front.size() - 2) : name;
}

}  // namespace gpu_detail

enum class call_kind : std::uint8_t { other, kernel_launch, graph_launch, blocking, allocation };

/// For example `cudaLaunchKernel`, `hipGraphLaunch`, `cudaStreamSynchronize`, `cudaMalloc`. Blocking includes
/// synchronous copies.
call_kind call_kind_of(std::string_view name);

/// Whether a call of this name begins or ends a capture: calls between the two launch nothing.
constexpr bool begins_capture(std::string_view call) { return call.find("StreamBeginCapture") != call.npos; }
constexpr bool ends_capture(std::string_view call) { return call.find("StreamEndCapture") != call.npos; }

/// Whether a call copies, in any way: `cudaMemcpyAsync`, `hipMemcpyWithStream`, `cuMemcpyDtoH_v2`.
constexpr bool is_copy_call(std::string_view call) { return call.find("Memcpy") != call.npos; }

/// Whether a call is CUDA's driver's, `cuLaunchKernel`, not its runtime's, `cudaLaunchKernel`.
constexpr bool is_cuda_driver_call(std::string_view name) {
  return name.size() > 2 && name.starts_with("cu") && core_detail::is_capital(name[2]);
}

/// Whether a call of this name only waits for the GPU: `cudaStreamSynchronize`, `cuCtxSynchronize_v2`,
/// `zeCommandQueueSynchronize`, `urQueueFinish`.
bool synchronizes(std::string_view call);

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_CALL_KIND_HPP
