#ifndef RIDGELINE_TORCH_RECORD_LANES_HPP
#define RIDGELINE_TORCH_RECORD_LANES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/work.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// The lane of GPU work with this category and name; the first rule that fits decides.
constexpr gpu_lane lane_of(kineto_category category, std::string_view name) {
  if (category == kineto_category::gpu_memcpy) return gpu_lane::copy;
  if (category == kineto_category::kernel && is_copy_kernel(name)) return gpu_lane::copy;
  return is_communication(name) ? gpu_lane::communication : gpu_lane::compute;
}

/// The lanes of a trace's GPU work, worked out once per name.
class gpu_lanes {
 public:
  explicit gpu_lanes(const torch_trace& trace) : trace_(&trace), known_(trace.texts.bound() * 4, unseen) {}

  gpu_lane operator()(const torch_event& e) {
    const std::size_t kind = e.category == kineto_category::kernel       ? 0
                             : e.category == kineto_category::gpu_memcpy ? 1
                                                                        : 2;
    std::uint8_t& lane = known_[index_of(e.name) * 4 + kind];
    if (lane == unseen) lane = static_cast<std::uint8_t>(lane_of(e.category, trace_->name(e)));
    return static_cast<gpu_lane>(lane);
  }

  /// Whether the event has the name of a collective, whatever its category.
  bool communicates(const torch_event& e) {
    std::uint8_t& yes = known_[index_of(e.name) * 4 + 3];
    if (yes == unseen) yes = is_communication(trace_->name(e)) ? 1 : 0;
    return yes == 1;
  }

 private:
  static constexpr std::uint8_t unseen = 0xFF;
  const torch_trace* trace_;
  std::vector<std::uint8_t> known_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_LANES_HPP
