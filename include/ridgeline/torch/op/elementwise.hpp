#ifndef RIDGELINE_TORCH_OP_ELEMENTWISE_HPP
#define RIDGELINE_TORCH_OP_ELEMENTWISE_HPP

#include <algorithm>
#include <array>
#include <string_view>

#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/rounding.hpp>

/// Models of element-wise ops and reductions.
namespace ridgeline {

using torch_unary_family = torch_family<"elementwise", "UnaryElementwise">;

struct torch_unary : torch_unary_family {
  static constexpr std::string_view names[] = {
      "aten::copy",    "aten::copy_", "aten::clamp_min", "aten::clamp_min_", "aten::clamp_max", "aten::clamp_max_",
      "aten::sigmoid", "aten::rsqrt", "aten::silu",      "aten::neg",        "aten::pow"};

  static constexpr op::binary from(const torch_call& c) {
    const double n = c.shape(0).size();
    if (takes_two(c))
      return {c.stored_elements(0), c.stored_elements(1), torch_broadcast(c.shape(0), c.shape(1)).size(), c.size(0),
              c.size(1), c.name.ends_with('_') ? c.size(0) : torch_promoted_size(c, 0, 1)};
    const double in = c.faults.operands_left_out ? n : c.stored_elements(0);
    const op::binary as_large{in, 0, n, c.size(0), {}, c.tensor(1) ? c.size(1) : result_of(c)};
    const bool from_other = c.name.ends_with("copy_") && (c.tensor(1) || !c.type(1).empty());  // maybe without extents
    if (c.faults.operands_left_out || !from_other) return as_large;
    return {c.stored_elements(1), 0, n, c.size(1), {}, c.size(0)};  // one element may be broadcast to the whole result
  }
  static constexpr std::string_view compute_type(const torch_call& c, const op::binary&) {
    return c.type(takes_two(c) && !c.tensor(0) ? 1 : 0);
  }
  static constexpr torch_shown parameters{"op_shape=D0 dtype_in_out=(T0,T1?) stride_input=S0 stride_output=S1?"};

 private:
  /// Bytes per element of a result that is no argument.
  static constexpr byte_count result_of(const torch_call& c) {
    if (c.faults.result_by_input) return c.size(0);
    if (c.name == "aten::pow" && c.type(1) == "Scalar") return torch_promoted_size(c, 0, 1);
    const bool real = c.name == "aten::sigmoid" || c.name == "aten::rsqrt";  // also of integers
    return real && torch_detail::is_whole(c, 0) ? 4 * B : c.size(0);
  }
  /// Exponents and bounds may be tensors; for the other ops, the second tensor is the one written or copied.
  static constexpr bool takes_two(const torch_call& c) {
    return !c.faults.operands_left_out && c.tensor(1) && (c.name == "aten::pow" || c.name.starts_with("aten::clamp_"));
  }
};

/// Padding and upsampling: an input and the shape that it is enlarged to.
struct torch_grown : op::unary {
  torch_shape to{};
  constexpr torch_grown(const torch_call& c, const torch_shape& shape)
      : op::unary{c.shape(0).size(), shape.size(), c.size(0), c.size(0)}, to(shape) {}
};
struct torch_replication_pad : torch_unary_family {
  static constexpr std::string_view names[] = {"aten::replication_pad1d", "aten::replication_pad2d",
                                               "aten::replication_pad3d"};
  static constexpr torch_grown from(const torch_call& c) {
    torch_shape to = c.shape(0);
    const torch_shape pads = c.numbers(1);  // two per dimension, innermost first
    for (int i = 0; i < pads.rank(); ++i) to.set(to.rank() - 1 - i / 2, to[to.rank() - 1 - i / 2] + pads[i]);
    return {c, pads.empty() ? torch_shape() : to};
  }
  static constexpr torch_shown parameters{
      "input_shape=D0 output_shape padding=C1 op_shape dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
      &torch_grown::to, &torch_grown::to};
};
struct torch_upsample : torch_unary_family {
  static constexpr std::string_view names[] = {"aten::upsample_nearest1d", "aten::upsample_nearest2d",
                                               "aten::upsample_nearest3d"};
  static constexpr torch_grown from(const torch_call& c) {
    const torch_shape x = c.shape(0), sizes = c.numbers(1), factors = c.numbers(2);
    const bool by_factors = sizes.empty() && !c.faults.upsample_without_factors;
    const torch_shape& given = by_factors ? factors : sizes;
    torch_shape to = given.empty() ? torch_shape() : x;
    for (int i = 0; i < given.rank(); ++i) to.set(i + 2, by_factors ? op::floor(x[i + 2] * given[i]) : given[i]);
    return {c, to};
  }
  static constexpr torch_shown parameters{
      "input_shape=D0 output_shape op_shape dtype_in_out=(T0,T0) stride_input=S0 stride_output=-", &torch_grown::to,
      &torch_grown::to};
};

/// The activation of one half, multiplied by the other half.
struct torch_gated_activation : torch_unary_family {
  struct row { std::string_view names; double per_element; };
  static constexpr std::array rows{row{"aiter::silu_and_mul _C::silu_and_mul sgl_kernel::silu_and_mul", 5},
                                   row{"aiter::gelu_and_mul", 8}, row{"aiter::gelu_tanh_and_mul", 10}};
  static constexpr int computes = 1;

