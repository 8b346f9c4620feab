#ifndef RIDGELINE_TORCH_TREE_MODULE_FRAME_HPP
#define RIDGELINE_TORCH_TREE_MODULE_FRAME_HPP

#include <string_view>

namespace ridgeline::torch_detail {

/// The profiler's prefix of a module name in a frame: `nn.Module: Linear_1`.
inline constexpr std::string_view module_frame_front = "nn.Module: ";

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_TREE_MODULE_FRAME_HPP
