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

constexpr torch_schema_row unary_row(std::string_view name, std::string_view flops, std::string_view bytes) {
  return {name, "", "UnaryElementwise", flops, bytes, shown_unary, self_out};
}
inline constexpr std::string_view three_in = "r0*e0+r1*e1+r2*e2+out(0,1,2)*e0";
inline constexpr std::string_view scaled_pair = "native_functions.yaml: self, tensor1, tensor2, value";
/// What only moves elements, and what only writes them.
inline constexpr torch_columns<0> shown_alike{
    "op_shape=D0 dtype_in_out=(T0,T0) stride_input=S0 stride_output=-"};
inline constexpr torch_columns<0> from_grad_to_self{
    "op_shape=D1 dtype_in_out=(T0,T1) stride_input=S0 stride_output=S1"};
constexpr torch_schema_row alike_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                     std::string_view schema) {
  return {name, "", "UnaryElementwise", flops, bytes, shown_alike, schema};
}
constexpr torch_schema_row change_row(std::string_view name, std::string_view flops, std::string_view schema) {
  return alike_row(name, flops, in_place, schema);
}
constexpr torch_schema_row moved_row(std::string_view name, std::string_view schema) {
  return change_row(name, "0", schema);
}
constexpr torch_schema_row filled_row(std::string_view name, std::string_view schema) {
  return alike_row(name, "0", "n0*e0", schema);
}
constexpr torch_schema_row binary_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                      std::string_view schema) {
  return {name, "", "BinaryElementwise", flops, bytes, shown_binary, schema};
}
/// Of two tensors and one result.
constexpr torch_schema_row pair_row(std::string_view name, std::string_view flops) {
  return binary_row(name, flops, "r0*e0+t1?(r1*e1)+out(0,1)*both(0,1)", self_other);
}
constexpr torch_schema_row compare_row(std::string_view name) {
  return {name, "", "BinaryElementwise", "out(0,1)", compared, shown_binary, self_other};
}
constexpr torch_schema_row minus_row(std::string_view name) {
  return {name, "", "BinaryElementwise", subtracted, subtracted_bytes, shown_binary, self_other_alpha};
}
/// The gradient of the input from that of the result and one tensor more.
constexpr torch_schema_row gradient_row(std::string_view name, std::string_view flops, std::string_view schema) {
  return {name, "", "BinaryElementwise", flops, "n0*e0+n1*e1+n0*e0", shown_binary, schema};
}
constexpr torch_schema_row list_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                    std::string_view schema) {
  return {name, "", "multi_tensor_apply", flops, bytes, shown_lists, schema, -1};
}

inline constexpr torch_columns<0> shown_indexed{"input_shape=D0 op_shape=D2 dtype_in_out=(T0,T0)"};
inline constexpr torch_columns<0> shown_over{"op_shape=D0 dtype_in_out=(T0,-)"};

constexpr torch_schema_row indexed_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                       std::string_view schema) {
  return {name, "", "UnaryElementwise", flops, bytes, shown_indexed, schema};
}
/// One number, or one for each place that is left along a dimension; as many as there were where they are ordered.
constexpr torch_schema_row reduced_row(std::string_view name, std::string_view flops, std::string_view bytes,
                                       std::string_view schema) {
  return {name, "", "Reduce", flops, bytes, shown_over, schema};
}
/// A loss of two tensors: one number, or one for each element where the reduction (argument 2) is 0.
inline constexpr std::string_view of_loss = "n0*e0+n1*e1+(n0*(1-min(1,c2))+min(1,c2))*e0";
inline constexpr std::string_view of_weighted_loss = "n0*e0+n1*e1+t2?(n2*e2)+(n0*(1-min(1,c3))+min(1,c3))*e0";
inline constexpr std::string_view to_gradient = "n0*e0+2*n1*e1+n2*e2";
}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_WORDS_HPP
