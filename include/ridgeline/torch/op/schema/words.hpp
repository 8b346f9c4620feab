#ifndef RIDGELINE_TORCH_OP_SCHEMA_WORDS_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_WORDS_HPP

#include <string_view>

#include <ridgeline/torch/op/schema/row.hpp>

/// What the tables of PyTorch's own ops have in common: rows that are alike but for their names, and formulas that many
/// of them have. Positions are those of aten/src/ATen/native/native_functions.yaml. FLOP an element: 1 for sums,
/// products, comparisons; 2 for roots; 4 for exponentials and the like; 8 for gelu, 10 for its form with tanh. An index
/// is read once; what it picks is written once, and read once for each different element at most; what is added to is
/// read as well. What an op copies before is counted too.
namespace ridgeline {

struct torch_schema_words : torch_schema_model {
  using text = std::string_view;
  static constexpr torch_columns<0> shown_unary{"op_shape=D0 dtype_in_out=(T0,T1?) stride_input=S0 stride_output=S1?"};
  static constexpr torch_columns<0> shown_binary{
      "shape_in1=D0 shape_in2=D1 dtype_in1_in2_out=(T0,T1,-) stride_input1=S0 stride_input2=S1 stride_output=-"};
  static constexpr torch_columns<0> shown_lists{"tensors=D0 others=D1"};
  static constexpr text self_out = "self, [out]", in_place = "2*n0*e0";
  static constexpr text self_other = "self, other, [out]";
  static constexpr text to_out = "r0*e0+n0*(t1?e1+u1?e0)";

  static constexpr row unary_row(text names, text flops, text bytes) {
    return {names, "", "UnaryElementwise", flops, bytes, shown_unary, self_out};
  }
  static constexpr row elementwise_row(text names, text flops, text bytes, torch_columns<0> shown, text schema,
                                       int by = 0) {
    return {names, "elementwise", "UnaryElementwise", flops, bytes, shown, schema, by};
  }
  /// What only moves elements, and what only writes them.
  static constexpr torch_columns<0> shown_alike{"op_shape=D0 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-"};
  static constexpr torch_columns<0> from_grad_to_self{
      "op_shape=D1 dtype_in_out=(T0,T1) stride_input=S0 stride_output=S1"};
  static constexpr row alike_row(text names, text flops, text bytes, text schema) {
    return {names, "", "UnaryElementwise", flops, bytes, shown_alike, schema};
  }
  static constexpr row change_row(text names, text flops, text schema) {
    return alike_row(names, flops, in_place, schema);
  }
  static constexpr row moved_row(text names, text schema) { return change_row(names, "0", schema); }
  static constexpr row filled_row(text names, text schema) { return alike_row(names, "0", "n0*e0", schema); }
  static constexpr row binary_row(text names, text flops, text bytes, text schema) {
    return {names, "", "BinaryElementwise", flops, bytes, shown_binary, schema};
  }
  /// Of two tensors and one result.
  static constexpr row pair_row(text names, text flops) {
    return binary_row(names, flops, "r0*e0+t1?(r1*e1)+out(0,1)*both(0,1)", self_other);
  }
  /// The gradient of the input from that of the result and one tensor more.
  static constexpr row gradient_row(text names, text flops, text schema) {
    return {names, "", "BinaryElementwise", flops, "n0*e0+n1*e1+n0*e0", shown_binary, schema};
  }
  static constexpr row list_row(text names, text flops, text bytes, text schema) {
    return {names, "", "multi_tensor_apply", flops, bytes, shown_lists, schema, -1};
  }

  static constexpr torch_columns<0> shown_indexed{"input_shape=D0 op_shape=D2 dtype_in_out=(T0,T0)"};
  static constexpr torch_columns<0> shown_over{"op_shape=D0 dtype_in_out=(T0,-)"};

  static constexpr row indexed_row(text names, text flops, text bytes, text schema) {
    return {names, "", "UnaryElementwise", flops, bytes, shown_indexed, schema};
  }
  /// One number, or one for each place that is left along a dimension; as many as there were where they are ordered.
  static constexpr row reduced_row(text names, text flops, text bytes, text schema) {
    return {names, "", "Reduce", flops, bytes, shown_over, schema};
  }
  /// A loss of two tensors: one number, or one for each element where the reduction (argument 2) is 0.
  static constexpr text of_loss = "n0*e0+n1*e1+(n0*(1-min(1,c2))+min(1,c2))*e0";
  static constexpr text of_weighted_loss = "n0*e0+n1*e1+t2?(n2*e2)+(n0*(1-min(1,c3))+min(1,c3))*e0";
  static constexpr text to_gradient = "n0*e0+2*n1*e1+n2*e2";
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_WORDS_HPP
