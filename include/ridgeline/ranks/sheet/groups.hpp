#ifndef RIDGELINE_RANKS_SHEET_GROUPS_HPP
#define RIDGELINE_RANKS_SHEET_GROUPS_HPP

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include <ridgeline/core/letters.hpp>

namespace ridgeline {

/// The groups of ops that a multi-rank report compares.
struct multi_rank_group {
  std::string_view name;
  std::span<const std::string_view> ops;
};

namespace ranks_detail {
inline constexpr std::array<std::string_view, 5> multi_rank_gemms{"aten::mm", "aten::_scaled_mm", "aten::addmm",
                                                                  "aten::bmm", "aten::baddbmm"};
inline constexpr std::array<std::string_view, 1> multi_rank_convs{"aten::convolution"};
inline constexpr std::array<std::string_view, 5> multi_rank_attentions{
    "FlashAttnFunc", "flash_attn::_flash_attn_forward", "aten::_scaled_dot_product_cudnn_attention",
    "aten::_scaled_dot_product_efficient_attention", "flash_attn_3::fwd"};
inline constexpr std::array<std::string_view, 11> multi_rank_unary{
    "aten::copy", "aten::copy_", "aten::clamp_min", "aten::clamp_min_", "aten::clamp_max", "aten::clamp_max_",
    "aten::sigmoid", "aten::rsqrt", "aten::silu", "aten::neg", "aten::pow"};
inline constexpr std::array<std::string_view, 8> multi_rank_binary{
    "aten::div", "aten::div_", "aten::mul", "aten::mul_", "aten::add", "aten::add_", "aten::sigmoid_backward",
    "aten::threshold_backward"};
}  // namespace ranks_detail

inline constexpr std::array<multi_rank_group, 5> multi_rank_groups{{{"gemm", ranks_detail::multi_rank_gemms},
                                                                    {"conv", ranks_detail::multi_rank_convs},
                                                                    {"attn", ranks_detail::multi_rank_attentions},
                                                                    {"un_elemwise", ranks_detail::multi_rank_unary},
                                                                    {"bin_elemwise", ranks_detail::multi_rank_binary}}};

/// The group of an op, or the number of groups if it is in none. With `few_ops`, only the original's ops have a
/// group.
constexpr std::size_t multi_rank_group_of(std::string_view op, bool few_ops = false) {
  std::size_t g = 0;
  if (!few_ops && op == "aten::convolution_backward") op = "aten::convolution";
  while (g < multi_rank_groups.size() && !core_detail::is_any(op, multi_rank_groups[g].ops)) ++g;
  return g;
}

/// Whether a kernel only moves data and does not take part in the op's computation.
constexpr bool moves_data_only(std::string_view kernel) {
  return kernel.find("at::native::direct_copy_kernel_cuda") != kernel.npos || kernel.find("transpose_") != kernel.npos;
}

/// The rows of `grouped_breakdown` that sum up launchers.
enum class breakdown : unsigned char { attention, gemm, conv, norm, upsample, pad, elementwise, concat, triton, none };
inline constexpr std::array<std::string_view, 9> breakdown_names{"Attention", "GEMM", "Conv", "Norm", "UpSample",
                                                                 "Pad", "Elemwise", "Concat", "Triton"};

namespace ranks_detail {
inline constexpr std::array<std::string_view, 10> breakdown_attentions{
    "aten::_cudnn_attention_forward", "aten::_efficient_attention_forward", "flash_attn::_flash_attn_forward",
    "flash_attn::_flash_attn_varlen_forward", "FlashAttnFunc", "FlashAttnVarlenFunc", "flash_attn_3::fwd",
    "aiter::wrapper_mha_varlen_fwd", "aiter::wrapper_fmha_v3_varlen_fwd", "aiter::wrapper_fmha_v3_fwd"};
inline constexpr std::array<std::string_view, 2> breakdown_convs{"aten::miopen_convolution", "aten::cudnn_convolution"};
inline constexpr std::array<std::string_view, 2> breakdown_norms{"aten::native_group_norm", "aten::native_layer_norm"};
/// Ops that the original assigns to no group.
inline constexpr std::array<std::string_view, 14> more_breakdown_convs{
    "aten::convolution_backward", "aten::convolution_overrideable", "aten::miopen_convolution_transpose",
    "aten::miopen_depthwise_convolution", "aten::miopen_convolution_relu", "aten::miopen_convolution_add_relu",
    "aten::cudnn_convolution_transpose", "aten::cudnn_convolution_relu", "aten::cudnn_convolution_add_relu",
    "aten::_slow_conv2d_forward", "aten::_slow_conv2d_backward", "aten::slow_conv3d_forward", "aten::_conv_depthwise2d",
    "aten::conv_depthwise3d"};
inline constexpr std::array<std::string_view, 15> more_breakdown_norms{
    "aten::native_batch_norm", "aten::native_batch_norm_backward", "aten::cudnn_batch_norm",
    "aten::cudnn_batch_norm_backward", "aten::miopen_batch_norm", "aten::miopen_batch_norm_backward",
    "aten::batch_norm_stats", "aten::batch_norm_gather_stats_with_counts", "aten::batch_norm_elemt",
    "aten::batch_norm_backward_reduce", "aten::batch_norm_backward_elemt", "aten::batch_norm_backward",
    "aten::_batch_norm_with_update", "aten::native_layer_norm_backward", "aten::native_group_norm_backward"};
inline constexpr std::array<std::string_view, 4> breakdown_upsamples{
    "aten::upsample_nearest3d", "aten::upsample_nearest2d", "aten::upsample_bicubic2d",
    "aten::_upsample_nearest_exact2d"};
}  // namespace ranks_detail

/// The row that a launcher counts in; with `few_ops`, as the original assigns it.
constexpr breakdown breakdown_of(std::string_view op, bool few_ops = false) {
  if (!few_ops && core_detail::is_any(op, ranks_detail::more_breakdown_convs)) return breakdown::conv;
  if (!few_ops && core_detail::is_any(op, ranks_detail::more_breakdown_norms)) return breakdown::norm;
  if (core_detail::is_any(op, ranks_detail::breakdown_attentions)) return breakdown::attention;
  if (core_detail::is_any(op, ranks_detail::multi_rank_gemms)) return breakdown::gemm;
  if (core_detail::is_any(op, ranks_detail::breakdown_convs)) return breakdown::conv;
  if (core_detail::is_any(op, ranks_detail::breakdown_norms)) return breakdown::norm;
  if (core_detail::is_any(op, ranks_detail::breakdown_upsamples)) return breakdown::upsample;
  if (op == "aten::replication_pad3d") return breakdown::pad;
  if (core_detail::is_any(op, ranks_detail::multi_rank_unary) ||
      core_detail::is_any(op, ranks_detail::multi_rank_binary))
    return breakdown::elementwise;
  if (op == "aten::cat") return breakdown::concat;
  return op.starts_with("triton_") ? breakdown::triton : breakdown::none;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_GROUPS_HPP
