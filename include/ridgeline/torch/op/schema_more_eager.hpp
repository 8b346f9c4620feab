#ifndef RIDGELINE_TORCH_OP_SCHEMA_MORE_EAGER_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_MORE_EAGER_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/elementwise.hpp>
#include <ridgeline/torch/op/schema_eager.hpp>

/// More of PyTorch's own ops: those that read or write where indices say, order elements, or judge a prediction, and
/// more elementwise ones. An index is read once; what it picks is read and written once; what is added to is read as
/// well. What an op copies before is counted too.
namespace ridgeline {

namespace torch_detail {
inline constexpr torch_columns<0> shown_indexed{"input_shape=D0 op_shape=D2 dtype_in_out=(T0,T0)"};
inline constexpr torch_columns<0> shown_over{"op_shape=D0 dtype_in_out=(T0,-)"};
inline constexpr std::string_view and_copied = "+2*n0*e0";

constexpr torch_schema_row indexed_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                       std::string_view schema) {
  return {name, "", "UnaryElementwise", flops, bytes, shown_indexed, schema};
}
constexpr torch_schema_row picked_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                      std::string_view schema) {
  return {name, "", "UnaryElementwise", flops, bytes, shown_alike, schema};
}
constexpr torch_schema_row ordered_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                       std::string_view schema) {
  return {name, "", "Reduce", flops, bytes, shown_over, schema};
}
/// A loss of two tensors: one number, or one for each element where the reduction (argument 2) is 0.
constexpr torch_schema_row loss_row(std::string_view name, std::string_view flops, std::string_view reduction_bytes,
                                    std::string_view schema) {
  return {name, "", "BinaryElementwise", flops, reduction_bytes, shown_binary, schema};
}
inline constexpr std::string_view of_loss = "n0*e0+n1*e1+(n0*(1-min(1,c2))+min(1,c2))*e0";
inline constexpr std::string_view of_weighted_loss = "n0*e0+n1*e1+t2?(n2*e2)+(n0*(1-min(1,c3))+min(1,c3))*e0";
inline constexpr std::string_view to_gradient = "n0*e0+2*n1*e1+n2*e2";
}  // namespace torch_detail