  static constexpr op::unary from(const torch_call& c, const row& r) {
    const double n = c.shape(0).size();
    return {2 * n, n, c.size(1), c.size(0), r.per_element};
  }
  static constexpr torch_shown parameters{"op_shape=D0 dtype_in_out=(T1,T0) stride_input=S1 stride_output=S0"};
};

struct torch_binary : torch_family<"elementwise", "BinaryElementwise"> {
  static constexpr std::string_view names[] = {
      "aten::div",  "aten::div_", "aten::mul", "aten::mul_", "aten::add", "aten::add_", "aten::sigmoid_backward",
      "aten::threshold_backward", "LigerSiLUMulFunction"};

  static constexpr op::binary from(const torch_call& c) {
    const torch_shape a = c.shape(0), b = c.shape(1);
    const byte_count in1 = c.size(0), in2 = c.size(1);
    const auto in = [&](int i) { return c.faults.operands_left_out ? c.shape(i).size() : c.stored_elements(i); };
    const double results = torch_broadcast(a, b, c.faults.empty_is_one).size();
    return {in(0), in(1), results, in1, in2, result_of(c, !a.empty() && !b.empty())};
  }
  /// An operand without extents contributes at most its kind of number.
  static constexpr std::string_view compute_type(const torch_call& c, const op::binary&) {
    return c.type(!c.faults.result_by_input && !c.tensor(0) && c.tensor(1) ? 1 : 0);
  }
  static constexpr torch_shown parameters{
      "shape_in1=D0 shape_in2=D1 dtype_in1_in2_out=(T0,T1,T2?) stride_input1=S0 stride_input2=S1 stride_output=S2?"};

 private:
  static constexpr byte_count result_of(const torch_call& c, bool two_tensors) {
    const byte_count in1 = c.size(0), in2 = c.size(1);
    if (c.tensor(2)) return c.size(2);
    if (c.faults.result_by_input)
      return !two_tensors ? in1 : known(in1) && known(in2) ? std::max(in1, in2) : missing<byte_count>;
    if (c.name.ends_with('_')) return in1;
    return divides_whole_numbers(c) ? 4 * B : torch_promoted_size(c, 0, 1);
  }
  /// Division of integers gives floats, unless an argument specifies a rounding mode.
  static constexpr bool divides_whole_numbers(const torch_call& c) {
    return c.name == "aten::div" && c.arguments() == 2 && torch_detail::is_whole(c, 0) &&
           (torch_detail::is_whole(c, 1) || c.type(1) == "Scalar");
  }
};

struct torch_reduce_row {
  std::string_view names, type = "sum";
  bool running = false;  ///< one output per input
  int over = 1;          ///< argument with the dimensions
  int dtype = -1;        ///< argument with the result's type, after the dimensions if any; -1: none
  bool places = false;   ///< along a dimension it also returns the indices
  double results = 1;    ///< results per remaining position
};
struct torch_reduce : torch_family<"reduce", "Reduce"> {
  using row = torch_reduce_row;
  static constexpr std::array rows{
      row{"aten::sum", "sum", false, 1, 3}, row{"aten::mean", "mean", false, 1, 3},
      row{"aten::max", "max", false, 1, -1, true}, row{"aten::min", "min", false, 1, -1, true},
      row{"aten::norm aten::linalg_norm", "norm", false, 2}, row{"aten::std aten::var aten::logsumexp"},
      row{"aten::cumsum aten::cumprod", "sum", true, 1, 2}, row{"aten::amax", "max"}, row{"aten::amin", "min"}};
  struct call : op::reduce {
    std::string_view type{};
    byte_count result{};  ///< bytes per result, including its index
    byte_count other{};   ///< bytes of a second input
    double stored = inputs;  ///< elements of the first one in memory
    constexpr byte_count bytes() const { return stored * element + outputs * result + other; }
  };

