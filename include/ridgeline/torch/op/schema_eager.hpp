#ifndef RIDGELINE_TORCH_OP_SCHEMA_EAGER_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_EAGER_HPP

#include <array>
#include <string_view>

#include <ridgeline/op/rounding.hpp>
#include <ridgeline/torch/op/attention.hpp>
#include <ridgeline/torch/op/elementwise.hpp>
#include <ridgeline/torch/op/schema.hpp>

/// Ops of PyTorch itself that TraceLens has no model of. Positions are those of aten/src/ATen/native/
/// native_functions.yaml. Their categories are those of their kernels, as without a model. FLOP an element: 1 for sums,
/// products, comparisons; 2 for roots; 4 for exponentials and the like; 8 for gelu, 10 for its form with tanh.
namespace ridgeline {

namespace torch_detail {
inline constexpr torch_columns<0> shown_unary{"op_shape=D0 dtype_in_out=(T0,T1?) stride_input=S0 stride_output=S1?"};
inline constexpr torch_columns<0> shown_binary{
    "shape_in1=D0 shape_in2=D1 dtype_in1_in2_out=(T0,T1,-) stride_input1=S0 stride_input2=S1 stride_output=-"};
inline constexpr torch_columns<0> shown_lists{"tensors=D0 others=D1"};
inline constexpr std::string_view self_out = "native_functions.yaml: self, [out]", in_place = "2*n0*e0";
inline constexpr std::string_view self_other = "native_functions.yaml: self, other, [out]";
inline constexpr std::string_view to_out = "r0*e0+n0*(t1?e1+u1?e0)", compared = "r0*e0+t1?(r1*e1)+out(0,1)";
inline constexpr std::string_view subtracted = "out(0,1)*(1+a2)";
inline constexpr std::string_view self_other_alpha = "native_functions.yaml: self, other, alpha";
inline constexpr std::string_view two_lists = "native_functions.yaml: self[], tensor1[], tensor2[], value";
inline constexpr std::string_view subtracted_bytes = "t0?(r0*e0)+t1?(r1*e1)+out(0,1)*both(0,1)";
inline constexpr std::string_view subtracted_in_place = "r0*e0+t1?(r1*e1)+n0*e0";

constexpr torch_schema_row unary_row(std::string_view name, std::string_view flops, std::string_view bytes) {
  return {name, "", "UnaryElementwise", flops, bytes, shown_unary, self_out};
}
inline constexpr std::string_view three_in = "r0*e0+r1*e1+r2*e2+out(0,1,2)*e0", three_in_place = "2*n0*e0+r1*e1+r2*e2";
inline constexpr std::string_view scaled_pair = "native_functions.yaml: self, tensor1, tensor2, value";
/// What only moves elements, and what only writes them.
inline constexpr torch_columns<0> shown_alike{
    "op_shape=D0 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-"};
inline constexpr torch_columns<0> from_grad_to_self{
    "op_shape=D1 dtype_in_out=(T0,T1) stride_input=S0 stride_output=S1"};
constexpr torch_schema_row moved_row(std::string_view name, std::string_view schema) {
  return {name, "", "UnaryElementwise", "0", "2*n0*e0", shown_alike, schema};
}
constexpr torch_schema_row filled_row(std::string_view name, std::string_view schema) {
  return {name, "", "UnaryElementwise", "0", "n0*e0", shown_alike, schema};
}
constexpr torch_schema_row ternary_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                       std::string_view schema) {
  return {name, "", "BinaryElementwise", flops, bytes, shown_binary, schema};
}
constexpr torch_schema_row bits_row(std::string_view name) {
  return {name, "", "BinaryElementwise", "out(0,1)", "r0*e0+t1?(r1*e1)+out(0,1)*both(0,1)", shown_binary, self_other};
}
constexpr torch_schema_row compare_row(std::string_view name) {
  return {name, "", "BinaryElementwise", "out(0,1)", compared, shown_binary, self_other};
}
constexpr torch_schema_row minus_row(std::string_view name) {
  const std::string_view bytes = name.ends_with('_') ? subtracted_in_place : subtracted_bytes;
  return {name, "", "BinaryElementwise", subtracted, bytes, shown_binary, self_other_alpha};
}
/// The gradient of the input from that of the result and one tensor more.
constexpr torch_schema_row gradient_row(std::string_view name, std::string_view flops, std::string_view schema) {
  return {name, "", "BinaryElementwise", flops, "n0*e0+n1*e1+n0*e0", shown_binary, schema};
}
constexpr torch_schema_row list_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                    std::string_view schema) {
  return {name, "", "multi_tensor_apply", flops, bytes, shown_lists, schema, -1};
}
}  // namespace torch_detail

