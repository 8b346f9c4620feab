#ifndef RIDGELINE_TORCH_OP_SCHEMA_EXTENTS_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_EXTENTS_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/elementwise.hpp>
#include <ridgeline/torch/op/schema.hpp>

/// Ops of PyTorch that TraceLens has no model of, whose results have other extents than their inputs: reductions over
/// lists of dimensions, padding, gradients of resampling. Positions are those of native_functions.yaml.
namespace ridgeline {

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

#endif  // RIDGELINE_TORCH_OP_SCHEMA_EXTENTS_HPP
