#ifndef RIDGELINE_OP_CONVOLUTION_HPP
#define RIDGELINE_OP_CONVOLUTION_HPP

#include <ridgeline/op/model.hpp>

namespace ridgeline::op {

/// A convolution of any number of spatial dimensions, forward or transposed.
struct convolution {
  double input = missing<double>, filter = missing<double>, output = missing<double>;  ///< elements
  double filter_row = missing<double>;       ///< elements in one slice of the filter along its first dimension
  double batch = 1, in_channels = missing<double>, out_channels = missing<double>;
  bool transposed = false, bias = false;
  bool input_gradient = true, weight_gradient = true;  ///< requested gradients; `bias` is the third
  byte_count element = missing<byte_count>;
  byte_count bias_gradient{};                ///< bytes per element of the bias gradient

  /// One multiply and one add per filter element applied to each output element, or each input element if transposed.
  constexpr flop_count flops() const {
    return ((transposed ? input : output) * 2 * filter_row + (bias ? output : 0)) * FLOP;
  }
  constexpr byte_count bytes() const { return (input + filter + (bias ? out_channels : 0) + output) * element; }
  /// FLOP for the requested gradients. The weight gradient is a convolution with batch and channels exchanged.
  constexpr flop_count gradient_flops() const {
    const double of_input = (transposed ? input : output) * 2 * filter_row;
    const double slice = transposed ? input / in_channels : output / out_channels;
    const double of_weight = 2 * filter * slice;
    return ((input_gradient ? of_input : 0) + (weight_gradient ? of_weight : 0) + (bias ? output : 0)) * FLOP;
  }
  /// The input and weight gradients each read two of output, filter and input, and write the third.
  constexpr byte_count gradient_bytes() const {
    const int passes = (input_gradient ? 1 : 0) + (weight_gradient ? 1 : 0);
    const byte_count moved = passes * (output + filter + input) * element;
    return bias ? moved + (output + out_channels) * bias_gradient : moved;
  }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_CONVOLUTION_HPP
