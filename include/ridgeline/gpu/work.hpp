#ifndef RIDGELINE_GPU_WORK_HPP
#define RIDGELINE_GPU_WORK_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/communication.hpp>

namespace ridgeline {

/// What a GPU was given to do. `graph`: many pieces of work that were recorded as one.
enum class gpu_kind : std::uint8_t { kernel, copy, fill, graph };

constexpr std::string_view name_of(gpu_kind k) {
  return k == gpu_kind::kernel ? "kernel" : k == gpu_kind::copy ? "copy" : k == gpu_kind::fill ? "fill" : "graph";
}

/// What a piece of GPU work spends its time on.
enum class gpu_lane : std::uint8_t { compute, communication, copy };

namespace gpu_detail {
using core_detail::take_front;

/// Whether `text` is nothing, or the ending of a kernel descriptor (AMD code objects).
constexpr bool only_descriptor_ending(std::string_view text) { return text.empty() || text == ".kd"; }
}  // namespace gpu_detail

/// Kernels that ROCm runs for copies: `MEMORY_COPY_<from>_TO_<to>` of rocprof and `__amd_rocclr_copyBuffer`, with
/// `Rect`, `Aligned` or both, of the runtime (ROCm/clr, rocclr/device/blitcl.cpp).
constexpr bool is_copy_kernel(std::string_view name) {
  if (gpu_detail::take_front(name, "MEMORY_COPY_"))
    return (gpu_detail::take_front(name, "HOST_TO_DEVICE") || gpu_detail::take_front(name, "DEVICE_TO_HOST") ||
            gpu_detail::take_front(name, "DEVICE_TO_DEVICE")) && gpu_detail::only_descriptor_ending(name);
  if (!gpu_detail::take_front(name, "__amd_rocclr_copyBuffer")) return false;
  gpu_detail::take_front(name, "Rect");
  gpu_detail::take_front(name, "Aligned");
  return gpu_detail::only_descriptor_ending(name);
}

/// Whether a copy migrates pages of unified memory (Nsight Systems; JAX): the driver starts it, and no call.
constexpr bool is_page_migration(std::string_view copy) {
  return copy.starts_with("Unified ") || copy.starts_with("UM_BYTES_TRANSFER_");
}

/// The lane of GPU work of this kind and name, where `communicates` says whether a table of kinds takes it for
/// communication; the first rule that fits decides. A fill is computation unless it communicates.
constexpr gpu_lane gpu_lane_of(gpu_kind kind, std::string_view name, bool communicates) {
  if (kind == gpu_kind::copy || (kind == gpu_kind::kernel && is_copy_kernel(name))) return gpu_lane::copy;
  return communicates ? gpu_lane::communication : gpu_lane::compute;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_WORK_HPP
