#ifndef RIDGELINE_MODEL_TORCH_CONV_HPP
#define RIDGELINE_MODEL_TORCH_CONV_HPP

#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/convolution.hpp>
#include <ridgeline/op/whole.hpp>

/// Models of convolutions.
namespace ridgeline {

/// Which argument is what. Positions that are -1 stand for the default of the argument.
struct torch_conv_row {
  std::string_view name;
  int input = 0, filter = 1, bias = 2;
  int stride = 3, padding = 4, dilation = 5, transposed = 6, output_padding = 7, groups = 8;
  bool always_bias = false;

  constexpr bool possible() const { return input >= 0 && filter >= 0 && stride >= 0 && input < 64 && filter < 64; }
};

/// A convolution as reports show it.
struct torch_conv_call : op::convolution {
  torch_conv_row at{};
  torch_shape stride{}, padding{}, dilation{}, output_padding{};
  double groups = 1;
  int spatial = 0;
};

struct torch_conv_model {
  static constexpr engine compute = engine::matrix;

  static constexpr torch_conv_call read(const torch_call& c, const torch_conv_row& r) {
    torch_conv_call op;
    op.at = r;
    const torch_shape x = c.shape(r.input), w = c.shape(r.filter);
    op.spatial = x.rank() - 2;
    op.stride = spread(c, r.stride, 1, op.spatial), op.padding = spread(c, r.padding, 0, op.spatial);
    op.dilation = spread(c, r.dilation, 1, op.spatial), op.output_padding = spread(c, r.output_padding, 0, op.spatial);
    op.transposed = r.transposed >= 0 && c.flag(r.transposed);
    const double groups = r.groups >= 0 ? c.number(r.groups) : 1;
    op.groups = known(groups) ? groups : 1;
    op.bias = r.always_bias || (c.faults.conv_bias_of_three ? c.arguments() == 3 : c.tensor(r.bias));
    op.batch = x[0], op.in_channels = x[1];
    op.out_channels = op.transposed ? w[1] * (c.faults.transposed_conv_without_groups ? 1 : op.groups) : w[0];
    op.input = x.size(), op.filter = w.size(), op.filter_row = w.size(1);
    op.output = op.batch * op.out_channels;
    for (int i = 0; i < op.spatial; ++i) {
      const double in = x[i + 2], span = op.dilation[i] * (w[i + 2] - 1);
      op.output *= op.transposed ? (in - 1) * op.stride[i] - 2 * op.padding[i] + span + op.output_padding[i] + 1
                                 : op::floor(op::divide(in + 2 * op.padding[i] - span - 1, op.stride[i]) + 1);
    }
    op.element = c.type(r.input) == c.type(r.filter) ? c.size(r.input) : byte_count::unknown();
    op.bias_gradient = c.faults.conv_bias_gradient_in_bytes ? 1 * B : op.element;
    if (op.spatial < 1 || op.spatial > 3 || c.type(r.input) != c.type(r.filter)) op.output = op.input = unknown_ratio;
    return op;
  }
  static constexpr std::string_view compute_type(const torch_call& c, const torch_conv_call& op) {
    return c.type(op.at.input);
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_conv_call& op) {
    constexpr std::string_view names[] = {"conv1d", "conv2d", "conv3d"};
    const torch_conv_row& r = op.at;
    if (op.spatial < 1 || op.spatial > 3) return;
    out.text("convNd", names[op.spatial - 1]).tuple("input_shape", c.dims_text(r.input))
        .tuple("filter_shape", c.dims_text(r.filter))
        .tuple("dtype_input_weight", torch_parameters::json({c.type(r.input), c.type(r.filter)}))
        .tuple("input_stride", c.stride(r.input)).tuple("weight_stride", c.stride(r.filter));
    if (r.name == "aten::convolution_backward" && !op.bias) out.list("bias", "[]");
    else out.flag("bias", op.bias);
    out.tuple("stride", torch_parameters::json(op.stride)).tuple("padding", torch_parameters::json(op.padding))
        .tuple("dilation", torch_parameters::json(op.dilation)).flag("transposed_conv", op.transposed)
        .tuple("output_padding", torch_parameters::json(op.output_padding)).whole("groups", op.groups);
  }

 private:
  /// One number or a list of one stands for every dimension.
  static constexpr torch_shape spread(const torch_call& c, int at, double otherwise, int dimensions) {
    const torch_shape given = at < 0 ? torch_shape() : c.numbers(at);
    if (given.rank() > 1) return given;
    const double single = at < 0 ? otherwise : given.rank() == 1 ? given[0] : c.number(at);
    torch_shape all = torch_shape::scalar();
    for (int i = 0; i < dimensions; ++i) all.push(known(single) ? single : otherwise);
    return all;
  }
};

struct torch_conv : torch_conv_model {
  static constexpr std::string_view category = "CONV_fwd";
  static constexpr std::array rows{torch_conv_row{"aten::convolution"}};

  static constexpr torch_conv_call from(const torch_call& c, const torch_conv_row& r) { return read(c, r); }
  static constexpr op::convolution_backward backward(const torch_conv_call& op) { return op.backward(); }
};

/// Fused convolutions of Apex; the backward op is read from the arguments of its forward op.
inline constexpr torch_conv_row apex_conv_row(std::string_view name) {
  return {.name = name, .dilation = -1, .transposed = -1, .output_padding = -1, .groups = -1, .always_bias = true};
}
struct torch_apex_conv : torch_conv {
  static constexpr std::array rows{apex_conv_row("ConvBias_"), apex_conv_row("ConvBiasReLU_")};
};

/// A convolution's gradients, when the op that computes them is the one that was called.
struct torch_conv_gradients : torch_conv_call {
  constexpr flop_count flops() const { return backward().flops(); }
  constexpr byte_count bytes() const { return backward().bytes(); }
};
struct torch_conv_backward : torch_conv_model {
  static constexpr std::string_view category = "CONV_bwd";
  static constexpr std::array rows{torch_conv_row{.name = "aten::convolution_backward", .input = 1, .filter = 2,
                                                  .bias = 3, .stride = 4, .padding = 5, .dilation = 6, .transposed = 7,
                                                  .output_padding = 8, .groups = 9}};

  static constexpr torch_conv_gradients from(const torch_call& c, const torch_conv_row& r) {
    torch_conv_gradients g{read(c, r)};
    if (!r.always_bias) g.bias = c.tensor(r.bias);
    return g;
  }
};
struct torch_apex_conv_backward : torch_conv_backward {
  static constexpr bool of_forward = true;
  static constexpr std::array rows{apex_conv_row("ConvBias_Backward"), apex_conv_row("ConvBiasReLU_Backward")};
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_CONV_HPP
