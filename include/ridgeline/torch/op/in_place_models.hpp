#ifndef RIDGELINE_TORCH_OP_IN_PLACE_MODELS_HPP
#define RIDGELINE_TORCH_OP_IN_PLACE_MODELS_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/name_index.hpp>
#include <ridgeline/torch/op/added_models.hpp>
#include <ridgeline/torch/op/built_in_models.hpp>

namespace ridgeline {

namespace torch_detail {
constexpr torch_model_entry entry_in_place(std::string_view name) {
  const std::string_view other = name.substr(0, name.size() - 1);
  const torch_model_entry* const added = torch_added_set::find_exact(other);
  torch_model_entry e = added != nullptr ? *added : *torch_built_in_set::find_exact(other);  // none: an error
  e.name = name, e.in_place = true;
  return e;
}
}  // namespace torch_detail

/// PyTorch's ops in place, `aten::x_`, that compute what `aten::x` does and have its model: FLOP are the same, and the
/// bytes those of the first argument, twice, and of other tensors (`torch_model_entry::cost_of`). Not here: ops that
/// fill or pick, which have models of their own, and those of which the original counts `aten::x` in another way.
struct torch_in_place_set {
  static constexpr std::array<std::string_view, 73> names{
      "aten::abs_", "aten::acos_", "aten::addcdiv_", "aten::addcmul_", "aten::asin_", "aten::atan_", "aten::atan2_",
      "aten::bitwise_and_", "aten::bitwise_left_shift_", "aten::bitwise_not_", "aten::bitwise_or_",
      "aten::bitwise_right_shift_", "aten::bitwise_xor_", "aten::ceil_", "aten::clamp_", "aten::copysign_",
      "aten::cos_", "aten::cosh_", "aten::cumprod_", "aten::cumsum_", "aten::elu_", "aten::eq_", "aten::erf_",
      "aten::erfc_", "aten::erfinv_", "aten::exp_", "aten::exp2_", "aten::expm1_", "aten::floor_",
      "aten::floor_divide_", "aten::fmod_", "aten::frac_", "aten::ge_", "aten::gelu_", "aten::gt_",
      "aten::hardsigmoid_", "aten::hardswish_", "aten::hardtanh_", "aten::hypot_", "aten::le_", "aten::leaky_relu_",
      "aten::lerp_", "aten::log_", "aten::log10_", "aten::log1p_", "aten::log2_", "aten::logical_and_",
      "aten::logical_not_", "aten::logical_or_", "aten::logical_xor_", "aten::logit_", "aten::lt_", "aten::mish_",
      "aten::nan_to_num_", "aten::ne_", "aten::pow_", "aten::reciprocal_", "aten::relu_", "aten::remainder_",
      "aten::round_", "aten::sgn_", "aten::sign_", "aten::sin_", "aten::sinh_", "aten::sqrt_", "aten::sub_",
      "aten::tan_", "aten::tanh_", "aten::threshold_", "aten::tril_", "aten::triu_", "aten::trunc_", "aten::xlogy_"};

  static constexpr auto entries = [] {
    std::array<torch_model_entry, names.size()> all{};
    for (std::size_t i = 0; i < names.size(); ++i) all[i] = torch_detail::entry_in_place(names[i]);
    return all;
  }();
  static constexpr name_index<names.size()> index{names};

  static constexpr std::size_t place_of(std::string_view name) {
    const std::size_t at = index.find(name);
    return at == index.missing ? torch_model_table::nowhere : at;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_IN_PLACE_MODELS_HPP
