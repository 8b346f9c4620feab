#ifndef RIDGELINE_GPU_KIND_HPP
#define RIDGELINE_GPU_KIND_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/gpu/communication.hpp>

namespace ridgeline::gpu {

/// What a piece of work on a GPU is, as every kind of trace tells it apart.
enum class work_kind : std::uint8_t {
  kernel,
  copy,
  fill,  ///< memset
  graph  ///< a graph that was recorded as one piece
};

/// What a piece of GPU work spends its time on.
enum class lane : std::uint8_t { compute, communication, copy };

/// `computation`, `communication` or `copy`, as reports write it.
constexpr std::string_view name_of(lane l) {
  return l == lane::compute ? "computation" : l == lane::communication ? "communication" : "copy";
}

namespace gpu_detail {

constexpr bool take_front(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}
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

/// The lane of GPU work of this kind and name, where `communicates` says whether it is communication; the first rule
/// that fits decides. A fill is computation unless its name is that of a collective.
constexpr lane lane_of(work_kind kind, std::string_view name, bool communicates) {
  if (kind == work_kind::copy || (kind == work_kind::kernel && is_copy_kernel(name))) return lane::copy;
  return communicates ? lane::communication : lane::compute;
}
/// The same by the built-in table of kinds. A graph's name says nothing of what is in it: computation.
constexpr lane lane_of(work_kind kind, std::string_view name) {
  return lane_of(kind, name, kind != work_kind::graph && kind != work_kind::copy && communication_of(name).has_value());
}

}  // namespace ridgeline::gpu

#endif  // RIDGELINE_GPU_KIND_HPP
