#ifndef RIDGELINE_GPU_CALL_KIND_BODY_HPP
#define RIDGELINE_GPU_CALL_KIND_BODY_HPP

#include <algorithm>
#include <array>
#include <string_view>

#include <ridgeline/gpu/call_kind.hpp>

namespace ridgeline {

namespace gpu_detail {

/// Removes `cuda`, `cu` or `hip` from the front; false if there is none.
bool take_api(std::string_view& name) {
  for (const std::string_view front : {"cuda", "cu", "hip"})
    if (name.starts_with(front)) return name.remove_prefix(front.size()), true;
  return false;
}
bool take(std::string_view& name, std::string_view front) {
  if (!name.starts_with(front)) return false;
  name.remove_prefix(front.size());
  return true;
}

bool is_allocation(std::string_view name) {
  constexpr std::array<std::string_view, 14> calls{
      "Malloc", "Free", "MallocManaged", "HostAlloc", "HostMalloc", "FreeHost", "MemAlloc",
      "MemFree", "MemCreate", "MemMap", "MemUnmap", "MemRelease", "HostFree", "MallocHost"};
  take_api(name);
  take(name, "Ext");
  return std::find(calls.begin(), calls.end(), name) != calls.end();
}

/// Whether this call of SYCL's runtime launches a kernel: `urEnqueueKernelLaunch`, `piEnqueueKernelLaunch`. Calls of
/// Level Zero in it are part of it.
bool launches_by_sycl(std::string_view name) {
  if (!take(name, "urEnqueue") && !take(name, "piEnqueue") && !take(name, "piextEnqueue")) return false;
  take(name, "Cooperative");
  return name.starts_with("KernelLaunch");
}

bool waits_only(std::string_view name) { return name.ends_with("Synchronize") || name.ends_with("Synchronize_ptsz"); }

}  // namespace gpu_detail

bool synchronizes(std::string_view call) {
  std::string_view name = gpu_detail::without_version(call);
  return gpu_detail::take_api(name) && gpu_detail::waits_only(name);
}

call_kind call_kind_of(std::string_view name) {
  using namespace gpu_detail;
  name = without_version(name);
  std::string_view rest = name;
  const bool api = take_api(rest);
  std::string_view launch = rest;
  take(launch, "Ext");
  take(launch, "Module");
  if (api && take(launch, "Launch")) {
    take(launch, "Cooperative");
    if (launch.starts_with("Kernel")) return call_kind::kernel_launch;
  }
  if (launches_by_sycl(name)) return call_kind::kernel_launch;
  if (api && rest.starts_with("GraphLaunch")) return call_kind::graph_launch;
  if (waits_only(name)) return call_kind::blocking;
  for (const std::string_view copy : {"cudaMemcpy", "hipMemcpy", "hipMemcpyWithStream", "cudaMemcpy2D", "hipMemcpy2D"})
    if (name == copy) return call_kind::blocking;
  return is_allocation(name) ? call_kind::allocation : call_kind::other;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_CALL_KIND_BODY_HPP
