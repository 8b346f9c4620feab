#ifndef RIDGELINE_ADVISE_ACTIVITY_BODY_HPP
#define RIDGELINE_ADVISE_ACTIVITY_BODY_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>

namespace ridgeline {

namespace advise_detail {

/// `cuda`, `cu` or `hip` at the front; false without one.
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

/// `cudaStreamSynchronize_v3020`, as CUPTI names it, is `cudaStreamSynchronize`.
std::string_view without_version(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  const bool versioned = last != std::string_view::npos && last + 1 < name.size() && last >= 2 &&
                         name.substr(last - 1, 2) == "_v";
  return versioned ? name.substr(0, last - 1) : name;
}

}  // namespace advise_detail

call_kind call_kind_of(std::string_view name) {
  using namespace advise_detail;
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
  if (api && rest.starts_with("GraphLaunch")) return call_kind::graph_launch;
  if (name.ends_with("Synchronize") || name.ends_with("Synchronize_ptsz")) return call_kind::blocking;
  for (const std::string_view copy : {"cudaMemcpy", "hipMemcpy", "hipMemcpyWithStream", "cudaMemcpy2D", "hipMemcpy2D"})
    if (name == copy) return call_kind::blocking;
  return is_allocation(name) ? call_kind::allocation : call_kind::other;
}

range_kind range_kind_of(std::string_view name) {
  for (const std::string_view step : {"ProfilerStep#", "execute_", "step[", "prefill[", "decode["})
    if (name.starts_with(step)) return range_kind::step;
  if (name.starts_with("enumerate(DataLoader)#")) return range_kind::data_loading;
  if (name.ends_with("(dynamo_timed)")) return range_kind::compilation;
  for (const std::string_view work : {"compile_fx_inner", "async_compile.wait", "triton.compile"})
    if (name.starts_with(work)) return range_kind::compilation;
  return range_kind::other;
}

duration gpu_activity::window() const {
  if (works.empty()) return {};
  time_point end = works.front().end();
  for (const activity_work& w : works) end = w.end() > end ? w.end() : end;
  return end - works.front().start;
}

duration gpu_activity::busy() const {
  duration sum;
  for (const activity_work& w : works) sum += w.time;
  return sum;
}

void finish_activity(gpu_activity& a) {
  merge_sorted_runs(a.works, [](const activity_work& x, const activity_work& y) {
    return x.start.base() != y.start.base() ? x.start < y.start : x.end() < y.end();
  });
  merge_sorted_runs(a.calls, [](const activity_call& x, const activity_call& y) { return x.start < y.start; });
  std::unordered_map<std::uint32_t, bool> capturing;
  std::unordered_map<std::int64_t, std::uint32_t> launch;
  launch.reserve(a.calls.size());
  for (std::uint32_t i = 0; i < a.calls.size(); ++i) {
    activity_call& c = a.calls[i];
    const std::string_view name = a.text(c.name);
    if (name.find("StreamBeginCapture") != std::string_view::npos) capturing[c.thread] = true, ++a.graph_captures;
    if (name.find("StreamEndCapture") != std::string_view::npos) capturing[c.thread] = false;
    c.kind = call_kind_of(name);
    if (!capturing.empty()) c.captured = capturing[c.thread];
    if (known(c.correlation)) launch[c.correlation] = i;
  }
  for (activity_work& w : a.works) {
    const auto found = known(w.correlation) ? launch.find(w.correlation) : launch.end();
    w.call = found == launch.end() ? missing<std::uint32_t> : found->second;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_ACTIVITY_BODY_HPP