struct torch_eager_indexed : torch_schema_model {
  static constexpr std::string_view source = "native_functions.yaml: self, dim, index, src";
  static constexpr std::string_view bag = "native_functions.yaml: weight (V,H), indices, offsets, scale_grad_by_freq, "
                                          "mode, sparse, per_sample_weights, include_last_offset, padding_idx";
  static constexpr std::string_view bag_bytes = "(n1+n2-f7)*d0[1]*e0+n1*e1+n2*e2+t6?(n6*e6)";
  static constexpr std::array rows{
      torch_detail::indexed_row("aten::scatter_", "0", "n2*(e0+e2)+t3?(n2*e3)", source),
      torch_detail::indexed_row("aten::scatter", "0", "2*n0*e0+n2*(e0+e2)+t3?(n2*e3)", source),
      torch_detail::indexed_row("aten::scatter_add_", "n2", "n2*(2*e0+e2+e3)", source),
      torch_detail::indexed_row("aten::scatter_add", "n2", "2*n0*e0+n2*(2*e0+e2+e3)", source),
      torch_detail::indexed_row("aten::scatter_reduce_", "n2", "n2*(2*e0+e2+e3)", source),
      torch_detail::indexed_row("aten::scatter_reduce", "n2", "2*n0*e0+n2*(2*e0+e2+e3)", source),
      torch_detail::indexed_row("aten::index_add_", "n3*(1+a4)", "n2*e2+n3*(2*e0+e3)",
                                "native_functions.yaml: self, dim, index, source, alpha"),
      torch_detail::indexed_row("aten::index_add", "n3*(1+a4)", "2*n0*e0+n2*e2+n3*(2*e0+e3)",
                                "native_functions.yaml: self, dim, index, source, alpha"),
      torch_detail::indexed_row("aten::index_copy_", "0", "n2*e2+n3*(e0+e3)",
                                "native_functions.yaml: self, dim, index, source"),
      torch_detail::indexed_row("aten::index_copy", "0", "2*n0*e0+n2*e2+n3*(e0+e3)",
                                "native_functions.yaml: self, dim, index, source"),
      torch_detail::indexed_row("aten::index_fill_", "0", "n0/x0(c1)*n2*e0+n2*e2",
                                "native_functions.yaml: self, dim, index, value"),
      torch_detail::picked_row("aten::take", "0", "n1*(2*e0+e1)", "native_functions.yaml: self, index"),
      torch_detail::picked_row("aten::put_", "0", "n2*(e0+e2)+n1*e1",
                               "native_functions.yaml: self, index, source, accumulate"),
      torch_detail::picked_row("aten::_embedding_bag", "n1*d0[1]*(1+t6?1)", bag_bytes, bag),
      torch_detail::picked_row("aten::_embedding_bag_forward_only", "n1*d0[1]*(1+t6?1)", bag_bytes, bag),
      torch_detail::ordered_row("aten::sort", "n0", "n0*(2*e0+8)",
                                "native_functions.yaml: self, [stable], dim, descending; one pass, as many indices"),
      torch_detail::ordered_row("aten::kthvalue", "n0", "n0*e0+n0/x0(c2)*(e0+8)",
                                "native_functions.yaml: self, k, dim, keepdim"),
      torch_detail::ordered_row("aten::cummax", "n0", "n0*(2*e0+8)", "native_functions.yaml: self, dim"),
      torch_detail::ordered_row("aten::cummin", "n0", "n0*(2*e0+8)", "native_functions.yaml: self, dim"),
      torch_detail::ordered_row("aten::logcumsumexp", "10*n0", "2*n0*e0",
                                "native_functions.yaml: self, dim; two exponentials, a logarithm, two sums"),
      torch_detail::ordered_row("aten::_logcumsumexp", "10*n0", "2*n0*e0", "native_functions.yaml: self, dim"),
      torch_detail::picked_row("aten::searchsorted", "n1", "n0*e0+n1*(e1+8-4*f2)",
                               "native_functions.yaml: sorted, self, out_int32, ...; at least one comparison each"),
      torch_detail::picked_row("aten::bucketize", "n0", "n1*e1+n0*(e0+8-4*f2)",
                               "native_functions.yaml: self, boundaries, out_int32, right")};
};

/// What is put together from a copy and a fill on most devices.
struct torch_masked_fill : torch_schema_model {
  static constexpr bool alone = true;
  static constexpr std::array rows{
      torch_detail::picked_row("aten::masked_fill", "0", "r0*e0+r1*e1+out(0,1)*e0",
                               "native_functions.yaml: self, mask, value")};
};

/// Losses and their gradients: a difference, what the loss makes of it, a sum of all.
struct torch_eager_losses : torch_schema_model {
  static constexpr std::string_view pair = "native_functions.yaml: self, target, reduction";
  static constexpr std::string_view weighted = "native_functions.yaml: self, target, weight, reduction";
  static constexpr std::string_view gradient = "native_functions.yaml: grad_output, self, target, reduction";
  static constexpr std::array rows{
      torch_detail::loss_row("aten::mse_loss", "n0*(2+min(1,c2))", torch_detail::of_loss, pair),
      torch_detail::loss_row("aten::smooth_l1_loss", "n0*(4+min(1,c2))", torch_detail::of_loss, pair),
      torch_detail::loss_row("aten::huber_loss", "n0*(4+min(1,c2))", torch_detail::of_loss, pair),
      torch_detail::loss_row("aten::binary_cross_entropy", "n0*(13+t2?1+min(1,c3))", torch_detail::of_weighted_loss,
                             weighted),
      torch_detail::loss_row("aten::mse_loss_backward", "3*n1", torch_detail::to_gradient, gradient),
      torch_detail::loss_row("aten::smooth_l1_loss_backward", "4*n1", torch_detail::to_gradient, gradient),
      torch_detail::loss_row("aten::huber_loss_backward", "4*n1", torch_detail::to_gradient, gradient),
      torch_detail::loss_row("aten::binary_cross_entropy_backward", "6*n1", "n0*e0+2*n1*e1+n2*e2+t3?(n3*e3)",
                             "native_functions.yaml: grad_output, self, target, weight, reduction"),
      torch_detail::loss_row("aten::nll_loss_backward", "n2", "n0*e0+n1*e1+n2*(e1+e2)+t3?(n3*e3)",
                             "native_functions.yaml: grad_output, self (N,C), target, weight, ...; all is zeroed, one "
                             "of each row written"),
      torch_detail::loss_row("aten::nll_loss2d_forward", "n1", "n1*(e0+e1)+2*e0+t2?(n1*e2)",
                             "native_functions.yaml: self (N,C,H,W), target, weight, reduction, ignore_index"),
      torch_detail::loss_row("aten::nll_loss2d_backward", "n2", "n0*e0+n1*e1+n2*(e1+e2)+t3?(n3*e3)",
                             "native_functions.yaml: grad_output, self (N,C,H,W), target, weight, ...")};
};

