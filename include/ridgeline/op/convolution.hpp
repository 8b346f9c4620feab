#ifndef RIDGELINE_OP_CONVOLUTION_HPP
#define RIDGELINE_OP_CONVOLUTION_HPP

#include <ridgeline/op/model.hpp>

namespace ridgeline::op {

struct convolution_backward;

/// A convolution of any number of spatial dimensions, forward or transposed.
struct convolution {
  double input = 0, filter = 0, output = 0;  ///< elements
  double filter_row = 0;                     ///< elements of one slice of the filter along its first dimension
  double batch = 1, in_channels = 0, out_channels = 0;
  bool transposed = false, bias = false;
  byte_count element{};
  byte_count bias_gradient{};                ///< bytes of one element of it

  /// One multiply and one add for each filter element that meets an element: of the output, transposed of the input.
  constexpr flop_count flops() const {
    return ((transposed ? input : output) * 2 * filter_row + (bias ? output : 0)) * FLOP;
  }
  constexpr byte_count bytes() const { return (input + filter + (bias ? out_channels : 0) + output) * element; }
  constexpr convolution_backward backward() const;
};

/// Gradients of input, weight and bias.
struct convolution_backward {
  convolution of{};

  constexpr flop_count flops() const {
    const double input_gradient = (of.transposed ? of.input : of.output) * 2 * of.filter_row;
    // the weight gradient convolves with the roles of batch and channels exchanged
    const double slice = of.transposed ? of.input / of.in_channels : of.output / of.out_channels;
    return (input_gradient + 2 * of.filter * slice + (of.bias ? of.output : 0)) * FLOP;
  }
  constexpr byte_count bytes() const {
    const byte_count moved = 2 * (of.output + of.filter + of.input) * of.element;
    return of.bias ? moved + (of.output + of.out_channels) * of.bias_gradient : moved;
  }
};

constexpr convolution_backward convolution::backward() const { return {*this}; }

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_CONVOLUTION_HPP