struct torch_eager_unary : torch_schema_model {
  static constexpr std::array rows{
      torch_detail::unary_row("aten::tanh", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::tanh_", "4*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::exp", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::exp_", "4*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::log", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::log_", "4*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::sigmoid_", "4*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::silu_", "4*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::cos", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::sin", "4*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::sqrt", "2*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::sqrt_", "2*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::rsqrt_", "2*n0", torch_detail::in_place),
      torch_detail::unary_row("aten::reciprocal", "2*n0", torch_detail::to_out),
      torch_detail::unary_row("aten::abs", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::abs_", "n0", torch_detail::in_place),
      torch_detail::unary_row("aten::neg_", "n0", torch_detail::in_place),
      torch_detail::unary_row("aten::relu", "n0", torch_detail::to_out),
      torch_detail::unary_row("aten::relu_", "n0", torch_detail::in_place),
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
      row{"aten::leaky_relu", "", "UnaryElementwise", "2*n0", "2*n0*e0", torch_detail::shown_alike,
          "native_functions.yaml: self, negative_slope"},
      row{"aten::leaky_relu_", "", "UnaryElementwise", "2*n0", "2*n0*e0", torch_detail::shown_alike,
          "native_functions.yaml: self, negative_slope"},
      row{"aten::hardtanh", "", "UnaryElementwise", "2*n0", "2*n0*e0", torch_detail::shown_alike,
          "native_functions.yaml: self, min_val, max_val"},
      row{"aten::hardtanh_", "", "UnaryElementwise", "2*n0", "2*n0*e0", torch_detail::shown_alike,
          "native_functions.yaml: self, min_val, max_val"},
      row{"aten::hardswish", "", "UnaryElementwise", "5*n0", "2*n0*e0", torch_detail::shown_alike,
          "native_functions.yaml: self; a sum, two bounds, a product, a quotient"},
      row{"aten::hardswish_", "", "UnaryElementwise", "5*n0", "2*n0*e0", torch_detail::shown_alike,
          "native_functions.yaml: self"},
      row{"aten::softplus", "", "UnaryElementwise", "9*n0", "2*n0*e0", torch_detail::shown_alike,
          "native_functions.yaml: self, beta, threshold; exponential, sum, logarithm"},
      row{"aten::native_dropout", "", "UnaryElementwise", "2*n0", "n0*(2*e0+1)", torch_detail::shown_alike,
          "native_functions.yaml: input, p, train; the mask is written, too"},
      row{"aten::embedding_dense_backward", "", "UnaryElementwise", "n0", "2*n0*e0+n1*e1", torch_detail::shown_alike,
          "native_functions.yaml: grad_output, indices, num_weights, padding_idx, scale_grad_by_freq; rows that occur"},
      row{"aten::_adaptive_avg_pool2d_backward", "", "UnaryElementwise", "n1", "n0*e0+n1*e1",
          torch_detail::from_grad_to_self, "native_functions.yaml: grad_output, self"},
      row{"aten::avg_pool2d_backward", "", "UnaryElementwise", "n1", "n0*e0+n1*e1", torch_detail::from_grad_to_self,
          "native_functions.yaml: grad_output, self, kernel_size, ..."},
      row{"aten::max_pool2d_with_indices_backward", "", "UnaryElementwise", "n0", "n0*e0+n7*e7+n1*e1",
          torch_detail::from_grad_to_self,
          "native_functions.yaml: grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices"},
      row{"aten::nll_loss_forward", "", "UnaryElementwise", "n1", "n1*(e0+e1)+2*e0+t2?(n1*e2)",
          torch_detail::shown_alike,
          "native_functions.yaml: self (N,C), target (N), weight, reduction, ignore_index; one of each row is read"},
      row{"aten::clamp", "", "UnaryElementwise", "n0", "2*n0*e0+t1?(n1*e1)+t2?(n2*e2)",
          "op_shape=D0 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-", "native_functions.yaml: self, min, max"},
      row{"aten::clamp_", "", "UnaryElementwise", "n0", "2*n0*e0+t1?(n1*e1)+t2?(n2*e2)",
          "op_shape=D0 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-", "native_functions.yaml: self, min, max"},
      row{"aten::embedding", "", "UnaryElementwise", "0", "2*n1*d0[-1]*e0+n1*e1",
          "input_shape=D0 op_shape=D1 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
          "native_functions.yaml: weight (V,H), indices, padding_idx, scale_grad_by_freq, sparse"},
      row{"aten::gather", "", "UnaryElementwise", "0", "n2*(2*e0+e2)",
          "input_shape=D0 op_shape=D2 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
          "native_functions.yaml: self, dim, index, sparse_grad, [out]"},
      row{"aten::index_select", "", "UnaryElementwise", "0", "n0/x0(c1)*n2*2*e0+n2*e2",
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
          "native_functions.yaml: start, end, step, out; without out its size is not recorded"}};
};

struct torch_eager_binary : torch_schema_model {
  static constexpr std::array rows{
      torch_detail::minus_row("aten::sub"),
      torch_detail::minus_row("aten::sub_"),
      torch_detail::minus_row("aten::rsub"),
      torch_detail::compare_row("aten::lt"),
      torch_detail::compare_row("aten::gt"),
      torch_detail::compare_row("aten::eq"),
      torch_detail::compare_row("aten::ne"),
      torch_detail::compare_row("aten::le"),
      torch_detail::compare_row("aten::ge"),
      torch_detail::compare_row("aten::logical_and"),
      torch_detail::compare_row("aten::logical_or"),
      torch_detail::bits_row("aten::bitwise_and"),
      torch_detail::bits_row("aten::bitwise_or"),
      torch_detail::bits_row("aten::bitwise_xor"),
      torch_detail::bits_row("aten::maximum"),
      torch_detail::bits_row("aten::minimum"),
      torch_detail::ternary_row("aten::addcmul", "3*out(0,1,2)", torch_detail::three_in, torch_detail::scaled_pair),
      torch_detail::ternary_row("aten::addcmul_", "3*n0", torch_detail::three_in_place, torch_detail::scaled_pair),
      torch_detail::ternary_row("aten::addcdiv", "3*out(0,1,2)", torch_detail::three_in, torch_detail::scaled_pair),
      torch_detail::ternary_row("aten::addcdiv_", "3*n0", torch_detail::three_in_place, torch_detail::scaled_pair),
      torch_detail::ternary_row("aten::lerp", "3*n0", "2*n0*e0+n1*e1+t2?(n2*e2)",
                                "native_functions.yaml: self, end, weight"),
      torch_detail::ternary_row("aten::lerp_", "3*n0", "2*n0*e0+n1*e1+t2?(n2*e2)",
                                "native_functions.yaml: self, end, weight"),
      torch_detail::gradient_row("aten::silu_backward", "9*n0", "native_functions.yaml: grad_output, self"),
      torch_detail::gradient_row("aten::tanh_backward", "3*n0", "native_functions.yaml: grad_output, output"),
      row{"aten::where", "", "BinaryElementwise", "0",
          "r0*e0+t1?(r1*e1)+t2?(r2*e2)+out(0,1,2)*both(1,2)",
          "shape_in1=D1 shape_in2=D2 dtype_in1_in2_out=(T1,T2,-) stride_input1=S1 stride_input2=S2 stride_output=-",
          "native_functions.yaml: condition, self, other", 1}};
};

struct torch_eager_reduction : torch_schema_model {
  static constexpr torch_columns<0> shown{"op_shape=D0 dtype_in_out=(T0,-) over=C1"};
  static constexpr torch_columns<0> shown_gradient{"op_shape=D0 dtype_in_out=(T0,-) over=C2"};
  static constexpr std::string_view softmax_gradient = "native_functions.yaml: grad_output, output, dim, input_dtype";
  static constexpr std::string_view softmax = "n0*e0+n0*(4*f2+(1-f2)*e0)", arg = "n0*e0+8*n0/x0(c1)";
  static constexpr std::array rows{
      row{"aten::_softmax", "", "Reduce", "5*n0", softmax, shown,
          "native_functions.yaml: self, dim, half_to_float"},
      row{"aten::_log_softmax", "", "Reduce", "5*n0", softmax, shown,
          "native_functions.yaml: self, dim, half_to_float"},
      row{"aten::_softmax_backward_data", "", "Reduce", "4*n0", "n0*e0+n1*e1+n0*l3", shown_gradient, softmax_gradient},
      row{"aten::_log_softmax_backward_data", "", "Reduce", "7*n0", "n0*e0+n1*e1+n0*l3", shown_gradient,
          softmax_gradient},
      row{"aten::argmax", "", "Reduce", "n0", arg, shown, "native_functions.yaml: self, dim, keepdim, [out]"},
      row{"aten::argmin", "", "Reduce", "n0", arg, shown, "native_functions.yaml: self, dim, keepdim, [out]"},
      row{"aten::topk", "", "Reduce", "n0", "n0*e0+(n0/x0(c2))*c1*(e0+8)",
          "op_shape=D0 dtype_in_out=(T0,-) over=C2", "native_functions.yaml: self, k, dim, largest, sorted, [out]"}};
};

/// Ops over lists of tensors, and optimisers. The size of an element is in their kernel's name alone. An element of
/// Adam: 2 for the decay (AdamW 1), 3 and 4 for the moments, 4 for the denominator, 3 for the step; of SGD 2 for the
/// decay, 3 for the momentum, 2 for the step. AMSGrad adds 1.
struct torch_eager_lists : torch_schema_model {
  static constexpr bool asks_kernel(std::string_view kernel) {
    return kernel.find("multi_tensor_apply") != kernel.npos;
  }
  static constexpr std::string_view updated = "(2*s0+g1)*m", made = "(2*s0+g1)*m";
  static constexpr std::string_view list_other = "native_functions.yaml: self[], other, other[] or scalar, [alpha]";
  static constexpr std::string_view adam = "(7*s0+2*g4)*m", adam_lists =
      "native_functions.yaml: self[], grads[], exp_avgs[], exp_avg_sqs[], max_exp_avg_sqs[], state_steps[], ...";
  static constexpr std::array rows{
      torch_detail::list_row("aten::_foreach_add_", "s0", updated, list_other),
      torch_detail::list_row("aten::_foreach_mul_", "s0", updated, list_other),
      torch_detail::list_row("aten::_foreach_div_", "s0", updated, list_other),
      torch_detail::list_row("aten::_foreach_sub_", "s0", updated, list_other),
      torch_detail::list_row("aten::_foreach_add", "s0", made, list_other),
      torch_detail::list_row("aten::_foreach_mul", "s0", made, list_other),
      torch_detail::list_row("aten::_foreach_div", "s0", made, list_other),
      torch_detail::list_row("aten::_foreach_sub", "s0", made, list_other),
      torch_detail::list_row("aten::_foreach_copy_", "0", "2*s0*m",
                             "native_functions.yaml: self[], src[], non_blocking"),
      torch_detail::list_row("aten::_foreach_zero_", "0", "s0*m", "native_functions.yaml: self[]"),
      torch_detail::list_row("aten::_foreach_norm", "2*s0", "s0*m",
                             "native_functions.yaml: self[], ord, dtype; a square and a sum an element"),
      torch_detail::list_row("aten::_foreach_neg_", "s0", "2*s0*m", "native_functions.yaml: self[]"),
      torch_detail::list_row("aten::_foreach_sqrt", "2*s0", "2*s0*m", "native_functions.yaml: self[]"),
      torch_detail::list_row("aten::_foreach_lerp_", "3*s0", updated,
                             "native_functions.yaml: self[], tensors1[], weight"),
      torch_detail::list_row("aten::_foreach_addcmul_", "3*s0", "(2*s0+g1+g2)*m", torch_detail::two_lists),
      torch_detail::list_row("aten::_foreach_addcdiv_", "3*s0", "(2*s0+g1+g2)*m", torch_detail::two_lists),
      torch_detail::list_row("aten::_fused_adam_", "16*s0+g4", adam, adam_lists),
      torch_detail::list_row("aten::_fused_adamw_", "15*s0+g4", adam, adam_lists),
      torch_detail::list_row("aten::_fused_sgd_", "4*s0+3*g2", "(3*s0+2*g2)*m",
         "native_functions.yaml: self[], grads[], momentum_buffer_list[], weight_decay, momentum, ...")};
};

/// Tensors behind each other: each element is read and written. Its size is in the kernel's name alone.
struct torch_eager_joined : torch_schema_model {
  static constexpr bool asks_kernel(std::string_view kernel) { return kernel.find("CatArray") != kernel.npos; }
  static constexpr std::array rows{
      row{"aten::cat", "", "UnaryElementwise", "0", "2*s0*m", torch_detail::shown_lists,
          "native_functions.yaml: tensors[], dim", -1}};
};

/// Pooling: windows of the input, an output for each. Without a stride windows lie side by side.
struct torch_pooling : torch_unary_family {
  struct row { std::string_view name, schema; int dilation, ceiling; bool indices; };
  static constexpr std::array rows{
      row{"aten::max_pool2d_with_indices",
          "native_functions.yaml: self, kernel_size, stride, padding, dilation, ceil_mode", 4, 5, true},
      row{"aten::max_pool3d_with_indices",
          "native_functions.yaml: self, kernel_size, stride, padding, dilation, ceil_mode", 4, 5, true},
      row{"aten::avg_pool2d",
          "native_functions.yaml: self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor", -1, 4,
          false},
      row{"aten::avg_pool3d",
          "native_functions.yaml: self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor", -1, 4,
          false}};
  struct windows : torch_grown {
    double window = 1;           ///< elements of one
    byte_count index{};          ///< of the place that the largest one has
    constexpr flop_count flops() const { return window * to.size() * FLOP; }
    constexpr byte_count bytes() const { return torch_grown::bytes() + to.size() * index; }
  };

