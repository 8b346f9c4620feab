#ifndef RIDGELINE_OP_CONV_HPP
#define RIDGELINE_OP_CONV_HPP

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/op/model.hpp>

namespace ridgeline::op {

/// A two-dimensional forward convolution, described by the shapes of the output, one filter and the input, as one plans
/// a layer; what traces record of any convolution is an op::convolution.
struct conv2d {
  double batch = 1, out_channels = missing<double>, out_height = missing<double>, out_width = missing<double>;
  double in_channels = missing<double>, in_height = missing<double>, in_width = missing<double>;
  double kernel_height = 1, kernel_width = 1;
  double groups = 1;  ///< each output channel sees in_channels / groups input channels
  dtype input = dtype::bf16, weight = dtype::bf16, output = dtype::bf16;

  constexpr double filter_size() const { return kernel_height * kernel_width * in_channels / groups; }
  constexpr double outputs() const { return batch * out_channels * out_height * out_width; }

  /// One multiply and one add per filter element and output element, including those on padding.
  constexpr flop_count flops() const { return 2 * outputs() * filter_size() * FLOP; }
  constexpr byte_count bytes() const {
    return batch * in_channels * in_height * in_width * size_of(input) +
           out_channels * filter_size() * size_of(weight) + outputs() * size_of(output);
  }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_CONV_HPP