  static constexpr call from(const torch_call& c, const row& r) {
    const torch_shape x = c.shape(0);
    if (counts_nothing(c)) return {{0, 0, missing<byte_count>}, {}, missing<byte_count>, {}};
    const double stored = c.faults.operands_left_out ? x.size() : c.stored_elements(0);
    if (r.places && c.tensor(r.over) && !c.faults.reduce_to_one)  // `max(x, y)` is not a reduction
      return {{x.size(), torch_broadcast(x, c.shape(1)).size(), c.size(0)}, r.type, torch_promoted_size(c, 0, 1),
              c.stored_elements(1) * c.size(1), stored};
    const double outputs = r.running ? x.size() : c.faults.reduce_to_one ? 1 : outputs_of(c, r, x);
    return {{x.size(), outputs, c.size(0)}, r.type, r.results * result_of(c, r), {}, stored};
  }
  static constexpr op::reduce backward(const call& r) { return r; }
  static constexpr std::string_view compute_type(const torch_call& c, const call&) {
    return counts_nothing(c) ? std::string_view() : c.type(0);
  }
  static void parameters(torch_parameters& out, const torch_call& c, const call& r) {
    if (counts_nothing(c)) return out.show(c, "num_input_elems=0 num_output_elems=0 dtype_in_out=(-,-)");
    out.show(c, "num_input_elems num_output_elems dtype_in_out=(T0,-) reduce_type", r.inputs, r.outputs, r.type);
  }

 private:
  /// Without shapes the original counts no elements.
  static constexpr bool counts_nothing(const torch_call& c) {
    return c.faults.empty_is_usual && json_list(c.dims).size() == 0;
  }
  /// Sums of integers have eight bytes, unless an argument gives the type.
  static constexpr byte_count result_of(const torch_call& c, const row& r) {
    const byte_count in = c.size(0);
    if (c.faults.result_by_input) return in;
    const int given = static_cast<int>(c.arguments());
    if (r.places && given > r.over) return in + 8 * B;
    if (r.dtype < 0) return in;
    const int at = given == 2 && r.dtype == 3 ? 1 : r.dtype;  // `sum(x, dtype)`
    if (given > at && known(c.number(at))) return torch_type_size_of_number(c.number(at));
    if (given > at && !c.has_value(at) && !c.faults.empty_is_usual) return missing<byte_count>;
    return torch_detail::is_whole(c, 0) && r.type == "sum" ? 8 * B : in;
  }
  /// 1 for a call without dimensions: `sum(x)`, `sum(x, dtype)`, `var(x, unbiased)`, `norm(x, p)`.
  static constexpr double outputs_of(const torch_call& c, const row& r, torch_shape x) {
    const bool takes_dtype = c.name == "aten::sum" || c.name == "aten::mean" || c.name == "aten::nansum";
    if (static_cast<int>(c.arguments()) <= r.over + (takes_dtype ? 1 : 0)) return 1;
    if (c.tensor(r.over)) return missing<double>;
    torch_shape over = c.numbers(r.over);
    if (!over.known() && known(c.number(r.over))) over = torch_shape::of({c.number(r.over)});
    const bool is_flag = c.is_false(r.over) || c.flag(r.over);
    if (!over.known() && !is_flag && !c.has_value(r.over) && !c.faults.empty_is_usual) return missing<double>;
    if (over.empty()) return 1;
    for (int i = 0; i < over.rank(); ++i) {
      const double d = over[i] < 0 ? over[i] + x.rank() : over[i];
      if (d >= 0 && d < x.rank()) x.set(static_cast<int>(d), 1);
    }
    return x.size();
  }
};

struct torch_cross_entropy : torch_family<"CrossEntropy_fwd"> {
  static constexpr std::string_view name = "CrossEntropyFunction";
  static constexpr op::cross_entropy from(const torch_call& c) {
    const torch_shape x = c.shape(0);
    return {x[0], x[-1], x.size(), torch_size_or_half(c, 0)};
  }
  static constexpr torch_shown parameters{"batch vocab_size logits_shape=L0", &op::cross_entropy::rows,
                                          &op::cross_entropy::classes};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_ELEMENTWISE_HPP
