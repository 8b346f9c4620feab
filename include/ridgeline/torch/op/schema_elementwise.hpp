#ifndef RIDGELINE_TORCH_OP_SCHEMA_ELEMENTWISE_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_ELEMENTWISE_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/schema_eager.hpp>

/// More of PyTorch's own ops on vector engines, counted as those of schema_eager.hpp are.
namespace ridgeline {

namespace torch_detail {
constexpr torch_schema_row change_row(std::string_view name, std::string_view flops, std::string_view schema) {
  return {name, "", "UnaryElementwise", flops, in_place, shown_alike, schema};
}
/// Of two tensors and one result.
constexpr torch_schema_row pair_row(std::string_view name, std::string_view flops) {
  return {name, "", "BinaryElementwise", flops, "r0*e0+t1?(r1*e1)+out(0,1)*e0", shown_binary, self_other};
}
constexpr torch_schema_row truth_row(std::string_view name) {
  return {name, "", "BinaryElementwise", "out(0,1)", "2*n0*e0+t1?(r1*e1)", shown_binary, self_other};
}
/// One number, or one for each place that is left along a dimension.
constexpr torch_schema_row whole_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                     std::string_view schema) {
  return {name, "", "Reduce", flops, bytes, "op_shape=D0 dtype_in_out=(T0,-)", schema};
}
}  // namespace torch_detail

struct torch_more_unary : torch_schema_model {
  static constexpr std::array rows{
      torch_detail::unary_row("aten::tan", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::asin", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::acos", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::atan", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::sinh", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::cosh", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::erfc", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::erfinv", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::frac", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::sgn", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::cos_", "4*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::sin_", "4*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::reciprocal_", "2*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::pow_", "n0", torch_detail::in_place),
      torch_detail::change_row("aten::nan_to_num", "3*n0", "native_functions.yaml: self, nan, posinf, neginf; 3 tests"),
      torch_detail::change_row("aten::nan_to_num_", "3*n0", "native_functions.yaml: self, nan, posinf, neginf"),
      torch_detail::change_row("aten::logit", "6*n0", "native_functions.yaml: self, eps; 1 - x, quotient, logarithm"),
      torch_detail::change_row("aten::elu", "6*n0", "native_functions.yaml: self, alpha, ...; exponential, - 1, alpha"),
      torch_detail::change_row("aten::elu_", "6*n0", "native_functions.yaml: self, alpha, scale, input_scale"),
      torch_detail::change_row("aten::mish", "14*n0", "native_functions.yaml: self; softplus 9, tanh 4, product"),
      torch_detail::change_row("aten::hardsigmoid", "4*n0", "native_functions.yaml: self; sum, two bounds, quotient"),
      torch_detail::change_row("aten::hardsigmoid_", "4*n0", "native_functions.yaml: self"),
      row{"aten::_masked_scale", "", "UnaryElementwise", "2*n0", "2*n0*e0+n1*e1", torch_detail::shown_alike,
          "native_functions.yaml: self, mask, scale"}};
};

struct torch_more_fills : torch_schema_model {
  static constexpr std::array rows{
      torch_detail::filled_row("aten::random_", "native_functions.yaml: self, from, to, generator"),
      torch_detail::filled_row("aten::exponential_", "native_functions.yaml: self, lambd, generator"),
      torch_detail::filled_row("aten::log_normal_", "native_functions.yaml: self, mean, std, generator"),
      torch_detail::filled_row("aten::cauchy_", "native_functions.yaml: self, median, sigma, generator"),
      torch_detail::filled_row("aten::geometric_", "native_functions.yaml: self, p, generator")};
};

struct torch_more_pairs : torch_schema_model {
  static constexpr std::string_view gradient = "native_functions.yaml: grad_output, self, ...";
  static constexpr std::array rows{
      torch_detail::pair_row("aten::remainder", "out(0,1)"),
      torch_detail::pair_row("aten::fmod", "out(0,1)"),
      torch_detail::pair_row("aten::floor_divide", "out(0,1)"),
      torch_detail::pair_row("aten::atan2", "4*out(0,1)"),
      torch_detail::pair_row("aten::xlogy", "5*out(0,1)"),
      torch_detail::pair_row("aten::logaddexp", "10*out(0,1)"),
      torch_detail::pair_row("aten::copysign", "out(0,1)"),
      torch_detail::pair_row("aten::fmax", "out(0,1)"),
      torch_detail::pair_row("aten::fmin", "out(0,1)"),
      torch_detail::truth_row("aten::logical_and_"),
      torch_detail::truth_row("aten::logical_or_"),
      torch_detail::truth_row("aten::bitwise_and_"),
      torch_detail::truth_row("aten::bitwise_or_"),
      torch_detail::truth_row("aten::bitwise_xor_"),
      torch_detail::compare_row("aten::logical_xor"),
      torch_detail::gradient_row("aten::leaky_relu_backward", "2*n0", gradient),
      torch_detail::gradient_row("aten::hardtanh_backward", "2*n0", gradient),
      torch_detail::gradient_row("aten::hardswish_backward", "5*n0", gradient),
      torch_detail::gradient_row("aten::hardsigmoid_backward", "3*n0", gradient),
      torch_detail::gradient_row("aten::logit_backward", "3*n0", "native_functions.yaml: grad_output, self, eps"),
      torch_detail::gradient_row("aten::softplus_backward", "8*n0", gradient),
      torch_detail::gradient_row("aten::mish_backward", "19*n0", gradient),
      row{"aten::elu_backward", "", "BinaryElementwise", "7*n0", "n0*e0+n5*e5+n0*e0", torch_detail::shown_lists,
          "native_functions.yaml: grad_output, alpha, scale, input_scale, is_result, self_or_result"},
      row{"aten::native_dropout_backward", "", "BinaryElementwise", "2*n0", "2*n0*e0+n1*e1", torch_detail::shown_binary,
          "native_functions.yaml: grad_output, mask, scale"},
      row{"aten::glu", "", "UnaryElementwise", "5*n0/2", "n0*e0*3/2", torch_detail::shown_alike,
          "native_functions.yaml: self, dim; half is the gate of the other half"},
      row{"aten::glu_backward", "", "BinaryElementwise", "9*n0", "n0*e0+2*n1*e1", torch_detail::shown_binary,
          "native_functions.yaml: grad_output, self, dim"}};
};