/// Tensors that are indexed by a list of tensors. PyTorch's profiler leaves out the shapes of such a list: what is
/// picked is unknown then. Nor can a mask be told from an index of the same shape.
struct torch_indexed_by_list : torch_unary_family {
  static constexpr bool alone = true;
  struct row { std::string_view name, schema; bool writes, copies; };
  static constexpr std::array rows{
      row{"aten::index", "native_functions.yaml: self, indices[]", false, false},
      row{"aten::_unsafe_index", "native_functions.yaml: self, indices[]", false, false},
      row{"aten::index_put_", "native_functions.yaml: self, indices[], values, accumulate", true, false},
      row{"aten::_index_put_impl_", "native_functions.yaml: self, indices[], values, accumulate, unsafe", true, false},
      row{"aten::index_put", "native_functions.yaml: self, indices[], values, accumulate", true, true}};
  struct call {
    double work = 0;
    byte_count moved{};
    constexpr flop_count flops() const { return work * FLOP; }
    constexpr byte_count bytes() const { return moved; }
  };

  static constexpr call from(const torch_call& c, const row& r) {
    if (c.dims.empty()) return {missing<double>, missing<byte_count>};
    const double picked = elements_picked(c);
    call of{0, picked * 2 * c.size(0) + index_bytes(c)};
    if (!r.writes) return of;
    const bool adds = c.flag(3);
    if (!c.has_value(3)) return {missing<double>, missing<byte_count>};
    of.work = adds ? picked : 0;
    of.moved = picked * (adds ? 2 : 1) * c.size(0) + c.stored_elements(2) * c.size(2) + index_bytes(c);
    if (r.copies) of.moved += 2 * c.shape(0).size() * c.size(0);
    return of;
  }
  static constexpr torch_shown parameters{"input_shape=D0 indices=D1 dtype_in_out=(T0,T0)"};

 private:
  static constexpr double elements_picked(const torch_call& c) {
    const torch_shape self = c.shape(0);
    torch_shape index = torch_shape::of({});
    int lists = 0;
    bool sure = true;
    json_list(c.dims_text(1)).for_each([&](std::string_view text) {
      const torch_shape one(text);
      sure = sure && !one.empty();  // None, or one number
      index = torch_broadcast(index, one);
      ++lists;
      return true;
    });
    if (lists == 0 && c.lacks != nullptr) *c.lacks = true;
    bool mask = lists == 1 && index.rank() > 1;
    for (int i = 0; mask && i < index.rank(); ++i) mask = index[i] == self[i];
    return lists == 0 || !sure || mask ? missing<double> : index.size() * self.size(lists);
  }
  /// Indices are of eight bytes: PyTorch's own are.
  static constexpr byte_count index_bytes(const torch_call& c) {
    byte_count all{};
    json_list(c.dims_text(1)).for_each([&](std::string_view text) {
      all += torch_shape(text).size() * 8 * B;
      return true;
    });
    return all;
  }
};

// --- more of PyTorch's own ops on vector engines, counted as those of schema_eager.hpp are

