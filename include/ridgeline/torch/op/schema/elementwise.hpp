#ifndef RIDGELINE_TORCH_OP_SCHEMA_ELEMENTWISE_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_ELEMENTWISE_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/schema/words.hpp>

/// Elementwise ops of PyTorch that TraceLens has no model of. Their categories are those of their kernels, as without a
/// model.
namespace ridgeline {

namespace torch_detail {
inline constexpr std::string_view faked =
    "native_functions.yaml: self, scale, zero_point, ...; to whole numbers within bounds and back: two quotients, two "
    "sums, a rounding, two bounds; a mask";
/// Each element of the gradient is added to one of the input.
constexpr torch_schema_row padding_row(std::string_view name) {
  return {name, "", "UnaryElementwise", "n0", "n0*e0+n1*e1", from_grad_to_self,
          "native_functions.yaml: grad_output, self, padding"};
}
}  // namespace torch_detail

struct torch_eager_unary : torch_schema_model {
  static constexpr std::array rows{
      torch_detail::unary_row("aten::tanh", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::exp", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::log", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::sigmoid_", "4*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::silu_", "4*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::cos", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::sin", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::sqrt", "2*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::rsqrt_", "2*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::reciprocal", "2*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::abs", "n0", "r0*e0+n0*(t1?e1+u1?p0)"),
      torch_detail::unary_row("aten::neg_", "n0", torch_detail::in_place),
      torch_detail::unary_row("aten::relu", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::erf", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::exp2", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::expm1", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::log2", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::log10", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::log1p", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::floor", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::ceil", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::round", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::trunc", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::sign", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::bitwise_not", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::logical_not", "n0", "n0*e0+t1?(n1*e1)+u1?n0"),
      torch_detail::moved_row("aten::flip", "native_functions.yaml: self, dims"),
      torch_detail::moved_row("aten::roll", "native_functions.yaml: self, shifts, dims"),
      torch_detail::moved_row("aten::tril", "native_functions.yaml: self, diagonal, [out]"),
      torch_detail::moved_row("aten::triu", "native_functions.yaml: self, diagonal, [out]"),
      torch_detail::filled_row("aten::normal_", "native_functions.yaml: self, mean, std, generator"),
      torch_detail::filled_row("aten::uniform_", "native_functions.yaml: self, from, to, generator"),
      torch_detail::filled_row("aten::bernoulli_", "native_functions.yaml: self, p, generator"),
      torch_detail::change_row("aten::leaky_relu", "2*n0", "native_functions.yaml: self, negative_slope"),
      torch_detail::change_row("aten::hardtanh", "2*n0", "native_functions.yaml: self, min_val, max_val"),
      torch_detail::change_row("aten::hardswish", "5*n0",
                               "native_functions.yaml: self; a sum, two bounds, a product, a quotient"),
      torch_detail::change_row("aten::softplus", "9*n0",
                               "native_functions.yaml: self, beta, threshold; exponential, sum, logarithm"),
      torch_detail::alike_row("aten::native_dropout", "2*n0", "n0*(2*e0+1)",
                              "native_functions.yaml: input, p, train; the mask is written, too"),
      torch_detail::alike_row("aten::embedding_dense_backward", "n0",
                              "n0*e0+r1*e1+(c2+min(c2,n1))*d0[-1]*e0",
                              "native_functions.yaml: grad_output, indices, num_weights, padding_idx, "
                              "scale_grad_by_freq; all is zeroed, rows that occur are written once more"),
      row{"aten::_adaptive_avg_pool2d_backward", "", "UnaryElementwise", "n1", "n0*e0+n1*e1",
          torch_detail::from_grad_to_self, "native_functions.yaml: grad_output, self"},
      row{"aten::avg_pool2d_backward", "", "UnaryElementwise", "n1", "n0*e0+n1*e1", torch_detail::from_grad_to_self,
          "native_functions.yaml: grad_output, self, kernel_size, ..."},
      row{"aten::max_pool2d_with_indices_backward", "", "UnaryElementwise", "n0", "n0*e0+n7*e7+n1*e1",
          torch_detail::from_grad_to_self,
          "native_functions.yaml: grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices"},
      row{"aten::max_pool3d_with_indices_backward", "", "UnaryElementwise", "n0", "n0*e0+n7*e7+n1*e1",
          torch_detail::from_grad_to_self,
          "native_functions.yaml: grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices"},
      row{"aten::avg_pool3d_backward", "", "UnaryElementwise", "n1", "n0*e0+n1*e1", torch_detail::from_grad_to_self,
          "native_functions.yaml: grad_output, self, kernel_size, ..."},
      row{"aten::_adaptive_avg_pool3d_backward", "", "UnaryElementwise", "n1", "n0*e0+n1*e1",
          torch_detail::from_grad_to_self, "native_functions.yaml: grad_output, self"},
      row{"aten::adaptive_max_pool2d_backward", "", "UnaryElementwise", "n0", "n0*e0+n2*e2+n1*e1",
          torch_detail::from_grad_to_self, "native_functions.yaml: grad_output, self, indices"},
      row{"aten::adaptive_max_pool3d_backward", "", "UnaryElementwise", "n0", "n0*e0+n2*e2+n1*e1",
          torch_detail::from_grad_to_self, "native_functions.yaml: grad_output, self, indices"},
      torch_detail::padding_row("aten::reflection_pad1d_backward"),
      torch_detail::padding_row("aten::reflection_pad2d_backward"),
      torch_detail::padding_row("aten::reflection_pad3d_backward"),
      torch_detail::padding_row("aten::replication_pad1d_backward"),
      torch_detail::padding_row("aten::replication_pad2d_backward"),
      torch_detail::padding_row("aten::replication_pad3d_backward"),
      torch_detail::alike_row("aten::nll_loss_forward", "n1", "n1*(e0+e1)+2*e0+t2?(min(n2,n1)*e2)",
                              "native_functions.yaml: self (N,C), target (N), weight, reduction, ignore_index; one "
                              "of each row is read"),
      torch_detail::alike_row("aten::clamp", "n0", "2*n0*e0+t1?(n1*e1)+t2?(n2*e2)",
                              "native_functions.yaml: self, min, max"),
      row{"aten::embedding", "", "UnaryElementwise", "0", "(min(n0,n1*d0[-1])+n1*d0[-1])*e0+r1*e1",
          "input_shape=D0 op_shape=D1 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
          "native_functions.yaml: weight (V,H), indices, padding_idx, scale_grad_by_freq, sparse"},
      row{"aten::gather", "", "UnaryElementwise", "0", "(min(r0,n2)+n2)*e0+r2*e2",
          "input_shape=D0 op_shape=D2 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
          "native_functions.yaml: self, dim, index, sparse_grad, [out]"},
      row{"aten::index_select", "", "UnaryElementwise", "0", "(min(r0,n0/x0(c1)*n2)+n0/x0(c1)*n2)*e0+r2*e2",
          "input_shape=D0 op_shape=D2 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
          "native_functions.yaml: self, dim, index, [out]"},
      row{"aten::masked_fill_", "", "UnaryElementwise", "0", "2*n0*e0+r1*e1",
          "op_shape=D0 dtype_in_out=(T0,T0) stride_input=S0 stride_output=S0",
          "native_functions.yaml: self, mask, value"},
      row{"aten::fill_", "", "UnaryElementwise", "0", "n0*e0",
          "op_shape=D0 dtype_in_out=(-,T0) stride_input=- stride_output=S0", "native_functions.yaml: self, value"},
      row{"aten::zero_", "", "UnaryElementwise", "0", "n0*e0",
          "op_shape=D0 dtype_in_out=(-,T0) stride_input=- stride_output=S0", "native_functions.yaml: self"},
      row{"aten::arange", "", "UnaryElementwise", "0", "o", "op_shape=D3",
          "native_functions.yaml: start, end, step, out; without out its size is not recorded"},
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
      torch_detail::change_row("aten::nan_to_num", "3*n0", "native_functions.yaml: self, nan, posinf, neginf; 3 tests"),
      torch_detail::change_row("aten::logit", "6*n0", "native_functions.yaml: self, eps; 1 - x, quotient, logarithm"),
      torch_detail::change_row("aten::elu", "6*n0", "native_functions.yaml: self, alpha, ...; exponential, - 1, alpha"),
      torch_detail::change_row("aten::mish", "14*n0", "native_functions.yaml: self; softplus 9, tanh 4, product"),
      torch_detail::change_row("aten::hardsigmoid", "4*n0", "native_functions.yaml: self; sum, two bounds, quotient"),
      torch_detail::alike_row("aten::_masked_scale", "2*n0", "2*n0*e0+n1*e1",
                              "native_functions.yaml: self, mask, scale"),
      torch_detail::filled_row("aten::random_", "native_functions.yaml: self, from, to, generator"),
      torch_detail::filled_row("aten::exponential_", "native_functions.yaml: self, lambd, generator"),
      torch_detail::filled_row("aten::log_normal_", "native_functions.yaml: self, mean, std, generator"),
      torch_detail::filled_row("aten::cauchy_", "native_functions.yaml: self, median, sigma, generator"),
      torch_detail::filled_row("aten::geometric_", "native_functions.yaml: self, p, generator"),
      torch_detail::alike_row("aten::isposinf", "n0", "n0*e0+n0", torch_detail::self_out),
      torch_detail::alike_row("aten::isneginf", "n0", "n0*e0+n0", torch_detail::self_out),
      torch_detail::alike_row("aten::signbit", "n0", "n0*e0+n0", torch_detail::self_out),
      torch_detail::change_row("aten::threshold", "n0", "native_functions.yaml: self, threshold, value"),
      torch_detail::change_row("aten::hardshrink", "2*n0", "native_functions.yaml: self, lambd; two comparisons"),
      torch_detail::change_row("aten::softshrink", "3*n0", "native_functions.yaml: self, lambd; and a difference"),
      torch_detail::change_row("aten::log_sigmoid_forward", "11*n0",
                               "native_functions.yaml: self; minimum, absolute, exponential, sum, logarithm, "
                               "difference"),
      torch_detail::moved_row("aten::split_with_sizes_copy", "native_functions.yaml: self, split_sizes, dim, [out[]]"),
      torch_detail::alike_row("aten::_fused_dropout", "2*n0", "n0*(2*e0+1)",
                              "native_functions.yaml: self, p, generator; the mask is written, too"),
      torch_detail::alike_row("aten::fake_quantize_per_tensor_affine_cachemask", "7*n0", "n0*(2*e0+1)",
                              torch_detail::faked),
      torch_detail::alike_row("aten::_fake_quantize_per_tensor_affine_cachemask_tensor_qparams", "7*n0",
                              "n0*(2*e0+1)+n1*e1+n2*e2+n3*e3",
                              "native_functions.yaml: self, scale, zero_point, fake_quant_enabled, ..."),
      torch_detail::alike_row("aten::fake_quantize_per_channel_affine_cachemask", "7*n0", "n0*(2*e0+1)+n1*e1+n2*e2",
                              torch_detail::faked),
      torch_detail::alike_row("aten::_weight_norm_interface", "3*n0+3*n1", "2*n0*e0+n1*e1+4*n1",
                              "native_functions.yaml: v, g, dim; a square and a sum, a root and a quotient for each g, "
                              "a product; the norms are floats"),
      torch_detail::alike_row("aten::_weight_norm_interface_backward", "5*n0+3*n2",
                              "n0*e0+2*n1*e1+2*n2*e2+n3*e3",
                              "native_functions.yaml: grad_w, saved_v, saved_g, saved_norms, dim; a product and a sum, "
                              "two products and a difference; three for each g"),
      torch_detail::alike_row("aten::_transform_bias_rescale_qkv", "n0*4/3", "2*n0*e0+n1*e1",
                              "native_functions.yaml: qkv (B,T,3D), qkv_bias, num_heads; a third is scaled")};
};

/// What is put together from a copy and a fill on most devices.
struct torch_masked_fill : torch_schema_model {
  static constexpr bool alone = true;
  static constexpr std::array rows{
      torch_detail::alike_row("aten::masked_fill", "0", "r0*e0+r1*e1+out(0,1)*e0",
                              "native_functions.yaml: self, mask, value")};
};

/// Two forms, which their kernels tell.
struct torch_gelu : torch_schema_model {
  static constexpr bool asks_kernel(std::string_view kernel) { return kernel.find("Gelu") != kernel.npos; }
  static constexpr std::string_view schema = "native_functions.yaml: self, approximate", form = "n0*(8+2*w1)";
  static constexpr std::array rows{
      torch_detail::change_row("aten::gelu", form, schema),
      torch_detail::gradient_row("aten::gelu_backward", "n0*(17+4*w2)",
                                 "native_functions.yaml: grad_output, self, approximate")};
};

struct torch_eager_binary : torch_schema_model {
  static constexpr std::string_view gradient = "native_functions.yaml: grad_output, self, ...";
  static constexpr std::string_view to_complex = "r0*e0+r1*e1+2*out(0,1)*both(0,1)";
  static constexpr std::array rows{
      torch_detail::minus_row("aten::sub"),
      torch_detail::minus_row("aten::rsub"),
      torch_detail::compare_row("aten::lt"),
      torch_detail::compare_row("aten::gt"),
      torch_detail::compare_row("aten::eq"),
      torch_detail::compare_row("aten::ne"),
      torch_detail::compare_row("aten::le"),
      torch_detail::compare_row("aten::ge"),
      torch_detail::compare_row("aten::logical_and"),
      torch_detail::compare_row("aten::logical_or"),
      torch_detail::pair_row("aten::bitwise_and", "out(0,1)"),
      torch_detail::pair_row("aten::bitwise_or", "out(0,1)"),
      torch_detail::pair_row("aten::bitwise_xor", "out(0,1)"),
      torch_detail::pair_row("aten::maximum", "out(0,1)"),
      torch_detail::pair_row("aten::minimum", "out(0,1)"),
      torch_detail::binary_row("aten::addcmul", "3*out(0,1,2)", torch_detail::three_in, torch_detail::scaled_pair),
      torch_detail::binary_row("aten::addcdiv", "3*out(0,1,2)", torch_detail::three_in, torch_detail::scaled_pair),
      torch_detail::binary_row("aten::lerp", "3*n0", "2*n0*e0+n1*e1+t2?(n2*e2)",
                               "native_functions.yaml: self, end, weight"),
      torch_detail::gradient_row("aten::silu_backward", "9*n0", "native_functions.yaml: grad_output, self"),
      torch_detail::gradient_row("aten::tanh_backward", "3*n0", "native_functions.yaml: grad_output, output"),
      row{"aten::where", "", "BinaryElementwise", "0",
          "r0*e0+t1?(r1*e1)+t2?(r2*e2)+out(0,1,2)*both(1,2)",
          "shape_in1=D1 shape_in2=D2 dtype_in1_in2_out=(T1,T2,-) stride_input1=S1 stride_input2=S2 stride_output=-",
          "native_functions.yaml: condition, self, other", 1},
      torch_detail::pair_row("aten::remainder", "out(0,1)"),
      torch_detail::pair_row("aten::fmod", "out(0,1)"),
      torch_detail::pair_row("aten::floor_divide", "out(0,1)"),
      torch_detail::pair_row("aten::atan2", "4*out(0,1)"),
      torch_detail::pair_row("aten::xlogy", "5*out(0,1)"),
      torch_detail::pair_row("aten::logaddexp", "10*out(0,1)"),
      torch_detail::pair_row("aten::copysign", "out(0,1)"),
      torch_detail::pair_row("aten::fmax", "out(0,1)"),
      torch_detail::pair_row("aten::fmin", "out(0,1)"),
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
      torch_detail::alike_row("aten::glu", "5*n0/2", "n0*e0*3/2",
                              "native_functions.yaml: self, dim; half is the gate of the other half"),
      row{"aten::glu_backward", "", "BinaryElementwise", "9*n0", "n0*e0+2*n1*e1", torch_detail::shown_binary,
          "native_functions.yaml: grad_output, self, dim"},
      torch_detail::pair_row("aten::bitwise_left_shift", "out(0,1)"),
      torch_detail::pair_row("aten::bitwise_right_shift", "out(0,1)"),
      torch_detail::pair_row("aten::__lshift__", "out(0,1)"),
      torch_detail::pair_row("aten::__rshift__", "out(0,1)"),
      torch_detail::pair_row("aten::hypot", "5*out(0,1)"),
      torch_detail::pair_row("aten::logaddexp2", "10*out(0,1)"),
      torch_detail::binary_row("aten::polar", "10*out(0,1)", to_complex,
                               "native_functions.yaml: abs, angle, [out]; cosine, sine, two products"),
      torch_detail::binary_row("aten::complex", "0", to_complex, "native_functions.yaml: real, imag, [out]"),
      torch_detail::gradient_row("aten::hardshrink_backward", "2*n0", "native_functions.yaml: grad_out, self, lambd"),
      torch_detail::gradient_row("aten::softshrink_backward", "2*n0", gradient),
      torch_detail::gradient_row("aten::log_sigmoid_backward", "8*n0",
                                 "native_functions.yaml: grad_output, self, buffer; exponential, sum, quotient, "
                                 "difference, product"),
      torch_detail::binary_row("aten::_prelu_kernel", "2*n0", "2*n0*e0+r1*e1", "native_functions.yaml: self, weight"),
      torch_detail::binary_row("aten::_prelu_kernel_backward", "3*n0", "n0*e0+3*n1*e1+r2*e2",
                               "native_functions.yaml: grad_output, self, weight; two gradients as large as self")};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_ELEMENTWISE_HPP
