#ifndef RIDGELINE_TORCH_OP_CONV_HPP
#define RIDGELINE_TORCH_OP_CONV_HPP

#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/op/convolution.hpp>
#include <ridgeline/op/rounding.hpp>

/// Models of convolutions.
namespace ridgeline {

/// The positions of arguments: the filter follows the input, padding follows stride.
struct torch_conv_row {
  std::string_view name;
  int input = 0, bias = 2, stride = 3;
  /// Dilation, transposed, output padding and groups follow the padding; otherwise they have their defaults, with a
  /// bias.
  bool all_arguments = true;

  constexpr bool possible() const { return input >= 0 && input < 63 && stride >= 0 && stride < 58; }
};

/// A convolution as shown in reports.
struct torch_conv_call : torch_from<op::convolution> {
  torch_shape stride{}, padding{}, dilation{}, output_padding{};
  double groups = 1;
  int spatial = 0;
};

template <fixed_string Category>
struct torch_conv_family : torch_matrix_family<Category> {
  static constexpr torch_conv_call read(const torch_call& c, const torch_conv_row& r) {
    torch_conv_call op;
    op.argument = r.input;
    const torch_shape x = c.shape(r.input), w = c.shape(r.input + 1);
    op.spatial = x.rank() - 2;
    const auto sizes = [&](int at, double usual) {
      if (at > 1 && !r.all_arguments) return alike(usual, op.spatial);
      return spread(c, r.stride + at, c.faults.empty_is_usual ? usual : missing<double>, op.spatial);
    };
    op.stride = sizes(0, 1), op.padding = sizes(1, 0), op.dilation = sizes(2, 1), op.output_padding = sizes(4, 0);
    op.transposed = r.all_arguments && c.flag(r.stride + 3);
    op.groups = r.all_arguments && known(c.number(r.stride + 5)) ? c.number(r.stride + 5) : 1;
    const bool recorded = !r.all_arguments || c.faults.empty_is_usual ||
                          (c.has_value(r.stride + 3) && (!op.transposed || known(c.number(r.stride + 5))));
    op.bias = !r.all_arguments || (c.faults.conv_bias_of_three ? c.arguments() == 3 : c.tensor(r.bias));
    op.batch = x[0], op.in_channels = x[1];
    op.out_channels = op.transposed ? w[1] * (c.faults.transposed_conv_without_groups ? 1 : op.groups) : w[0];
    op.input = x.size(), op.filter = w.size(), op.filter_row = w.size(1);
    op.output = op.batch * op.out_channels;
    for (int i = 0; i < op.spatial; ++i) {
      const double in = x[i + 2], span = op.dilation[i] * (w[i + 2] - 1);
      op.output *= op.transposed ? (in - 1) * op.stride[i] - 2 * op.padding[i] + span + op.output_padding[i] + 1
                                 : op::floor(op::divide(in + 2 * op.padding[i] - span - 1, op.stride[i]) + 1);
    }
    const bool same_type = c.type(r.input) == c.type(r.input + 1);
    op.element = same_type ? c.size(r.input) : missing<byte_count>;
    op.bias_gradient = c.faults.conv_bias_gradient_in_bytes ? 1 * B : op.element;
    if (op.spatial < 1 || op.spatial > 3 || !same_type || !recorded) op.output = op.input = missing<double>;
    return op;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_conv_call& op) {
    constexpr std::string_view names[] = {"conv1d", "conv2d", "conv3d"};
    if (op.spatial < 1 || op.spatial > 3) return;
    const bool empty = op.argument == 1 && !op.bias;  // the gradient op itself
    out.show(c.from_argument(op.argument),
             "convNd input_shape=D0 filter_shape=D1 dtype_input_weight=(T0,T1) input_stride=S0 weight_stride=S1 bias "
             "stride padding dilation transposed_conv output_padding groups",
             names[op.spatial - 1], empty ? torch_value::list("[]") : torch_value::of(op.bias), op.stride, op.padding,
             op.dilation, op.transposed, op.output_padding, op.groups);
  }

 private:
  static constexpr torch_shape alike(double size, int dimensions) {
    torch_shape all = torch_shape::of({});
    for (int i = 0; i < dimensions; ++i) all.push(size);
    return all;
  }
  /// A single number, or a list of one, applies to every dimension; `otherwise` if none was recorded.
  static constexpr torch_shape spread(const torch_call& c, int at, double otherwise, int dimensions) {
    const torch_shape given = c.numbers(at);
    if (given.rank() > 1) return given;
    const double single = given.rank() == 1 ? given[0] : c.number(at);
    return alike(known(single) ? single : otherwise, dimensions);
  }
};

struct torch_conv : torch_conv_family<"CONV_fwd"> {
  static constexpr std::array rows{torch_conv_row{"aten::convolution"}, torch_conv_row{"ConvBias_", 0, 2, 3, false},
                                   torch_conv_row{"ConvBiasReLU_", 0, 2, 3, false}};

  static constexpr torch_conv_call from(const torch_call& c, const torch_conv_row& r) { return read(c, r); }
};

/// Ops that compute a convolution's gradients: those requested by the mask after the groups.
struct torch_conv_backward : torch_conv_family<"CONV_bwd"> {
  static constexpr std::array rows{torch_conv_row{"aten::convolution_backward", 1, 3, 4}};

  static constexpr gradients_of<torch_conv_call> from(const torch_call& c, const torch_conv_row& r) {
    gradients_of<torch_conv_call> g{read(c, r)};
    if (!r.all_arguments) return g;
    g.bias = c.tensor(r.bias);
    if (c.faults.gradients_always_all) return g;
    const int mask = r.stride + 6;
    g.input_gradient = c.wants(mask, 0), g.weight_gradient = c.wants(mask, 1), g.bias = c.wants(mask, 2);
    if (json_list(c.value(mask)).size() != 3) g.input_gradient = true, g.input = g.output = missing<double>;
    return g;
  }
};
/// The gradients of Apex's fused convolutions are read from the arguments of the forward op.
struct torch_apex_conv_backward : torch_conv_backward {
  static constexpr bool of_forward = true;
  static constexpr std::array rows{torch_conv_row{"ConvBias_Backward", 0, 2, 3, false},
                                   torch_conv_row{"ConvBiasReLU_Backward", 0, 2, 3, false}};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_CONV_HPP
