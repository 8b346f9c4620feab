#ifndef RIDGELINE_TORCH_OP_SCHEMA_ELEMENTWISE_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_ELEMENTWISE_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/schema/words.hpp>

/// Elementwise ops of PyTorch that TraceLens has no model of. Their categories are those of their kernels, as without a
/// model.
namespace ridgeline {

struct torch_eager_unary : torch_schema_words {
  static constexpr text faked = "self, scale, zero_point, ...; to whole numbers within bounds and back: two quotients, "
                                "two sums, a rounding, two bounds; a mask";
  static constexpr std::array rows{
      unary_row("aten::tanh aten::exp aten::log aten::cos aten::sin aten::erf aten::exp2 aten::expm1 aten::log2 "
          "aten::log10 aten::log1p aten::tan aten::asin aten::acos aten::atan aten::sinh aten::cosh aten::erfc "
          "aten::erfinv", "4*n0", to_out),
      unary_row("aten::sigmoid_ aten::silu_", "4*n0", in_place),
      unary_row("aten::sqrt aten::reciprocal", "2*n0", to_out),
      unary_row("aten::rsqrt_", "2*n0", in_place),
      unary_row("aten::abs", "n0", "r0*e0+n0*(t1?e1+u1?p0)"),
      unary_row("aten::neg_", "n0", in_place),
      unary_row("aten::relu aten::floor aten::ceil aten::round aten::trunc aten::sign aten::bitwise_not aten::frac "
          "aten::sgn", "n0", to_out),
      unary_row("aten::logical_not", "n0", "n0*e0+t1?(n1*e1)+u1?n0"),
      moved_row("aten::flip", "self, dims"),
      moved_row("aten::roll", "self, shifts, dims"),
      moved_row("aten::tril aten::triu", "self, diagonal, [out]"),
      filled_row("aten::normal_ aten::log_normal_", "self, mean, std, generator"),
      filled_row("aten::uniform_ aten::random_", "self, from, to, generator"),
      filled_row("aten::bernoulli_ aten::geometric_", "self, p, generator"),
      change_row("aten::leaky_relu", "2*n0", "self, negative_slope"),
      change_row("aten::hardtanh", "2*n0", "self, min_val, max_val"),
      change_row("aten::hardswish", "5*n0", "self; a sum, two bounds, a product, a quotient"),
      change_row("aten::softplus", "9*n0", "self, beta, threshold; exponential, sum, logarithm"),
      alike_row("aten::native_dropout", "2*n0", "n0*(2*e0+1)", "input, p, train; the mask is written, too"),
      alike_row("aten::embedding_dense_backward", "n0", "n0*e0+r1*e1+(c2+min(c2,n1))*d0[-1]*e0",
          "grad_output, indices, num_weights, padding_idx, scale_grad_by_freq; all is zeroed, rows that occur are "
          "written once more"),
      row{"aten::_adaptive_avg_pool2d_backward aten::_adaptive_avg_pool3d_backward", "", "UnaryElementwise", "n1",
          "n0*e0+n1*e1", from_grad_to_self, "grad_output, self"},
      row{"aten::avg_pool2d_backward aten::avg_pool3d_backward", "", "UnaryElementwise", "n1", "n0*e0+n1*e1",
          from_grad_to_self, "grad_output, self, kernel_size, ..."},
      row{"aten::max_pool2d_with_indices_backward aten::max_pool3d_with_indices_backward", "", "UnaryElementwise", "n0",
          "n0*e0+n7*e7+n1*e1", from_grad_to_self,
          "grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices"},
      row{"aten::adaptive_max_pool2d_backward aten::adaptive_max_pool3d_backward", "", "UnaryElementwise", "n0",
          "n0*e0+n2*e2+n1*e1", from_grad_to_self, "grad_output, self, indices"},
      row{"aten::reflection_pad1d_backward aten::reflection_pad2d_backward aten::reflection_pad3d_backward "
          "aten::replication_pad1d_backward aten::replication_pad2d_backward aten::replication_pad3d_backward", "",
          "UnaryElementwise", "n0", "n0*e0+n1*e1", from_grad_to_self, "grad_output, self, padding"},
      alike_row("aten::nll_loss_forward", "n1", "n1*(e0+e1)+2*e0+t2?(min(n2,n1)*e2)",
          "self (N,C), target (N), weight, reduction, ignore_index; one of each row is read"),
      alike_row("aten::clamp", "n0", "2*n0*e0+t1?(n1*e1)+t2?(n2*e2)", "self, min, max"),
      row{"aten::embedding", "", "UnaryElementwise", "0", "(min(n0,n1*d0[-1])+n1*d0[-1])*e0+r1*e1",
          "input_shape=D0 op_shape=D1 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
          "weight (V,H), indices, padding_idx, scale_grad_by_freq, sparse"},
      row{"aten::gather", "", "UnaryElementwise", "0", "(min(r0,n2)+n2)*e0+r2*e2",
          "input_shape=D0 op_shape=D2 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
          "self, dim, index, sparse_grad, [out]"},
      row{"aten::index_select", "", "UnaryElementwise", "0", "(min(r0,n0/x0(c1)*n2)+n0/x0(c1)*n2)*e0+r2*e2",
          "input_shape=D0 op_shape=D2 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-", "self, dim, index, [out]"},
      row{"aten::masked_fill_", "", "UnaryElementwise", "0", "2*n0*e0+r1*e1",
          "op_shape=D0 dtype_in_out=(T0,T0) stride_input=S0 stride_output=S0", "self, mask, value"},
      row{"aten::fill_", "", "UnaryElementwise", "0", "n0*e0",
          "op_shape=D0 dtype_in_out=(-,T0) stride_input=- stride_output=S0", "self, value"},
      row{"aten::zero_", "", "UnaryElementwise", "0", "n0*e0",
          "op_shape=D0 dtype_in_out=(-,T0) stride_input=- stride_output=S0", "self"},
      row{"aten::arange", "", "UnaryElementwise", "0", "o", "op_shape=D3",
          "start, end, step, out; without out its size is not recorded"},
      change_row("aten::nan_to_num", "3*n0", "self, nan, posinf, neginf; 3 tests"),
      change_row("aten::logit", "6*n0", "self, eps; 1 - x, quotient, logarithm"),
      change_row("aten::elu", "6*n0", "self, alpha, ...; exponential, - 1, alpha"),
      change_row("aten::mish", "14*n0", "self; softplus 9, tanh 4, product"),
      change_row("aten::hardsigmoid", "4*n0", "self; sum, two bounds, quotient"),
      alike_row("aten::_masked_scale", "2*n0", "2*n0*e0+n1*e1", "self, mask, scale"),
      filled_row("aten::exponential_", "self, lambd, generator"),
      filled_row("aten::cauchy_", "self, median, sigma, generator"),
      alike_row("aten::isposinf aten::isneginf aten::signbit", "n0", "n0*e0+n0", self_out),
      change_row("aten::threshold", "n0", "self, threshold, value"),
      change_row("aten::hardshrink", "2*n0", "self, lambd; two comparisons"),
      change_row("aten::softshrink", "3*n0", "self, lambd; and a difference"),
      change_row("aten::log_sigmoid_forward", "11*n0",
          "self; minimum, absolute, exponential, sum, logarithm, difference"),
      moved_row("aten::split_with_sizes_copy", "self, split_sizes, dim, [out[]]"),
      alike_row("aten::_fused_dropout", "2*n0", "n0*(2*e0+1)", "self, p, generator; the mask is written, too"),
      alike_row("aten::fake_quantize_per_tensor_affine_cachemask", "7*n0", "n0*(2*e0+1)", faked),
      alike_row("aten::_fake_quantize_per_tensor_affine_cachemask_tensor_qparams", "7*n0",
          "n0*(2*e0+1)+n1*e1+n2*e2+n3*e3", "self, scale, zero_point, fake_quant_enabled, ..."),
      alike_row("aten::fake_quantize_per_channel_affine_cachemask", "7*n0", "n0*(2*e0+1)+n1*e1+n2*e2", faked),
      alike_row("aten::_weight_norm_interface", "3*n0+3*n1", "2*n0*e0+n1*e1+4*n1",
          "v, g, dim; a square and a sum, a root and a quotient for each g, a product; the norms are floats"),
      alike_row("aten::_weight_norm_interface_backward", "5*n0+3*n2", "n0*e0+2*n1*e1+2*n2*e2+n3*e3",
          "grad_w, saved_v, saved_g, saved_norms, dim; a product and a sum, two products and a difference; three for "
          "each g"),
      alike_row("aten::_transform_bias_rescale_qkv", "n0*4/3", "2*n0*e0+n1*e1",
          "qkv (B,T,3D), qkv_bias, num_heads; a third is scaled")};
};

/// What is put together from a copy and a fill on most devices.
struct torch_masked_fill : torch_schema_words {
  static constexpr bool alone = true;
  static constexpr std::array rows{
      alike_row("aten::masked_fill", "0", "r0*e0+r1*e1+out(0,1)*e0", "self, mask, value")};
};

/// Two forms, which their kernels tell.
struct torch_gelu : torch_schema_words {
  static constexpr bool asks_kernel(std::string_view kernel) { return kernel.find("Gelu") != kernel.npos; }
  static constexpr std::string_view schema = "self, approximate", form = "n0*(8+2*w1)";
  static constexpr std::array rows{
      change_row("aten::gelu", form, schema),
      gradient_row("aten::gelu_backward", "n0*(17+4*w2)", "grad_output, self, approximate")};
};

struct torch_eager_binary : torch_schema_words {
  static constexpr std::string_view gradient = "grad_output, self, ...";
  static constexpr std::string_view to_complex = "r0*e0+r1*e1+2*out(0,1)*both(0,1)";
  static constexpr std::array rows{
      binary_row("aten::sub aten::rsub", "out(0,1)*(1+a2)", "t0?(r0*e0)+t1?(r1*e1)+out(0,1)*both(0,1)",
          "self, other, alpha"),
      binary_row("aten::lt aten::gt aten::eq aten::ne aten::le aten::ge aten::logical_and aten::logical_or "
          "aten::logical_xor", "out(0,1)", "r0*e0+t1?(r1*e1)+out(0,1)", self_other),
      pair_row("aten::bitwise_and aten::bitwise_or aten::bitwise_xor aten::maximum aten::minimum aten::remainder "
          "aten::fmod aten::floor_divide aten::copysign aten::fmax aten::fmin aten::bitwise_left_shift "
          "aten::bitwise_right_shift aten::__lshift__ aten::__rshift__", "out(0,1)"),
      binary_row("aten::addcmul aten::addcdiv", "3*out(0,1,2)", "r0*e0+r1*e1+r2*e2+out(0,1,2)*e0",
          "self, tensor1, tensor2, value"),
      binary_row("aten::lerp", "3*n0", "2*n0*e0+n1*e1+t2?(n2*e2)", "self, end, weight"),
      gradient_row("aten::silu_backward", "9*n0", "grad_output, self"),
      gradient_row("aten::tanh_backward", "3*n0", "grad_output, output"),
      row{"aten::where", "", "BinaryElementwise", "0", "r0*e0+t1?(r1*e1)+t2?(r2*e2)+out(0,1,2)*both(1,2)",
          "shape_in1=D1 shape_in2=D2 dtype_in1_in2_out=(T1,T2,-) stride_input1=S1 stride_input2=S2 stride_output=-",
          "condition, self, other", 1},
      pair_row("aten::atan2", "4*out(0,1)"),
      pair_row("aten::xlogy aten::hypot", "5*out(0,1)"),
      pair_row("aten::logaddexp aten::logaddexp2", "10*out(0,1)"),
      gradient_row("aten::leaky_relu_backward aten::hardtanh_backward aten::softshrink_backward", "2*n0", gradient),
      gradient_row("aten::hardswish_backward", "5*n0", gradient),
      gradient_row("aten::hardsigmoid_backward", "3*n0", gradient),
      gradient_row("aten::logit_backward", "3*n0", "grad_output, self, eps"),
      gradient_row("aten::softplus_backward", "8*n0", gradient),
      gradient_row("aten::mish_backward", "19*n0", gradient),
      row{"aten::elu_backward", "", "BinaryElementwise", "7*n0", "n0*e0+n5*e5+n0*e0", shown_lists,
          "grad_output, alpha, scale, input_scale, is_result, self_or_result"},
      binary_row("aten::native_dropout_backward", "2*n0", "2*n0*e0+n1*e1", "grad_output, mask, scale"),
      alike_row("aten::glu", "5*n0/2", "n0*e0*3/2", "self, dim; half is the gate of the other half"),
      binary_row("aten::glu_backward", "9*n0", "n0*e0+2*n1*e1", "grad_output, self, dim"),
      binary_row("aten::polar", "10*out(0,1)", to_complex, "abs, angle, [out]; cosine, sine, two products"),
      binary_row("aten::complex", "0", to_complex, "real, imag, [out]"),
      gradient_row("aten::hardshrink_backward", "2*n0", "grad_out, self, lambd"),
      gradient_row("aten::log_sigmoid_backward", "8*n0",
          "grad_output, self, buffer; exponential, sum, quotient, difference, product"),
      binary_row("aten::_prelu_kernel", "2*n0", "2*n0*e0+r1*e1", "self, weight"),
      binary_row("aten::_prelu_kernel_backward", "3*n0", "n0*e0+3*n1*e1+r2*e2",
          "grad_output, self, weight; two gradients as large as self")};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_ELEMENTWISE_HPP