  static constexpr windows from(const torch_call& c, const row& r) {
    torch_shape to = c.shape(0);
    const torch_shape kernel = c.numbers(1), given = c.numbers(2), padding = c.numbers(3);
    const torch_shape dilation = r.dilation < 0 ? torch_shape::of({1}) : c.numbers(r.dilation);
    const auto along = [](const torch_shape& s, int i) { return s[s.rank() == 1 ? 0 : i]; };  // one for all dimensions
    const bool up = c.flag(r.ceiling);
    bool fits = !kernel.empty() && given.known() && to.rank() > kernel.rank() && (up || c.is_false(r.ceiling));
    double window = 1;
    const int dimensions = r.name.find("3d") != std::string_view::npos ? 3 : 2;
    for (int i = 0; fits && i < dimensions; ++i) {
      const int at = to.rank() - dimensions + i;
      const double k = along(kernel, i), step = given.empty() ? k : along(given, i), pad = along(padding, i);
      const double room = to[at] + 2 * pad - along(dilation, i) * (k - 1) - 1;
      double n = (up ? op::ceil_div(room, step) : op::floor_div(room, step)) + 1;
      if (up && (n - 1) * step >= to[at] + pad) n -= 1;  // the last window begins within the input
      to.set(at, n), window *= k;
      fits = known(n);
    }
    return {torch_grown(c, fits ? to : torch_shape()), window, r.indices ? 8 * B : 0 * B};
  }
  static constexpr torch_shown parameters{
      "input_shape=D0 output_shape kernel=C1 op_shape dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
      &torch_grown::to, &torch_grown::to};
};

/// Attention where TraceLens knows no model: PyTorch's kernels that are called directly, other devices, gradients. A
/// row of gradients counts as the forward op does: cuDNN's and memory-efficient attention without the scores again.
struct torch_eager_attention : torch_attention_family<"SDPA_fwd"> {
  static constexpr torch_layout heads_tokens = torch_layout::heads_tokens;
  static constexpr std::string_view sheet{};  // those of the ops above them have sheets
  struct row : torch_attention_row { std::string_view schema; };
  static constexpr std::array rows{
      row{{.name = "aten::_flash_attention_forward", .dropout = 7, .causal = 8, .shows_types = true, .sequences = 3,
           .longest = 5, .window = 11},
          "native_functions.yaml: query, key, value (B,S,H,d), cum_seq_q, cum_seq_k, max_q, max_k, dropout_p, "
          "is_causal, return_debug_mask, scale, window_size_left, window_size_right, ..."},
      row{{.name = "FlashAttnVarlenFunc", .layout = torch_layout::packed, .dropout = 7, .causal = 9,
           .shows_types = true, .sequences = 3, .longest = 5, .other_causal = 10},
          "flash_attn_interface.py: q, k, v (S,H,d), cu_seqlens_q, cu_seqlens_k, max_seqlen_q, max_seqlen_k, "
          "dropout_p, softmax_scale, causal, ..."},
      row{{.name = "aten::_efficient_attention_forward", .dropout = 8, .causal = 9, .flash = false,
           .shows_types = true, .sequences = 4, .longest = 6, .bias = 3, .masks_by_number = true},
          "native_functions.yaml: query, key, value (B,S,H,d), bias, cu_seqlens_q, cu_seqlens_k, max_seqlen_q, "
          "max_seqlen_k, dropout_p, custom_mask_type (0 none, 1 from the first, 2 from the last), ..."},
      row{{.name = "aten::_cudnn_attention_forward", .layout = heads_tokens, .dropout = 9, .causal = 10,
           .flash = false, .shows_types = true, .bias = 3},
          "native_functions.yaml: query, key, value (B,H,S,d), attn_bias, cum_seq_q, cum_seq_k, max_q, max_k, "
          "compute_log_sumexp, dropout_p, is_causal, ..."},
      row{{.name = "aten::_scaled_dot_product_fused_attention_overrideable", .layout = heads_tokens, .dropout = 4,
           .causal = 5, .shows_types = true, .bias = 3},
          "native_functions.yaml: query, key, value (B,H,S,d), attn_bias, dropout_p, is_causal, ..."},
      row{{.name = "aten::_scaled_dot_product_flash_attention_for_cpu", .layout = heads_tokens, .dropout = 3,
           .causal = 4, .shows_types = true, .bias = 5},
          "native_functions.yaml: query, key, value (B,H,S,d), dropout_p, is_causal, attn_mask, scale"}};

