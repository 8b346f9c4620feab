#ifndef RIDGELINE_TORCH_SHEET_FAMILY_RULES_HPP
#define RIDGELINE_TORCH_SHEET_FAMILY_RULES_HPP

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/sheet/families.hpp>

namespace ridgeline {

/// Families with one sheet for both directions.
inline constexpr std::array<std::string_view, 4> torch_undivided_sheets{"GEMM", "UnaryElementwise", "BinaryElementwise",
                                                                        "Normalization"};
/// Ops that compute gradients and are listed with the backward ones; forward ops whose gradients are separate ops.
inline constexpr std::array<std::string_view, 6> torch_gradient_ops{
    "flash_attn::_flash_attn_varlen_backward", "aten::convolution_backward", "ConvBias_Backward",
    "ConvBiasReLU_Backward", "_GroupedLinearBackward", "GroupedGemmBackward"};
inline constexpr std::array<std::string_view, 5> torch_ops_with_gradient_ops{
    "aten::convolution", "aten::miopen_convolution", "aten::cudnn_convolution", "ConvBias_", "ConvBiasReLU_"};

namespace torch_detail {

constexpr bool has_sheet_per_direction(std::string_view family) {
  return !core_detail::is_any(family, torch_undivided_sheets);
}

/// The time in which the GPU worked below some events, in microseconds.
double busy_below(const torch_profile& run, const std::vector<std::uint32_t>& nodes);

}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_FAMILY_RULES_HPP
