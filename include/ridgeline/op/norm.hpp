#ifndef RIDGELINE_OP_NORM_HPP
#define RIDGELINE_OP_NORM_HPP

#include <ridgeline/op/model.hpp>
#include <ridgeline/op/rounding.hpp>

namespace ridgeline::op {

/// Batch, layer, group and instance norms.
struct norm {
  double elements = missing<double>, channels = missing<double>;
  bool affine = true, bias = true, training = true;
  byte_count element = missing<byte_count>;

  constexpr flop_count flops() const { return (6 * channels + (training ? 5 : 2) * elements) * FLOP; }
  constexpr byte_count bytes() const {
    const double per_channel = (affine ? 3 + (bias ? 1 : 0) : 2) + (training ? 2 : 0);
    return (2 * elements + channels * per_channel) * element;
  }
};

struct norm_backward {
  double elements = missing<double>, channels = missing<double>;
  bool input_gradient = true, affine = true, bias = true, training = true;
  bool sums = true;                  ///< sums over rows: for weight and bias, or because the input gradient needs them
  byte_count element = missing<byte_count>;
  bool two_tensors = false;          ///< two of the input's size move, and a third for the input's gradient in training

  constexpr flop_count flops() const {
    const double rows = divide(elements, channels);
    const double gradient = !input_gradient ? (sums ? 2 * rows : 0) : training ? 5 * rows : 0;
    return channels * ((training ? 0 : 3) + (sums ? 4 * rows : 0) + gradient) * FLOP;
  }
  constexpr byte_count bytes() const {
    const double weights = affine ? 1 + (training ? (bias ? 2 : 1) : 0) : 0;
    return (elements * tensors() + channels * (weights + (training ? 1 : 0))) * element;
  }
  /// Those of the input's size: the gradient of the result, the input if it is read, the input's gradient.
  constexpr double tensors() const {
    const bool in_training = input_gradient && training;
    if (two_tensors) return in_training ? 3 : 2;
    return 1 + (affine || in_training ? 1 : 0) + (input_gradient ? 1 : 0);
  }
};

/// Root mean square norm, including operations fused into it.
struct rms_norm {
  double elements = missing<double>, channels = missing<double>;
  double per_element = 2;            ///< FLOP per element after the reciprocal root: scale and weight
  double tensors = 2;         ///< input-sized tensors read or written in the input's format
  byte_count element = missing<byte_count>;
  byte_count other{};         ///< bytes moved in addition: quantised output, scales, padding
  bool weight = true;         ///< there is a weight per channel

  constexpr flop_count flops() const {
    const double after = per_element - (weight ? 0 : 1);
    return (divide(elements, channels) * (2 * channels + 2) + after * elements) * FLOP;
  }
  constexpr byte_count bytes() const { return (tensors * elements + (weight ? channels : 0)) * element + other; }
};

struct rms_norm_backward {
  double elements = missing<double>, channels = missing<double>;
  bool input_gradient = true, weight_gradient = true;
  bool writes_all = false;           ///< also writes gradients that were not requested
  byte_count element = missing<byte_count>;
  bool weight = true;                ///< there is a weight per channel

  constexpr flop_count flops() const {
    const double summed = divide(elements, channels) > 1 ? 1 : 0;  // a single row needs no sum over rows
    return elements * ((weight ? 2 : 1) + (input_gradient ? 6 : 0) + (weight_gradient ? 1 + summed : 0)) * FLOP;
  }
  constexpr byte_count bytes() const {
    const double tensors = input_gradient || writes_all ? 3 : 2;
    const double vectors = (weight ? 1 : 0) + (weight_gradient || writes_all ? 1 : 0);
    return (tensors * elements + vectors * channels) * element;
  }
};

}  // namespace ridgeline::op

#endif  // RIDGELINE_OP_NORM_HPP