  static constexpr torch_attention_call from(const torch_call& c, const row& r) { return read(c, r); }
};
struct torch_eager_attention_backward : torch_attention_family<"SDPA_bwd"> {
  static constexpr torch_layout heads_tokens = torch_layout::heads_tokens;
  static constexpr std::string_view sheet{};
  using row = torch_eager_attention::row;
  static constexpr std::array rows{
      row{{.name = "aten::_scaled_dot_product_flash_attention_backward", .q = 1, .layout = heads_tokens,
           .dropout = 10, .causal = 11, .shows_types = true, .ends_together = true},
          "native_functions.yaml: grad_out, query, key, value (B,H,S,d), out, logsumexp, cum_seq_q, cum_seq_k, max_q, "
          "max_k, dropout_p, is_causal, ..."},
      row{{.name = "aten::_scaled_dot_product_efficient_attention_backward", .q = 1, .layout = heads_tokens,
           .dropout = 9, .causal = 11, .flash = false, .shows_types = true, .bias = 4},
          "native_functions.yaml: grad_out_, query, key, value (B,H,S,d), attn_bias, out, logsumexp, philox_seed, "
          "philox_offset, dropout_p, grad_input_mask, is_causal, scale"},
      row{{.name = "aten::_scaled_dot_product_cudnn_attention_backward", .q = 1, .layout = heads_tokens,
           .dropout = 13, .causal = 14, .flash = false, .shows_types = true, .bias = 8},
          "native_functions.yaml: grad_out, query, key, value (B,H,S,d), out, logsumexp, philox_seed, philox_offset, "
          "attn_bias, cum_seq_q, cum_seq_k, max_q, max_k, dropout_p, is_causal, scale"},
      row{{.name = "aten::_scaled_dot_product_fused_attention_overrideable_backward", .q = 1, .layout = heads_tokens,
           .dropout = 12, .causal = 13, .shows_types = true, .bias = 4},
          "native_functions.yaml: grad_out, query, key, value (B,H,S,d), attn_bias, grad_input_mask, out, logsumexp, "
          "cum_seq_q, cum_seq_k, max_q, max_k, dropout_p, is_causal, ..."},
      row{{.name = "aten::_scaled_dot_product_flash_attention_for_cpu_backward", .q = 1, .layout = heads_tokens,
           .dropout = 6, .causal = 7, .shows_types = true, .bias = 8},
          "native_functions.yaml: grad_out, query, key, value (B,H,S,d), out, logsumexp, dropout_p, is_causal, "
          "attn_mask, scale"},
      row{{.name = "aten::_flash_attention_backward", .q = 1, .dropout = 10, .causal = 11, .shows_types = true,
           .sequences = 6, .longest = 8, .window = 15},
          "native_functions.yaml: grad_out, query, key, value (B,S,H,d), out, logsumexp, cum_seq_q, cum_seq_k, max_q, "
          "max_k, dropout_p, is_causal, philox_seed, philox_offset, scale, window_size_left, window_size_right"},
      row{{.name = "aten::_efficient_attention_backward", .q = 1, .dropout = 11, .causal = 14, .flash = false,
           .shows_types = true, .sequences = 6, .longest = 8, .bias = 4, .masks_by_number = true},
          "native_functions.yaml: grad_out_, query, key, value (B,S,H,d), bias, out, cu_seqlens_q, cu_seqlens_k, "
          "max_seqlen_q, max_seqlen_k, logsumexp, dropout_p, philox_seed, philox_offset, custom_mask_type, ..."},
      row{{.name = "aten::_cudnn_attention_backward", .q = 1, .layout = heads_tokens, .dropout = 13, .causal = 14,
           .flash = false, .shows_types = true, .bias = 8},
          "native_functions.yaml: as _scaled_dot_product_cudnn_attention_backward"}};

  static constexpr gradients_of<torch_attention_call> from(const torch_call& c, const row& r) { return {read(c, r)}; }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_EAGER_HPP