namespace torch_detail {
constexpr torch_schema_row change_row(std::string_view name, std::string_view flops, std::string_view schema) {
  return {name, "", "UnaryElementwise", flops, in_place, shown_alike, schema};
}
/// Of two tensors and one result.
constexpr torch_schema_row pair_row(std::string_view name, std::string_view flops) {
  return {name, "", "BinaryElementwise", flops, "r0*e0+t1?(r1*e1)+out(0,1)*both(0,1)", shown_binary, self_other};
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

/// Two forms, which their kernels tell.
struct torch_gelu : torch_schema_model {
  static constexpr bool asks_kernel(std::string_view kernel) { return kernel.find("Gelu") != kernel.npos; }
  static constexpr std::string_view schema = "native_functions.yaml: self, approximate", form = "n0*(8+2*w1)";
  static constexpr std::array rows{
      row{"aten::gelu", "", "UnaryElementwise", form, torch_detail::in_place, torch_detail::shown_alike, schema},
      row{"aten::gelu_", "", "UnaryElementwise", form, torch_detail::in_place, torch_detail::shown_alike, schema},
      torch_detail::gradient_row("aten::gelu_backward", "n0*(17+4*w2)",
                                 "native_functions.yaml: grad_output, self, approximate")};
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

/// As the reductions that TraceLens knows: one FLOP an element.
struct torch_listed_reductions : torch_family<"reduce", "Reduce"> {
  struct row : torch_reduce_row { std::string_view schema; };
  static constexpr std::array rows{
      row{{"aten::linalg_vector_norm", "norm", false, 2, 4},
          "native_functions.yaml: self, ord, dim[], keepdim, dtype, [out]"},
      row{{"aten::nansum", "sum", false, 1, 3}, "native_functions.yaml: self, dim[], keepdim, dtype"},
      row{{"aten::var_mean", "sum", false, 1, -1, false, 2},
          "native_functions.yaml: self, dim[], correction, keepdim; two results"},
      row{{"aten::std_mean", "sum", false, 1, -1, false, 2},
          "native_functions.yaml: self, dim[], correction, keepdim; two results"}};

  static constexpr torch_reduce::call from(const torch_call& c, const row& r) { return torch_reduce::from(c, r); }
  static constexpr torch_shown parameters = torch_reduce::parameters;
};

struct torch_reflection_pad : torch_unary_family {
  struct row { std::string_view name, schema; };
  static constexpr std::array rows{row{"aten::reflection_pad1d", "native_functions.yaml: self, padding"},
                                   row{"aten::reflection_pad2d", "native_functions.yaml: self, padding"},
                                   row{"aten::reflection_pad3d", "native_functions.yaml: self, padding"}};
  static constexpr torch_grown from(const torch_call& c, const row&) { return torch_replication_pad::from(c); }
  static constexpr torch_shown parameters = torch_replication_pad::parameters;
};

/// The gradient of the input: each element of the result's gradient is added to 1, 2, 4, 8 or 16 places, weighted where
/// there are more than one.
struct torch_resampling_gradient : torch_unary_family {
  struct row { std::string_view name, schema; double per_element; };
  static constexpr std::string_view schema = "native_functions.yaml: grad_output, output_size, input_size, ...";
  static constexpr std::array rows{row{"aten::upsample_nearest1d_backward", schema, 1},
                                   row{"aten::upsample_nearest2d_backward", schema, 1},
                                   row{"aten::upsample_nearest3d_backward", schema, 1},
                                   row{"aten::_upsample_nearest_exact2d_backward", schema, 1},
                                   row{"aten::upsample_linear1d_backward", schema, 4},
                                   row{"aten::upsample_bilinear2d_backward", schema, 8},
                                   row{"aten::upsample_trilinear3d_backward", schema, 16},
                                   row{"aten::upsample_bicubic2d_backward", schema, 32}};
  struct call : torch_grown {
    double work = 0;
    constexpr flop_count flops() const { return work * FLOP; }
  };

  static constexpr call from(const torch_call& c, const row& r) {
    return {torch_grown(c, c.numbers(2)), r.per_element * c.shape(0).size()};
  }
  static constexpr torch_shown parameters{
      "input_shape=D0 output_shape op_shape dtype_in_out=(T0,T0) stride_input=S0 stride_output=-", &torch_grown::to,
      &torch_grown::to};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_MORE_EAGER_HPP
