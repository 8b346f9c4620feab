#ifndef RIDGELINE_TORCH_TREE_MODULE_FRAME_HPP
#define RIDGELINE_TORCH_TREE_MODULE_FRAME_HPP

#include <string_view>

namespace ridgeline::torch_detail {

/// The profiler's prefix of a module name in a frame: `nn.Module: Linear_1`.
inline constexpr std::string_view module_frame_front = "nn.Module: ";

/// Turns `Linear_1` into `Linear`.
constexpr std::string_view without_instance(std::string_view name) {
  const std::size_t mark = name.find_last_not_of("0123456789");
  return mark != name.npos && mark + 1 < name.size() && name[mark] == '_' ? name.substr(0, mark) : name;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_TREE_MODULE_FRAME_HPP
