#ifndef RIDGELINE_GPU_CALL_KIND_BODY_HPP
#define RIDGELINE_GPU_CALL_KIND_BODY_HPP

#include <array>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/call_kind.hpp>

namespace ridgeline {

namespace gpu_detail {

/// Removes the runtime's own name in small letters from the front, before a capital: `cuda`, `cu`, `hip`, `musa`,
/// `aclrt`. False if there is none.
bool take_api(std::string_view& name) {
  const std::size_t front = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  if (front == 0 || front == std::string_view::npos || !core_detail::is_capital(name[front])) return false;
  name.remove_prefix(front);
  return true;
}

/// The last ones are those of Level Zero and SYCL.
bool is_allocation(std::string_view name) {
  constexpr std::array<std::string_view, 21> calls{
      "Malloc", "Free", "MallocManaged", "HostAlloc", "HostMalloc", "FreeHost", "MemAlloc", "MemFree", "MemCreate",
      "MemMap", "MemUnmap", "MemRelease", "HostFree", "MallocHost", "MemAllocHost", "MemAllocDevice", "MemAllocShared",
      "USMDeviceAlloc", "USMHostAlloc", "USMSharedAlloc", "USMFree"};
  take_api(name);
  core_detail::take_front(name, "Ext");
  return core_detail::is_any(name, calls);
}

/// Whether this call launches a kernel: `cudaLaunchKernelExC`, `hipExtModuleLaunchKernel`, `cuLaunchCooperativeKernel`,
/// and by the same words in the names of other vendors' runtimes, `musaLaunchKernel`, `aclrtLaunchKernelWithHostArgs`,
/// `cnInvokeKernel`, `urEnqueueKernelLaunch`. Such names begin with the runtime's own, in small letters. What is
/// appended to a list (Level Zero, SYCL's command buffers) is launched by another call.
bool launches_kernel(std::string_view name) {
  if (!take_api(name)) return false;
  if (name.find("Append") != std::string_view::npos) return false;
  return core_detail::has_any(name, {"LaunchKernel", "LaunchCooperativeKernel", "InvokeKernel", "KernelLaunch"});
}

/// Without the versions and the endings of calls on the stream of their thread: `cuMemcpyDtoH_v2_ptds`.
constexpr std::string_view bare_name(std::string_view name) {
  name = without_version(name);
  if (!name.ends_with("_ptds") && !name.ends_with("_ptsz")) return name;
  return without_version(name.substr(0, name.size() - 5));
}

/// Copies that return when they are done: all that may have the host's memory on one side, but for those whose name
/// says otherwise.
bool copies_and_waits(std::string_view name) {
  name = bare_name(name);
  if (!take_api(name) || !name.starts_with("Memcpy")) return false;
  return !core_detail::has_any(name, {"Async", "Batch", "Peer", "DtoD", "AtoD", "DtoA", "AtoA", "ArrayToArray"});
}

/// Of any API: `musaStreamSynchronize`, `zeEventHostSynchronize`; and SYCL's, which call it otherwise.
bool waits_only(std::string_view name) {
  name = bare_name(name);
  return name.ends_with("Synchronize") || core_detail::is_any(name, {"urQueueFinish", "urEventWait", "piQueueFinish",
                                                                     "piEventsWait", "clFinish", "clWaitForEvents"});
}

}  // namespace gpu_detail

bool synchronizes(std::string_view call) { return gpu_detail::waits_only(gpu_detail::without_version(call)); }

call_kind call_kind_of(std::string_view name) {
  using namespace gpu_detail;
  name = without_version(name);
  if (launches_kernel(name)) return call_kind::kernel_launch;
  std::string_view rest = name;
  if (take_api(rest) && rest.starts_with("GraphLaunch")) return call_kind::graph_launch;
  if (waits_only(name) || copies_and_waits(name)) return call_kind::blocking;
  return is_allocation(name) ? call_kind::allocation : call_kind::other;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_CALL_KIND_BODY_HPP