/// Reductions of other results than their input's type; along dimensions only where those are one number.
struct torch_more_reductions : torch_schema_model {
  static constexpr std::string_view dimension = "native_functions.yaml: self, dim, keepdim";
  static constexpr std::array rows{
      torch_detail::whole_row("aten::prod", "n0", "n0*e0+n0/x0(c1)*e0", dimension),
      torch_detail::whole_row("aten::all", "n0", "n0*e0+n0/x0(c1)", dimension),
      torch_detail::whole_row("aten::any", "n0", "n0*e0+n0/x0(c1)", dimension),
      torch_detail::whole_row("aten::median", "n0", "n0*e0+n0/x0(c1)*(e0+8)", dimension),
      torch_detail::whole_row("aten::mode", "n0", "n0*e0+n0/x0(c1)*(e0+8)", dimension)};
};

/// A result of the extents that a list gives: each element is put together from 4 or 16 of the input.
struct torch_resampling : torch_unary_family {
  static constexpr bool alone = true;  // a call by factors dispatches to one of these by sizes
  struct row { std::string_view name, schema; double per_element; };
  static constexpr std::array rows{
      row{"aten::upsample_bilinear2d", "native_functions.yaml: self (N,C,H,W), output_size, align_corners, ...", 8},
      row{"aten::upsample_bicubic2d", "native_functions.yaml: self (N,C,H,W), output_size, align_corners, ...", 32},
      row{"aten::upsample_linear1d", "native_functions.yaml: self (N,C,W), output_size, align_corners, scales", 4},
      row{"aten::upsample_trilinear3d", "native_functions.yaml: self (N,C,D,H,W), output_size, align_corners, ...", 16},
      row{"aten::_upsample_nearest_exact2d", "native_functions.yaml: self (N,C,H,W), output_size, ...", 0},
      row{"aten::_adaptive_avg_pool2d", "native_functions.yaml: self (..,H,W), output_size", -1}};
  struct call : torch_grown {
    double work = 0;
    constexpr flop_count flops() const { return work * FLOP; }
  };

  static constexpr call from(const torch_call& c, const row& r) {
    torch_shape to = c.shape(0);
    const torch_shape sizes = c.numbers(1);
    for (int i = 0; i < sizes.rank(); ++i) to.set(to.rank() - sizes.rank() + i, sizes[i]);
    if (sizes.empty()) to = torch_shape();
    return {torch_grown(c, to), r.per_element < 0 ? c.shape(0).size() : r.per_element * to.size()};
  }
  static constexpr torch_shown parameters{
      "input_shape=D0 output_shape op_shape dtype_in_out=(T0,T0) stride_input=S0 stride_output=-", &torch_grown::to,
      &torch_grown::to};
};

/// More ops over lists of tensors; see `torch_eager_lists`.
struct torch_more_lists : torch_schema_model {
  static constexpr bool asks_kernel(std::string_view kernel) {
    return kernel.find("multi_tensor_apply") != kernel.npos;
  }
  static constexpr std::string_view list = "native_functions.yaml: self[], ...";
  static constexpr std::string_view two = torch_eager_lists::updated, of_two = torch_eager_lists::list_other;
  static constexpr std::array rows{
      torch_detail::list_row("aten::_foreach_neg", "s0", "2*s0*m", list),
      torch_detail::list_row("aten::_foreach_abs", "s0", "2*s0*m", list),
      torch_detail::list_row("aten::_foreach_exp", "4*s0", "2*s0*m", list),
      torch_detail::list_row("aten::_foreach_sqrt_", "2*s0", "2*s0*m", list),
      torch_detail::list_row("aten::_foreach_reciprocal_", "2*s0", "2*s0*m", list),
      torch_detail::list_row("aten::_foreach_pow", "2*s0", "2*s0*m", list),
      torch_detail::list_row("aten::_foreach_maximum_", "s0", two, of_two),
      torch_detail::list_row("aten::_foreach_clamp_min_", "s0", two, of_two),
      torch_detail::list_row("aten::_foreach_clamp_max_", "s0", two, of_two),
      torch_detail::list_row("aten::_foreach_lerp", "3*s0", two, list),
      torch_detail::list_row("aten::_foreach_addcmul", "3*s0", "(2*s0+g1+g2)*m", torch_detail::two_lists),
      torch_detail::list_row("aten::_foreach_addcdiv", "3*s0", "(2*s0+g1+g2)*m", torch_detail::two_lists),
      torch_detail::list_row("aten::_amp_foreach_non_finite_check_and_unscale_", "2*s0", "2*s0*m",
                             "native_functions.yaml: self[], found_inf, inv_scale; a product and a test")};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_ELEMENTWISE_HPP
