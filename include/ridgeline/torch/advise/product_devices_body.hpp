#ifndef RIDGELINE_TORCH_ADVISE_PRODUCT_DEVICES_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_PRODUCT_DEVICES_BODY_HPP

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/torch/advise/findings.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline::torch_detail {

/// Ops with equal work, and their mean time on the GPU.
struct timed_ops {
  std::vector<std::uint32_t> ops{};
  duration time{};
  std::string devices{};

  double mean() const { return ops.empty() ? 0 : time.in(us) / static_cast<double>(ops.size()); }  // us
  void add(const timed_ops& other) {
    ops.insert(ops.end(), other.ops.begin(), other.ops.end());
    time += other.time;
    if (!devices.empty() && !other.devices.empty()) devices += ", ";
    devices += other.devices;
  }
};

/// Equal ops, split by device: those on devices where they take longer than `least` us, and those on other devices,
/// which are much faster (1.2 times). Without such devices, all of them, whatever they take.
inline std::pair<timed_ops, timed_ops> slow_and_fast(const torch_findings_run& run,
                                                     const std::vector<std::uint32_t>& ops,
                                                     const std::vector<std::vector<std::uint32_t>>& work,
                                                     double least) {
  constexpr double much = 1.2;
  std::map<std::int64_t, timed_ops> by_device;
  timed_ops all, slow, fast;
  for (const std::uint32_t o : ops) {
    timed_ops one{{o}};
    for (const std::uint32_t i : work[o]) one.time += run.activity.works[i].time;
    all.add(one);
    const gpu_arguments* const gpu = run.run.trace().gpu(run.run.event(run.activity.works[work[o].front()].uid));
    timed_ops& device = by_device[gpu != nullptr ? gpu->device : missing<std::int64_t>];
    device.ops.push_back(o);
    device.time += one.time;
  }
  for (auto& [number, device] : by_device) {
    if (!known(number)) return {all, {}};
    device.devices = std::to_string(number);
    (device.mean() > least ? slow : fast).add(device);
  }
  if (slow.ops.empty() || fast.ops.empty()) return {all, {}};
  for (const auto& [number, device] : by_device)
    if (device.mean() <= least && device.mean() * much > slow.mean()) return {all, {}};
  return {slow, fast};
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_ADVISE_PRODUCT_DEVICES_BODY_HPP
