#ifndef RIDGELINE_TORCH_OP_SCHEMA_REDUCTIONS_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_REDUCTIONS_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/elementwise.hpp>
#include <ridgeline/torch/op/schema/words.hpp>

/// Reductions of PyTorch that TraceLens has no model of.
namespace ridgeline {

struct torch_eager_reduction : torch_schema_words {
  static constexpr torch_columns<0> shown{"op_shape=D0 dtype_in_out=(T0,-) over=C1"};
  static constexpr torch_columns<0> shown_gradient{"op_shape=D0 dtype_in_out=(T0,-) over=C2"};
  static constexpr std::string_view softmax_gradient = "grad_output, output, dim, input_dtype";
  static constexpr std::string_view softmax = "n0*e0+n0*(4*f2+(1-f2)*e0)", arg = "n0*e0+8*n0/x0(c1)";
  static constexpr std::string_view dimension = "self, dim, keepdim";
  static constexpr std::array rows{
      row{"aten::_softmax aten::_log_softmax", "", "Reduce", "5*n0", softmax, shown, "self, dim, half_to_float"},
      row{"aten::_softmax_backward_data", "", "Reduce", "4*n0", "n0*e0+n1*e1+n0*l3", shown_gradient, softmax_gradient},
      row{"aten::_log_softmax_backward_data", "", "Reduce", "7*n0", "n0*e0+n1*e1+n0*l3", shown_gradient,
          softmax_gradient},
      row{"aten::argmax aten::argmin", "", "Reduce", "n0", arg, shown, "self, dim, keepdim, [out]"},
      row{"aten::topk", "", "Reduce", "n0", "n0*e0+(n0/x0(c2))*c1*(e0+8)", "op_shape=D0 dtype_in_out=(T0,-) over=C2",
          "self, k, dim, largest, sorted, [out]"},
      reduced_row("aten::prod", "n0", "n0*e0+n0/x0(c1)*e0", dimension),
      reduced_row("aten::all aten::any", "n0", "n0*e0+n0/x0(c1)", dimension),
      reduced_row("aten::median aten::nanmedian", "n0", "n0*e0+n0/x0(c1)*(e0+8*h2)", dimension),
      reduced_row("aten::mode", "n0", "n0*e0+n0/x0(c1)*(e0+8)", dimension),
      row{"aten::_masked_softmax", "", "Reduce", "5*n0", "2*n0*e0+n1*e1", "op_shape=D0 dtype_in_out=(T0,-) over=C2",
          "self, mask, dim, mask_type"},
      row{"aten::histc", "", "Reduce", "3*n0", "n0*e0+c1*e0", shown_over,
          "self, bins, min, max; difference, quotient, sum"}};
};

/// As the reductions that TraceLens knows: one FLOP an element.
struct torch_listed_reductions : torch_family<"reduce", "Reduce"> {
  struct row : torch_reduce_row { std::string_view schema; };
  static constexpr std::array rows{
      row{{"aten::linalg_vector_norm", "norm", false, 2, 4}, "self, ord, dim[], keepdim, dtype, [out]"},
      row{{"aten::nansum", "sum", false, 1, 3}, "self, dim[], keepdim, dtype"},
      row{{"aten::var_mean aten::std_mean", "sum", false, 1, -1, false, 2},
          "self, dim[], correction, keepdim; two results"}};

  static constexpr torch_reduce::call from(const torch_call& c, const row& r) { return torch_reduce::from(c, r); }
  static constexpr auto parameters = &torch_reduce::parameters;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_REDUCTIONS_HPP
