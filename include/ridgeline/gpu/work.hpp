#ifndef RIDGELINE_GPU_WORK_HPP
#define RIDGELINE_GPU_WORK_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace ridgeline {

/// What a piece of GPU work spends its time on.
enum class gpu_lane : std::uint8_t { compute, communication, copy };

namespace gpu_detail {
constexpr bool take_front(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}
/// Whether `text` is nothing, or the mark of a kernel descriptor.
constexpr bool only_kernel_mark(std::string_view text) { return text.empty() || text == ".kd"; }

constexpr bool contains_any_case(std::string_view text, std::string_view lower_word) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  for (std::size_t i = 0; i + lower_word.size() <= text.size(); ++i) {
    std::size_t n = 0;
    while (n < lower_word.size() && lower(text[i + n]) == lower_word[n]) ++n;
    if (n == lower_word.size()) return true;
  }
  return false;
}
}  // namespace gpu_detail

/// Kernels that ROCm runs for copies.
constexpr bool is_copy_kernel(std::string_view name) {
  if (gpu_detail::take_front(name, "MEMORY_COPY_"))
    return (gpu_detail::take_front(name, "HOST_TO_DEVICE") || gpu_detail::take_front(name, "DEVICE_TO_HOST") ||
            gpu_detail::take_front(name, "DEVICE_TO_DEVICE")) && gpu_detail::only_kernel_mark(name);
  if (!gpu_detail::take_front(name, "__amd_rocclr_copyBuffer")) return false;
  gpu_detail::take_front(name, "Rect");
  gpu_detail::take_front(name, "Aligned");
  return gpu_detail::only_kernel_mark(name);
}

/// The words in the names of collectives and of the all-reduce kernels of serving engines.
constexpr bool is_communication(std::string_view name) {
  for (const std::string_view word : std::array<std::string_view, 3>{"nccl", "rccl", "cross_device_reduce"})
    if (gpu_detail::contains_any_case(name, word)) return true;
  return false;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_WORK_HPP
